'use strict';
/*
 * internal/net/socket - net.Socket: a Duplex over a TCP or Pipe handle.
 *
 *      created --connect()--> connecting --'connect'--> open --> destroyed
 *                                          (or with a handle from the start)
 *
 * A write goes to the handle, which mostly finishes it at once; of those that
 * take longer there is one at a time, and its callback is in kWriteCallback.
 * Bytes that arrive are pushed; when the buffer is full, reading stops until
 * _read() is called.
 *
 * What must stay true:
 * 1. `_handle` is null before connect() and after _destroy(). Whoever waits
 *    for an event of the loop looks at it again.
 * 2. 'close' comes from the closing phase of the handle, 'end' before it.
 */

const { Buffer } = require('buffer');
const { clearTimeout, setImmediate, setTimeout } = internalBinding('order');
const { Duplex } = require('stream');
const { ASYNC, EOF } = internalBinding('stream');
const { UTF8, codecOf } = require('internal/buffer/buffer');
const { ErrnoException, codes } = require('internal/errors');
const { kOwner } = require('internal/owner');
const {
    validateAbortSignal, validateFunction, validateNumber,
} = require('internal/validators');
const { BoundSocket, handleOfFd, isPipe, take } =
    require('internal/net/handle');
const { applyOptions, defineOptions, keepOptions } =
    require('internal/net/options');

const {
    CONSTRUCTED, DESTROYED, ERRORED, defineDefaults, kFinishWrite, kWriteNow,
} = require('internal/streams/bits');
const {
    DATA_EMITTED, DATA_LISTENING, DECODER, ENDED, FLOWING, NEED_READABLE,
    READING, READING_MORE, SYNC,
} = require('internal/streams/readable_state');
/* Loaded when first used: internal/net/blocklist, internal/net/server, util. */

const { push } = Duplex.prototype;
const kWriteCallback = Symbol('kWriteCallback');
const kBytesRead = Symbol('kBytesRead');
const kBytesWritten = Symbol('kBytesWritten');
const kPendingData = Symbol('kPendingData');
const kTimeout = Symbol('kTimeout');
const kLastQueueSize = Symbol('kLastQueueSize');
const kBound = Symbol('kBound');
const kOnRead = Symbol('kOnRead');
const kRest = Symbol('kRest'); // read, but not given to the program's buffer
const kReset = Symbol('kReset');
/* Of a TLSSocket: lay it over another handle that is to connect. */
const kReinitialize = Symbol('kReinitialize');

const TIMEOUT_MAX = 2 ** 31 - 1;
const CODEC_BUFFER = 6; // of src/text/codec.h: no text at all

// ---- Construction ----------------------------------------------------------

const refused = ['objectMode', 'readableObjectMode', 'writableObjectMode'];

function readOptions(given) {
    if (typeof given === 'number')
        return { fd: given };
    const options = { ...given };
    for (const name of refused) {
        if (options[name])
            throw new codes.ERR_INVALID_ARG_VALUE(
                `options.${name}`, options[name], 'is not supported');
    }
    if (options.keepAliveInitialDelay !== undefined)
        validateNumber(options.keepAliveInitialDelay,
                       'options.keepAliveInitialDelay');
    if (options.blockList && !isBlockList(options.blockList))
        throw new codes.ERR_INVALID_ARG_TYPE(
            'options.blockList', 'net.BlockList', options.blockList);
    if (options.signal)
        validateAbortSignal(options.signal, 'options.signal');
    return options;
}

function isBlockList(value) {
    return require('internal/net/blocklist').BlockList.isBlockList(value);
}

/* The options that the stream below has to know. */
function streamOptions(options) {
    return {
        ...options,
        allowHalfOpen: Boolean(options.allowHalfOpen),
        emitClose: false,
        autoDestroy: true,
        decodeStrings: false,
    };
}

function Socket(given) {
    if (!(this instanceof Socket))
        return new Socket(given);
    const options = readOptions(given);
    this.connecting = false;
    this._hadError = false;
    this._handle = null;
    this._parent = null;
    this._host = null;
    keepOptions(this, options);
    if (options.blockList)
        this.blockList = options.blockList;
    Reflect.apply(Duplex, this, [streamOptions(options)]);
    openHandle(this, options);
    this.on('end', onReadableEnd);
    setUserBuffer(this, options.onread);
    this.allowHalfOpen = Boolean(options.allowHalfOpen);
    this._pendingData = null;
    this._pendingEncoding = '';
    this.server = null;
    this._server = null;
    startReading(this, options);
}
Object.setPrototypeOf(Socket.prototype, Duplex.prototype);
Object.setPrototypeOf(Socket, Duplex);

/* Most sockets never set most of these; that many bytes less is what ten
 * thousand idle connections are measured by. */
defineDefaults(Socket.prototype, [
    [kLastQueueSize, 0],
    [kTimeout, null],
    [kWriteCallback, null],
    [kBytesRead, 0],
    [kBytesWritten, 0],
    [kPendingData, null],
    [kBound, null],
    [kOnRead, null],
    [kRest, null],
]);
defineOptions(Socket.prototype);

function openHandle(socket, options) {
    if (options.handle instanceof BoundSocket) {
        adopt(socket, options.handle);
    } else if (options.handle) {
        socket._handle = options.handle;
    } else if (options.fd !== undefined) {
        require('internal/validators').validateInt32(options.fd, 'fd', 0);
        socket._handle = handleOfFd(options.fd);
        const error = socket._handle.open(options.fd);
        if (error)
            throw new ErrnoException(error, 'open');
        // Node writes to its own pipes synchronously, so that none is lost.
        if ((options.fd === 1 || options.fd === 2) && isPipe(socket._handle))
            socket._handle.setBlocking(true);
    }
    initHandle(socket);
}

/* Its local end is known; there is no connection to read from yet. */
function adopt(socket, bound) {
    const { path, handle } = take(bound);
    socket._handle = handle;
    socket[kBound] = { path };
}

/* onread: { buffer, callback }: bytes go into the program's own memory. */
function setUserBuffer(socket, onread) {
    const isUsed = onread !== null && typeof onread === 'object' &&
        (require('util').types.isUint8Array(onread.buffer) ||
         typeof onread.buffer === 'function') &&
        typeof onread.callback === 'function';
    if (!isUsed)
        return;
    const target = nextTarget(onread, new Uint8Array(0));
    socket[kOnRead] = { target, onread, callback: onread.callback };
}

function nextTarget({ buffer }, last) {
    const next = typeof buffer === 'function' ? buffer() : buffer;
    return require('util').types.isUint8Array(next) ? next : last;
}

function startReading(socket, options) {
    const handle = socket._handle;
    if (!handle || options.readable === false || options.manualStart ||
        socket[kBound] !== null)
        return;
    if (options.pauseOnCreate) {
        handle.reading = false;
        handle.readStop();
        socket.readableFlowing = false;
    } else {
        socket.read(0);
    }
}

function initHandle(socket) {
    const handle = socket._handle;
    socket._undestroy();
    socket._sockname = undefined;
    if (!handle)
        return;
    handle[kOwner] = socket;
    handle.onread = onRead;
    handle.onwrite = onWrite;
    handle.reading = false;
}

// ---- Reading ---------------------------------------------------------------

function socketRead(n) {
    if (this.connecting || !this._handle)
        this.once('connect', () => this._read(n));
    else if (!this._handle.reading)
        tryReadStart(this);
}
Socket.prototype._read = socketRead;

function tryReadStart(socket) {
    socket._handle.reading = true;
    if (socket[kRest]) {
        setImmediate(giveRest, socket);
        return;
    }
    const error = socket._handle.readStart();
    if (error)
        socket.destroy(new ErrnoException(error, 'read'));
}

function stopReading(handle) {
    if (!handle.reading)
        return;
    handle.reading = false;
    const error = handle.readStop();
    if (error)
        handle[kOwner].destroy(new ErrnoException(error, 'read'));
}

/* Everything that may happen to a chunk besides 'data'. */
const READ_MASK = CONSTRUCTED | FLOWING | DATA_LISTENING | SYNC | ENDED |
    DESTROYED | ERRORED | DECODER | READING_MORE;
const READ_STRAIGHT = CONSTRUCTED | FLOWING | DATA_LISTENING;

/*
 * As push(), for a socket that flows: 'data', and then the tick that reads on.
 * That tick calls _read(), which has nothing to do while the handle reads, so
 * only what it leaves behind is written down. Async hooks see ticks.
 */
function pushStraight(socket, handle, buffer, isHooked) {
    const state = socket._readableState;
    if ((state.bits & READ_MASK) !== READ_STRAIGHT || state.length !== 0 ||
        state.awaitDrainWriters !== null || isHooked || socket.push !== push ||
        socket.read !== read || socket._read !== socketRead)
        return false;
    state.bits = (state.bits & ~READING) | DATA_EMITTED;
    socket.emit('data', buffer);
    if ((state.bits & (READING | READING_MORE | ENDED | DESTROYED)) === 0 &&
        handle.reading)
        state.bits |= READING | NEED_READABLE;
    return true;
}

function onRead(n, buffer, isHooked) {
    const socket = this[kOwner];
    if (socket[kTimeout] !== null || socket._parent !== null)
        socket._unrefTimer();
    if (n > 0) {
        if (socket[kOnRead] === null &&
            pushStraight(socket, this, buffer, isHooked))
            return;
        const more = socket[kOnRead] === null ? socket.push(buffer) :
            giveToUser(socket, buffer);
        if (!more)
            stopReading(this);
        return;
    }
    if (n !== EOF) {
        socket.destroy(new ErrnoException(n, 'read'));
        return;
    }
    if (socket._readableState.endEmitted)
        return;
    // When both sides are over the stream destroys itself.
    socket.push(null);
    socket.read(0);
}

/* Fill the program's buffer as often as it takes. False if the program wants no
 * more for now: what is left waits for the next start of reading. */
function giveToUser(socket, bytes) {
    const user = socket[kOnRead];
    for (let at = 0; at < bytes.length;) {
        const { target } = user;
        if (target.length === 0) {
            const { ENOBUFS } = internalBinding('constants').os.errno;
            socket.destroy(new ErrnoException(-ENOBUFS, 'read'));
            return false;
        }
        const part = bytes.subarray(at, at + target.length);
        target.set(part);
        at += part.length;
        const wish = Reflect.apply(user.callback, socket,
                                   [part.length, target]);
        user.target = nextTarget(user.onread, target);
        if (wish === false || !socket._handle?.reading) {
            socket[kRest] = at < bytes.length ? bytes.subarray(at) : null;
            return false;
        }
    }
    return true;
}

function giveRest(socket) {
    const rest = socket[kRest];
    if (rest === null || !socket._handle?.reading)
        return;
    socket[kRest] = null;
    if (giveToUser(socket, rest))
        tryReadStart(socket);
    else if (socket._handle)
        stopReading(socket._handle);
}

/* Without allowHalfOpen the stream ends its writable side by itself; writing
 * after that has an error of its own. */
function onReadableEnd() {
    if (!this.allowHalfOpen)
        this.write = writeAfterFin;
}

function writeAfterFin(chunk, encoding, callback) {
    if (!this.writableEnded)
        return Reflect.apply(Duplex.prototype.write, this, arguments);
    if (typeof encoding === 'function')
        callback = encoding;
    const error = new Error('This socket has been ended by the other party');
    error.code = 'EPIPE';
    if (typeof callback === 'function')
        process.nextTick(callback, error);
    this.destroy(error);
    return false;
}

Socket.prototype.pause = function() {
    if (this[kOnRead] !== null && !this.connecting && this._handle?.reading) {
        this._handle.reading = false;
        if (!this.destroyed)
            this._handle.readStop();
    }
    return Duplex.prototype.pause.call(this);
};

Socket.prototype.resume = function() {
    if (this[kOnRead] !== null && !this.connecting && this._handle &&
        !this._handle.reading)
        tryReadStart(this);
    return Duplex.prototype.resume.call(this);
};

function read(n) {
    if (this[kOnRead] !== null && !this.connecting && this._handle &&
        !this._handle.reading)
        tryReadStart(this);
    return Duplex.prototype.read.call(this, n);
}
Socket.prototype.read = read;

// ---- Writing ---------------------------------------------------------------

/* All that is written goes through here: programs that mock sockets replace it. */
function writeGeneric(isList, data, encoding, callback) {
    if (!isReady(this, isList, data, encoding, callback))
        return;
    const result = isList ? this._handle.writev(listOf(data)) :
        dispatch(this._handle, data, encoding);
    finishWrite(this, result, callback);
}
Socket.prototype._writeGeneric = writeGeneric;

function listOf(chunks) {
    const list = [];
    for (const { chunk, encoding } of chunks)
        list.push(chunk, codecOfChunk(chunk, encoding));
    return list;
}

function socketWrite(chunk, encoding, callback) {
    this._writeGeneric(false, chunk, encoding, callback);
}
Socket.prototype._write = socketWrite;

Socket.prototype._writev = function(chunks, callback) {
    this._writeGeneric(true, chunks, '', callback);
};

/* While nothing is under way, most writes are done when they return. */
Socket.prototype[kWriteNow] = function(chunk, encoding) {
    const handle = this._handle;
    if (!handle || this.connecting || this._write !== socketWrite ||
        this._writeGeneric !== writeGeneric)
        return undefined;
    if (this[kTimeout] !== null || this._parent !== null)
        this._unrefTimer();
    return typeof chunk === 'string' ?
        handle.writeString(chunk, codecOfChunk(chunk, encoding)) :
        handle.writeBuffer(chunk);
};

Socket.prototype[kFinishWrite] = function(result, callback) {
    finishWrite(this, result, callback);
};

function codecOfChunk(chunk, encoding) {
    if (typeof chunk !== 'string')
        return CODEC_BUFFER;
    return codecOf(encoding) ?? UTF8;
}

function dispatch(handle, chunk, encoding) {
    return typeof chunk === 'string' ?
        handle.writeString(chunk, codecOfChunk(chunk, encoding)) :
        handle.writeBuffer(chunk);
}

/* A write before the connection waits for it. */
function isReady(socket, isList, data, encoding, callback) {
    if (socket.connecting) {
        waitForConnection(socket, isList, data, encoding, callback);
        return false;
    }
    socket._pendingData = null;
    socket._pendingEncoding = '';
    if (socket[kPendingData] !== null)
        socket[kPendingData] = null;
    if (!socket._handle) {
        callback(new codes.ERR_SOCKET_CLOSED());
        return false;
    }
    socket._unrefTimer();
    return true;
}

function waitForConnection(socket, isList, data, encoding, callback) {
    socket._pendingData = data;
    socket._pendingEncoding = encoding;
    socket[kPendingData] = isList ? data : [{ chunk: data, encoding }];
    const onClose = () => {
        callback(new codes.ERR_SOCKET_CLOSED_BEFORE_CONNECTION());
    };
    socket.once('connect', () => {
        socket.off('close', onClose);
        socket._writeGeneric(isList, data, encoding, callback);
    });
    socket.once('close', onClose);
}

function finishWrite(socket, result, callback) {
    if (result === ASYNC) {
        socket[kWriteCallback] = callback;
        socket[kLastQueueSize] = socket._handle.getLastWriteSize();
    } else if (result < 0) {
        callback(new ErrnoException(result, 'write'));
    } else {
        callback();
    }
}

function onWrite(status) {
    const socket = this[kOwner];
    const callback = socket[kWriteCallback];
    socket[kWriteCallback] = null;
    // Also for a socket that was destroyed: what it had not sent is ECANCELED.
    if (status < 0) {
        const error = new ErrnoException(status, 'write');
        if (callback)
            callback(error);
        else
            socket.destroy(error);
        return;
    }
    if (!socket.destroyed)
        socket._unrefTimer();
    callback?.();
}

Socket.prototype._final = function(callback) {
    if (this.connecting) {
        this.once('connect', () => this._final(callback));
        return;
    }
    if (!this._handle) {
        callback();
        return;
    }
    // How it went does not matter: the connection may be closed by now.
    const error = this._handle.shutdown({ oncomplete: () => callback() });
    if (error === -internalBinding('constants').os.errno.ENOTCONN)
        callback();
    else if (error < 0)
        callback(new ErrnoException(error, 'shutdown'));
};

// ---- The end ---------------------------------------------------------------

Socket.prototype.destroySoon = function() {
    if (this.writable)
        this.end();
    if (this.writableFinished)
        this.destroy();
    else
        this.once('finish', this.destroy);
};

Socket.prototype.resetAndDestroy = function() {
    if (!this._handle) {
        this.destroy(new codes.ERR_SOCKET_CLOSED());
        return this;
    }
    if (isPipe(this._handle))
        throw new codes.ERR_INVALID_HANDLE_TYPE();
    const reset = () => {
        this[kReset] = true;
        this.destroy();
    };
    if (this.connecting)
        this.once('connect', reset);
    else
        reset();
    return this;
};

Socket.prototype._destroy = function(exception, callback) {
    this.connecting = false;
    for (let s = this; s !== null; s = s._parent)
        clearTimeoutOf(s);
    const handle = this._handle;
    if (handle) {
        const hadError = Boolean(exception);
        this[kBytesRead] = handle.getBytesRead();
        this[kBytesWritten] = handle.getBytesWritten();
        closeHandle(this, handle, () => this.emit('close', hadError));
        handle.onread = ignore;
        this._handle = null;
        this._sockname = undefined;
        callback(exception);
    } else {
        callback(exception);
        process.nextTick(emitClose, this, Boolean(exception));
    }
    if (this._server)
        require('internal/net/server').forgetSocket(this);
};

/* A handle that cannot be reset, because its shutdown is under way, is closed
 * in the usual way after the error. */
function closeHandle(socket, handle, callback) {
    if (socket[kReset]) {
        const error = handle.reset(callback);
        if (error === 0)
            return;
        socket.emit('error', new ErrnoException(error, 'reset'));
    }
    handle.close(callback);
}

function ignore() {}

function emitClose(socket, hadError) {
    socket.emit('close', hadError);
}

// ---- Timeouts --------------------------------------------------------------

/* A time that no timer can wait for is shortened, with a warning. */
function readTimeout(ms) {
    validateNumber(ms, 'msecs');
    if (ms < 0 || !Number.isFinite(ms))
        throw new codes.ERR_OUT_OF_RANGE(
            'msecs', 'a non-negative finite number', ms);
    if (ms <= TIMEOUT_MAX)
        return ms;
    process.emitWarning(`${ms} does not fit into a 32-bit signed integer.` +
        `\nTimer duration was truncated to ${TIMEOUT_MAX}.`,
                        'TimeoutOverflowWarning');
    return TIMEOUT_MAX;
}

Socket.prototype.setTimeout = function setStreamTimeout(ms, callback) {
    if (this.destroyed)
        return this;
    ms = readTimeout(ms);
    this.timeout = ms;
    clearTimeoutOf(this);
    if (callback !== undefined)
        validateFunction(callback, 'callback');
    if (ms === 0) {
        if (callback !== undefined)
            this.removeListener('timeout', callback);
        return this;
    }
    this[kTimeout] = setTimeout(onTimer, ms, this).unref();
    if (callback !== undefined)
        this.once('timeout', callback);
    return this;
};

/* An HTTP server keeps the Timeout of a connection that is at work, to use it
 * again: it is not the socket's then. */
function onTimer(socket) {
    if (socket[kTimeout] === this)
        socket._onTimeout();
}

function clearTimeoutOf(socket) {
    if (socket[kTimeout] === null)
        return;
    clearTimeout(socket[kTimeout]);
    socket[kTimeout] = null;
}

/* Something happened: the timeout starts again. */
Socket.prototype._unrefTimer = function _unrefTimer() {
    for (let s = this; s !== null; s = s._parent)
        s[kTimeout]?.refresh();
};

/* A write that goes on is not idle. */
Socket.prototype._onTimeout = function() {
    const handle = this._handle;
    if (handle && this[kLastQueueSize] > 0) {
        const size = handle.getWriteQueueSize();
        if (size !== this[kLastQueueSize]) {
            this[kLastQueueSize] = size;
            this._unrefTimer();
            return;
        }
    }
    this.emit('timeout');
};

// ---- The rest --------------------------------------------------------------

Socket.prototype.ref = function() {
    return setRef(this, 'ref');
};

Socket.prototype.unref = function() {
    return setRef(this, 'unref');
};

function setRef(socket, name) {
    if (!socket._handle)
        socket.once('connect', socket[name]);
    else
        socket._handle[name]?.();
    return socket;
}

// ---- What a socket says of itself ------------------------------------------

Socket.prototype.address = function() {
    return this._getsockname();
};

Socket.prototype._getsockname = function() {
    if (!this._handle?.getsockname)
        return {};
    if (this._sockname === undefined) {
        this._sockname = {};
        this._handle.getsockname(this._sockname);
    }
    return this._sockname;
};

Socket.prototype._getpeername = function() {
    if (!this._handle?.getpeername || this.connecting)
        return this._peername ?? {};
    if (this._peername === undefined) {
        const peer = {};
        if (this._handle.getpeername(peer))
            return peer;
        this._peername = peer;
    }
    return this._peername;
};

function pendingBytes(socket) {
    let n = 0;
    for (const { chunk, encoding } of socket[kPendingData] ?? []) {
        n += typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) :
            chunk.length;
    }
    return n;
}

function bufferedBytes(socket) {
    let n = pendingBytes(socket);
    for (const { chunk, encoding } of socket._writableState.getBuffer()) {
        n += typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) :
            chunk.length;
    }
    return n;
}

const getters = {
    _connecting() { return this.connecting; },
    pending() { return !this._handle || this.connecting; },
    readyState() {
        if (this.connecting)
            return 'opening';
        if (this.readable)
            return this.writable ? 'open' : 'readOnly';
        return this.writable ? 'writeOnly' : 'closed';
    },
    bufferSize() {
        return this._handle ? this.writableLength : undefined;
    },
    bytesRead() {
        return this._handle ? this._handle.getBytesRead() : this[kBytesRead];
    },
    _bytesDispatched() {
        return this._handle ? this._handle.getBytesWritten() :
            this[kBytesWritten];
    },
    bytesWritten() {
        return this._writableState === undefined ? undefined : // a prototype
            this._bytesDispatched + bufferedBytes(this);
    },
    remoteAddress() { return this._getpeername().address; },
    remoteFamily() { return this._getpeername().family; },
    remotePort() { return this._getpeername().port; },
    localAddress() {
        return this[kBound]?.path ?? this._getsockname().address;
    },
    localPort() { return this._getsockname().port; },
    localFamily() { return this._getsockname().family; },
};
for (const name of Object.keys(getters)) {
    Object.defineProperty(Socket.prototype, name, {
        __proto__: null, get: getters[name], configurable: false,
        enumerable: true,
    });
}

module.exports = {
    Socket,
    applyOptions,
    finishWrite,
    initHandle,
    kBound,
    kOwner,
    kReinitialize,
    kTimeout,
    readTimeout,
    tryReadStart,
};
