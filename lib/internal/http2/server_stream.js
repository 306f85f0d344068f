'use strict';
/*
 * internal/http2/server_stream - ServerHttp2Stream: a request at its server,
 * or a stream that the server pushes.
 */

const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { publish } = require('internal/http2/channels');
const { sensitiveHeaders: kSensitive, toNative } =
    require('internal/http2/headers');
const { Http2Stream, checkOpen, handleOf } = require('internal/http2/stream');
const {
    ERR_OUT_OF_IDS, ERR_STREAM_CLOSED, NO_BODY, NghttpError, TRAILERS, kFlush,
    kId, kProceed, kState, kTouch,
} = require('internal/http2/util');

const trace = internalBinding('trace');
/* Loaded when first used: internal/http2/date, internal/http2/file. */

/* The bits that a message of the channel 'finish' has. */
const FLAG_READY = 1;
const FLAG_CLOSED = 2;
const FLAG_HEADERS_SENT = 4;
const FLAG_HEAD_REQUEST = 8;
const FLAG_ABORTED = 16;
const FLAG_TRAILERS = 32;

const bodiless = new Set([204, 205, 304]);

class ServerHttp2Stream extends Http2Stream {
    constructor(session, id, headers) {
        super(session, id);
        this[kState].didRespond = false;
        this[kState].authority = headers[':authority'] ?? headers.host;
        this[kState].protocol = headers[':scheme'];
    }

    get headersSent() { return this[kState].didRespond; }

    get pushAllowed() {
        return !this.destroyed && !this.closed && !this.session.closed &&
            !this.session.destroyed && this.session.remoteSettings.enablePush;
    }

    [kProceed]() { this.respond(); }

    additionalHeaders(given) {
        checkOpen(this);
        const state = this[kState];
        if (state.didRespond)
            throw new codes.ERR_HTTP2_HEADERS_AFTER_RESPOND();
        checkObject(given, 'headers');
        const headers = { __proto__: null, ...given };
        if (headers[':status'] !== undefined && headers[':status'] !== null) {
            const status = headers[':status'] |= 0;
            if (status === 101)
                throw new codes.ERR_HTTP2_STATUS_101();
            if (status < 100 || status >= 200)
                throw new codes.ERR_HTTP2_INVALID_INFO_STATUS(status);
        }
        this[kTouch]();
        const { list, flags } = toNative(headers, 'response', state.session);
        state.info.push(headers);
        const error = handleOf(this).headers(this[kId], list, flags);
        state.session[kFlush]();
        if (error < 0)
            this.destroy(new NghttpError(error));
    }

    respond(given, options) {
        checkOpen(this);
        const state = this[kState];
        if (state.didRespond)
            throw new codes.ERR_HTTP2_HEADERS_SENT();
        checkObject(options, 'options');
        const own = { ...options };
        this[kTouch]();
        const { headers, status } = prepareResponse(given, own);
        trace.answer(this, status);
        const { list, flags } = toNative(headers, 'response', state.session);
        state.sentHeaders = headers;
        state.didRespond = true;
        if (own.waitForTrailers)
            state.wantsTrailers = true;
        if (own.endStream || bodiless.has(status) || state.headRequest) {
            own.endStream = true;
            this.end();
        }
        const bits = (own.endStream ? NO_BODY : 0) |
            (own.waitForTrailers ? TRAILERS : 0);
        const error = handleOf(this).respond(this[kId], list, flags, bits);
        state.session[kFlush]();
        if (error < 0)
            this.destroy(new NghttpError(error));
        else if (!state.sendsFile)
            publish('server', 'finish', () => (
                { stream: this, headers, flags: flagsOf(state) }));
    }

    respondWithFD(fd, headers, options) {
        require('internal/http2/file').respondWithFD(this, fd, headers,
                                                     options);
    }

    respondWithFile(path, headers, options) {
        require('internal/http2/file').respondWithFile(this, path, headers,
                                                       options);
    }

    pushStream(given, options, callback) {
        if (!this.pushAllowed)
            throw new codes.ERR_HTTP2_PUSH_DISABLED();
        if (this[kId] % 2 === 0)
            throw new codes.ERR_HTTP2_NESTED_PUSH();
        this[kTouch]();
        if (typeof options === 'function') {
            callback = options;
            options = undefined;
        }
        validateFunction(callback, 'callback');
        checkObject(options, 'options');
        checkObject(given, 'headers');
        const { session } = this;
        const headers = pushHeaders(this, given);
        const { list, flags } = toNative(headers, 'push', session);
        const id = handleOf(this).push(this[kId], list, flags);
        if (id < 0) {
            process.nextTick(callback, errorOfPush(id));
            return;
        }
        const pushed = new ServerHttp2Stream(session, id, headers);
        const isHead = headers[':method'] === 'HEAD';
        pushed[kState].sentHeaders = headers;
        pushed[kState].headRequest = isHead;
        pushed.push(null);
        if (options?.endStream || isHead)
            pushed.end();
        session[kFlush]();
        process.nextTick(() => {
            publish('server', 'start', () => ({ stream: pushed, headers }));
            callback(null, pushed, headers, 0);
        });
        publish('server', 'created', () => ({ stream: pushed, headers }));
    }
}

function flagsOf(state) {
    return FLAG_READY | FLAG_HEADERS_SENT |
        (state.closed ? FLAG_CLOSED : 0) |
        (state.headRequest ? FLAG_HEAD_REQUEST : 0) |
        (state.aborted ? FLAG_ABORTED : 0) |
        (state.wantsTrailers ? FLAG_TRAILERS : 0);
}

function pushHeaders(stream, given) {
    const headers = { __proto__: null, ...given };
    headers[':method'] ??= 'GET';
    if (headers[':authority'] === undefined && headers.host === undefined)
        headers[':authority'] = stream[kState].authority;
    headers[':scheme'] ??= stream[kState].protocol;
    headers[':path'] ??= '/';
    return headers;
}

function errorOfPush(number) {
    if (number === ERR_OUT_OF_IDS)
        return new codes.ERR_HTTP2_OUT_OF_STREAMS();
    if (number === ERR_STREAM_CLOSED)
        return new codes.ERR_HTTP2_INVALID_STREAM();
    return new NghttpError(number);
}

function checkObject(value, name) {
    if (value === undefined)
        return;
    if (value === null || typeof value !== 'object' || Array.isArray(value))
        throw new codes.ERR_INVALID_ARG_TYPE(name, 'Object', value);
}

function utcDate() {
    return require('internal/http2/date').utcDate();
}

/* The headers of a response with their defaults. A list of names and values is
 * the program's own, which sees the defaults in it afterwards, as in Node. */
function prepareResponse(given, options) {
    const wantsDate = options.sendDate === undefined ||
        options.sendDate === null || Boolean(options.sendDate);
    const { headers, status } = Array.isArray(given) ?
        prepareList(given, wantsDate) : prepareObject(given, wantsDate);
    if (status < 200 || status > 599)
        throw new codes.ERR_HTTP2_STATUS_INVALID(status);
    const secret = headers[kSensitive];
    if (secret !== undefined && !Array.isArray(secret))
        throw new codes.ERR_INVALID_ARG_VALUE('headers[http2.neverIndex]',
                                              secret);
    return { headers, status };
}

function prepareObject(given, wantsDate) {
    if (given !== undefined && given !== null &&
        typeof given !== 'object')
        throw new codes.ERR_INVALID_ARG_TYPE('headers', ['Object', 'Array'],
                                             given);
    const headers = { __proto__: null, ...given };
    const status = headers[':status'] = headers[':status'] | 0 || 200;
    if (wantsDate)
        headers.date ??= utcDate();
    return { headers, status };
}

function prepareList(headers, wantsDate) {
    let status = 0;
    let hasDate = false;
    for (let i = 0; i < headers.length; i += 2) {
        const name = headers[i].toLowerCase();
        if (name === ':status')
            status = headers[i + 1] | 0;
        else if (name === 'date')
            hasDate = true;
    }
    if (status === 0) {
        status = 200;
        headers.unshift(':status', status);
    }
    if (wantsDate && !hasDate)
        headers.push('date', utcDate());
    return { headers, status };
}

module.exports = { ServerHttp2Stream, checkObject, prepareResponse };
