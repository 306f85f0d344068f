'use strict';
/*
 * _http_incoming - IncomingMessage: a request at the server, a response at the
 * client.
 *
 * The parser gives the headers as one text. `rawHeaders` and `headers` are made
 * of it when somebody reads them.
 */

const { Readable, finished } = require('stream');
const {
    AUTO_DESTROY, CLOSED, CLOSE_EMITTED, CONSTRUCTED, DESTROYED, kCloseEnded,
} = require('internal/streams/bits');
const { destroy, emitClose } = require('internal/streams/destroy');
const {
    DECODER, ENDED, END_EMITTED, FLOWING, FLOWING_KNOWN, PAUSED, READING,
    READING_MORE, RESUME_SCHEDULED,
} = require('internal/streams/readable_state');

const { nextTick } = process;
const { push } = Readable.prototype;
const kHeaderText = Symbol('kHeaderText');
const kHeaderMax = Symbol('kHeaderMax');
const kRaw = Symbol('kRaw');
const kHeaders = Symbol('kHeaders');
const kDistinct = Symbol('kDistinct');
const kRawTrailers = Symbol('kRawTrailers');
const kTrailers = Symbol('kTrailers');
const kTrailersDistinct = Symbol('kTrailersDistinct');
const kSignal = Symbol('kSignal');

function readStart(socket) {
    if (socket && !socket._paused && socket.readable)
        socket.resume();
}

/* A socket that was not paused need not be started. */
function isFlowing(socket) {
    return (socket._readableState?.bits & (FLOWING | PAUSED)) === FLOWING;
}

function readStop(socket) {
    if (socket)
        socket.pause();
}

function IncomingMessage(socket) {
    Readable.call(this, socket ?
        { highWaterMark: socket.readableHighWaterMark } : undefined);
    this._readableState.bits |= READING_MORE;
    this.socket = socket;
    this.httpVersionMajor = null;
    this.httpVersionMinor = null;
    this.httpVersion = null;
    this.complete = false;
    this.aborted = false;
    this.upgrade = null;
    this.url = '';
    this.method = null;
    this.statusCode = null;
    this.statusMessage = null;
    this.client = socket;
    this._consuming = false;
    this._dumped = false;
}
Object.setPrototypeOf(IncomingMessage.prototype, Readable.prototype);
/* Most messages never change these fields. */
Object.assign(IncomingMessage.prototype, {
    joinDuplicateHeaders: false,
    [kHeaderText]: '',
    [kSignal]: null,
    [kHeaderMax]: 0,
    [kRaw]: null,
    [kHeaders]: null,
    [kDistinct]: null,
    [kRawTrailers]: null,
    [kTrailers]: null,
    [kTrailersDistinct]: null,
});
Object.setPrototypeOf(IncomingMessage, Readable);

// ---- Headers ---------------------------------------------------------------

function splitText(text, max) {
    if (text === '')
        return [];
    const list = text.slice(0, -1).split('\0');
    return max > 0 && list.length > max ? list.slice(0, max) : list;
}

IncomingMessage.prototype._setHeaderText = function(text, max) {
    this[kHeaderText] = text;
    this[kHeaderMax] = max;
};

IncomingMessage.prototype._setTrailerText = function(text, max) {
    this[kRawTrailers] = splitText(text, max);
};

/* Only the first of these counts. */
const single = new Set([
    'age', 'authorization', 'content-length', 'content-type', 'etag',
    'expires', 'from', 'host', 'if-modified-since', 'if-unmodified-since',
    'last-modified', 'location', 'max-forwards', 'proxy-authorization',
    'referer', 'retry-after', 'server', 'user-agent',
]);

/* `to` is an object as any other, and what it inherits is no header. */
function addHeader(to, name, value, joins) {
    const key = name.toLowerCase();
    const found = to[key];
    const had = typeof found === 'function' ? undefined : found;
    if (key === 'set-cookie') {
        if (had === undefined)
            to[key] = [value];
        else
            had.push(value);
    } else if (had === undefined) {
        to[key] = value;
    } else if (key === 'cookie') {
        to[key] = `${had}; ${value}`;
    } else if (joins || !single.has(key)) {
        to[key] = `${had}, ${value}`;
    }
}

function collect(raw, joins) {
    const to = {};
    for (let i = 0; i < raw.length; i += 2)
        addHeader(to, raw[i], raw[i + 1], joins);
    return to;
}

function collectDistinct(raw) {
    const to = { __proto__: null };
    for (let i = 0; i < raw.length; i += 2)
        (to[raw[i].toLowerCase()] ??= []).push(raw[i + 1]);
    return to;
}

function defineField(name, symbol, make) {
    Object.defineProperty(IncomingMessage.prototype, name, {
        __proto__: null,
        configurable: true,
        enumerable: true,
        get() { return this[symbol] ??= make(this); },
        set(value) { this[symbol] = value; },
    });
}

defineField('rawHeaders', kRaw,
            (m) => splitText(m[kHeaderText], m[kHeaderMax]));
defineField('headers', kHeaders,
            (m) => collect(m.rawHeaders, m.joinDuplicateHeaders));
defineField('headersDistinct', kDistinct, (m) => collectDistinct(m.rawHeaders));
defineField('rawTrailers', kRawTrailers, () => []);
defineField('trailers', kTrailers,
            (m) => collect(m.rawTrailers, m.joinDuplicateHeaders));
defineField('trailersDistinct', kTrailersDistinct,
            (m) => collectDistinct(m.rawTrailers));

IncomingMessage.prototype._addHeaderLine = function _addHeaderLine(name, value, to) {
    addHeader(to, name, value, this.joinDuplicateHeaders);
};

IncomingMessage.prototype._addHeaderLineDistinct = function _addHeaderLineDistinct(name, value, to) {
    const key = name.toLowerCase();
    if (Object.hasOwn(to, key))
        to[key].push(value);
    else
        to[key] = [value];
};

IncomingMessage.prototype._addHeaderLines = function _addHeaderLines(list, n) {
    if (!list?.length)
        return;
    if (this.complete) {
        const { trailers } = this;
        this.rawTrailers = list;
        for (let i = 0; i + 1 < n; i += 2)
            this._addHeaderLine(list[i], list[i + 1], trailers);
    } else {
        const { headers } = this;
        this.rawHeaders = list;
        for (let i = 0; i + 1 < n; i += 2)
            this._addHeaderLine(list[i], list[i + 1], headers);
    }
};

// ---- The stream ------------------------------------------------------------

Object.defineProperty(IncomingMessage.prototype, 'connection', {
    __proto__: null,
    configurable: true,
    get() { return this.socket; },
    set(value) { this.socket = value; },
});

Object.defineProperty(IncomingMessage.prototype, 'signal', {
    __proto__: null,
    configurable: true,
    get() {
        this[kSignal] ??= new MessageSignal(this);
        return this[kSignal].controller.signal;
    },
});

/*
 * The signal of a message is aborted when the message is destroyed before its
 * end or when its socket closes before the response has left: the end of a
 * message that was read whole is none of its business. A socket that is kept
 * alive must not collect the listeners of all its messages.
 */
class MessageSignal {
    controller = new AbortController();
    #socket;
    #onClose = () => this.controller.abort();

    constructor(message) {
        if (message.destroyed && !message.readableEnded) {
            this.controller.abort();
            return;
        }
        this.#socket = message.socket;
        this.#socket?.once('close', this.#onClose);
        if (message.req !== undefined) // a response: nothing follows its end
            message.once('close', () => this.release());
    }

    release() {
        this.#socket?.removeListener('close', this.#onClose);
    }
}

IncomingMessage.prototype.setTimeout = function setTimeout(ms, callback) {
    if (callback)
        this.on('timeout', callback);
    this.socket.setTimeout(ms);
    return this;
};

IncomingMessage.prototype._read = function _read() {
    const socket = this.socket;
    if (!this._consuming) {
        this._readableState.bits &= ~READING_MORE;
        this._consuming = true;
    }
    if (socket && !isFlowing(socket) && socket.readable)
        readStart(socket);
};

/* An error that nobody listens to is dropped: the socket has it, too. */
function finishDestroy(message, error, callback) {
    if (!error || message.listenerCount('error') === 0)
        callback();
    else
        callback(error);
}

function destroyMessage(error, callback) {
    if (!this.complete || !this.readableEnded) {
        this.aborted = true;
        this.emit('aborted');
        this[kSignal]?.controller.abort();
    }
    const { socket } = this;
    if (!socket || socket.destroyed || !this.aborted) {
        nextTick(finishDestroy, this, error, callback);
        return;
    }
    socket.destroy(error);
    const cleanup = finished(socket, (met) => {
        if (met?.code === 'ERR_STREAM_PREMATURE_CLOSE')
            met = null;
        cleanup();
        nextTick(finishDestroy, this, met || error, callback);
    });
}
IncomingMessage.prototype._destroy = destroyMessage;

const CAN_CLOSE = AUTO_DESTROY | CONSTRUCTED;

/* As destroy() after 'end' of a whole message, in the same two ticks. */
function closeEnded(state) {
    if ((state.bits & (CAN_CLOSE | DESTROYED)) !== CAN_CLOSE ||
        !this.complete || this.aborted || this.destroy !== destroy ||
        this._destroy !== destroyMessage)
        return false;
    state.bits |= DESTROYED;
    nextTick(closeSoon, this, state);
    return true;
}

function closeSoon(message, state) {
    state.bits |= CLOSED;
    nextTick(emitClose, message);
}

Object.defineProperty(IncomingMessage.prototype, kCloseEnded, {
    __proto__: null, value: closeEnded, enumerable: false,
});

/* Read on without anybody being interested in it. */
IncomingMessage.prototype._dump = function _dump() {
    if (this._dumped)
        return;
    this._dumped = true;
    this.removeAllListeners('data');
    this.resume();
};

/*
 * The end of most requests is seen by nobody: they have no body, no listener
 * and no reader. What push(null), resume(), 'end' and 'close' leave behind is
 * written down without the seven ticks and calls that it takes otherwise: the
 * server calls complete() after it has reported such a request, asks
 * isEndUnseen() when the response has finished, and calls closeUnseen() in the tick after that.
 */
const SEEN = FLOWING_KNOWN | DECODER;

/* A request without a body has come to its end. */
function complete(message, state, socket) {
    message.complete = true;
    if (message._eventsCount === 0 && state.length === 0 &&
        (state.bits & SEEN) === 0 && message.push === push)
        state.bits = (state.bits & ~READING) | ENDED;
    else
        message.push(null);
    if ((socket._readableState.bits & (FLOWING | PAUSED)) !== FLOWING)
        readStart(socket);
}

function isEndUnseen(message, state) {
    return message._eventsCount === 0 && state.length === 0 &&
        !message._dumped && !message._consuming &&
        (state.bits & (SEEN | ENDED | RESUME_SCHEDULED)) === ENDED;
}

/* A tick in between may have added a listener. */
function closeUnseen(message, state) {
    if (message._eventsCount !== 0 || state.length !== 0 ||
        (state.bits & SEEN) !== 0)
        message.resume();
    else
        state.bits |= FLOWING_KNOWN | FLOWING | END_EMITTED | DESTROYED |
            CLOSED | CLOSE_EMITTED;
}

IncomingMessage.prototype._dumpAndCloseReadable = function _dumpAndCloseReadable() {
    this._dumped = true;
    this._readableState.ended = true;
    this._readableState.endEmitted = true;
    this._readableState.destroyed = true;
    this._readableState.closed = true;
    this._readableState.closeEmitted = true;
};

module.exports = {
    IncomingMessage, closeUnseen, complete, isEndUnseen, isFlowing, kHeaderMax,
    kHeaderText, kSignal, readStart, readStop,
};
