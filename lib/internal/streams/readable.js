'use strict';
/*
 * internal/streams/readable - Readable: chunks from a source to whoever reads.
 *
 *      source --push()--> [ buffer ] --read()--> 'data', and the caller
 *         ^                                         |
 *         +------- _read(), while the buffer is low +
 *
 * Three modes, in `flowing`: null, nobody has asked yet; true, chunks go to
 * 'data' as they come; false, they wait for read(), and 'readable' reports
 * them. A chunk that comes later than _read() returned, while the stream flows
 * and nothing waits, goes straight to the listeners of 'data'.
 *
 * What must stay true:
 * - _read() is not called again before the source has pushed (READING).
 * - 'readable', 'end', resuming and reading ahead each happen in a tick of
 *   their own, scheduled once: EMITTED_READABLE, END_SCHEDULED,
 *   RESUME_SCHEDULED and READING_MORE are set from scheduling on.
 * - Methods are called through the stream, since programs replace them.
 *
 * push() and read() run once for each chunk of every stream. They are longer
 * than functions are elsewhere because a call costs as much as ten of their
 * lines.
 */

const EventEmitter = require('events');
const { Buffer } = require('buffer');
const { FastBuffer } = require('internal/buffer/buffer');
const { Stream } = require('internal/streams/legacy');
const {
    codes: {
        ERR_INVALID_ARG_TYPE, ERR_METHOD_NOT_IMPLEMENTED, ERR_OUT_OF_RANGE,
        ERR_STREAM_PUSH_AFTER_EOF, ERR_STREAM_UNSHIFT_AFTER_END_EVENT,
    },
} = require('internal/errors');
const {
    AUTO_DESTROY, CLOSE_EMITTED, CONSTRUCTED, DESTROYED, ERRORED,
    ERROR_EMITTED, OBJECT_MODE, kCloseEnded, kOnConstructed,
} = require('internal/streams/bits');
const {
    DATA_EMITTED, DATA_LISTENING, DECODER, EMITTED_READABLE, ENDED,
    END_EMITTED, END_SCHEDULED, FLOWING, FLOWING_KNOWN, MULTI_AWAIT_DRAIN,
    NEED_READABLE, PAUSED, PAUSED_KNOWN, READABLE_LISTENING, READING,
    READING_MORE,
    RESUME_SCHEDULED, ReadableState, SYNC,
} = require('internal/streams/readable_state');
const lifecycle = require('internal/streams/destroy');
const { getAdapters } = require('internal/streams/web');
const { errorOrDestroy } = lifecycle;
const { take, takeChunk } = require('internal/streams/readable_buffer');
/* Loaded when first used: internal/streams/async_iterator,
 * internal/streams/compose, internal/streams/dispose, internal/streams/from,
 * internal/streams/pipe, internal/streams/wrap, internal/validators,
 * string_decoder. */

const { nextTick } = process;
const NumberIsInteger = Number.isInteger;
const NumberParseInt = Number.parseInt;
const ArrayBufferIsView = ArrayBuffer.isView;
const { defineProperties, getPrototypeOf, setPrototypeOf } = Object;
const BufferPrototype = Buffer.prototype;
const { addListener, emit, removeListener, removeAllListeners } =
    EventEmitter.prototype;

/* ---- The class -------------------------------------------------------- */

function Readable(options) {
    if (new.target === undefined && !(this instanceof Readable))
        return new Readable(options);
    this._events ??= {
        close: undefined, error: undefined, data: undefined, end: undefined,
        readable: undefined,
    };
    this._readableState = new ReadableState(options, this, false);
    if (options) {
        if (typeof options.read === 'function')
            this._read = options.read;
        lifecycle.applyOptions(this, options);
    }
    EventEmitter.init.call(this, options);
    if (this._construct !== undefined && this._construct !== null)
        lifecycle.construct(this, () =>
            this._readableState[kOnConstructed](this));
    return undefined;
}
setPrototypeOf(Readable.prototype, Stream.prototype);
setPrototypeOf(Readable, Stream);
Readable.ReadableState = ReadableState;
module.exports = Readable;

/* read() may have been called meanwhile. */
ReadableState.prototype[kOnConstructed] = function(stream) {
    if (this.bits & NEED_READABLE)
        readMoreSoon(stream, this);
};

Readable.prototype.destroy = lifecycle.destroy;
Readable.prototype._undestroy = lifecycle.undestroy;
Readable.prototype._destroy = function(error, callback) {
    callback(error);
};

Readable.prototype[EventEmitter.captureRejectionSymbol] = function(error) {
    this.destroy(error);
};

Readable.prototype[Symbol.asyncDispose] = function() {
    return require('internal/streams/dispose')
        .disposeReadable(this);
};

/* ---- From the source -------------------------------------------------- */

/* True: the source may go on. */
function wantsMore(state) {
    return (state.bits & ENDED) === 0 &&
        (state.length < state.highWaterMark || state.length === 0);
}

function refuseChunk(stream, chunk) {
    errorOrDestroy(stream, new ERR_INVALID_ARG_TYPE(
        'chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk));
    return false;
}

/* A Buffer of any view; null for other values, which are not valid chunks. */
function viewToBuffer(chunk) {
    return ArrayBufferIsView(chunk)
        ? new FastBuffer(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        : null;
}

/* Bytes of what was pushed and is not a Buffer; undefined: nothing; null: it is
 * no chunk. Text in the encoding that the reader wants stays text. */
function toBytes(state, chunk, encoding) {
    if (typeof chunk === 'string') {
        encoding ||= state.defaultEncoding;
        return state.encoding === encoding ? chunk
                                           : Buffer.from(chunk, encoding);
    }
    return chunk === undefined || chunk instanceof Buffer
        ? chunk : viewToBuffer(chunk);
}

const REFUSES = ENDED | DESTROYED | ERRORED;
const STRAIGHT = FLOWING | DATA_LISTENING;
const READS_AHEAD = READING_MORE | READING | CONSTRUCTED;

/* To the listeners of 'data' if nothing is in between, else to the buffer. */
Readable.prototype.push = function(chunk, encoding) {
    const state = this._readableState;
    let bits = state.bits;
    if (chunk === null)
        return pushEnd(this, state);
    let size = 1;
    if ((bits & OBJECT_MODE) === 0) {
        if (typeof chunk !== 'object' ||
            getPrototypeOf(chunk) !== BufferPrototype) {
            const bytes = toBytes(state, chunk, encoding);
            if (bytes === null)
                return refuseChunk(this, chunk);
            chunk = bytes;
        }
        size = chunk === undefined ? 0 : chunk.length;
        if (size === 0)
            return pushNothing(this, state);
        encoding = typeof chunk === 'string';
    }
    if (bits & REFUSES)
        return pushTooLate(this, bits);
    bits &= ~READING;
    if (bits & DECODER && !encoding) {
        state.bits = bits; /* the decoder may throw */
        chunk = state.decoderValue.write(chunk);
        if ((bits & OBJECT_MODE) === 0) {
            size = chunk.length;
            if (size === 0)
                return pushNothing(this, state);
        }
    }
    if ((bits & (STRAIGHT | SYNC)) === STRAIGHT && state.length === 0) {
        if (state.awaitDrainWriters !== null)
            forgetAwaited(state);
        state.bits = bits | DATA_EMITTED;
        this.emit('data', chunk);
        bits = state.bits;
    } else {
        const chunks = state.chunks ??= [];
        chunks[chunks.length] = chunk;
        state.length += size;
        if (bits & NEED_READABLE) {
            bits &= ~NEED_READABLE;
            if ((bits & EMITTED_READABLE) === 0) {
                bits |= EMITTED_READABLE;
                nextTick(emitReadable, this);
            }
        }
    }
    if ((bits & READS_AHEAD) === CONSTRUCTED) {
        bits |= READING_MORE;
        nextTick(readMore, this, state);
    }
    state.bits = bits;
    return (bits & ENDED) === 0 &&
        (state.length < state.highWaterMark || state.length === 0);
};

function pushTooLate(stream, bits) {
    if (bits & ENDED)
        errorOrDestroy(stream, new ERR_STREAM_PUSH_AFTER_EOF());
    return false;
}

/* An empty chunk only says that the source is not busy any more. */
function pushNothing(stream, state) {
    state.bits &= ~READING;
    readMoreSoon(stream, state);
    return wantsMore(state);
}

const ENDS_MASK = FLOWING | SYNC | ENDED | DECODER | DESTROYED | ERRORED |
    END_EMITTED | END_SCHEDULED;

function pushEnd(stream, state) {
    state.bits &= ~READING;
    if (state.bits & ENDED)
        return false;
    /* It flows, nothing waits and nobody listens to 'readable': what is below
     * comes to no more than this. */
    if ((state.bits & ENDS_MASK) === FLOWING && state.length === 0 &&
        stream._events?.readable === undefined && stream.emit === emit &&
        stream.read === read) {
        state.bits &= ~(NEED_READABLE | EMITTED_READABLE);
        endSoon(stream, state);
        return false;
    }
    if (state.bits & DECODER) {
        const rest = state.decoderValue.end();
        if (rest?.length > 0) {
            state.buffer.push(rest);
            state.length += state.bits & OBJECT_MODE ? 1 : rest.length;
        }
    }
    state.bits |= ENDED;
    if (state.bits & SYNC) {
        emitReadableSoon(stream, state);
    } else {
        /* Not in a tick: packages rely on it. */
        state.bits = (state.bits & ~NEED_READABLE) | EMITTED_READABLE;
        emitReadable(stream);
    }
    return false;
}

/* Text that goes back into a stream with a decoder stays text, in the encoding
 * of that. Returns null if it is no chunk. */
function toUnshift(state, chunk, encoding) {
    if (typeof chunk === 'string') {
        encoding ||= state.defaultEncoding;
        if (state.encoding === encoding)
            return chunk;
        const bytes = Buffer.from(chunk, encoding);
        return state.encoding ? bytes.toString(state.encoding) : bytes;
    }
    if (chunk === undefined || chunk instanceof Buffer)
        return chunk;
    return viewToBuffer(chunk);
}

Readable.prototype.unshift = function(chunk, encoding) {
    const state = this._readableState;
    if (chunk === null)
        return pushEnd(this, state);
    if ((state.bits & OBJECT_MODE) === 0) {
        const usable = toUnshift(state, chunk, encoding);
        if (usable === null)
            return refuseChunk(this, chunk);
        if (usable === undefined || usable.length === 0)
            return wantsMore(state);
        chunk = usable;
    }
    if (state.bits & END_EMITTED) {
        errorOrDestroy(this, new ERR_STREAM_UNSHIFT_AFTER_END_EVENT());
    } else if (state.bits & (DESTROYED | ERRORED)) {
        return false;
    } else {
        addInFront(this, state, chunk);
    }
    return wantsMore(state);
};

function addInFront(stream, state, chunk) {
    const { bits } = state;
    if (state.length === 0 && (bits & (STRAIGHT | SYNC)) === STRAIGHT) {
        forgetAwaited(state);
        state.bits |= DATA_EMITTED;
        stream.emit('data', chunk);
    } else {
        state.length += bits & OBJECT_MODE ? 1 : chunk.length;
        if (state.bufferIndex > 0)
            state.chunks[--state.bufferIndex] = chunk;
        else
            state.buffer.unshift(chunk);
        if (bits & NEED_READABLE)
            emitReadableSoon(stream, state);
    }
    readMoreSoon(stream, state);
}

/* ---- Reading ahead ---------------------------------------------------- */

function readMoreSoon(stream, state) {
    if ((state.bits & (READING_MORE | READING | CONSTRUCTED)) !== CONSTRUCTED)
        return;
    state.bits |= READING_MORE;
    nextTick(readMore, stream, state);
}

/* Up to the high water mark, as long as the source answers at once. One whose
 * mark is 0 reads ahead only while it flows. */
function readMore(stream, state) {
    while ((state.bits & (READING | ENDED)) === 0 &&
           (state.length < state.highWaterMark ||
            (state.bits & FLOWING && state.length === 0))) {
        const { length } = state;
        stream.read(0);
        if (state.length === length)
            break;
    }
    state.bits &= ~READING_MORE;
}

/* ---- To the program --------------------------------------------------- */

const kMaxMark = 0x40000000;

/* A mark that is raised becomes a power of two, so as not to be raised by a
 * little each time. */
function raiseMark(n) {
    if (n > kMaxMark)
        throw new ERR_OUT_OF_RANGE('size', '<= 1GiB', n);
    return n <= 1 ? n : 2 ** (32 - Math.clz32(n - 1));
}

/* How much read() gives if it is asked for n; for what there is if n is
 * undefined or no number. */
function countFor(state, n) {
    const { bits, length } = state;
    if ((length === 0 && bits & ENDED) || n <= 0)
        return 0;
    if (bits & OBJECT_MODE)
        return 1;
    if (n === undefined || n !== n) {
        return bits & FLOWING && length > 0
            ? state.chunks[state.bufferIndex].length : length;
    }
    if (n <= length)
        return n;
    return bits & ENDED ? length : 0;
}

function isFull(state) {
    return (state.bits & ENDED) !== 0 ||
        state.length >= (state.highWaterMark || 1);
}

const MAY_READ = READING | ENDED | DESTROYED | ERRORED | CONSTRUCTED;
const IS_OVER = ERROR_EMITTED | CLOSE_EMITTED;

/* read(0): only start the source, or emit 'readable' for what is there. */
function readNothing(stream, state) {
    const bits = state.bits;
    const length = state.length;
    if (bits & NEED_READABLE && isFull(state)) {
        if (length === 0 && bits & ENDED)
            endSoon(stream, state);
        else
            emitReadableSoon(stream, state);
        return null;
    }
    if (bits & ENDED) {
        if (length === 0)
            endSoon(stream, state);
        return null;
    }
    if ((bits & MAY_READ) === CONSTRUCTED &&
        (bits & NEED_READABLE || length === 0 || length < state.highWaterMark))
        callSource(stream, state, bits);
    if (state.length <= state.highWaterMark)
        state.bits |= NEED_READABLE;
    return null;
}

/* `bits` are those of the state. */
function callSource(stream, state, bits) {
    state.bits = bits | READING | SYNC |
        (state.length === 0 ? NEED_READABLE : 0);
    try {
        stream._read(state.highWaterMark);
    } catch (error) {
        errorOrDestroy(stream, error);
    }
    state.bits &= ~SYNC;
}

/* read(n) with a number: it raises the mark. */
function prepareRead(state, n) {
    if (!NumberIsInteger(n))
        n = NumberParseInt(n, 10);
    if (n > state.highWaterMark)
        state.highWaterMark = raiseMark(n);
    if (n !== 0)
        state.bits &= ~EMITTED_READABLE;
    return n;
}

/*
 * n units; what there is without n, or one chunk if the stream flows; null if
 * there is less. 0 only starts the source. _read() comes before taking, since a
 * source that answers at once may make enough of what was not.
 */
Readable.prototype.read = function(n) {
    const state = this._readableState;
    let bits = state.bits;
    if (n === undefined) {
        bits &= ~EMITTED_READABLE;
        /* Nothing is there, and the source is at work: the last read() of a
         * stream that flows. */
        if (state.length === 0 && (bits & (READING | ENDED)) === READING) {
            state.bits = bits | NEED_READABLE;
            return null;
        }
        state.bits = bits;
    } else {
        n = prepareRead(state, n);
        if (n === 0)
            return readNothing(this, state);
        bits = state.bits;
    }
    const length = state.length;
    let count;
    if (n !== undefined || (bits & (FLOWING | OBJECT_MODE)) !== FLOWING)
        count = countFor(state, n);
    else
        count = length > 0 ? state.chunks[state.bufferIndex].length : 0;
    if (count === 0 && bits & ENDED) {
        if (length === 0)
            endSoon(this, state);
        return null;
    }
    if ((bits & MAY_READ) === CONSTRUCTED &&
        (bits & NEED_READABLE || length === 0 ||
         length - count < state.highWaterMark)) {
        callSource(this, state, bits);
        bits = state.bits;
        if ((bits & READING) === 0)
            count = countFor(state, n);
    }
    const chunk = count > 0 ? take(count, state) : null;
    if (chunk === null) {
        if (state.length <= state.highWaterMark)
            bits |= NEED_READABLE;
        count = 0;
    } else {
        state.length -= count;
        if (state.awaitDrainWriters !== null)
            forgetAwaited(state);
    }
    if (state.length === 0) {
        if ((bits & ENDED) === 0) {
            bits |= NEED_READABLE;
        } else if (n !== count) {
            state.bits = bits;
            endSoon(this, state);
            bits = state.bits;
        }
    }
    if (chunk === null || bits & IS_OVER) {
        state.bits = bits;
    } else {
        state.bits = bits | DATA_EMITTED;
        this.emit('data', chunk);
    }
    return chunk;
};

const { read } = Readable.prototype;

/* The chunk that a destination was too full for is gone. */
function forgetAwaited(state) {
    if (state.bits & MULTI_AWAIT_DRAIN)
        state.awaitDrainWriters.clear();
    else
        state.awaitDrainWriters = null;
}

Readable.prototype._read = function() {
    throw new ERR_METHOD_NOT_IMPLEMENTED('_read()');
};

function emitReadableSoon(stream, state) {
    state.bits &= ~NEED_READABLE;
    if (state.bits & EMITTED_READABLE)
        return;
    state.bits |= EMITTED_READABLE;
    nextTick(emitReadable, stream);
}

function emitReadable(stream) {
    const state = stream._readableState;
    if ((state.bits & (DESTROYED | ERRORED)) === 0 &&
        (state.length > 0 || state.bits & ENDED)) {
        stream.emit('readable');
        state.bits &= ~EMITTED_READABLE;
    }
    if ((state.bits & (FLOWING | ENDED)) === 0 &&
        state.length <= state.highWaterMark)
        state.bits |= NEED_READABLE;
    flow(stream, state);
}

/* The source is at work and nothing else is unusual: a chunk is only taken. */
const ONLY_TAKES = FLOWING | READING | CONSTRUCTED;
const TAKES_MASK = ONLY_TAKES | OBJECT_MODE | ENDED | IS_OVER;
const WAITS = FLOWING | READING;
const WAITS_MASK = WAITS | ENDED;

/* read() until there is nothing more. What it would do for a whole chunk of
 * bytes is done here: that is three quarters of its lines less for the body of
 * a request. */
function flow(stream, state) {
    if (stream.read === read) {
        while ((state.bits & TAKES_MASK) === ONLY_TAKES && state.length > 0) {
            const chunk = takeChunk(state);
            const length = state.length -= chunk.length;
            if (state.awaitDrainWriters !== null)
                forgetAwaited(state);
            state.bits = (state.bits & ~EMITTED_READABLE) | DATA_EMITTED |
                (length === 0 ? NEED_READABLE : 0);
            stream.emit('data', chunk);
        }
    }
    /* The last read(), of what is yet to come. */
    if (state.length === 0 && (state.bits & WAITS_MASK) === WAITS &&
        stream.read === read) {
        state.bits = (state.bits & ~EMITTED_READABLE) | NEED_READABLE;
        return;
    }
    while (state.bits & FLOWING && stream.read() !== null)
        continue;
}

/* ---- The end ---------------------------------------------------------- */

function endSoon(stream, state) {
    if (state.bits & (END_EMITTED | END_SCHEDULED))
        return;
    state.bits |= ENDED | END_SCHEDULED;
    nextTick(emitEnd, stream, state);
}

/* There may have been one last unshift(). */
function emitEnd(stream, state) {
    state.bits &= ~END_SCHEDULED;
    if (state.bits & (ERRORED | CLOSE_EMITTED | END_EMITTED) ||
        state.length > 0)
        return;
    state.bits |= END_EMITTED;
    stream.emit('end');
    if (stream[kCloseEnded] !== undefined && stream[kCloseEnded](state))
        return;
    if (stream.writable && stream.allowHalfOpen === false)
        nextTick(endOtherSide, stream);
    else if (state.bits & AUTO_DESTROY && isWritableSideOver(stream))
        stream.destroy();
}

function endOtherSide(stream) {
    if (stream.writable && !stream.writableEnded && !stream.destroyed)
        stream.end();
}

/* One that was never writable does not finish. */
function isWritableSideOver(stream) {
    const state = stream._writableState;
    return !state || (state.autoDestroy &&
        (state.finished || state.writable === false));
}

/* ---- Modes ------------------------------------------------------------ */

Readable.prototype.isPaused = function() {
    const { bits } = this._readableState;
    return (bits & PAUSED) !== 0 ||
        (bits & (FLOWING_KNOWN | FLOWING)) === FLOWING_KNOWN;
};

/* While there are listeners of 'readable', these read, and it does not flow. */
Readable.prototype.resume = function() {
    const state = this._readableState;
    if ((state.bits & FLOWING) === 0) {
        state.bits |= state.bits & READABLE_LISTENING ? FLOWING_KNOWN
                                                      : FLOWING_KNOWN | FLOWING;
        if ((state.bits & RESUME_SCHEDULED) === 0) {
            state.bits |= RESUME_SCHEDULED;
            nextTick(resumeNow, this, state);
        }
    }
    state.bits = (state.bits | PAUSED_KNOWN) & ~PAUSED;
    return this;
};

function resumeNow(stream, state) {
    if ((state.bits & READING) === 0 && stream.read === read)
        readNothing(stream, state);
    else if ((state.bits & READING) === 0)
        stream.read(0);
    state.bits &= ~RESUME_SCHEDULED;
    stream.emit('resume');
    flow(stream, state);
    if ((state.bits & (FLOWING | READING)) === FLOWING)
        stream.read(0);
}

Readable.prototype.pause = function() {
    const state = this._readableState;
    if ((state.bits & (FLOWING_KNOWN | FLOWING)) !== FLOWING_KNOWN) {
        state.bits = (state.bits | FLOWING_KNOWN) & ~FLOWING;
        this.emit('pause');
    }
    state.bits |= PAUSED_KNOWN | PAUSED;
    return this;
};

/* ---- Listeners -------------------------------------------------------- */

Readable.prototype.on = function(name, listener) {
    const result = addListener.call(this, name, listener);
    if (name === 'data')
        onDataListener(this, this._readableState);
    else if (name === 'readable')
        onReadableListener(this, this._readableState);
    return result;
};
Readable.prototype.addListener = Readable.prototype.on;

/* The first 'data' listener lets the stream flow, unless it was paused
 * explicitly. */
function onDataListener(stream, state) {
    state.bits |= DATA_LISTENING;
    if (stream._events.readable !== undefined)
        state.bits |= READABLE_LISTENING;
    if ((state.bits & (FLOWING_KNOWN | FLOWING)) !== FLOWING_KNOWN)
        stream.resume();
}

function onReadableListener(stream, state) {
    if (state.bits & (END_EMITTED | READABLE_LISTENING))
        return;
    state.bits |= READABLE_LISTENING | NEED_READABLE | FLOWING_KNOWN;
    state.bits &= ~(FLOWING | EMITTED_READABLE);
    if (state.length > 0)
        emitReadableSoon(stream, state);
    else if ((state.bits & READING) === 0)
        nextTick(startReading, stream);
}

function startReading(stream) {
    stream.read(0);
}

/* A program that calls once('readable') again and again has no listener for a
 * moment each time, so we look in a tick whether the last one has gone. */
Readable.prototype.removeListener = function(name, listener) {
    const result = removeListener.call(this, name, listener);
    if (name === 'readable')
        nextTick(onReadableListenerGone, this);
    else if (name === 'data' && this.listenerCount('data') === 0)
        this._readableState.bits &= ~DATA_LISTENING;
    return result;
};
Readable.prototype.off = Readable.prototype.removeListener;

Readable.prototype.removeAllListeners = function(name) {
    const result = removeAllListeners.apply(this, arguments);
    if (name === 'readable' || name === undefined)
        nextTick(onReadableListenerGone, this);
    return result;
};

function onReadableListenerGone(stream) {
    const state = stream._readableState;
    if (stream.listenerCount('readable') > 0)
        state.bits |= READABLE_LISTENING;
    else
        state.bits &= ~READABLE_LISTENING;
    const { bits } = state;
    if ((bits & (PAUSED_KNOWN | PAUSED | RESUME_SCHEDULED)) ===
        (PAUSED_KNOWN | RESUME_SCHEDULED)) {
        state.bits |= FLOWING_KNOWN | FLOWING; /* resume() waits for it */
    } else if (bits & DATA_LISTENING) {
        stream.resume();
    } else if ((bits & READABLE_LISTENING) === 0) {
        state.bits &= ~(FLOWING_KNOWN | FLOWING);
    }
}

/* ---- Text ------------------------------------------------------------- */

Readable.prototype.setEncoding = function(encoding) {
    const state = this._readableState;
    const { StringDecoder } = require('string_decoder');
    const decoder = new StringDecoder(encoding);
    state.decoder = decoder;
    state.encoding = decoder.encoding;
    let text = '';
    const chunks = state.buffer;
    for (let i = state.bufferIndex; i < chunks.length; i++)
        text += decoder.write(chunks[i]);
    if (state.bits & ENDED)
        text += decoder.end();
    chunks.length = 0;
    state.bufferIndex = 0;
    if (text !== '')
        chunks.push(text);
    state.length = text.length;
    return this;
};

/* ---- Others that read for the program --------------------------------- */

Readable.prototype.pipe = function(dest, options) {
    return require('internal/streams/pipe').pipe(this, dest, options);
};

Readable.prototype.unpipe = function(dest) {
    return require('internal/streams/pipe').unpipe(this, dest);
};

Readable.prototype[Symbol.asyncIterator] = function() {
    return require('internal/streams/async_iterator').iterate(this);
};

Readable.prototype.iterator = function(options) {
    if (options !== undefined)
        require('internal/validators').validateObject(options, 'options');
    return require('internal/streams/async_iterator').iterate(this, options);
};

Readable.prototype.compose = function compose(stream, options) {
    return require('internal/streams/compose')
        .composeReadable(this, stream, options);
};

Readable.prototype.wrap = function(stream) {
    return require('internal/streams/wrap').wrap(this, stream);
};

Readable.wrap = function(source, options) {
    function destroy(error, callback) {
        lifecycle.destroyer(source, error);
        callback(error);
    }
    const { readableObjectMode: mode = source.objectMode } = source;
    const around = new Readable(
        { objectMode: mode ?? true, ...options, destroy });
    return around.wrap(source);
};

Readable.from = function(iterable, options) {
    return require('internal/streams/from')(Readable, iterable, options);
};

Readable.fromWeb = function(readableStream, options) {
    return getAdapters()
        .newStreamReadableFromReadableStream(readableStream, options);
};

Readable.toWeb = function(readable, options) {
    return getAdapters()
        .newReadableStreamFromStreamReadable(readable, options);
};

Readable._fromList = take;

/* ---- What a program asks ---------------------------------------------- */

/* Not enumerable: programs copy the enumerable ones. */
function getter(get, set) {
    return { __proto__: null, get, set, configurable: false };
}

defineProperties(Readable.prototype, {
    readable: getter(function() {
        const state = this._readableState;
        return !!state && state.readable !== false &&
            !(state.bits & (DESTROYED | ERROR_EMITTED | END_EMITTED));
    }, function(value) {
        if (this._readableState)
            this._readableState.readable = !!value;
    }),
    readableDidRead: getter(function() {
        return (this._readableState.bits & DATA_EMITTED) !== 0;
    }),
    readableAborted: getter(function() {
        const state = this._readableState;
        return state.readable !== false &&
            (state.bits & (DESTROYED | ERRORED)) !== 0 &&
            (state.bits & END_EMITTED) === 0;
    }),
    readableHighWaterMark: getter(function() {
        return this._readableState.highWaterMark;
    }),
    readableBuffer: getter(function() {
        return this._readableState?.buffer;
    }),
    readableFlowing: getter(function() {
        return this._readableState.flowing;
    }, function(value) {
        if (this._readableState)
            this._readableState.flowing = value;
    }),
    readableLength: getter(function() {
        return this._readableState.length;
    }),
    readableObjectMode: getter(function() {
        return this._readableState ? this._readableState.objectMode : false;
    }),
    readableEncoding: getter(function() {
        return this._readableState ? this._readableState.encoding : null;
    }),
    errored: getter(function() {
        return this._readableState ? this._readableState.errored : null;
    }),
    closed: getter(function() {
        return this._readableState ? this._readableState.closed : false;
    }),
    destroyed: getter(function() {
        return this._readableState ? this._readableState.destroyed : false;
    }, function(value) {
        if (this._readableState)
            this._readableState.destroyed = value;
    }),
    readableEnded: getter(function() {
        return this._readableState ? this._readableState.endEmitted : false;
    }),
});

require('internal/streams/operator_methods')(Readable.prototype);
