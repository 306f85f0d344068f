'use strict';
/*
 * _http_outgoing - OutgoingMessage: a response at the server, a request at the
 * client.
 *
 *      headers set --> _storeHeader() makes the head as one string
 *      first write --> head and chunk go to the socket together
 *      end()       --> the last chunk; 'finish' once the socket has it
 *
 * While a message has no socket (a response whose turn has not come, a request
 * that is not connected) what it sends waits in `outputData`.
 */

const { Buffer } = require('buffer');
const Stream = require('stream');
const { codes, hideStackFrames } = require('internal/errors');
const { validateString } = require('internal/validators');
const { isUint8Array } = require('internal/util/types');
const {
    chunkExpression, utcDate, validateHeaderName, validateHeaderValue,
} = require('_http_common');
const { leniency } = require('internal/http/options');
const {
    CODEC_BUFFER, NO_CODEC, canLeaveWhole, codecOfBody, kAfterWhole, sendWhole,
} = require('internal/http/whole');
const { getDefaultHighWaterMark } = Stream;

const kOutHeaders = Symbol('kOutHeaders');
const kCorked = Symbol('kCorked');
const kNeedDrain = Symbol('kNeedDrain');
const kSocket = Symbol('kSocket');
const kErrored = Symbol('errored');
const kHighWaterMark = Symbol('kHighWaterMark');
const kBytesWritten = Symbol('kBytesWritten');
const kUniqueHeaders = Symbol('kUniqueHeaders');
const kFinished = Symbol('kFinished');
const kEndCallbacks = Symbol('kEndCallbacks');

const { emit } = Stream.prototype;

function nop() {}

function OutgoingMessage(options) {
    Stream.call(this);
    this.outputData = [];
    this.outputSize = 0;
    this.writable = true;
    this.destroyed = false;
    this.finished = false;
    this[kSocket] = null;
    this._header = null;
    this[kOutHeaders] = null;
    this[kHighWaterMark] = options?.highWaterMark ?? getDefaultHighWaterMark();
    this.rejectNonStandardBodyWrites =
        options?.rejectNonStandardBodyWrites ?? false;
}
Object.setPrototypeOf(OutgoingMessage.prototype, Stream.prototype);
Object.setPrototypeOf(OutgoingMessage, Stream);

/* Fields that most messages never change are on the prototype: setting them
 * took half of the time to make a message. */
Object.assign(OutgoingMessage.prototype, {
    _last: false,
    chunkedEncoding: false,
    shouldKeepAlive: true,
    maxRequestsOnConnectionReached: false,
    _defaultKeepAlive: true,
    useChunkedEncodingByDefault: true,
    sendDate: false,
    _removedConnection: false,
    _removedContLen: false,
    _removedTE: false,
    strictContentLength: false,
    _contentLength: null,
    _hasBody: true,
    _trailer: '',
    _headerSent: false,
    _closed: false,
    _keepAliveTimeout: 0,
    _onPendingData: nop,
    [kBytesWritten]: 0,
    [kNeedDrain]: false,
    [kCorked]: 0,
    [kErrored]: null,
    [kUniqueHeaders]: null,
    [kFinished]: false,
    [kEndCallbacks]: null,
});

/* Fields that are set while a message is sent are in the object that messages
 * are copied from (internal/http/samples). */
function fillSample(message) {
    Object.assign(message, {
        _last: false, chunkedEncoding: false, shouldKeepAlive: true,
        _contentLength: null, _headerSent: false, _closed: false,
        _keepAliveTimeout: 0, _onPendingData: nop, [kCorked]: 0,
        [kFinished]: false, [kEndCallbacks]: null, _hasBody: true,
        useChunkedEncodingByDefault: true, _defaultKeepAlive: true,
        maxRequestsOnConnectionReached: false, _removedConnection: false,
        _removedContLen: false, _removedTE: false, strictContentLength: false,
    });
}

const getters = {
    errored() { return this[kErrored]; },
    closed() { return this._closed; },
    writableFinished() { return this[kFinished]; },
    writableObjectMode() { return false; },
    writableLength() {
        return this.outputSize + (this.socket?.writableLength ?? 0);
    },
    writableHighWaterMark() {
        return this.socket ? this.socket.writableHighWaterMark :
            this[kHighWaterMark];
    },
    writableCorked() { return this[kCorked]; },
    headersSent() { return Boolean(this._header); },
    writableEnded() { return this.finished; },
    writableNeedDrain() {
        return !this.destroyed && !this.finished && this[kNeedDrain];
    },
};
for (const name of Object.keys(getters)) {
    Object.defineProperty(OutgoingMessage.prototype, name, {
        __proto__: null, configurable: true, enumerable: true,
        get: getters[name],
    });
}

for (const name of ['socket', 'connection']) {
    Object.defineProperty(OutgoingMessage.prototype, name, {
        __proto__: null,
        configurable: true,
        get() { return this[kSocket]; },
        set(value) {
            for (let n = 0; n < this[kCorked]; n++) {
                value?.cork();
                this[kSocket]?.uncork();
            }
            this[kSocket] = value;
        },
    });
}

// ---- Headers ---------------------------------------------------------------

/* Whether control characters may stand in the values of headers. */
OutgoingMessage.prototype._isLenient = function() {
    const from = this.socket?.server ?? this.req?.socket?.server ?? this;
    return leniency(from.httpValidation, from.insecureHTTPParser) !== 0;
};

function checkNotSent(message, action) {
    if (message._header)
        throw new codes.ERR_HTTP_HEADERS_SENT(action);
}

function noteRemoved(message, key, isRemoved) {
    if (key === 'connection')
        message._removedConnection = isRemoved;
    else if (key === 'content-length')
        message._removedContLen = isRemoved;
    else if (key === 'transfer-encoding')
        message._removedTE = isRemoved;
    else if (key === 'date')
        message.sendDate = !isRemoved && message.sendDate;
}

OutgoingMessage.prototype.setHeader = function setHeader(name, value) {
    checkNotSent(this, 'set');
    kindOf(name);
    validateHeaderValue(name, value, this);
    const headers = this[kOutHeaders] ??= { __proto__: null };
    headers[name.toLowerCase()] = [name, value];
    return this;
};

OutgoingMessage.prototype.setHeaders = function setHeaders(headers) {
    checkNotSent(this, 'set');
    const isMap = headers && typeof headers === 'object' &&
        typeof headers.keys === 'function' && typeof headers.get === 'function';
    if (!isMap || Array.isArray(headers))
        throw new codes.ERR_INVALID_ARG_TYPE('headers', ['Headers', 'Map'],
                                             headers);
    const cookies = [];
    for (const { 0: key, 1: value } of headers) {
        if (key === 'set-cookie')
            cookies.push(...(Array.isArray(value) ? value : [value]));
        else
            this.setHeader(key, value);
    }
    if (cookies.length > 0)
        this.setHeader('set-cookie', cookies);
    return this;
};

OutgoingMessage.prototype.appendHeader = function appendHeader(name, value) {
    checkNotSent(this, 'append');
    validateHeaderName(name);
    validateHeaderValue(name, value, this);
    const headers = this[kOutHeaders] ??= { __proto__: null };
    const key = name.toLowerCase();
    const had = headers[key];
    if (had === undefined || !this._appendsDuplicates?.(key, had)) {
        const list = had === undefined ? [] : [].concat(had[1]);
        const all = list.concat(value);
        headers[key] = [had?.[0] ?? name, had === undefined ? value : all];
    }
    return this;
};

OutgoingMessage.prototype.getHeader = function getHeader(name) {
    validateString(name, 'name');
    return this[kOutHeaders]?.[name.toLowerCase()]?.[1];
};

OutgoingMessage.prototype.getHeaderNames = function getHeaderNames() {
    return this[kOutHeaders] !== null ? Object.keys(this[kOutHeaders]) : [];
};

OutgoingMessage.prototype.getRawHeaderNames = function getRawHeaderNames() {
    return Object.values(this[kOutHeaders] ?? {}).map(({ 0: name }) => name);
};

OutgoingMessage.prototype.getHeaders = function getHeaders() {
    const copy = { __proto__: null };
    for (const key of Object.keys(this[kOutHeaders] ?? {}))
        copy[key] = this[kOutHeaders][key][1];
    return copy;
};

OutgoingMessage.prototype.hasHeader = function hasHeader(name) {
    validateString(name, 'name');
    return this[kOutHeaders] !== null &&
        this[kOutHeaders][name.toLowerCase()] !== undefined;
};

OutgoingMessage.prototype.removeHeader = function removeHeader(name) {
    validateString(name, 'name');
    checkNotSent(this, 'remove');
    const key = name.toLowerCase();
    noteRemoved(this, key, true);
    if (this[kOutHeaders] !== null)
        delete this[kOutHeaders][key];
};

OutgoingMessage.prototype._renderHeaders = function _renderHeaders() {
    checkNotSent(this, 'render');
    const headers = {};
    for (const { 0: name, 1: value } of
        Object.values(this[kOutHeaders] ?? {}))
        headers[name] = value;
    return headers;
};

OutgoingMessage.prototype.addTrailers = function addTrailers(headers) {
    this._trailer = '';
    const pairs = Array.isArray(headers) ? headers : Object.entries(headers);
    for (const { 0: field, 1: value } of pairs) {
        validateHeaderName(field, 'Trailer name');
        const values = !Array.isArray(value) ? [value] :
            isUnique(this, field) ? [value.join('; ')] : value;
        for (const one of values) {
            if (require('_http_common')._checkInvalidHeaderChar(one))
                throw new codes.ERR_INVALID_CHAR('trailer content', field);
            this._trailer += `${field}: ${one}\r\n`;
        }
    }
};

// ---- The head --------------------------------------------------------------

/* Names that were checked, with the part of a head that they decide about or
 * null. Programs use few; those of a proxy may be anybody's. */
const knownNames = new Map();
const KNOWN_MAX = 1000;
const special = new Set(['connection', 'transfer-encoding', 'content-length',
                         'date', 'expect', 'trailer', 'keep-alive']);

function kindOf(name) {
    let kind = knownNames.get(name);
    if (kind !== undefined)
        return kind;
    validateHeaderName(name);
    const key = name.toLowerCase();
    kind = special.has(key) ? key : null;
    if (knownNames.size < KNOWN_MAX)
        knownNames.set(name, kind);
    return kind;
}

/* What the headers say about the message. */
function noteHeader(message, state, kind, value) {
    if (kind === 'connection') {
        const isLast = /(?:^|\W)close(?:$|\W)/i.test(value);
        state.connection = true;
        message._removedConnection = false;
        message[isLast ? '_last' : 'shouldKeepAlive'] = true;
    } else if (kind === 'transfer-encoding') {
        state.te = true;
        message._removedTE = false;
        message.chunkedEncoding ||= chunkExpression.test(value);
    } else if (kind === 'content-length') {
        state.contLen = true;
        message._removedContLen = false;
        message._contentLength = +value;
    } else if (kind === 'keep-alive') {
        message._defaultKeepAlive = false;
    } else if (kind === 'date' || kind === 'expect' || kind === 'trailer') {
        state[kind] = true;
    }
}

function addLine(message, state, name, kind, value, checks) {
    if (checks)
        validateHeaderValue(name, value, message);
    state.text += `${name}: ${value}\r\n`;
    if (kind !== null)
        noteHeader(message, state, kind, value);
}

/* Many values are many lines, but two or more of Cookie are one. */
function addField(message, state, name, value, checks) {
    const kind = kindOf(name);
    if (!Array.isArray(value)) {
        addLine(message, state, name, kind, value, checks);
        return;
    }
    if (isOneLine(message, name, value)) {
        addLine(message, state, name, kind, value.join('; '), checks);
        return;
    }
    for (const one of value)
        addLine(message, state, name, kind, one, checks);
}

function isOneLine(message, name, values) {
    return (values.length > 1 && name.length === 6 &&
            name.toLowerCase() === 'cookie') || isUnique(message, name);
}

function isUnique(message, name) {
    return message[kUniqueHeaders]?.has(name.toLowerCase());
}

/* The names given as option `uniqueHeaders`: their values share a line. */
function uniqueNames(names) {
    if (!Array.isArray(names) || names.length === 0)
        return null;
    return new Set(names.map((name) => name.toLowerCase()));
}

function addFields(message, state, headers) {
    if (headers === message[kOutHeaders]) {
        for (const key in headers) {
            const { 0: name, 1: value } = headers[key];
            addField(message, state, name, value, false);
        }
    } else if (Array.isArray(headers)) {
        if (headers.length > 0 && Array.isArray(headers[0])) {
            for (const { 0: name, 1: value } of headers)
                addField(message, state, name, value, true);
        } else {
            if (headers.length % 2 !== 0)
                throw new codes.ERR_INVALID_ARG_VALUE('headers', headers);
            for (let i = 0; i < headers.length; i += 2)
                addField(message, state, headers[i], headers[i + 1], true);
        }
    } else {
        for (const name of Object.keys(headers))
            addField(message, state, name, headers[name], true);
    }
}

function connectionLines(message, state) {
    const keeps = message.shouldKeepAlive &&
        (state.contLen || message.useChunkedEncodingByDefault ||
         message.agent);
    if (!keeps || message.maxRequestsOnConnectionReached) {
        if (!keeps)
            message._last = true;
        return 'Connection: close\r\n';
    }
    if (!message._keepAliveTimeout || !message._defaultKeepAlive)
        return 'Connection: keep-alive\r\n';
    const seconds = Math.floor(message._keepAliveTimeout / 1000);
    const max = ~~message._maxRequestsPerSocket > 0 ?
        `, max=${message._maxRequestsPerSocket}` : '';
    return 'Connection: keep-alive\r\n' +
        `Keep-Alive: timeout=${seconds}${max}\r\n`;
}

/* How the end of the body is known, if no header says so. */
function lengthLine(message, state) {
    if (!message._hasBody) {
        message.chunkedEncoding = false;
        return '';
    }
    if (!message.useChunkedEncodingByDefault) {
        message._last = true;
        return '';
    }
    if (!state.trailer && !message._removedContLen &&
        typeof message._contentLength === 'number')
        return `Content-Length: ${message._contentLength}\r\n`;
    if (message._removedTE) {
        // Only the end of the connection ends such a body.
        message._last = true;
        return '';
    }
    message.chunkedEncoding = true;
    return 'Transfer-Encoding: chunked\r\n';
}

OutgoingMessage.prototype._storeHeader = function _storeHeader(firstLine, headers) {
    const state = { connection: false, contLen: false, te: false, date: false,
                    expect: false, trailer: false, text: firstLine };
    if (headers)
        addFields(this, state, headers);
    if (this.sendDate && !state.date)
        state.text += `Date: ${utcDate()}\r\n`;
    if (this.chunkedEncoding &&
        (this.statusCode === 204 || this.statusCode === 304)) {
        this.chunkedEncoding = false;
        this.shouldKeepAlive = false;
    }
    if (this._removedConnection)
        this._last = !this.shouldKeepAlive;
    else if (!state.connection)
        state.text += connectionLines(this, state);
    if (!state.contLen && !state.te)
        state.text += lengthLine(this, state);
    if (this.chunkedEncoding !== true && state.trailer)
        throw new codes.ERR_HTTP_TRAILER_INVALID();
    this._header = `${state.text}\r\n`;
    this._headerSent = false;
    // 100-continue: the head goes at once, the body waits for the answer.
    if (state.expect)
        this._send('');
};

// ---- Sending ---------------------------------------------------------------

OutgoingMessage.prototype._implicitHeader = function _implicitHeader() {
    throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_implicitHeader()');
};

OutgoingMessage.prototype._send = function _send(data, encoding, callback) {
    if (this._headerSent)
        return this._writeRaw(data, encoding, callback);
    const header = this._header ?? '';
    this._headerSent = true;
    if (typeof data === 'string' &&
        (encoding === 'utf8' || encoding === 'latin1' || !encoding)) {
        return this._writeRaw(header + data, encoding, callback);
    }
    this.outputData.unshift({ data: header, encoding: 'latin1',
                              callback: null });
    this.outputSize += header.length;
    this._onPendingData(header.length);
    return this._writeRaw(data, encoding, callback);
};

OutgoingMessage.prototype._writeRaw = function _writeRaw(data, encoding, callback) {
    return typeof encoding === 'function' ?
        sendOrQueue(this, data, null, encoding) :
        sendOrQueue(this, data, encoding, callback);
};

function sendOrQueue(message, data, encoding, callback) {
    const socket = message[kSocket];
    if (socket?.destroyed)
        return false;
    if (socket?._httpMessage !== message || !socket.writable)
        return queueOutput(message, data, encoding, callback);
    if (message.outputData.length !== 0)
        message._flushOutput(socket);
    return socket.write(data, encoding, callback);
}

/* Keep bytes until the socket is there, or the messages before are sent. */
function queueOutput(message, data, encoding, callback) {
    const { length } = data;
    message.outputData.push({ data, encoding, callback });
    message.outputSize += length;
    message._onPendingData(length);
    return message[kHighWaterMark] > message.outputSize;
}

/* A destroyed message reports nothing, as in Node. */
function failWrite(message, error, callback) {
    if (message.destroyed)
        return;
    process.nextTick(() => {
        if (callback)
            callback(error);
        if (!message.destroyed)
            message.emit('error', error);
    });
}

/* Before the head is made: so the first chunk of several is counted only. */
function checkLength(message, n, isLast) {
    if (!message.strictContentLength)
        return;
    const expected = message._contentLength;
    const met = message[kBytesWritten] + n;
    if (expected !== null && message._hasBody && !message._removedContLen &&
        !message.chunkedEncoding && !message.hasHeader('transfer-encoding') &&
        (isLast ? met !== expected : met > expected))
        throw new codes.ERR_HTTP_CONTENT_LENGTH_MISMATCH(met, expected);
    message[kBytesWritten] = met;
}

/* Chunks that are written in one go leave in one write. */
function corkForNow(message) {
    const socket = message[kSocket];
    if (socket && !socket.writableCorked) {
        socket.cork();
        process.nextTick(uncork, socket);
    }
}

function uncork(socket) {
    socket.uncork();
}

function checkChunk(chunk) {
    if (chunk === null)
        throw new codes.ERR_STREAM_NULL_VALUES();
    if (typeof chunk !== 'string' && !isUint8Array(chunk))
        throw new codes.ERR_INVALID_ARG_TYPE(
            'chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
}

function writeChunk(message, chunk, encoding, callback, isLast) {
    if (typeof callback !== 'function')
        callback = nop;
    checkChunk(chunk);
    let error;
    if (message.finished)
        error = new codes.ERR_STREAM_WRITE_AFTER_END();
    else if (message.destroyed)
        error = new codes.ERR_STREAM_DESTROYED('write');
    if (error) {
        if (!message.destroyed)
            failWrite(message, error, callback);
        else
            process.nextTick(callback, error);
        return false;
    }
    const n = typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) :
        chunk.length;
    checkLength(message, n, isLast);
    if (!message._header) {
        if (isLast)
            message._contentLength = n;
        message._implicitHeader();
    }
    if (!message._hasBody) {
        if (message.rejectNonStandardBodyWrites)
            throw new codes.ERR_HTTP_BODY_NOT_ALLOWED();
        process.nextTick(callback);
        return true;
    }
    if (!isLast)
        corkForNow(message);
    if (!message.chunkedEncoding || n === 0)
        return message._send(chunk, encoding, callback);
    message._send(n.toString(16), 'latin1', null);
    message._send('\r\n', null, null);
    message._send(chunk, encoding, null);
    return message._send('\r\n', null, callback);
}

OutgoingMessage.prototype.write = function write(chunk, encoding, callback) {
    const isWritten = typeof encoding === 'function' ?
        writeChunk(this, chunk, null, encoding, false) :
        writeChunk(this, chunk, encoding, callback, false);
    this[kNeedDrain] ||= !isWritten;
    return isWritten;
};

/* The socket has sent all of it, or has failed to: then there is no 'finish',
 * and the callbacks of end() get the error. */
function onFinish(message, error) {
    const socket = message[kSocket];
    if (error || (socket && (socket._hadError || socket.errored))) {
        callEndCallbacks(message, error ?? socket.errored ??
                         new codes.ERR_STREAM_DESTROYED('end'));
        return;
    }
    message[kFinished] = true;
    if (message[kEndCallbacks] !== null)
        callEndCallbacks(message, null);
    message.emit('finish');
}

/* The tick after a message has left whole; a server has one of its own. */
function afterWhole(message, socket) {
    const state = socket._writableState;
    if (!state.afterAdopted(socket, () => onFinish(message)))
        return;
    message[kFinished] = true;
    if (message[kEndCallbacks] !== null)
        callEndCallbacks(message, null);
    message.emit('finish');
    state.settle(socket);
}
Object.defineProperty(OutgoingMessage.prototype, kAfterWhole, {
    __proto__: null, value: afterWhole, enumerable: false,
});

function callEndCallbacks(message, error) {
    const callbacks = message[kEndCallbacks];
    message[kEndCallbacks] = null;
    for (let i = 0; i < callbacks?.length; i++)
        callbacks[i](error);
}

function addEndCallback(message, callback) {
    if (message[kEndCallbacks] === null)
        message[kEndCallbacks] = [callback];
    else
        message[kEndCallbacks].push(callback);
}

function endTwice(message, callback) {
    if (typeof callback !== 'function')
        return;
    if (message.writableFinished) {
        process.nextTick(callback,
                         new codes.ERR_STREAM_ALREADY_FINISHED('end'));
    } else {
        addEndCallback(message, callback);
    }
}

const { _send: send, _writeRaw: writeRaw } = OutgoingMessage.prototype;

/*
 * end() of a message that can leave in one write. False, and all that has
 * happened is that the head was made, if it cannot. Methods that a program has
 * replaced are called.
 */
function endWhole(message, chunk, encoding, callback) {
    const socket = message[kSocket];
    const codec = codecOfBody(chunk, encoding);
    if (codec === NO_CODEC || !canLeaveWhole(message, socket) ||
        message._send !== send || message._writeRaw !== writeRaw)
        return false;
    if (!message._header) {
        message._contentLength = codec === CODEC_BUFFER ? chunk.length :
            Buffer.byteLength(chunk, encoding);
        message._implicitHeader();
        // writeHead() may be the program's.
        if (!canLeaveWhole(message, socket))
            return false;
    }
    if (!message._hasBody || message.strictContentLength ||
        !sendWhole(message, socket, chunk, codec, onFinish))
        return false;
    if (typeof callback === 'function')
        addEndCallback(message, callback);
    message._headerSent = true;
    message[kCorked] = 0;
    message.finished = true;
    if (message._finish !== _finish || message.emit !== emit ||
        message._events.prefinish !== undefined)
        message._finish();
    return true;
}

OutgoingMessage.prototype.end = function end(chunk, encoding, callback) {
    if (typeof chunk === 'function') {
        callback = chunk;
        chunk = null;
        encoding = null;
    } else if (typeof encoding === 'function') {
        callback = encoding;
        encoding = null;
    }
    if (endWhole(this, chunk, encoding, callback))
        return this;
    if (chunk) {
        if (this.finished) {
            failWrite(this, new codes.ERR_STREAM_WRITE_AFTER_END(),
                      typeof callback === 'function' ? callback : undefined);
            return this;
        }
        this[kSocket]?.cork();
        writeChunk(this, chunk, encoding, null, true);
    } else if (this.finished) {
        endTwice(this, callback);
        return this;
    } else if (!this._header) {
        this[kSocket]?.cork();
        this._contentLength = 0;
        this._implicitHeader();
    }
    if (typeof callback === 'function')
        addEndCallback(this, callback);
    if (!chunk)
        checkLength(this, 0, true);
    finishSending(this, chunk);
    if (this[kSocket]) {
        this[kSocket]._writableState.corked = 1;
        this[kSocket].uncork();
    }
    this[kCorked] = 0;
    this.finished = true;
    if (this.outputData.length === 0 && this[kSocket]?._httpMessage === this)
        this._finish();
    return this;
};

function finishSending(message, chunk) {
    const finish = (error) => onFinish(message, error);
    if (message._hasBody && message.chunkedEncoding)
        message._send(`0\r\n${message._trailer}\r\n`, 'latin1', finish);
    else if (!message._headerSent || message.writableLength || chunk)
        message._send('', 'latin1', finish);
    else
        process.nextTick(finish);
}

function _finish() {
    this.emit('prefinish');
}
OutgoingMessage.prototype._finish = _finish;

/* The socket is ours now: what has waited goes out. */
OutgoingMessage.prototype._flush = function _flush() {
    const socket = this[kSocket];
    const isOpen = socket?.writable;
    const hasSpace = isOpen && this._flushOutput(socket);
    if (isOpen && this.finished)
        this._finish();
    else if (hasSpace)
        emitDrain(this);
};

/* There is space again, for whom a write has said that there is none. */
function emitDrain(message) {
    if (!message[kNeedDrain] || message.finished)
        return;
    message[kNeedDrain] = false;
    message.emit('drain');
}

OutgoingMessage.prototype._flushOutput = function _flushOutput(socket) {
    const { outputData } = this;
    if (outputData.length === 0)
        return undefined;
    let wrote;
    socket.cork();
    for (const { data, encoding, callback } of outputData) {
        wrote = socket.write(data, encoding, callback);
    }
    socket.uncork();
    this.outputData = [];
    this._onPendingData(-this.outputSize);
    this.outputSize = 0;
    return wrote;
};

OutgoingMessage.prototype.flushHeaders = function flushHeaders() {
    if (!this._header)
        this._implicitHeader();
    this._send('');
};

// ---- The rest of a writable stream -----------------------------------------

OutgoingMessage.prototype.cork = function cork() {
    this[kCorked]++;
    this[kSocket]?.cork();
};

OutgoingMessage.prototype.uncork = function uncork() {
    if (this[kCorked] > 0)
        this[kCorked]--;
    this[kSocket]?.uncork();
};

OutgoingMessage.prototype.setTimeout = function setTimeout(ms, callback) {
    if (callback)
        this.on('timeout', callback);
    if (!this[kSocket])
        this.once('socket', (socket) => socket.setTimeout(ms));
    else
        this[kSocket].setTimeout(ms);
    return this;
};

OutgoingMessage.prototype.destroy = function destroy(error) {
    const { destroyed, [kSocket]: socket } = this;
    if (!destroyed) {
        this.destroyed = true;
        this[kErrored] = error;
        socket?.destroy(error);
    }
    if (!destroyed && !socket) {
        this.once('socket', (late) => late.destroy(error));
        process.nextTick(emitClose, this);
    }
    return this;
};

/* 'close' of a message that never had a socket. */
function emitClose(message) {
    if (message._closed)
        return;
    message._closed = true;
    message.emit('close');
}

OutgoingMessage.prototype.pipe = function pipe() {
    this.emit('error', new codes.ERR_STREAM_CANNOT_PIPE());
};

OutgoingMessage.prototype[Stream.captureRejectionSymbol ??
    Symbol.for('nodejs.rejection')] = function(error) {
    this.destroy(error);
};

module.exports = {
    OutgoingMessage,
    afterWhole,
    emitDrain,
    fillSample,
    kAfterWhole,
    kCorked,
    kEndCallbacks,
    kErrored,
    kFinished,
    kOutHeaders,
    kSocket,
    kUniqueHeaders,
    uniqueNames,
    validateHeaderName: hideStackFrames(validateHeaderName),
    validateHeaderValue: hideStackFrames(validateHeaderValue),
};
