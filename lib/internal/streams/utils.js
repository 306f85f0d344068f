'use strict';
/*
 * internal/streams/utils - what can be asked about anything that may be a
 * stream: one of ours, of npm's readable-stream, of the web, or something with
 * on() and pipe() from before there were classes. So all of it asks for
 * properties and never for a class.
 *
 * Three answers where a question has no sense for the value: true, false, and
 * null for "cannot say".
 */

const kIsClosedPromise = Symbol.for('nodejs.webstream.isClosedPromise');
const kControllerErrorFunction =
    Symbol.for('nodejs.webstream.controllerErrorFunction');
const kIsDestroyed = Symbol.for('nodejs.stream.destroyed');
const kIsDisturbed = Symbol.for('nodejs.stream.disturbed');
const kIsErrored = Symbol.for('nodejs.stream.errored');
const kIsReadable = Symbol.for('nodejs.stream.readable');
const kIsWritable = Symbol.for('nodejs.stream.writable');

/* ---- Which kind it is ------------------------------------------------- */

function isNodeStream(value) {
    return value && (value._readableState || value._writableState ||
        (typeof value.on === 'function' &&
         (typeof value.write === 'function' ||
          typeof value.pipe === 'function')));
}

/* A Writable has pipe() too, which only throws. `strict` wants a flow that can
 * be stopped. */
function isReadableNodeStream(value, strict = false) {
    if (!value || typeof value.pipe !== 'function' ||
        typeof value.on !== 'function')
        return false;
    if (strict && (typeof value.pause !== 'function' ||
                   typeof value.resume !== 'function'))
        return false;
    return !value._writableState ||
        (!!value._readableState && value._readableState.readable !== false);
}

function isWritableNodeStream(value) {
    return !!value && typeof value.write === 'function' &&
        typeof value.on === 'function' &&
        (!value._readableState || value._writableState?.writable !== false);
}

function isDuplexNodeStream(value) {
    return !!(value && value._readableState &&
        typeof value.pipe === 'function' && typeof value.on === 'function' &&
        typeof value.write === 'function');
}

function isReadableStream(value) {
    return !!value && !isNodeStream(value) &&
        typeof value.pipeThrough === 'function' &&
        typeof value.getReader === 'function' &&
        typeof value.cancel === 'function';
}

function isWritableStream(value) {
    return !!value && !isNodeStream(value) &&
        typeof value.getWriter === 'function' &&
        typeof value.abort === 'function';
}

function isTransformStream(value) {
    return !!value && !isNodeStream(value) &&
        typeof value.readable === 'object' &&
        typeof value.writable === 'object';
}

function isWebStream(value) {
    return isReadableStream(value) || isWritableStream(value) ||
        isTransformStream(value);
}

/* isAsync: only those; without it either kind will do. */
function isIterable(value, isAsync) {
    if (value === null || value === undefined)
        return false;
    return (isAsync !== false &&
            typeof value[Symbol.asyncIterator] === 'function') ||
        (isAsync !== true && typeof value[Symbol.iterator] === 'function');
}

/* ---- The two kinds of http that are streams by half ------------------- */

function hasBooleans(value, ...names) {
    return names.every((name) => typeof value[name] === 'boolean');
}

function isOutgoingMessage(stream) {
    return hasBooleans(stream, '_closed', '_defaultKeepAlive',
                       '_removedConnection', '_removedContLen');
}

function isServerResponse(stream) {
    return hasBooleans(stream, '_sent100') && isOutgoingMessage(stream);
}

function isServerRequest(stream) {
    return hasBooleans(stream, '_consuming', '_dumped') &&
        stream.req?.upgradeOrConnect === undefined;
}

/* ---- How far it is ---------------------------------------------------- */

function isDestroyed(stream) {
    if (!isNodeStream(stream))
        return null;
    return !!(stream.destroyed || stream[kIsDestroyed] ||
        (stream._writableState || stream._readableState)?.destroyed);
}

/* end() was called. */
function isWritableEnded(stream) {
    if (!isWritableNodeStream(stream))
        return null;
    if (stream.writableEnded === true)
        return true;
    const state = stream._writableState;
    if (state?.errored)
        return false;
    return typeof state?.ended === 'boolean' ? state.ended : null;
}

/* `strict` false: 'finish' may still be to come if nothing else is. */
function isWritableFinished(stream, strict) {
    if (!isWritableNodeStream(stream))
        return null;
    return stream.writableFinished === true ||
        isSideOver(stream._writableState, 'finished', strict);
}

/* Is a side of a stream through with its last event, which `flag` notes? null:
 * its state does not say. */
function isSideOver(state, flag, strict) {
    if (state?.errored)
        return false;
    const emitted = state?.[flag];
    if (typeof emitted !== 'boolean')
        return null;
    const isDrained = state.ended === true && state.length === 0;
    return emitted || (strict === false && isDrained);
}

/* The source said that there is no more. */
function isReadableEnded(stream) {
    if (!isReadableNodeStream(stream))
        return null;
    if (stream.readableEnded === true)
        return true;
    const state = stream._readableState;
    if (!state || state.errored)
        return false;
    return typeof state.ended === 'boolean' ? state.ended : null;
}

/* `strict` false: 'end' may still be to come if nothing else is. */
function isReadableFinished(stream, strict) {
    return isReadableNodeStream(stream) ?
        isSideOver(stream._readableState, 'endEmitted', strict) : null;
}

function isReadable(stream) {
    const own = stream?.[kIsReadable];
    if (own !== undefined && own !== null)
        return own;
    if (typeof stream?.readable !== 'boolean')
        return null;
    return !isDestroyed(stream) && isReadableNodeStream(stream) &&
        stream.readable && !isReadableFinished(stream);
}

function isWritable(stream) {
    const own = stream?.[kIsWritable];
    if (own !== undefined && own !== null)
        return own;
    if (typeof stream?.writable !== 'boolean')
        return null;
    return !isDestroyed(stream) && isWritableNodeStream(stream) &&
        stream.writable && !isWritableEnded(stream);
}

function isFinished(stream) {
    if (!isNodeStream(stream))
        return null;
    return isDestroyed(stream) || (!isReadable(stream) && !isWritable(stream));
}

function isWritableErrored(stream) {
    if (!isNodeStream(stream))
        return null;
    return stream.writableErrored || (stream._writableState?.errored ?? null);
}

function isReadableErrored(stream) {
    if (!isNodeStream(stream))
        return null;
    return stream.readableErrored || (stream._readableState?.errored ?? null);
}

function isClosed(stream) {
    if (!isNodeStream(stream))
        return null;
    if (typeof stream.closed === 'boolean')
        return stream.closed;
    const ofWritable = stream._writableState?.closed;
    const ofReadable = stream._readableState?.closed;
    if (typeof ofWritable === 'boolean' || typeof ofReadable === 'boolean')
        return ofWritable || ofReadable;
    return isOutgoingMessage(stream) ? stream._closed : null;
}

/* 'close' will come by itself, and has not come. */
function willEmitClose(stream) {
    if (!isNodeStream(stream))
        return null;
    const state = stream._writableState || stream._readableState;
    if (!state)
        return isServerResponse(stream);
    return !!(state.autoDestroy && state.emitClose && state.closed === false);
}

function isDisturbed(stream) {
    return !!(stream && (stream[kIsDisturbed] ??
        (stream.readableDidRead || stream.readableAborted)));
}

function isErrored(stream) {
    if (!stream)
        return false;
    const { _readableState: reads, _writableState: writes } = stream;
    const said = stream[kIsErrored] ?? stream.readableErrored ??
        stream.writableErrored;
    const emitted = said ?? reads?.errorEmitted ?? writes?.errorEmitted;
    return Boolean(emitted ?? reads?.errored ?? writes?.errored);
}

module.exports = {
    isClosed,
    isDestroyed,
    isDisturbed,
    isDuplexNodeStream,
    isErrored,
    isFinished,
    isIterable,
    isNodeStream,
    isReadable,
    isReadableEnded,
    isReadableErrored,
    isReadableFinished,
    isReadableNodeStream,
    isReadableStream,
    isServerRequest,
    isServerResponse,
    isTransformStream,
    isWebStream,
    isWritable,
    isWritableEnded,
    isWritableErrored,
    isWritableFinished,
    isWritableNodeStream,
    isWritableStream,
    kControllerErrorFunction,
    kIsClosedPromise,
    kIsDestroyed,
    kIsDisturbed,
    kIsErrored,
    kIsReadable,
    kIsWritable,
    willEmitClose,
};
