'use strict';
/*
 * internal/streams/writable - Writable: chunks from the program to a sink.
 *
 *      write() --> [ queue ] --_write()--> the sink
 *                                 |
 *      callback, 'drain' <--------+ onwrite, in a tick if _write() called it
 *
 * A chunk goes to _write() at once, unless one is being written, the stream is
 * corked, being constructed, or has failed: then it is queued. When the sink
 * has called back, the next goes out; with _writev() all that are queued go.
 *
 * The end: end() --> the queue is empty --> _final() --> 'prefinish' --> no
 * callback is owed any more (pendingcb) --> 'finish' --> destroy().
 *
 * What must stay true:
 * - Of two chunks, the callback of the first comes first; an error comes after
 *   the callback that was given it.
 * - What happens to a chunk while its write() has not returned is told in a
 *   tick. Chunks in a row that have the same callback share a tick.
 */

const EventEmitter = require('events');
const { Buffer } = require('buffer');
const { FastBuffer } = require('internal/buffer/buffer');
const { Stream } = require('internal/streams/legacy');
const {
    codes: {
        ERR_INVALID_ARG_TYPE, ERR_METHOD_NOT_IMPLEMENTED,
        ERR_MULTIPLE_CALLBACK, ERR_STREAM_ALREADY_FINISHED,
        ERR_STREAM_CANNOT_PIPE, ERR_STREAM_DESTROYED, ERR_STREAM_NULL_VALUES,
        ERR_STREAM_WRITE_AFTER_END, ERR_UNKNOWN_ENCODING,
    },
} = require('internal/errors');
const {
    AUTO_DESTROY, CLOSED, CLOSE_EMITTED, CONSTRUCTED, DESTROYED, ERRORED,
    ERROR_EMITTED, OBJECT_MODE, kFinishWrite, kOnConstructed, kWriteNow,
} = require('internal/streams/bits');
const {
    AFTER_WRITE_PENDING, ALL_BUFFERS, ALL_NOOP, BUFFERED, BUFFER_PROCESSING,
    CORKED, DECODE_STRINGS, ENDED, ENDING, EXPECT_WRITE_CB, FINAL_CALLED,
    FINISHED, NEED_DRAIN, ON_FINISHED, PREFINISHED, SYNC, TICK_INFO, UTF8,
    WRITABLE, WRITABLE_KNOWN, WRITE_CB, WRITING, WritableState, nop,
} = require('internal/streams/writable_state');
const lifecycle = require('internal/streams/destroy');
const { getAdapters } = require('internal/streams/web');
/* Loaded when first used: internal/streams/dispose. */

const { errorOrDestroy } = lifecycle;

const { nextTick } = process;
const ArrayBufferIsView = ArrayBuffer.isView;
const {
    defineProperties, defineProperty, getPrototypeOf, setPrototypeOf,
} = Object;
const BufferPrototype = Buffer.prototype;
const ordinaryHasInstance = Function.prototype[Symbol.hasInstance];

/* ---- The class -------------------------------------------------------- */

function Writable(options) {
    if (new.target === undefined && !(this instanceof Writable))
        return new Writable(options);
    this._events ??= {
        close: undefined, error: undefined, prefinish: undefined,
        finish: undefined, drain: undefined,
    };
    this._writableState = new WritableState(options, this, false);
    if (options) {
        if (typeof options.write === 'function')
            this._write = options.write;
        if (typeof options.writev === 'function')
            this._writev = options.writev;
        if (typeof options.final === 'function')
            this._final = options.final;
        lifecycle.applyOptions(this, options);
    }
    EventEmitter.init.call(this, options);
    if (this._construct !== undefined && this._construct !== null) {
        lifecycle.construct(this, () =>
            this._writableState[kOnConstructed](this));
    }
    return undefined;
}
setPrototypeOf(Writable.prototype, Stream.prototype);
setPrototypeOf(Writable, Stream);
Writable.WritableState = WritableState;
module.exports = Writable;

/* A duplex is one, too, though it does not inherit from it. */
defineProperty(Writable, Symbol.hasInstance, {
    __proto__: null,
    value(object) {
        if (ordinaryHasInstance.call(this, object))
            return true;
        return this === Writable && object &&
            object._writableState instanceof WritableState;
    },
});

/* What was written meanwhile goes out now. */
WritableState.prototype[kOnConstructed] = function(stream) {
    if ((this.bits & WRITING) === 0)
        writeQueue(stream, this);
    if (this.bits & ENDING)
        finishIfDone(stream, this, false);
};

Writable.prototype.pipe = function() {
    errorOrDestroy(this, new ERR_STREAM_CANNOT_PIPE());
};

/* ---- Writing ---------------------------------------------------------- */

Writable.prototype.write = function(chunk, encoding, callback) {
    if (typeof encoding === 'function') {
        callback = encoding;
        encoding = null;
    }
    return writeChunk(this, chunk, encoding, callback) === true;
};

/* Text cannot be in the encoding 'buffer'. */
function checkEncoding(encoding, chunk) {
    const isRight = encoding === 'buffer' ? typeof chunk !== 'string'
                                          : Buffer.isEncoding(encoding);
    if (!isRight)
        throw new ERR_UNKNOWN_ENCODING(encoding);
}

function viewToBuffer(chunk) {
    if (chunk instanceof Buffer)
        return chunk;
    if (!ArrayBufferIsView(chunk)) {
        throw new ERR_INVALID_ARG_TYPE(
            'chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
    }
    return new FastBuffer(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/* The program writes after end() or destroy(). */
function refuseChunk(stream, state, callback) {
    const error = state.bits & ENDING ? new ERR_STREAM_WRITE_AFTER_END()
                                      : new ERR_STREAM_DESTROYED('write');
    nextTick(callback, error);
    errorOrDestroy(stream, error, true);
    return error;
}

const REFUSES = ENDING | DESTROYED;
const SENDS = WRITING | ERRORED | CORKED | CONSTRUCTED;
const SENDS_NOW = SENDS | NEED_DRAIN | OBJECT_MODE;
const STARTED = WRITING | SYNC | EXPECT_WRITE_CB;

/* True: go on. False: wait for 'drain'. An error: nothing was written. */
function writeChunk(stream, chunk, encoding, callback) {
    const state = stream._writableState;
    const { bits } = state;
    if (typeof callback !== 'function')
        callback = nop;
    let size = 1;
    if (chunk === null)
        throw new ERR_STREAM_NULL_VALUES();
    if ((bits & OBJECT_MODE) === 0) {
        if (encoding)
            checkEncoding(encoding, chunk);
        else
            encoding = bits & UTF8 ? 'utf8' : state.defaultEncoding;
        if (typeof chunk !== 'string') {
            if (typeof chunk !== 'object' ||
                getPrototypeOf(chunk) !== BufferPrototype)
                chunk = viewToBuffer(chunk);
            encoding = 'buffer';
        } else if (bits & DECODE_STRINGS) {
            chunk = Buffer.from(chunk, encoding);
            encoding = 'buffer';
        }
        size = chunk.length;
    }
    if (bits & REFUSES)
        return refuseChunk(stream, state, callback);
    if (callback === nop && (bits & SENDS_NOW) === CONSTRUCTED &&
        stream[kWriteNow] !== undefined) {
        const result = stream[kWriteNow](chunk, encoding);
        if (result === 0)
            return true;
        if (result !== undefined)
            return adoptBegun(stream, state, size, result);
    }
    state.pendingcb++;
    const length = state.length += size;
    if ((bits & SENDS) === CONSTRUCTED) {
        state.writelen = size;
        if (callback === nop) {
            state.bits = bits | STARTED;
        } else {
            state.writeCallback = callback;
            state.bits = bits | STARTED | WRITE_CB;
        }
        stream._write(chunk, encoding,
                      state.onwrite ?? state.makeOnWrite(stream));
        state.bits &= ~SYNC;
        if (state.length < state.highWaterMark || state.length === 0)
            return (state.bits & (DESTROYED | ERRORED)) === 0;
    } else {
        queueChunk(state, chunk, encoding, callback);
        if (length < state.highWaterMark || length === 0)
            return (bits & (DESTROYED | ERRORED)) === 0;
    }
    state.bits |= NEED_DRAIN;
    return false;
}

function queueChunk(state, chunk, encoding, callback) {
    if ((state.bits & BUFFERED) === 0) {
        state.bits |= BUFFERED;
        state.queue = [];
    }
    state.queue.push({ chunk, encoding, callback });
    if (encoding !== 'buffer')
        state.bits &= ~ALL_BUFFERS;
    if (callback !== nop)
        state.bits &= ~ALL_NOOP;
}

function startWrite(state, size, callback) {
    state.writelen = size;
    let bits = state.bits | WRITING | SYNC | EXPECT_WRITE_CB;
    if (callback !== nop) {
        state.writeCallback = callback;
        bits |= WRITE_CB;
    }
    state.bits = bits;
}

Writable.prototype._write = function(chunk, encoding, callback) {
    if (!this._writev)
        throw new ERR_METHOD_NOT_IMPLEMENTED('_write()');
    this._writev([{ chunk, encoding }], callback);
};

Writable.prototype._writev = null;

/* ---- When the sink has called back ------------------------------------ */

/*
 * The callback that _write() is given, one for all chunks of a stream.
 *
 * If _write() has not returned, the rest comes in a tick. Without a callback
 * there is nothing to tell, unless 'drain' is due. In object mode there is a
 * tick all the same: Node has it, and the time of 'finish' shows it.
 */
WritableState.prototype.makeOnWrite = function(stream) {
    const state = this;
    return state.onwrite = (error) => {
        let { bits } = state;
        if ((bits & EXPECT_WRITE_CB) === 0) {
            errorOrDestroy(stream, new ERR_MULTIPLE_CALLBACK());
            return;
        }
        const isSync = (bits & SYNC) !== 0;
        let callback = nop;
        if (bits & WRITE_CB) {
            callback = state.writeCallback;
            state.writeCallback = null;
        }
        bits &= ~(WRITING | EXPECT_WRITE_CB | WRITE_CB);
        state.bits = bits;
        state.length -= state.writelen;
        state.writelen = 0;
        if (error) {
            onWriteError(stream, state, error, callback, isSync);
            return;
        }
        if (bits & BUFFERED) {
            writeQueue(stream, state);
            bits = state.bits;
        }
        if (!isSync) {
            afterWrite(stream, state, 1, callback);
        } else if (callback !== nop) {
            afterEqualCallbacks(stream, state, callback);
        } else if ((bits & AFTER_WRITE_PENDING) === 0 &&
            (bits & OBJECT_MODE || (bits & NEED_DRAIN && state.length === 0))) {
            state.bits = bits | AFTER_WRITE_PENDING;
            nextTick(afterWrite, stream, state, 1, nop);
        } else {
            state.pendingcb--;
            if (bits & ENDING)
                finishIfDone(stream, state, true);
        }
    };
};
/*
 * For a sink that takes a chunk by itself, past write() and _write(), while
 * nothing is queued (http does so with whole responses). The sink still has the
 * chunk: it gets what _write() is given as callback.
 */
WritableState.prototype.adoptWrite = function(stream, size, callback) {
    this.pendingcb++;
    this.length += size;
    this.writelen = size;
    if (callback === nop) {
        this.bits |= STARTED;
    } else {
        this.writeCallback = callback;
        this.bits |= STARTED | WRITE_CB;
    }
    return this.onwrite ?? this.makeOnWrite(stream);
};

/* kWriteNow() has begun to write, or has failed. */
function adoptBegun(stream, state, size, result) {
    stream[kFinishWrite](result, state.adoptWrite(stream, size, nop));
    state.bits &= ~SYNC;
    if (state.length < state.highWaterMark || state.length === 0)
        return (state.bits & (DESTROYED | ERRORED)) === 0;
    state.bits |= NEED_DRAIN;
    return false;
}

/*
 * The sink has it already: all that is left is the callback, in a tick. The
 * sink adds one to `pendingcb` and sets AFTER_WRITE_PENDING at once, and calls
 * in the tick afterAdopted() before what the callback would do, and settle()
 * after it if the stream is ending.
 */

/* False if there is more to do than to call back: then that was all done. */
WritableState.prototype.afterAdopted = function(stream, callback) {
    if (this.bits & (ENDING | NEED_DRAIN | DESTROYED | ERRORED)) {
        afterWrite(stream, this, 1, callback);
        return false;
    }
    this.bits &= ~AFTER_WRITE_PENDING;
    this.pendingcb--;
    return true;
};

WritableState.prototype.settle = function(stream) {
    if (this.bits & (ENDING | DESTROYED))
        settle(stream, this);
};

for (const name of ['makeOnWrite', 'adoptWrite', 'afterAdopted', 'settle']) {
    defineProperty(WritableState.prototype, name,
                   { __proto__: null, enumerable: false });
}

function afterEqualCallbacks(stream, state, callback) {
    if (state.bits & TICK_INFO && state.tickInfo.cb === callback) {
        state.tickInfo.count++;
        return;
    }
    state.tickInfo = { count: 1, cb: callback, stream, state };
    state.bits |= AFTER_WRITE_PENDING | TICK_INFO;
    nextTick(afterWriteTick, state.tickInfo);
}

function afterWriteTick({ stream, state, count, cb }) {
    state.bits &= ~TICK_INFO;
    state.tickInfo = null;
    afterWrite(stream, state, count, cb);
}

function afterWrite(stream, state, count, callback) {
    state.bits &= ~AFTER_WRITE_PENDING;
    if ((state.bits & (ENDING | NEED_DRAIN | DESTROYED)) === NEED_DRAIN &&
        state.length === 0) {
        state.bits &= ~NEED_DRAIN;
        stream.emit('drain');
    }
    for (; count > 0; count--) {
        state.pendingcb--;
        callback(null);
    }
    settle(stream, state);
}

/* Check whether the stream can finish now. */
function settle(stream, state) {
    if (state.bits & DESTROYED)
        failQueue(state);
    if (state.bits & ENDING)
        finishIfDone(stream, state, true);
}

/* ---- The queue -------------------------------------------------------- */

const QUEUE_WAITS = DESTROYED | BUFFER_PROCESSING | CORKED | BUFFERED |
    CONSTRUCTED;
const kManyWritten = 256;

function writeQueue(stream, state) {
    if ((state.bits & QUEUE_WAITS) !== (BUFFERED | CONSTRUCTED))
        return;
    const count = state.queue.length - state.bufferedIndex;
    if (count === 0)
        return;
    state.bits |= BUFFER_PROCESSING;
    if (count > 1 && stream._writev)
        writeTogether(stream, state, count);
    else
        writeInTurn(stream, state);
    state.bits &= ~BUFFER_PROCESSING;
}

/* All in one call. Their callbacks become one, too. */
function writeTogether(stream, state, count) {
    const { queue, bufferedIndex: first } = state;
    const isSilent = (state.bits & ALL_NOOP) !== 0;
    /* A copy if the callback needs the queue: _writev() may change it. */
    const chunks = isSilent && first === 0 ? queue : queue.slice(first);
    chunks.allBuffers = (state.bits & ALL_BUFFERS) !== 0;
    state.pendingcb -= count - 1;
    startWrite(state, state.length, isSilent ? nop : (error) => {
        for (let at = first; at < queue.length; at++)
            queue[at].callback(error);
    });
    const onwrite = state.onwrite ?? state.makeOnWrite(stream);
    if (state.bits & DESTROYED)
        onwrite(new ERR_STREAM_DESTROYED('write'));
    else
        stream._writev(chunks, onwrite);
    state.bits &= ~SYNC;
    emptyQueue(state);
}

/* One after the other, until the sink is busy. */
function writeInTurn(stream, state) {
    const { queue } = state;
    const onwrite = state.onwrite ?? state.makeOnWrite(stream);
    let at = state.bufferedIndex;
    do {
        const { chunk, encoding, callback } = queue[at];
        queue[at++] = null;
        startWrite(state, state.bits & OBJECT_MODE ? 1 : chunk.length,
                   callback);
        if (state.bits & DESTROYED)
            onwrite(new ERR_STREAM_DESTROYED('write'));
        else
            stream._write(chunk, encoding, onwrite);
        state.bits &= ~SYNC;
    } while (at < queue.length && (state.bits & WRITING) === 0);
    if (at === queue.length) {
        emptyQueue(state);
    } else if (at > kManyWritten) {
        queue.splice(0, at);
        state.bufferedIndex = 0;
    } else {
        state.bufferedIndex = at;
    }
}

function emptyQueue(state) {
    state.queue = null;
    state.bufferedIndex = 0;
    state.bits = (state.bits | ALL_BUFFERS | ALL_NOOP) & ~BUFFERED;
}

/* Call the callbacks of the queue, and those that wait for the end, with the
 * error. */
function failQueue(state) {
    if (state.bits & WRITING)
        return;
    if (state.bits & BUFFERED) {
        for (let at = state.bufferedIndex; at < state.buffered.length; at++) {
            const { chunk, callback } = state.queue[at];
            state.length -= state.bits & OBJECT_MODE ? 1 : chunk.length;
            callback(state.errored ?? new ERR_STREAM_DESTROYED('write'));
        }
    }
    callFinishCallbacks(state,
                        state.errored ?? new ERR_STREAM_DESTROYED('end'));
    emptyQueue(state);
}

Writable.prototype.cork = function() {
    const state = this._writableState;
    state.bits |= CORKED;
    state.corked++;
};

Writable.prototype.uncork = function() {
    const state = this._writableState;
    if (state.corked === 0)
        return;
    if (--state.corked === 0)
        state.bits &= ~CORKED;
    if ((state.bits & WRITING) === 0)
        writeQueue(this, state);
};

Writable.prototype.setDefaultEncoding = function setDefaultEncoding(encoding) {
    if (typeof encoding === 'string')
        encoding = encoding.toLowerCase();
    if (!Buffer.isEncoding(encoding))
        throw new ERR_UNKNOWN_ENCODING(encoding);
    this._writableState.defaultEncoding = encoding;
    return this;
};

/* ---- Errors ----------------------------------------------------------- */

/* A write has failed. The readable side of a duplex has then failed, too. */
function onWriteError(stream, state, error, callback, isSync) {
    void error.stack;
    if ((state.bits & ERRORED) === 0)
        state.errored = error;
    const readableState = stream._readableState;
    if (readableState && !readableState.errored)
        readableState.errored = error;
    if (isSync)
        nextTick(failWrite, stream, state, error, callback);
    else
        failWrite(stream, state, error, callback);
}

/* The callbacks of queued writes get an error also if the stream does not
 * destroy itself. */
function failWrite(stream, state, error, callback) {
    state.pendingcb--;
    callback(error);
    failQueue(state);
    errorOrDestroy(stream, error);
}

Writable.prototype.destroy = function(error, callback) {
    const state = this._writableState;
    if (state.bits & (BUFFERED | ON_FINISHED) &&
        (state.bits & DESTROYED) === 0)
        nextTick(failQueue, state);
    lifecycle.destroy.call(this, error, callback);
    return this;
};

Writable.prototype._undestroy = lifecycle.undestroy;
Writable.prototype._destroy = function(error, callback) {
    callback(error);
};

Writable.prototype[EventEmitter.captureRejectionSymbol] = function(error) {
    this.destroy(error);
};

Writable.prototype[Symbol.asyncDispose] = function() {
    return require('internal/streams/dispose').disposeWritable(this);
};

/* ---- The end ---------------------------------------------------------- */

Writable.prototype.end = function(chunk, encoding, callback) {
    const state = this._writableState;
    if (typeof chunk === 'function') {
        callback = chunk;
        chunk = encoding = null;
    } else if (typeof encoding === 'function') {
        callback = encoding;
        encoding = null;
    }
    let error;
    if (chunk !== null && chunk !== undefined) {
        const result = writeChunk(this, chunk, encoding);
        if (result instanceof Error)
            error = result;
    }
    if (state.bits & CORKED) {
        state.corked = 1;
        this.uncork();
    }
    error ??= startEnding(this, state);
    if (typeof callback === 'function')
        callAtFinish(state, error, callback);
    return this;
};

/* A second end() is ignored, unless the stream is finished or destroyed. */
function startEnding(stream, state) {
    if ((state.bits & (ENDING | ERRORED)) === 0) {
        state.bits |= ENDING;
        finishIfDone(stream, state, true);
        state.bits |= ENDED;
        return undefined;
    }
    if (state.bits & FINISHED)
        return new ERR_STREAM_ALREADY_FINISHED('end');
    return state.bits & DESTROYED ? new ERR_STREAM_DESTROYED('end') : undefined;
}

function callAtFinish(state, error, callback) {
    if (error) {
        nextTick(callback, error);
    } else if (state.bits & ERRORED) {
        nextTick(callback, state.failure);
    } else if (state.bits & FINISHED) {
        nextTick(callback, null);
    } else {
        state.bits |= ON_FINISHED;
        state.finishCallbacks ??= [];
        state.finishCallbacks.push(callback);
    }
}

function callFinishCallbacks(state, error) {
    if ((state.bits & ON_FINISHED) === 0)
        return;
    const callbacks = state.finishCallbacks;
    state.finishCallbacks = null;
    state.bits &= ~ON_FINISHED;
    for (const callback of callbacks)
        callback(error);
}

const FINISH_WAITS = ENDING | DESTROYED | CONSTRUCTED | FINISHED | WRITING |
    ERROR_EMITTED | CLOSE_EMITTED | ERRORED | BUFFERED;

function mayFinish(state) {
    return (state.bits & FINISH_WAITS) === (ENDING | CONSTRUCTED) &&
        state.length === 0;
}

function finishIfDone(stream, state, isSync) {
    if (!mayFinish(state))
        return;
    prefinish(stream, state);
    if (state.pendingcb !== 0)
        return;
    if (isSync) {
        state.pendingcb++;
        nextTick(finishInTick, stream, state);
    } else if (mayFinish(state)) {
        state.pendingcb++;
        finish(stream, state);
    }
}

function finishInTick(stream, state) {
    if (mayFinish(state))
        finish(stream, state);
    else
        state.pendingcb--;
}

function prefinish(stream, state) {
    if (state.bits & (PREFINISHED | FINAL_CALLED))
        return;
    if (typeof stream._final !== 'function' || state.bits & DESTROYED) {
        state.bits |= FINAL_CALLED | PREFINISHED;
        stream.emit('prefinish');
        return;
    }
    state.bits |= FINAL_CALLED | SYNC;
    state.pendingcb++;
    const onFinal = (error) => afterFinal(stream, state, error);
    try {
        stream._final(onFinal);
    } catch (error) {
        onFinal(error);
    }
    state.bits &= ~SYNC;
}

/* 'finish' comes in a tick, however late _final() calls back: streams count on
 * that. */
function afterFinal(stream, state, error) {
    if (state.bits & PREFINISHED) {
        errorOrDestroy(stream, error ?? new ERR_MULTIPLE_CALLBACK());
        return;
    }
    state.pendingcb--;
    if (error) {
        callFinishCallbacks(state, error);
        errorOrDestroy(stream, error, (state.bits & SYNC) !== 0);
    } else if (mayFinish(state)) {
        state.bits |= PREFINISHED;
        stream.emit('prefinish');
        state.pendingcb++;
        nextTick(finish, stream, state);
    }
}

function finish(stream, state) {
    state.pendingcb--;
    state.bits |= FINISHED;
    callFinishCallbacks(state, null);
    stream.emit('finish');
    if (state.bits & AUTO_DESTROY && isReadableSideOver(stream))
        stream.destroy();
}

/* One that was never readable does not end. */
function isReadableSideOver(stream) {
    const state = stream._readableState;
    return !state || (state.autoDestroy &&
        (state.endEmitted || state.readable === false));
}

/* ---- What a program asks ---------------------------------------------- */

/* Not enumerable: programs copy the enumerable ones. */
function getter(get, set) {
    return { __proto__: null, get, set, configurable: false };
}

/* Whether a bit is set; false as long as there is no state. */
function flagGetter(bit, set) {
    return getter(function() {
        const state = this._writableState;
        return state ? (state.bits & bit) !== 0 : false;
    }, set);
}

defineProperties(Writable.prototype, {
    closed: flagGetter(CLOSED),
    destroyed: flagGetter(DESTROYED, function(value) {
        if (this._writableState)
            this._writableState.destroyed = value;
    }),
    writable: getter(function() {
        const state = this._writableState;
        return !!state &&
            (state.bits & (WRITABLE_KNOWN | WRITABLE)) !== WRITABLE_KNOWN &&
            (state.bits & (ENDING | ENDED | DESTROYED | ERRORED)) === 0;
    }, function(value) {
        if (this._writableState)
            this._writableState.writable = !!value;
    }),
    writableFinished: flagGetter(FINISHED),
    writableObjectMode: flagGetter(OBJECT_MODE),
    writableBuffer: getter(function() {
        return this._writableState?.getBuffer();
    }),
    writableEnded: flagGetter(ENDING),
    writableNeedDrain: getter(function() {
        const bits = this._writableState?.bits;
        return (bits & (DESTROYED | ENDING | NEED_DRAIN)) === NEED_DRAIN;
    }),
    writableHighWaterMark: getter(function() {
        return this._writableState?.highWaterMark;
    }),
    writableCorked: getter(function() {
        return this._writableState ? this._writableState.corked : 0;
    }),
    writableLength: getter(function() {
        return this._writableState?.length;
    }),
    errored: getter(function() {
        return this._writableState ? this._writableState.errored : null;
    }),
    writableAborted: getter(function() {
        const { bits } = this._writableState;
        return (bits & (WRITABLE_KNOWN | WRITABLE)) !== WRITABLE_KNOWN &&
            (bits & (DESTROYED | ERRORED)) !== 0 && (bits & FINISHED) === 0;
    }),
});

Writable.fromWeb = function(writableStream, options) {
    return getAdapters()
        .newStreamWritableFromWritableStream(writableStream, options);
};

Writable.toWeb = function(writable) {
    return getAdapters().newWritableStreamFromStreamWritable(writable);
};
