'use strict';
/*
 * internal/streams/destroy - the beginning and the end of a stream's life.
 *
 *      constructor --tick--> _construct() --tick--> in use
 *      destroy() --> _destroy() --its callback, a tick--> 'error'? 'close'
 *
 * destroy() during _construct() waits for it (kDestroy). Both sides of a duplex
 * live and die together: all that is set here is set on each side there is.
 */

const {
    AbortError, aggregateTwoErrors, codes: { ERR_MULTIPLE_CALLBACK },
} = require('internal/errors');
const {
    AUTO_DESTROY, CLOSED, CLOSE_EMITTED, CONSTRUCTED, DESTROYED, EMIT_CLOSE,
    ERROR_EMITTED,
} = require('internal/streams/bits');
/* Loaded when first used: internal/streams/add-abort-signal,
 * internal/streams/utils. */

const { nextTick } = process;

const kConstruct = Symbol('kConstruct');
const kDestroy = Symbol('kDestroy');

/* ---- Both sides at once ----------------------------------------------- */

function isOnEitherSide(stream, bit) {
    return (((stream._writableState?.bits | 0) |
             (stream._readableState?.bits | 0)) & bit) !== 0;
}

function setOnBothSides(stream, bit) {
    const { _writableState: w, _readableState: r } = stream;
    if (w)
        w.bits |= bit;
    if (r)
        r.bits |= bit;
}

/* The first error stays. Its stack is made now, while the names that it shows
 * are as they were when it happened. */
function noteError(stream, error) {
    const { _writableState: w, _readableState: r } = stream;
    void error.stack;
    if (w && !w.errored)
        w.errored = error;
    if (r && !r.errored)
        r.errored = error;
}

/* ---- Destroying ------------------------------------------------------- */

/* For streams of ours, as the method destroy(). The callback is not documented,
 * but some packages hand one. */
function destroy(error, callback) {
    const w = this._writableState;
    const r = this._readableState;
    if (((w ? w.bits : 0) | (r ? r.bits : 0)) & DESTROYED) {
        if (typeof callback === 'function')
            callback();
        return this;
    }
    if (error)
        noteError(this, error);
    if (w)
        w.bits |= DESTROYED;
    if (r)
        r.bits |= DESTROYED;
    if ((w || r).bits & CONSTRUCTED) {
        callDestroy(this, error, callback);
    } else {
        this.once(kDestroy, (fromConstruct) => {
            callDestroy(this, aggregateTwoErrors(fromConstruct, error),
                        callback);
        });
    }
    return this;
}

function callDestroy(stream, error, callback) {
    let isDone = false;
    const onDestroyed = (result) => {
        if (isDone)
            return;
        isDone = true;
        if (result)
            noteError(stream, result);
        setOnBothSides(stream, CLOSED);
        if (typeof callback === 'function')
            callback(result);
        if (result)
            nextTick(emitErrorAndClose, stream, result);
        else
            nextTick(emitClose, stream);
    };
    try {
        stream._destroy(error || null, onDestroyed);
    } catch (thrown) {
        onDestroyed(thrown);
    }
}

function emitErrorAndClose(stream, error) {
    emitError(stream, error);
    emitClose(stream);
}

function emitError(stream, error) {
    if (isOnEitherSide(stream, ERROR_EMITTED))
        return;
    setOnBothSides(stream, ERROR_EMITTED);
    stream.emit('error', error);
}

function emitClose(stream) {
    const w = stream._writableState;
    const r = stream._readableState;
    if (w)
        w.bits |= CLOSE_EMITTED;
    if (r)
        r.bits |= CLOSE_EMITTED;
    if (((w ? w.bits : 0) | (r ? r.bits : 0)) & EMIT_CLOSE)
        stream.emit('close');
}

/* As the method _undestroy(): a socket connects again, stdout lives on. */
function undestroy() {
    const { _readableState: r, _writableState: w } = this;
    for (const state of [r, w]) {
        if (!state)
            continue;
        state.constructed = true;
        state.closed = state.closeEmitted = state.destroyed = false;
        state.errored = null;
        state.errorEmitted = false;
    }
    if (r) {
        r.reading = false;
        r.ended = r.endEmitted = r.readable === false;
    }
    if (w) {
        w.finalCalled = w.prefinished = false;
        w.ended = w.ending = w.finished = w.writable === false;
    }
}

/* ---- Errors ----------------------------------------------------------- */

/* A stream that does not destroy itself only emits the error: at once, or in a
 * tick if the caller is a method that the program has called (`isSync`). The
 * stream may be of another library, which has no `bits`. */
function errorOrDestroy(stream, error, isSync) {
    const { _writableState: w, _readableState: r } = stream;
    if (w?.destroyed || r?.destroyed)
        return;
    if (isOnEitherSide(stream, AUTO_DESTROY)) {
        stream.destroy(error);
    } else if (error) {
        noteError(stream, error);
        if (isSync)
            nextTick(emitError, stream, error);
        else
            emitError(stream, error);
    }
}

/* ---- Constructing ----------------------------------------------------- */

/* The options that every stream has. */
function applyOptions(stream, options) {
    if (typeof options.destroy === 'function')
        stream._destroy = options.destroy;
    if (typeof options.construct === 'function')
        stream._construct = options.construct;
    if (options.signal) {
        require('internal/streams/add-abort-signal')
            .addAbortSignal(options.signal, stream);
    }
}

/* `onReady` is called when _construct() is over without an error. A duplex asks
 * once for each of its sides. */
function construct(stream, onReady) {
    if (typeof stream._construct !== 'function')
        return;
    const { _writableState: w, _readableState: r } = stream;
    if (w)
        w.bits &= ~CONSTRUCTED;
    if (r)
        r.bits &= ~CONSTRUCTED;
    stream.once(kConstruct, onReady);
    if (stream.listenerCount(kConstruct) === 1)
        nextTick(callConstruct, stream);
}

function callConstruct(stream) {
    let isDone = false;
    const onConstructed = (error) => {
        if (isDone) {
            errorOrDestroy(stream, error ?? new ERR_MULTIPLE_CALLBACK());
            return;
        }
        isDone = true;
        setOnBothSides(stream, CONSTRUCTED);
        if (isOnEitherSide(stream, DESTROYED))
            stream.emit(kDestroy, error);
        else if (error)
            errorOrDestroy(stream, error, true);
        else
            stream.emit(kConstruct);
    };
    try {
        stream._construct((error) => { nextTick(onConstructed, error); });
    } catch (error) {
        nextTick(onConstructed, error);
    }
}

/* ---- Streams of any kind ---------------------------------------------- */

function isRequest(stream) {
    return stream?.setHeader && typeof stream.abort === 'function';
}

function emitCloseOnly(stream) {
    stream.emit('close');
}

function emitErrorThenClose(stream, error) {
    stream.emit('error', error);
    nextTick(emitCloseOnly, stream);
}

/* End a stream by whichever method it has. */
function endAnyway(stream, error) {
    const { isServerRequest } = require('internal/streams/utils');
    if (isServerRequest(stream)) {
        stream.socket = null;
        stream.destroy(error);
    } else if (isRequest(stream)) {
        stream.abort();
    } else if (isRequest(stream.req)) {
        stream.req.abort();
    } else if (typeof stream.destroy === 'function') {
        stream.destroy(error);
    } else if (typeof stream.close === 'function') {
        stream.close();
    } else if (error) {
        nextTick(emitErrorThenClose, stream, error);
    } else {
        nextTick(emitCloseOnly, stream);
    }
}

/* stream.destroy(): one that is not over ends with an AbortError. */
function destroyer(stream, error) {
    const utils = require('internal/streams/utils');
    if (!stream || utils.isDestroyed(stream))
        return;
    if (!error && !utils.isFinished(stream))
        error = new AbortError();
    endAnyway(stream, error);
    if (!stream.destroyed)
        stream[utils.kIsDestroyed] = true;
}

module.exports = {
    applyOptions, construct, destroy, destroyer, emitClose, errorOrDestroy,
    undestroy,
};
