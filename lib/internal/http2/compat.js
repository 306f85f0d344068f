'use strict';
/*
 * internal/http2/compat - requests and responses of HTTP/2 that look like those
 * of http.
 */

const { Readable, Stream } = require('stream');
const { codes } = require('internal/errors');
const {
    validateFunction, validateObject, validateString,
} = require('internal/validators');
const { isForbidden, singles } = require('internal/http2/headers');

const kRequest = Symbol('request');
const kResponse = Symbol('response');
const kStream = Symbol('stream');
const kHeaders = Symbol('headers');
const kRawHeaders = Symbol('rawHeaders');
const kTrailers = Symbol('trailers');
const kRawTrailers = Symbol('rawTrailers');
const kState = Symbol('state');
const kBegin = Symbol('begin');
const kProxy = Symbol('proxySocket');
const kAborted = Symbol('aborted');

// ---- The socket ------------------------------------------------------------

/*
 * What a program does to the socket is for the stream alone. Of a name:
 * 'stream' - the stream's own; 'session' - the session's, while there is one;
 * 'refused' - bytes of the connection are nobody's business. All others are of
 * the socket.
 */
const ways = {
    __proto__: null,
    on: 'stream', once: 'stream', end: 'stream', emit: 'stream',
    destroy: 'stream', writable: 'stream', readable: 'stream',
    destroyed: 'stream', setTimeout: 'session', _handle: 'session',
    write: 'refused', read: 'refused', pause: 'refused', resume: 'refused',
};

function targetOf(stream, name) {
    const way = ways[name];
    if (way === 'refused')
        throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
    const { session } = stream;
    if (way === 'stream' || session === undefined)
        return stream;
    return way === 'session' ? session : session.socket;
}

const socketHandler = {
    has(stream, name) {
        return name in stream || name in targetOf(stream, '');
    },

    get(stream, name) {
        const target = targetOf(stream, name);
        if (name === 'readable' && stream.destroyed)
            return false;
        const value = target[name];
        return typeof value === 'function' ? value.bind(target) : value;
    },

    set(stream, name, value) {
        targetOf(stream, name)[name] = value;
        return true;
    },

    getPrototypeOf(stream) {
        return Object.getPrototypeOf(targetOf(stream, ''));
    },
};

function socketOf(stream) {
    stream[kProxy] ??= new Proxy(stream, socketHandler);
    return stream[kProxy];
}

function listen(emitter, listeners) {
    for (const [name, listener] of Object.entries(listeners))
        emitter.on(name, listener);
}

/* A request or response and its stream know each other. */
function bindTo(stream, key, message, listeners) {
    stream[key] = message;
    stream[kProxy] = null;
    listen(stream, listeners);
}

// ---- Requests --------------------------------------------------------------

class Http2ServerRequest extends Readable {
    constructor(stream, headers, options, rawHeaders) {
        super({ autoDestroy: false, ...options });
        Object.assign(this, {
            [kState]: { closed: false, didRead: false },
            [kHeaders]: headers,
            [kRawHeaders]: rawHeaders,
            [kTrailers]: {},
            [kRawTrailers]: [],
            [kStream]: stream,
            [kAborted]: false,
        });
        bindTo(stream, kRequest, this, {
            trailers: onTrailers,
            end: onRequestEnd,
            aborted: onRequestAborted,
            close: onRequestStreamClose,
            error: ignoreError,
        });
        listen(this, { pause: onPause, resume: onResume });
    }

    get aborted() { return this[kAborted]; }

    get complete() {
        return this[kAborted] || this.readableEnded || this[kState].closed ||
            this[kStream].destroyed;
    }

    get stream() { return this[kStream]; }
    get headers() { return this[kHeaders]; }
    get rawHeaders() { return this[kRawHeaders]; }
    get trailers() { return this[kTrailers]; }
    get rawTrailers() { return this[kRawTrailers]; }
    get httpVersionMajor() { return 2; }
    get httpVersionMinor() { return 0; }
    get httpVersion() { return '2.0'; }
    get socket() { return socketOf(this[kStream]); }
    get connection() { return this.socket; }
    get scheme() { return this[kHeaders][':scheme']; }
    get url() { return this[kHeaders][':path']; }
    set url(url) { this[kHeaders][':path'] = url; }
    get method() { return this[kHeaders][':method']; }

    set method(method) {
        validateString(method, 'method');
        if (method.trim() === '')
            throw new codes.ERR_INVALID_ARG_VALUE('method', method);
        this[kHeaders][':method'] = method;
    }

    get authority() {
        return this[kHeaders][':authority'] ?? this[kHeaders].host;
    }

    set authority(authority) {
        validateString(authority, 'authority');
        this[kHeaders][':authority'] = authority;
    }

    listenToStream() {
        this[kStream].on('data', (chunk) => {
            if (!this.push(chunk))
                this[kStream].pause();
        });
    }

    _read() {
        const state = this[kState];
        if (state.closed)
            return;
        if (!state.didRead) {
            state.didRead = true;
            this.listenToStream();
        } else {
            process.nextTick(() => this[kStream].resume());
        }
    }

    setTimeout(ms, callback) {
        if (!this[kState].closed)
            this[kStream].setTimeout(ms, callback);
        return this;
    }
}

/* Of a stream, while its request is not closed. */
function onTrailers(trailers, flags, raw) {
    const { [kRequest]: request } = this;
    if (request === undefined)
        return;
    Object.assign(request[kTrailers], trailers);
    request[kRawTrailers].push(...raw);
}

function onRequestEnd() {
    this[kRequest]?.push(null);
}

function onRequestAborted() {
    const { [kRequest]: request } = this;
    if (request === undefined)
        return;
    request[kAborted] = true;
    request.emit('aborted');
}

function onRequestStreamClose() {
    if (this[kRequest] !== undefined)
        onRequestClose(this[kRequest]);
}

/* Errors are not passed on to requests and responses. */
function ignoreError() {}

/* Of a request. */
function onPause() {
    this[kStream].pause();
}

function onResume() {
    if (!this[kState].didRead) {
        this[kState].didRead = true;
        this.listenToStream();
    }
    this[kStream].resume();
}

function onRequestClose(request) {
    const state = request[kState];
    if (state.closed)
        return;
    state.closed = true;
    request.push(null);
    // Nobody has read it, and nobody will.
    if (!state.didRead && !request.readableEnded)
        request.resume();
    request[kStream][kRequest] = undefined;
    request.emit('close');
}

// ---- Responses -------------------------------------------------------------

function checkHeaderName(name, value) {
    if (typeof name !== 'string' || name === '')
        throw new codes.ERR_INVALID_HTTP_TOKEN('Header name', name);
    if (name[0] === ':')
        throw new codes.ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED();
    if (value === undefined || value === null)
        throw new codes.ERR_HTTP2_INVALID_HEADER_VALUE(value, name);
    if (!/^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/.test(name))
        throw new codes.ERR_INVALID_HTTP_TOKEN('Header name', name);
}

/* Headers of HTTP/1's connections mean nothing here. */
function isUseful(name, value) {
    if (!isForbidden(name, value))
        return true;
    process.emitWarning(
        'The provided connection header is not valid, the value will be ' +
        'dropped from the header and will never be in use.',
        'UnsupportedWarning');
    return false;
}

let hasWarnedOfMessage = false;

function warnOfMessage() {
    if (hasWarnedOfMessage)
        return;
    hasWarnedOfMessage = true;
    process.emitWarning('Status message is not supported by HTTP/2 ' +
        '(RFC7540 8.1.2.4)', 'UnsupportedWarning');
}

class Http2ServerResponse extends Stream {
    constructor(stream, options) {
        super(options);
        const state = { closed: false, ending: false, destroyed: false,
                        headRequest: false, sendDate: true, statusCode: 200 };
        Object.assign(this, {
            [kState]: state,
            [kHeaders]: { __proto__: null },
            [kTrailers]: { __proto__: null },
            [kStream]: stream,
        });
        bindTo(stream, kResponse, this, {
            drain: onDrain,
            aborted: onResponseAborted,
            close: onResponseStreamClose,
            wantTrailers: onWantTrailers,
            timeout: onTimeout,
        });
        this.writable = true;
        this.req = stream[kRequest];
    }

    get _header() { return this.headersSent; }
    get writableEnded() { return this[kState].ending; }
    get finished() { return this[kState].ending; }
    get socket() {
        return this[kState].closed ? undefined : socketOf(this[kStream]);
    }

    get connection() { return this.socket; }
    get stream() { return this[kStream]; }
    get headersSent() { return this[kStream].headersSent; }
    get sendDate() { return this[kState].sendDate; }
    set sendDate(on) { this[kState].sendDate = Boolean(on); }
    get statusCode() { return this[kState].statusCode; }

    set statusCode(code) {
        code |= 0;
        if (code >= 100 && code < 200)
            throw new codes.ERR_HTTP2_INFO_STATUS_NOT_ALLOWED();
        if (code < 100 || code > 599)
            throw new codes.ERR_HTTP2_STATUS_INVALID(code);
        this[kState].statusCode = code;
    }

    get statusMessage() {
        warnOfMessage();
        return '';
    }

    set statusMessage(message) {
        warnOfMessage();
    }

    get writableCorked() { return this[kStream].writableCorked; }
    get writableHighWaterMark() { return this[kStream].writableHighWaterMark; }
    get writableFinished() { return this[kStream].writableFinished; }
    get writableLength() { return this[kStream].writableLength; }
    get writableNeedDrain() { return this[kStream].writableNeedDrain; }
    get writableObjectMode() { return this[kStream].writableObjectMode; }

    setTrailer(name, value) {
        validateString(name, 'name');
        name = name.trim().toLowerCase();
        checkHeaderName(name, value);
        this[kTrailers][name] = value;
    }

    addTrailers(headers) {
        for (const name of Object.keys(headers))
            this.setTrailer(name, headers[name]);
    }

    getHeader(name) {
        validateString(name, 'name');
        return this[kHeaders][name.trim().toLowerCase()];
    }

    getHeaderNames() { return Object.keys(this[kHeaders]); }
    getHeaders() { return { __proto__: null, ...this[kHeaders] }; }

    hasHeader(name) {
        validateString(name, 'name');
        return Object.hasOwn(this[kHeaders], name.trim().toLowerCase());
    }

    removeHeader(given) {
        validateString(given, 'name');
        if (this.headersSent)
            throw new codes.ERR_HTTP2_HEADERS_SENT();
        const key = given.trim().toLowerCase();
        this[kState].sendDate &&= key !== 'date'; // nor is one made for it
        Reflect.deleteProperty(this[kHeaders], key);
    }

    setHeader(name, value) {
        validateString(name, 'name');
        if (this[kStream].headersSent)
            throw new codes.ERR_HTTP2_HEADERS_SENT();
        this.storeHeader(name, value);
    }

    storeHeader(name, value) {
        name = name.trim().toLowerCase();
        checkHeaderName(name, value);
        if (isUseful(name, value))
            this[kHeaders][name] = value;
    }

    appendHeader(name, value) {
        validateString(name, 'name');
        if (this.headersSent)
            throw new codes.ERR_HTTP2_HEADERS_SENT();
        name = name.trim().toLowerCase();
        checkHeaderName(name, value);
        if (!isUseful(name, value))
            return;
        const known = this[kHeaders][name];
        this[kHeaders][name] = known === undefined || singles.has(name) ?
            value : [known, value].flat();
    }

    flushHeaders() {
        if (!this[kState].closed && !this[kStream].headersSent)
            this.writeHead(this[kState].statusCode);
    }

    writeHead(statusCode, statusMessage, headers) {
        const state = this[kState];
        if (state.closed || this.stream.destroyed || this.stream.closed)
            return this;
        if (this.headersSent)
            throw new codes.ERR_HTTP2_HEADERS_SENT();
        if (typeof statusMessage === 'string')
            warnOfMessage();
        if (headers === undefined && typeof statusMessage === 'object')
            headers = statusMessage;
        if (Array.isArray(headers))
            this.takeList(headers);
        else if (headers !== null && typeof headers === 'object') {
            for (const name of Object.keys(headers))
                this.storeHeader(name, headers[name]);
        }
        this.statusCode = statusCode;
        this[kBegin]();
        return this;
    }

    /* [[name, value], ...] or [name, value, ...] */
    takeList(list) {
        if (list.length > 0 && Array.isArray(list[0])) {
            for (const { 0: name, 1: value } of list)
                this.storeHeader(name, value);
            return;
        }
        if (list.length % 2 !== 0)
            throw new codes.ERR_INVALID_ARG_VALUE('headers', list);
        for (let i = 0; i < list.length; i += 2)
            this.storeHeader(list[i], list[i + 1]);
    }

    cork() { this[kStream].cork(); }
    uncork() { this[kStream].uncork(); }

    /* Why nothing can be written any more; undefined if it can. */
    whyNot() {
        const { closed, ending } = this[kState];
        if (ending)
            return new codes.ERR_STREAM_WRITE_AFTER_END();
        return closed ? new codes.ERR_HTTP2_INVALID_STREAM() : undefined;
    }

    write(chunk, ...rest) {
        const callback = rest.find((one) => typeof one === 'function');
        const encoding = typeof rest[0] === 'string' ? rest[0] : 'utf8';
        const error = this.whyNot();
        if (error !== undefined) {
            if (callback)
                process.nextTick(callback, error);
            this.destroy(error);
            return false;
        }
        if (this[kState].destroyed)
            return false;
        this.flushHeaders();
        return this[kStream].write(chunk, encoding, callback);
    }

    /* (), (chunk), (callback), (chunk, callback), (chunk, encoding, callback) */
    end(...args) {
        const callback = args.find((one) => typeof one === 'function');
        const chunk = args[0] === callback ? undefined : args[0];
        const { [kState]: state, [kStream]: stream } = this;
        const isOver = state.closed || state.ending;
        if (isOver && state.headRequest === stream.headRequest) {
            if (callback)
                process.nextTick(callback);
            return this;
        }
        if (chunk !== undefined && chunk !== null)
            this.write(chunk, typeof args[1] === 'string' ? args[1] : 'utf8');
        Object.assign(state, { ending: true,
                               headRequest: stream.headRequest });
        if (callback)
            (stream.writableEnded ? this : stream).once('finish', callback);
        this.flushHeaders();
        if (state.closed || stream.destroyed)
            onResponseClose(this);
        else
            stream.end();
        return this;
    }

    destroy(error) {
        if (this[kState].destroyed)
            return;
        this[kState].destroyed = true;
        this[kStream].destroy(error);
    }

    setTimeout(ms, callback) {
        if (!this[kState].closed)
            this[kStream].setTimeout(ms, callback);
        return this;
    }

    createPushResponse(headers, callback) {
        validateFunction(callback, 'callback');
        const answer = (error, pushed) => error ? callback(error) :
            callback(null, new Http2ServerResponse(pushed));
        if (!this[kState].closed)
            this[kStream].pushStream(headers, answer);
        else
            process.nextTick(answer, new codes.ERR_HTTP2_INVALID_STREAM());
    }

    [kBegin]() {
        const state = this[kState];
        const headers = { __proto__: null, ...this[kHeaders] };
        headers[':status'] = state.statusCode;
        this[kStream].respond(headers, {
            endStream: state.ending, waitForTrailers: true,
            sendDate: state.sendDate,
        });
    }

    writeInformation(status, headers) {
        if (!Number.isInteger(status) || status === 101 || status < 100 || status > 199)
            throw new codes.ERR_HTTP2_STATUS_INVALID(status);
        if (this[kState].closed || this[kStream].headersSent)
            return false;
        this[kStream].additionalHeaders({ ...headers, ':status': status });
        return true;
    }

    writeContinue() {
        const stream = this[kStream];
        if (stream.headersSent || this[kState].closed)
            return false;
        stream.additionalHeaders({ ':status': 100 });
        return true;
    }

    writeEarlyHints(hints) {
        validateObject(hints, 'hints');
        const headers = { __proto__: null };
        const { validateLinkHeaderValue } = require('internal/validators');
        const link = validateLinkHeaderValue(hints.link);
        for (const name of Object.keys(hints)) {
            if (name === 'link')
                continue;
            checkHeaderName(name.trim().toLowerCase(), hints[name]);
            headers[name] = hints[name];
        }
        if (link.length === 0 || this[kState].closed ||
            this[kStream].headersSent)
            return false;
        this[kStream].additionalHeaders({ ...headers, ':status': 103,
                                          'Link': link });
        return true;
    }
}

/* Of a stream. */
function onDrain() {
    this[kResponse].emit('drain');
}

function onResponseAborted() {
    if (!this[kResponse][kState].closed)
        this[kResponse].emit('aborted');
}

function onResponseStreamClose() {
    onResponseClose(this[kResponse]);
}

function onWantTrailers() {
    this.sendTrailers(this[kResponse][kTrailers]);
}

function onTimeout() {
    this[kResponse].emit('timeout');
}

function onResponseClose(response) {
    const state = response[kState];
    if (state.closed || response[kStream].headRequest !== state.headRequest)
        return;
    state.closed = true;
    response[kStream][kProxy] = null;
    response.emit('finish');
    response.emit('close');
}

// ---- Events of a server ----------------------------------------------------

function onServerStream(server, Request, Response, stream, headers, raw) {
    const request = new Request(stream, headers, undefined, raw);
    const response = new Response(stream);
    if (headers[':method'] === 'CONNECT') {
        if (!server.emit('connect', request, response)) {
            response.statusCode = 405;
            response.end();
        }
        return;
    }
    const { expect } = headers;
    if (expect === '100-continue') {
        if (server.listenerCount('checkContinue') > 0) {
            server.emit('checkContinue', request, response);
            return;
        }
        response.writeContinue();
    } else if (expect !== undefined) {
        if (server.listenerCount('checkExpectation') > 0) {
            server.emit('checkExpectation', request, response);
        } else {
            response.statusCode = 417;
            response.end();
        }
        return;
    }
    server.emit('request', request, response);
}

module.exports = { Http2ServerRequest, Http2ServerResponse, onServerStream };
