'use strict';
/*
 * internal/process/output - process.stdout and process.stderr: what a Writable
 * of node:stream is to those who write to it, over a file, a pipe or a socket.
 * The module itself comes later; terminals are in internal/process/terminal.
 *
 *      write() --> [ buffered ] --_write()--> the descriptor --> a tick
 *
 * A chunk goes out at once, unless one is being written, the stream is corked
 * or has failed: then it is put into the buffer. A file has taken it when
 * _write() returns, a pipe that is full has not, and calls back later. What
 * the program is told of a chunk that was taken at once comes in a tick.
 *
 * Whatever happens to it, the stream lives on. Whoever prints after an error,
 * or after the end, gets what the descriptor says to it then: destroying ends
 * in undestroying (_destroy). The state has Node's names, since programs look
 * into _writableState, and one flag decides over another in Node's ways:
 * `errorEmitted`, for one, stays set after the first error, and makes the
 * console swallow that one and not the second.
 */

const EventEmitter = require('events');
const binding = internalBinding('stdio');
const { codes, ErrnoException, makeWriteError } = require('internal/errors');

const { nextTick } = process;
const ObjectHasOwn = Object.hasOwn;

function nop() {}

/* ---- Chunks ----------------------------------------------------------- */

/* The name that internal/buffer knows it by; undefined: there is none. */
function toKnown(encoding) {
    return require('internal/util').normalizeEncoding(encoding);
}

function isKnown(encoding) {
    return typeof encoding === 'string' && encoding !== '' &&
        toKnown(encoding) !== undefined;
}

function checkEncoding(encoding, chunk) {
    if (encoding === 'buffer' ? typeof chunk === 'string' : !isKnown(encoding))
        throw new codes.ERR_UNKNOWN_ENCODING(encoding);
}

function encode(chunk, encoding) {
    return typeof chunk !== 'string' ? chunk :
        require('internal/buffer').encode(chunk, toKnown(encoding));
}

/* Of text in UTF-8, which most is, C makes the bytes. */
function toWritable(chunk, encoding) {
    return encoding === 'utf8' ? chunk : encode(chunk, encoding);
}

function toView(chunk) {
    if (chunk instanceof Uint8Array)
        return chunk;
    if (ArrayBuffer.isView(chunk)) {
        return new Uint8Array(chunk.buffer, chunk.byteOffset,
                              chunk.byteLength);
    }
    throw new codes.ERR_INVALID_ARG_TYPE(
        'chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
}

function join(chunks) {
    const all = chunks.map(({ chunk, encoding }) => encode(chunk, encoding));
    const joined = new Uint8Array(all.reduce((sum, { length }) =>
        sum + length, 0));
    let at = 0;
    for (const bytes of all) {
        joined.set(bytes, at);
        at += bytes.length;
    }
    return joined;
}

/* ---- The state -------------------------------------------------------- */

class WritableState {
    highWaterMark = 65536;
    defaultEncoding = 'utf8';
    objectMode = false;
    autoDestroy = true;
    constructed = true;

    /* What is not with the kernel yet. */
    length = 0;
    corked = 0;
    buffered = [];
    bufferProcessing = false;
    needDrain = false;

    /* The chunk that is being written. */
    writing = false;
    sync = true; /* and _write() has not returned */
    writelen = 0;
    writecb = nop;

    pendingcb = 0;
    afterWriteTickInfo = null;
    afterWritePending = false;

    ending = false;
    ended = false;
    finalCalled = false;
    prefinished = false;
    finished = false;
    onFinished = [];

    errored = null;
    errorEmitted = false;
    destroyed = false;
    closed = false;
    closeEmitted = false;

    /* Text counts by its units as long as it stays text, or by its bytes. */
    constructor(stream, decodeStrings, emitClose) {
        this.decodeStrings = decodeStrings;
        this.emitClose = emitClose;
        this.onwrite = (error) => onWrite(stream, error);
    }

    getBuffer() { return this.buffered.slice(); }

    get bufferedRequestCount() { return this.buffered.length; }
}

/* ---- Writing ---------------------------------------------------------- */

function isIdle(stream) {
    const state = stream._writableState;
    return !state.writing && state.corked === 0 && state.errored === null &&
        !state.ending && !state.destroyed && !state.needDrain &&
        state.defaultEncoding === 'utf8' && !ObjectHasOwn(stream, '_write');
}

/* Most chunks are text that the descriptor takes whole, of which nobody wants
 * to know more: write it, and leave the rest of the story to writeChunk(). */
function writePlainly(stream, text, callback) {
    const result = stream._takeResult() ?? stream._writeText(text);
    if (result !== 0) {
        stream._giveResult(result);
        return false;
    }
    if (typeof callback === 'function') {
        stream._writableState.pendingcb++;
        tellSoon(stream, callback);
    }
    return true;
}

/* True: go on. False: wait for 'drain'. An error: nothing was written. Between
 * the program and _write() there are no more calls than need be: of the stack
 * of an error ten frames are shown. */
function writeChunk(stream, chunk, encoding, callback) {
    const state = stream._writableState;
    if (chunk === null)
        throw new codes.ERR_STREAM_NULL_VALUES();
    if (encoding)
        checkEncoding(encoding, chunk);
    else
        encoding = state.defaultEncoding;
    if (typeof chunk !== 'string') {
        chunk = toView(chunk);
        encoding = 'buffer';
    }
    if (typeof callback !== 'function')
        callback = nop;
    if (state.ending || state.destroyed) {
        const error = state.ending ? new codes.ERR_STREAM_WRITE_AFTER_END() :
            new codes.ERR_STREAM_DESTROYED('write');
        nextTick(callback, error);
        destroyUnlessDestroyed(stream, error);
        return error;
    }
    state.pendingcb++;
    if (state.writing || state.corked > 0 || state.errored !== null) {
        buffer(state, chunk, encoding, callback);
    } else {
        state.length += chunk.length;
        start(state, chunk.length, callback);
        stream._write(chunk, encoding, state.onwrite);
        state.sync = false;
    }
    const isLow = state.length < state.highWaterMark || state.length === 0;
    if (!isLow)
        state.needDrain = true;
    return isLow && !state.destroyed && state.errored === null;
}

function buffer(state, chunk, encoding, callback) {
    if (state.decodeStrings)
        chunk = encode(chunk, encoding);
    state.length += chunk.length;
    state.buffered.push({ chunk, encoding, callback });
}

function start(state, length, callback) {
    state.writelen = length;
    state.writecb = callback;
    state.writing = true;
    state.sync = true;
}

function onWrite(stream, error) {
    const state = stream._writableState;
    const { sync, writecb: callback } = state;
    if (!state.writing) {
        destroyUnlessDestroyed(stream, new codes.ERR_MULTIPLE_CALLBACK());
        return;
    }
    state.writing = false;
    state.writecb = nop;
    state.length -= state.writelen;
    state.writelen = 0;
    if (error) {
        void error.stack; // it shows names that may change with time
        state.errored ??= error;
        if (sync)
            nextTick(onWriteError, stream, error, callback);
        else
            onWriteError(stream, error, callback);
        return;
    }
    if (state.buffered.length > 0)
        writeBuffered(stream);
    if (sync)
        tellSoon(stream, callback);
    else
        afterWrite(stream, 1, callback);
}

/* Chunks that were taken at once, and have one callback, share a tick; those
 * without a callback need none. */
function tellSoon(stream, callback) {
    const state = stream._writableState;
    const isDrained = state.needDrain && state.length === 0;
    if (callback === nop) {
        if (isDrained && !state.afterWritePending) {
            state.afterWritePending = true;
            nextTick(afterWrite, stream, 1, nop);
        } else {
            state.pendingcb--;
            if (state.ending)
                finishIfDone(stream, true);
        }
    } else if (state.afterWriteTickInfo?.callback === callback) {
        state.afterWriteTickInfo.count++;
    } else {
        state.afterWriteTickInfo = { count: 1, callback };
        state.afterWritePending = true;
        nextTick(afterWriteTick, stream, state.afterWriteTickInfo);
    }
}

function afterWriteTick(stream, { count, callback }) {
    stream._writableState.afterWriteTickInfo = null;
    afterWrite(stream, count, callback);
}

function afterWrite(stream, count, callback) {
    const state = stream._writableState;
    state.afterWritePending = false;
    if (state.needDrain && state.length === 0 && !state.ending &&
        !state.destroyed) {
        state.needDrain = false;
        stream.emit('drain');
    }
    for (; count > 0; count--) {
        state.pendingcb--;
        callback(null);
    }
    if (state.destroyed)
        failBuffered(state);
    if (state.ending)
        finishIfDone(stream, true);
}

/* ---- The buffer ------------------------------------------------------- */

function writeBuffered(stream) {
    const state = stream._writableState;
    const { buffered } = state;
    if (state.destroyed || state.bufferProcessing || state.corked > 0 ||
        buffered.length === 0)
        return;
    state.bufferProcessing = true;
    if (buffered.length > 1 && typeof stream._writev === 'function') {
        writeTogether(stream, buffered);
    } else {
        do {
            const { chunk, encoding, callback } = buffered.shift();
            start(state, chunk.length, callback);
            stream._write(chunk, encoding, state.onwrite);
            state.sync = false;
        } while (buffered.length > 0 && !state.writing);
    }
    state.bufferProcessing = false;
}

/* All in one write. The callbacks become one, too. */
function writeTogether(stream, chunks) {
    const state = stream._writableState;
    const callback = chunks.every((entry) => entry.callback === nop) ? nop :
        (error) => {
            for (const entry of chunks)
                entry.callback(error);
        };
    state.pendingcb -= chunks.length - 1;
    state.buffered = [];
    start(state, state.length, callback);
    stream._writev(chunks, state.onwrite);
    state.sync = false;
}

function failBuffered(state) {
    if (state.writing)
        return;
    for (const { chunk, callback } of state.buffered) {
        state.length -= chunk.length;
        callback(state.errored ?? new codes.ERR_STREAM_DESTROYED('write'));
    }
    callFinished(state, state.errored ?? new codes.ERR_STREAM_DESTROYED('end'));
    state.buffered = [];
}

/* ---- The end ---------------------------------------------------------- */

function mayFinish(state) {
    return state.ending && !state.destroyed && !state.finished &&
        !state.writing && !state.errorEmitted && !state.closeEmitted &&
        state.errored === null && state.buffered.length === 0 &&
        state.length === 0;
}

function finishIfDone(stream, sync) {
    const state = stream._writableState;
    if (!mayFinish(state))
        return;
    prefinish(stream);
    if (state.pendingcb > 0 || (!sync && !mayFinish(state)))
        return;
    state.pendingcb++;
    if (!sync) {
        finish(stream);
        return;
    }
    nextTick(() => {
        if (mayFinish(state))
            finish(stream);
        else
            state.pendingcb--;
    });
}

function prefinish(stream) {
    const state = stream._writableState;
    if (state.prefinished || state.finalCalled)
        return;
    state.finalCalled = true;
    if (typeof stream._final !== 'function' || state.destroyed) {
        state.prefinished = true;
        stream.emit('prefinish');
        return;
    }
    state.sync = true;
    state.pendingcb++;
    try {
        stream._final((error) => onFinal(stream, error));
    } catch (error) {
        onFinal(stream, error);
    }
    state.sync = false;
}

function onFinal(stream, error) {
    const state = stream._writableState;
    if (state.prefinished) {
        destroyUnlessDestroyed(stream,
                               error ?? new codes.ERR_MULTIPLE_CALLBACK());
        return;
    }
    state.pendingcb--;
    if (error) {
        callFinished(state, error);
        destroyUnlessDestroyed(stream, error);
    } else if (mayFinish(state)) {
        state.prefinished = true;
        stream.emit('prefinish');
        state.pendingcb++;
        nextTick(finish, stream);
    }
}

function finish(stream) {
    const state = stream._writableState;
    state.pendingcb--;
    state.finished = true;
    callFinished(state, null);
    stream.emit('finish');
    if (!stream.readable)
        stream.destroy();
}

function callFinished(state, error) {
    const callbacks = state.onFinished;
    state.onFinished = [];
    for (const callback of callbacks)
        callback(error);
}

/* ---- Errors ----------------------------------------------------------- */

/* The error always follows the callback. */
function onWriteError(stream, error, callback) {
    const state = stream._writableState;
    state.pendingcb--;
    callback(error);
    failBuffered(state);
    destroyUnlessDestroyed(stream, error);
}

function destroyUnlessDestroyed(stream, error) {
    if (!stream._writableState.destroyed)
        stream.destroy(error);
}

function emitErrorAndClose(stream, error) {
    const state = stream._writableState;
    if (!state.errorEmitted) {
        state.errorEmitted = true;
        stream.emit('error', error);
    }
    emitClose(stream);
}

function emitClose(stream) {
    const state = stream._writableState;
    state.closeEmitted = true;
    if (state.emitClose)
        stream.emit('close');
}

/* ---- What the program sees -------------------------------------------- */

/* As it is, nothing that is written to it goes anywhere: so it is for a
 * descriptor that takes no writes, a folder's for example. */
class Writable extends EventEmitter {
    #result;

    constructor(fd, decodeStrings = true, closes = true) {
        super();
        this._writableState = new WritableState(this, decodeStrings, closes);
        this.fd = fd;
        this._isStdio = true;
        this.destroySoon = this.destroy;
        this._destroy = liveOn;
    }

    get writable() {
        const state = this._writableState;
        return !state.destroyed && state.errored === null && !state.ending &&
            !state.ended;
    }

    set writable(value) {
        if (!value)
            this._writableState.ended = true;
    }

    get writableLength() { return this._writableState.length; }

    get writableHighWaterMark() { return this._writableState.highWaterMark; }

    get writableObjectMode() { return false; }

    get writableCorked() { return this._writableState.corked; }

    get writableBuffer() { return this._writableState.getBuffer(); }

    get writableEnded() { return this._writableState.ending; }

    get writableFinished() { return this._writableState.finished; }

    get writableNeedDrain() {
        const state = this._writableState;
        return !state.destroyed && !state.ending && state.needDrain;
    }

    get writableAborted() {
        const state = this._writableState;
        return (state.destroyed || state.errored !== null) && !state.finished;
    }

    get errored() { return this._writableState.errored; }

    get closed() { return this._writableState.closed; }

    get destroyed() { return this._writableState.destroyed; }

    set destroyed(value) { this._writableState.destroyed = value; }

    setDefaultEncoding(encoding) {
        if (typeof encoding === 'string')
            encoding = encoding.toLowerCase();
        if (!isKnown(encoding))
            throw new codes.ERR_UNKNOWN_ENCODING(encoding);
        this._writableState.defaultEncoding = encoding;
        return this;
    }

    write(chunk, encoding, callback) {
        if (typeof encoding === 'function') {
            callback = encoding;
            encoding = null;
        }
        if (typeof chunk === 'string' && !encoding && isIdle(this) &&
            writePlainly(this, chunk, callback))
            return true;
        return writeChunk(this, chunk, encoding, callback) === true;
    }

    _write(chunk, encoding, callback) { callback(); }

    _writeText(text) { return 0; }

    /* The next chunk has been written already, by somebody who did without the
     * rest of the stream, with this result. */
    _giveResult(result) { this.#result = result; }

    _takeResult() {
        const result = this.#result;
        this.#result = undefined;
        return result;
    }

    cork() { this._writableState.corked++; }

    uncork() {
        const state = this._writableState;
        if (state.corked === 0)
            return;
        state.corked--;
        if (!state.writing)
            writeBuffered(this);
    }

    end(chunk, encoding, callback) {
        if (typeof chunk === 'function') {
            callback = chunk;
            chunk = encoding = null;
        } else if (typeof encoding === 'function') {
            callback = encoding;
            encoding = null;
        }
        const wrote = chunk === undefined || chunk === null ? true :
            writeChunk(this, chunk, encoding);
        const state = this._writableState;
        if (state.corked > 0) {
            state.corked = 1;
            this.uncork();
        }
        const error = typeof wrote === 'object' ? wrote : endStream(this);
        if (typeof callback === 'function')
            tellOfEnd(state, error ?? state.errored, callback);
        return this;
    }

    destroy(error, callback) {
        const state = this._writableState;
        if (state.destroyed) {
            if (typeof callback === 'function')
                callback();
            return this;
        }
        if (state.buffered.length > 0 || state.onFinished.length > 0)
            nextTick(failBuffered, state);
        if (error)
            state.errored ??= error;
        state.destroyed = true;
        runDestroy(this, error || null, callback);
        return this;
    }

    _undestroy() {
        Object.assign(this._writableState, {
            constructed: true, destroyed: false, closed: false,
            closeEmitted: false, errored: null, errorEmitted: false,
            finalCalled: false, prefinished: false, ended: false,
            ending: false, finished: false,
        });
    }

    pipe() {
        destroyUnlessDestroyed(this, new codes.ERR_STREAM_CANNOT_PIPE());
    }
}

/* Undefined, or why it cannot end. */
function endStream(stream) {
    const state = stream._writableState;
    if (!state.ending && state.errored === null) {
        state.ending = true;
        finishIfDone(stream, true);
        state.ended = true;
    } else if (state.finished) {
        return new codes.ERR_STREAM_ALREADY_FINISHED('end');
    } else if (state.destroyed) {
        return new codes.ERR_STREAM_DESTROYED('end');
    }
    return undefined;
}

function tellOfEnd(state, error, callback) {
    if (error !== null || state.finished)
        nextTick(callback, error);
    else
        state.onFinished.push(callback);
}

function runDestroy(stream, error, callback) {
    const state = stream._writableState;
    let isDone = false;
    const onDestroy = (why) => {
        if (isDone)
            return;
        isDone = true;
        if (why)
            state.errored ??= why;
        state.closed = true;
        if (typeof callback === 'function')
            callback(why);
        if (why)
            nextTick(emitErrorAndClose, stream, why);
        else
            nextTick(emitClose, stream);
    };
    try {
        stream._destroy(error, onDestroy);
    } catch (why) {
        onDestroy(why);
    }
}

/* The descriptor is not closed: it would be taken from under others. */
function liveOn(error, callback) {
    callback(error);
    this._undestroy();
    if (!this._writableState.emitClose)
        nextTick(() => this.emit('close'));
}

/* ---- Where it goes ---------------------------------------------------- */

/* A file takes everything at once. */
class SyncWriteStream extends Writable {
    readable = false;
    autoClose = false;

    constructor(fd) {
        super(fd);
        this._type = 'fs';
    }

    _writeText(text) { return binding.write(this.fd, text, nop); }

    _write(chunk, encoding, callback) {
        const errno = this._takeResult() ??
            binding.write(this.fd, toWritable(chunk, encoding), nop);
        if (errno < 0)
            callback(makeWriteError(errno));
        else
            callback();
    }
}

/* What programs use of the handle of a pipe. */
class Pipe {
    constructor(fd) { this.fd = fd; }

    setBlocking(isOn) { return binding.setBlocking(this.fd, isOn); }
}

/* A pipe or a socket; in Node it could be read from as well. */
class Socket extends Writable {
    #callback;
    #onDone = (status) => this._done(status);

    readable = false;
    connecting = false;
    allowHalfOpen = false;

    constructor(fd) {
        super(fd, false, false);
        this._type = 'pipe';
        this._handle = new Pipe(fd);
    }

    get pending() { return false; }

    get readyState() {
        if (!this.readable)
            return this.writable ? 'writeOnly' : 'closed';
        return this.writable ? 'open' : 'readOnly';
    }

    get bytesWritten() {
        return binding.bytesWritten(this.fd) +
            join(this._writableState.buffered).length;
    }

    get bufferSize() { return this.writableLength; }

    get writableAborted() { return undefined; }

    ref() { return this; }

    unref() { return this; }

    _writeText(text) { return binding.write(this.fd, text, this.#onDone); }

    _write(chunk, encoding, callback) {
        this.#callback = callback;
        const result = this._takeResult() ??
            binding.write(this.fd, toWritable(chunk, encoding), this.#onDone);
        if (result <= 0)
            this._done(result);
    }

    _writev(chunks, callback) {
        this._write(join(chunks), 'buffer', callback);
    }

    _done(status) {
        this.#callback(status < 0 ? new ErrnoException(status, 'write') : null);
    }

    _final(callback) {
        const err = binding.shutdown(this.fd, () => callback());
        if (err < 0) {
            const error = new ErrnoException(err, 'shutdown');
            callback(error.code === 'ENOTCONN' ? undefined : error);
        }
    }
}

module.exports = { Socket, SyncWriteStream, Writable };
