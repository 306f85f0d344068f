'use strict';
/*
 * internal/streams/end-of-stream - finished(): one callback when a stream is
 * over, however it ended.
 *
 * A stream may be over by 'end' and 'finish', by 'error', or by 'close' without
 * any of them, which is an error of its own (ERR_STREAM_PREMATURE_CLOSE). One
 * that will emit 'close' by itself is over only then. One that was over before
 * anybody asked is told of in a tick.
 *
 * The callback runs in the async context of whoever called finished().
 */

const { AbortError, codes: { ERR_INVALID_ARG_TYPE,
                             ERR_STREAM_PREMATURE_CLOSE } } =
    require('internal/errors');
const { kEmptyObject, promisify } = require('internal/util');
const {
    validateAbortSignal, validateBoolean, validateFunction, validateObject,
} = require('internal/validators');
const utils = require('internal/streams/utils');
/* Loaded when first used: async_hooks, internal/events/abort_listener,
 * stream/promises. */

const { nextTick } = process;

/* An option of other built-ins: for a stream that is over already, the callback
 * is called at once. */
const kEosNodeSynchronousCallback = Symbol('kEosNodeSynchronousCallback');

function nop() {}

function abortError(signal) {
    return new AbortError(undefined, { cause: signal.reason });
}

function isRequest(stream) {
    return stream.setHeader && typeof stream.abort === 'function';
}

/* One call of finished(): what it waits for, and how its callback is called
 * once. Its listeners are functions of its own, four for most streams. */
class Watch {
    constructor(stream, callback) {
        this.stream = stream;
        this.callback = callback; /* undefined once it was called */
        this.resource = undefined;
        this.listeners = undefined;
        this.abortListener = undefined;
    }

    /* From here on the callback runs in this async context. */
    bind() {
        const { AsyncResource } = require('async_hooks');
        this.resource = new AsyncResource('STREAM_END_OF_STREAM');
    }

    /* null, or undefined: there was no error. */
    settle(error) {
        const { callback } = this;
        if (callback === undefined)
            return;
        this.forget();
        if (error === null || error === undefined)
            this.resource.runInAsyncScope(callback, this.stream);
        else
            this.resource.runInAsyncScope(callback, this.stream, error);
    }

    settleSoon(error) {
        this.bind();
        nextTick(() => this.settle(error));
    }

    forget() {
        this.callback = undefined;
        this.abortListener?.[Symbol.dispose]();
        this.abortListener = undefined;
    }

    /* `onAbort` comes first. */
    listenTo(signal, onAbort) {
        const abort = () => {
            if (this.callback === undefined)
                return;
            onAbort();
            this.settle(abortError(signal));
        };
        if (signal.aborted) {
            nextTick(abort);
        } else {
            const { addAbortListener } =
                require('internal/events/abort_listener');
            this.abortListener = addAbortListener(signal, abort);
        }
    }

    on(stream, name, listener) {
        stream.on(name, listener);
        const { listeners } = this;
        listeners[listeners.length] = stream;
        listeners[listeners.length] = name;
        listeners[listeners.length] = listener;
    }

    takeBackListeners() {
        const { listeners } = this;
        this.listeners = undefined;
        if (listeners === undefined)
            return;
        for (let i = 0; i < listeners.length; i += 3)
            listeners[i].removeListener(listeners[i + 1], listeners[i + 2]);
    }

    /* Emitters that are not streams of ours, and http's requests. */
    listenToOldKinds(stream, onFinish, onClose, writable, willEmitClose) {
        if (isRequest(stream)) {
            this.on(stream, 'complete', onFinish);
            if (!willEmitClose)
                this.on(stream, 'abort', onClose);
            const onRequest = () => this.on(stream.req, 'finish', onFinish);
            if (stream.req)
                onRequest();
            else
                this.on(stream, 'request', onRequest);
        } else if (writable && !stream._writableState) {
            const onOldFinish = () => {
                if (!stream.writable)
                    onFinish();
            };
            this.on(stream, 'end', onOldFinish);
            this.on(stream, 'close', onOldFinish);
        }
        if (!willEmitClose && typeof stream.aborted === 'boolean')
            this.on(stream, 'aborted', onClose);
    }
}

/* The error that the stream has, also if it was not emitted. */
function ownError(stream) {
    const error = utils.isWritableErrored(stream) ||
        utils.isReadableErrored(stream);
    return error && typeof error !== 'boolean' ? error : null;
}

/* What it closed with: an error of its own, or that it closed too early. */
function errorAtClose(stream, awaitsEnd, awaitsFinish) {
    const error = ownError(stream);
    if (error !== null)
        return error;
    const isCut = (awaitsEnd && utils.isReadableNodeStream(stream, true) &&
         !utils.isReadableFinished(stream, false)) ||
        (awaitsFinish && !utils.isWritableFinished(stream, false));
    return isCut ? new ERR_STREAM_PREMATURE_CLOSE() : null;
}

/* Is the stream over already, so that no event will say so? */
function isOver(stream, wants, isEnded, isFinished) {
    const { readable, writable, willEmitClose } = wants;
    const w = stream._writableState;
    const r = stream._readableState;
    if (w?.errorEmitted || r?.errorEmitted)
        return !willEmitClose;
    if (!readable && (!willEmitClose || utils.isReadable(stream)) &&
        (isFinished || utils.isWritable(stream) === false) && !w?.pendingcb)
        return true;
    if (!writable && (!willEmitClose || utils.isWritable(stream)) &&
        (isEnded || utils.isReadable(stream) === false))
        return true;
    return !!(r && stream.req && stream.aborted);
}

/* Which sides have to end, and whether 'close' will come after that. */
function readWants(stream, options) {
    const isReadable = utils.isReadableNodeStream(stream);
    const isWritable = utils.isWritableNodeStream(stream);
    const readable = options.readable ?? isReadable;
    const writable = options.writable ?? isWritable;
    return {
        readable, writable,
        willEmitClose: isReadable === readable && isWritable === writable &&
            utils.willEmitClose(stream),
    };
}

/* How it has ended: an error, or null; undefined: it has not. */
function readVerdict(stream, wants, isEnded, isFinished) {
    if (utils.isClosed(stream)) {
        return errorAtClose(stream, wants.readable && !isEnded,
                            wants.writable && !isFinished);
    }
    return isOver(stream, wants, isEnded, isFinished) ? ownError(stream)
                                                      : undefined;
}

/* Begin to listen. A stream that is destroyed at 'end' or 'finish' does not do
 * what is expected of one that emits 'close'. */
function listen(watch, wants, isEnded, isFinished, wantsErrors) {
    const { stream } = watch;
    const { readable, writable } = wants;
    const onFinish = () => {
        isFinished = true;
        if (stream.destroyed)
            wants.willEmitClose = false;
        if (wants.willEmitClose && (!stream.readable || readable))
            return;
        if (!readable || isEnded)
            watch.settle();
    };
    const onEnd = () => {
        isEnded = true;
        if (stream.destroyed)
            wants.willEmitClose = false;
        if (wants.willEmitClose && (!stream.writable || writable))
            return;
        if (!writable || isFinished)
            watch.settle();
    };
    const onClose = () => watch.settle(errorAtClose(
        stream, readable && !isEnded, writable && !isFinished));
    watch.listeners = [];
    watch.listenToOldKinds(stream, onFinish, onClose, writable,
                           wants.willEmitClose);
    watch.on(stream, 'end', onEnd);
    watch.on(stream, 'finish', onFinish);
    if (wantsErrors)
        watch.on(stream, 'error', (error) => watch.settle(error));
    watch.on(stream, 'close', onClose);
}

/* ---- The function ----------------------------------------------------- */

function eos(stream, options, callback) {
    if (arguments.length === 2) {
        callback = options;
        options = kEmptyObject;
    } else if (options === null || options === undefined) {
        options = kEmptyObject;
    } else {
        validateObject(options, 'options');
    }
    validateFunction(callback, 'callback');
    if (options.signal !== undefined)
        validateAbortSignal(options.signal, 'options.signal');
    const watch = new Watch(stream, callback);
    if (utils.isNodeStream(stream))
        return watchNodeStream(watch, stream, options);
    if (utils.isReadableStream(stream) || utils.isWritableStream(stream))
        return watchWebStream(watch, stream, options);
    throw new ERR_INVALID_ARG_TYPE(
        'stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
}

function watchNodeStream(watch, stream, options) {
    const wants = readWants(stream, options);
    const isEnded = utils.isReadableFinished(stream, false);
    const isFinished = utils.isWritableFinished(stream, false);
    const wantsErrors = options.error !== false;
    const { signal } = options;
    const stop = () => {
        watch.forget();
        watch.takeBackListeners();
    };
    let verdict = readVerdict(stream, wants, isEnded, isFinished);
    if (verdict !== undefined && wantsErrors) {
        /* What is reported here may still be emitted. */
        watch.listeners = [];
        watch.on(stream, 'error', nop);
    } else if (verdict === undefined && signal?.aborted) {
        verdict = abortError(signal);
    }
    if (verdict === undefined) {
        watch.bind();
        listen(watch, wants, isEnded, isFinished, wantsErrors);
        if (signal)
            watch.listenTo(signal, () => watch.takeBackListeners());
    } else if (options[kEosNodeSynchronousCallback]) {
        Reflect.apply(watch.callback, stream,
                      verdict === null ? [] : [verdict]);
    } else {
        watch.settleSoon(verdict);
    }
    return stop;
}

/* The promise gives undefined if it is fulfilled. */
function watchWebStream(watch, stream, options) {
    let isAborted = false;
    watch.bind();
    if (options.signal)
        watch.listenTo(options.signal, () => { isAborted = true; });
    const onSettled = (error) => {
        if (!isAborted)
            nextTick(() => watch.settle(error));
    };
    stream[utils.kIsClosedPromise].promise.then(onSettled, onSettled);
    return nop;
}

/* The form of stream/promises. */
function finished(stream, options) {
    const given = options === null ? kEmptyObject : options;
    const cleanup = given?.cleanup || false;
    validateBoolean(cleanup, 'cleanup');
    const { promise, resolve, reject } = Promise.withResolvers();
    const stop = eos(stream, given, (error) => {
        if (cleanup)
            stop();
        if (!error)
            resolve();
        else
            reject(error);
    });
    return promise;
}

Object.defineProperty(eos, promisify.custom, {
    __proto__: null, enumerable: true,
    get() { return require('stream/promises').finished; },
});

module.exports = { eos, finished, kEosNodeSynchronousCallback };
