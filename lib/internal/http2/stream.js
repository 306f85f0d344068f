'use strict';
/*
 * internal/http2/stream - Http2Stream: a Duplex over one stream of a session.
 *
 *      pending --id--> open --both sides end, or a reset--> closed --> destroyed
 *
 * Bytes that arrive are acknowledged when the program has taken them, so that
 * the peer stops if it does not. The session calls the functions in `events`.
 */

const { Duplex } = require('stream');
const { codes } = require('internal/errors');
const {
    validateFunction, validateInteger, validateObject,
} = require('internal/validators');
const constants = require('internal/http2/constants');
const { fromNative, sensitiveHeaders: kSensitive, toNative } =
    require('internal/http2/headers');
const { NghttpError, errorNames } = require('internal/http2/util');
const { clearTimeout, setImmediate, setTimeout } = internalBinding('order');

const {
    NGHTTP2_NO_ERROR: NO_ERROR, NGHTTP2_CANCEL: CANCEL,
    NGHTTP2_INTERNAL_ERROR: INTERNAL_ERROR,
    NGHTTP2_FLAG_END_STREAM: END_STREAM,
} = constants;
const NO_BODY = 1; // flags of request() and respond()
const TRAILERS = 2;

const kState = Symbol('state');
const kId = Symbol('id');
const kProceed = Symbol('proceed');
const kMaybeDestroy = Symbol('maybeDestroy');
const kTouch = Symbol('updateTimer');
const kForget = Symbol('forget');
const kCodes = Symbol('codes');
const kHandle = Symbol('handle');
const kAdopt = Symbol('adopt');
const kFlush = Symbol('flush');
const kSettle = Symbol('settle');

class Http2Stream extends Duplex {
    constructor(session, options) {
        super({ allowHalfOpen: true, decodeStrings: false, autoDestroy: false,
                emitClose: true, ...options });
        this[kState] = {
            session, unread: 0, rstCode: NO_ERROR, closed: false,
            sentHeaders: undefined, sentTrailers: undefined, info: [],
            aborted: false, wantsTrailers: false, trailersReady: false,
            endAfterHeaders: false, written: null, timer: null, timeout: 0,
            didRead: false, headRequest: false, sentReset: false,
            sentEnd: false,
        };
        this[kId] = undefined;
        this.on('pause', () => {});
    }

    get session() { return this[kState].session ?? undefined; }
    get id() { return this[kId]; }
    get pending() { return this[kId] === undefined; }
    get aborted() { return this[kState].aborted; }
    get closed() { return this[kState].closed; }
    get rstCode() { return this[kState].rstCode; }
    get headRequest() { return this[kState].headRequest; }
    get headersSent() { return this[kState].sentHeaders !== undefined; }
    get sentHeaders() { return this[kState].sentHeaders; }
    get sentInfoHeaders() { return this[kState].info; }
    get sentTrailers() { return this[kState].sentTrailers; }
    get endAfterHeaders() { return this[kState].endAfterHeaders; }
    get bufferSize() { return this.writableLength; }

    get state() {
        const numbers = handleOf(this)?.streamState(this[kId]);
        if (numbers === undefined)
            return {};
        const [state, weight, sum, localClose, remoteClose, localWindowSize] =
            numbers;
        return { state, weight, sumDependencyWeight: sum, localClose,
                 remoteClose, localWindowSize };
    }

    // ---- Reading -----------------------------------------------------------

    _read() {
        const state = this[kState];
        state.didRead = true;
        if (state.unread === 0 || this.destroyed)
            return;
        const n = state.unread;
        state.unread = 0;
        handleOf(this)?.consumed(this[kId], n);
    }

    // ---- Writing -----------------------------------------------------------

    _write(chunk, encoding, callback) {
        const bytes = typeof chunk === 'string' ?
            Buffer.from(chunk, encoding) : chunk;
        this._writev([{ chunk: bytes }], callback);
    }

    _writev(chunks, callback) {
        if (this.pending) {
            this.once('ready', () => this._writev(chunks, callback));
            return;
        }
        if (!this.headersSent && !this.closed && !this.destroyed)
            this[kProceed]();
        const handle = handleOf(this);
        if (!handle || this.destroyed) {
            callback(new codes.ERR_HTTP2_INVALID_STREAM());
            return;
        }
        this[kTouch]();
        const parts = chunks.map(({ chunk, encoding }) =>
            typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
        const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
        if (bytes.length === 0) {
            callback();
            return;
        }
        this[kState].written = callback;
        const error = handle.writeData(this[kId], bytes);
        this.session[kFlush]();
        if (error < 0 && this[kState].written === callback) {
            this[kState].written = null;
            callback(new NghttpError(error));
        }
    }

    _final(callback) {
        if (this.pending) {
            this.once('ready', () => this._final(callback));
            return;
        }
        if (!this.headersSent && !this.closed && !this.destroyed)
            this[kProceed](true);
        const state = this[kState];
        if (!state.closed && !state.sentEnd) {
            handleOf(this)?.endData(this[kId]);
            this.session?.[kFlush]();
        }
        callback();
        this[kMaybeDestroy]();
        this[kSettle]?.();
    }

    [kProceed]() {}

    // ---- Trailers ----------------------------------------------------------

    sendTrailers(headers) {
        const state = this[kState];
        if (this.destroyed || this.closed)
            throw new codes.ERR_HTTP2_INVALID_STREAM();
        if (state.sentTrailers !== undefined)
            throw new codes.ERR_HTTP2_TRAILERS_ALREADY_SENT();
        if (!state.trailersReady)
            throw new codes.ERR_HTTP2_TRAILERS_NOT_READY();
        validateObject(headers, 'headers');
        const copy = { __proto__: null, ...headers };
        const { list, flags } = toNative(copy, 'trailers');
        state.sentTrailers = copy;
        const error = handleOf(this).trailers(this[kId], list, flags);
        if (error < 0)
            this.destroy(new NghttpError(error));
    }

    // ---- The end -----------------------------------------------------------

    close(code = NO_ERROR, callback = undefined) {
        validateInteger(code, 'code', 0, 2 ** 32 - 1);
        const hasCallback = callback !== undefined;
        if (hasCallback)
            validateFunction(callback, 'callback');
        if (!this.closed) {
            if (hasCallback)
                this.once('close', callback);
            closeStream(this, code);
        }
    }

    _destroy(error, callback) {
        const state = this[kState];
        const { session } = state;
        clearTimeout(state.timer);
        const sessionCode = session?.[kCodes]?.code;
        let code = state.closed ? state.rstCode : sessionCode;
        if (!state.closed && error)
            code = codeFor(error, sessionCode);
        code ??= NO_ERROR;
        if (!state.closed)
            closeStream(this, code, true);
        session?.[kForget](this);
        if (!error && code !== NO_ERROR && code !== CANCEL)
            error = new codes.ERR_HTTP2_STREAM_ERROR(errorNames[code] || code);
        const waiting = state.written;
        state.written = null;
        state.session = undefined;
        callback(error);
        waiting?.(error ?? new codes.ERR_HTTP2_STREAM_CANCEL());
    }

    [kMaybeDestroy](code = NO_ERROR) {
        const state = this[kState];
        if (this.destroyed)
            return;
        if (code !== NO_ERROR) {
            this.destroy();
            return;
        }
        if (state.closed && this.writableFinished &&
            (this.readableEnded || !this.readable)) {
            this.destroy();
        } else if (state.closed && (this.readableEnded || !this.readable) &&
                   this.writableEnded) {
            this.once('finish', () => this.destroy());
        }
    }

    // ---- Timeouts ----------------------------------------------------------

    setTimeout(ms, callback) {
        if (this.destroyed)
            return this;
        const { readTimeout } = require('internal/net/socket');
        const state = this[kState];
        state.timeout = readTimeout(ms);
        clearTimeout(state.timer);
        state.timer = null;
        if (callback !== undefined)
            validateFunction(callback, 'callback');
        if (ms === 0) {
            if (callback !== undefined)
                this.removeListener('timeout', callback);
            return this;
        }
        state.timer = setTimeout(() => this._onTimeout(), ms).unref();
        if (callback !== undefined)
            this.once('timeout', callback);
        this.session?.[kTouch]?.();
        return this;
    }

    _onTimeout() {
        if (!this.destroyed)
            this.emit('timeout');
    }

    [kTouch]() {
        this[kState].timer?.refresh();
        this[kState].session?.[kTouch]?.();
    }

    priority() {
        if (this.destroyed)
            throw new codes.ERR_HTTP2_INVALID_STREAM();
        warnOfPriority();
    }

    [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
        if (typeof depth === 'number' && depth < 0)
            return this;
        const { inspect } = require('util');
        const shown = {
            id: this.id || '<pending>', closed: this.closed,
            destroyed: this.destroyed, state: this.state,
            readableState: this._readableState,
            writableState: this._writableState,
        };
        return `Http2Stream ${inspect(shown, {
            ...options, depth: options.depth == null ? null :
                options.depth - 1 })}`;
    }
}


let hasWarned = false;

function warnOfPriority() {
    if (hasWarned)
        return;
    hasWarned = true;
    process.emitWarning(
        'http2Stream.priority is longer supported after priority signalling ' +
        'was deprecated in RFC 9113', 'DeprecationWarning', 'DEP0194');
}

function handleOf(stream) {
    return stream[kState].session?.[kHandle];
}

/* What a program's own error means to the peer. */
function codeFor(error, sessionCode) {
    if (error.name === 'AbortError')
        return CANCEL;
    return sessionCode || INTERNAL_ERROR;
}

/* Tell the peer, unless it knows. */
function closeStream(stream, code, isDestroyed) {
    const state = stream[kState];
    state.closed = true;
    state.rstCode = code;
    clearTimeout(state.timer);
    if (!isDestroyed && !stream.aborted && !stream.writableEnded)
        stream.end();
    const reset = () => {
        if (state.sentReset || stream.pending)
            return;
        state.sentReset = true;
        // What was written before leaves before.
        const handle = handleOf(stream);
        handle?.flush();
        handle?.reset(stream[kId], code);
    };
    if (stream.pending) {
        // The peer hears of it when it has heard of the stream.
        if (!isDestroyed)
            stream.once('ready', () => {
                reset();
                stream.destroy();
            });
        return;
    } else if (isDestroyed || code !== NO_ERROR || stream.writableFinished) {
        reset();
    } else {
        stream.once('finish', reset);
    }
    if (!isDestroyed && code !== NO_ERROR) {
        // Nothing more is read of it.
        stream.push(null);
        if (!state.didRead)
            stream.resume();
        process.nextTick(() => stream.destroy());
    }
}

/* A stream that its session closes before it was opened. */
function begin(stream, id) {
    stream[kId] = id;
    stream.uncork?.();
    stream.emit('ready');
}

// ---- What the session reports ----------------------------------------------

const events = {
    ondata(stream, buffer) {
        const state = stream[kState];
        stream[kTouch]();
        if (stream.destroyed || stream.readableEnded ||
            stream._readableState.ended)
            return buffer.length;
        if (stream.push(buffer))
            return buffer.length;
        state.unread += buffer.length;
        return 0;
    },

    onend(stream) {
        if (stream.destroyed || stream._readableState.ended)
            return;
        stream.push(null);
        if (stream[kState].endAfterRead)
            stream.read(0);
        // Without a body there is nothing to wait for.
        if (stream.readableLength === 0 && stream.readableFlowing !== false)
            stream.read(0);
    },

    /* Both sides have ended, or one of them has reset it. */
    onclose(stream, code) {
        const state = stream[kState];
        if (stream.destroyed)
            return;
        const wasOpen = !stream.writableEnded;
        const isNews = !state.closed;
        state.closed = true;
        state.rstCode = isNews ? code : state.rstCode;
        if (isNews && wasOpen && !state.aborted) {
            state.aborted = true;
            stream.emit('aborted');
        }
        if (stream.destroyed)
            return;
        if (state.written !== null && code === NO_ERROR) {
            const callback = state.written;
            state.written = null;
            callback();
        }
        if (code !== NO_ERROR) {
            stream.destroy();
            return;
        }
        if (!stream.writableEnded)
            stream.end();
        if (!stream.readable || stream.readableEnded) {
            stream[kMaybeDestroy]();
            if (!stream.destroyed && !stream.writableFinished)
                stream.once('finish', () => stream.destroy());
            else if (!stream.destroyed)
                stream.destroy();
            return;
        }
        stream.once('end', () => {
            if (stream.writableFinished)
                stream.destroy();
            else
                stream.once('finish', () => stream.destroy());
        });
        stream.push(null);
        // Nobody has begun to read, and nobody will.
        if (!state.didRead && stream.readableFlowing === null)
            stream.resume();
        else
            stream.read(0);
    },

    onwritten(stream) {
        const state = stream[kState];
        const callback = state.written;
        state.written = null;
        callback?.();
    },

    onwanttrailers(stream) {
        const state = stream[kState];
        if (stream.destroyed)
            return;
        state.trailersReady = true;
        if (!stream.emit('wantTrailers'))
            stream.sendTrailers({});
    },

    onsentend() {},
};

// ---- Of a server ------------------------------------------------------------

function checkStatus(status) {
    const code = status | 0;
    if (code === 101)
        throw new codes.ERR_HTTP2_STATUS_101();
    return code;
}

const withoutPayload = new Set([204, 205, 304]);

class ServerHttp2Stream extends Http2Stream {
    constructor(session, id, headers) {
        super(session, undefined);
        this[kId] = id;
        this[kState].headRequest = headers?.[':method'] === 'HEAD';
        this[kState].authority = headers?.[':authority'];
        this[kState].protocol = headers?.[':scheme'];
    }

    get pushAllowed() {
        return !this.destroyed && !this.closed && !this.session.closed &&
            !this.session.destroyed && this.session.remoteSettings.enablePush;
    }

    /* The response is done, and nobody will read the request: the client need
     * not send it. Pushed streams may still be made of it. */
    [kSettle]() {
        const state = this[kState];
        if (state.wantsTrailers || state.didRead || this.closed ||
            this.readableFlowing !== null || this._readableState.ended)
            return;
        setImmediate(() => {
            if (!this.destroyed)
                this.close();
        });
    }

    [kProceed](isEnd) {
        this.respond(undefined, { endStream: isEnd });
    }

    additionalHeaders(given) {
        checkOpen(this);
        const state = this[kState];
        if (state.sentHeaders !== undefined)
            throw new codes.ERR_HTTP2_HEADERS_AFTER_RESPOND();
        validateObject(given, 'headers');
        const headers = { __proto__: null, ...given };
        if (headers[':status'] !== undefined) {
            const status = headers[':status'] |= 0;
            if (status === 101)
                throw new codes.ERR_HTTP2_STATUS_101();
            if (status < 100 || status >= 200)
                throw new codes.ERR_HTTP2_INVALID_INFO_STATUS(status);
        }
        const { list, flags } = toNative(headers, 'response');
        state.info.push(headers);
        this[kTouch]();
        const error = handleOf(this).headers(this[kId], list, flags);
        if (error < 0)
            this.destroy(new NghttpError(error));
    }

    respond(given, options) {
        checkOpen(this);
        const state = this[kState];
        if (state.sentHeaders !== undefined)
            throw new codes.ERR_HTTP2_HEADERS_SENT();
        if (options !== undefined)
            validateObject(options, 'options');
        const { headers, isEnd, isRaw, wantsTrailers } =
            prepareResponse(this, given, { ...options });
        const { list, flags } = toNative(headers, 'response');
        this[kTouch]();
        state.sentHeaders = isRaw ?
            fromNative(list, given[kSensitive] ?? []) : headers;
        let bits = wantsTrailers ? TRAILERS : 0;
        if (isEnd) {
            bits |= NO_BODY;
            state.sentEnd = true;
            this.end();
        }
        const error = handleOf(this).respond(this[kId], list, flags, bits);
        state.wantsTrailers = wantsTrailers;
        this.session[kFlush]();
        if (error < 0)
            this.destroy(new NghttpError(error));
        publish('http2.server.stream.finish', this, headers,
                { flags: isEnd ? END_STREAM : 0 });
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
        if (typeof options === 'function') {
            callback = options;
            options = undefined;
        }
        validateFunction(callback, 'callback');
        if (options !== undefined)
            validateObject(options, 'options');
        validateObject(given, 'headers');
        const headers = { __proto__: null, ...given };
        headers[':method'] ??= 'GET';
        headers[':authority'] ??= this[kState].authority;
        headers[':scheme'] ??= this[kState].protocol;
        headers[':path'] ??= '/';
        const { list, flags } = toNative(headers, 'push');
        const handle = handleOf(this);
        const id = handle.push(this[kId], list, flags);
        if (id < 0) {
            const error = id === constants.NGHTTP2_ERR_STREAM_ID_NOT_AVAILABLE ?
                new codes.ERR_HTTP2_OUT_OF_STREAMS() : new NghttpError(id);
            process.nextTick(callback, error);
            return;
        }
        const pushed = this.session[kAdopt](id, headers);
        pushed.push(null);
        pushed[kState].headRequest = headers[':method'] === 'HEAD';
        if (options?.endStream || headers[':method'] === 'HEAD')
            pushed.end();
        handle.flush();
        process.nextTick(callback, null, pushed, headers, 0);
    }
}

function checkOpen(stream) {
    if (stream.destroyed || stream.closed)
        throw new codes.ERR_HTTP2_INVALID_STREAM();
}

/* The headers of a response, and whether a body follows. */
function prepareResponse(stream, given, options) {
    const isRaw = Array.isArray(given);
    let headers;
    if (isRaw) {
        headers = [...given];
        if (given[kSensitive])
            headers[kSensitive] = given[kSensitive];
    } else {
        validateOptionalObject(given);
        headers = { __proto__: null, ...given };
    }
    const find = (name) => isRaw ?
        headers[headers.findIndex((one, i) => i % 2 === 0 &&
            one.toLowerCase() === name) + 1] : headers[name];
    const has = (name) => isRaw ? headers.some((one, i) => i % 2 === 0 &&
        one.toLowerCase() === name) : headers[name] !== undefined;
    if (!has(':status')) {
        if (isRaw)
            headers.unshift(':status', 200);
        else
            headers[':status'] = 200;
    }
    const status = checkStatus(find(':status'));
    if (status < 100 || status > 599)
        throw new codes.ERR_HTTP2_STATUS_INVALID(find(':status'));
    if (status < 200)
        throw new codes.ERR_HTTP2_INFO_STATUS_NOT_ALLOWED();
    if (!isRaw)
        headers[':status'] = status;
    if (options.sendDate !== false && !has('date')) {
        const { utcDate } = require('internal/http2/date');
        if (isRaw)
            headers.push('date', utcDate());
        else
            headers.date = utcDate();
    }
    const isEnd = Boolean(options.endStream) || withoutPayload.has(status) ||
        stream.headRequest;
    return { headers, isEnd, isRaw,
             wantsTrailers: Boolean(options.waitForTrailers) && !isEnd };
}

function validateOptionalObject(headers) {
    if (headers !== undefined && headers !== null)
        validateObject(headers, 'headers');
}

// ---- Of a client -------------------------------------------------------------

class ClientHttp2Stream extends Http2Stream {
    constructor(session, id) {
        super(session, undefined);
        this[kId] = id;
        this[kState].sentHeaders = {};
    }
}

const published = new Map();

function publish(name, stream, headers, extra) {
    let channel = published.get(name);
    if (channel === undefined) {
        channel = require('diagnostics_channel').channel(name);
        published.set(name, channel);
    }
    if (channel.hasSubscribers)
        channel.publish({ stream, headers, ...extra });
}

module.exports = {
    ClientHttp2Stream, Http2Stream, NO_BODY, ServerHttp2Stream, TRAILERS,
    begin, checkOpen, events, handleOf, kAdopt, kCodes,
    kFlush, kForget,
    kHandle, kId, kMaybeDestroy, kProceed, kState, kTouch, prepareResponse,
    publish,
};
