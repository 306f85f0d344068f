'use strict';
/*
 * internal/http2/client_session - ClientHttp2Session and its streams: requests
 * that a program makes, and streams that a server pushes.
 *
 * A request that is made before the session is connected waits for 'connect';
 * its stream is pending until then.
 */

const { AsyncResource } = require('async_hooks');
const { AbortError, codes } = require('internal/errors');
const {
    validateAbortSignal, validateBoolean, validateNumber,
} = require('internal/validators');
const constants = require('internal/http2/constants');
const { publish } = require('internal/http2/channels');
const { emitStream } = require('internal/http2/events');
const { sensitiveHeaders: kSensitive, toNative } =
    require('internal/http2/headers');
const { checkObject } = require('internal/http2/server_stream');
const { Http2Session } = require('internal/http2/session');
const { countStream } = require('internal/http2/statistics');
const { Http2Stream, beginStream } = require('internal/http2/stream');
const {
    ERR_INVALID_ARGUMENT, ERR_OUT_OF_IDS, NO_BODY, NghttpError, TRAILERS,
    debug, kAuthority, kFlush, kHandle, kNewStream, kProtocol, kState, kTouch,
} = require('internal/http2/util');

const {
    NGHTTP2_FLAG_END_STREAM: END_STREAM, NGHTTP2_SESSION_CLIENT: CLIENT,
} = constants;
const bodiless = new Set(['DELETE', 'GET', 'HEAD']);

class ClientHttp2Stream extends Http2Stream {
    constructor(session, id, headers) {
        super(session, id);
        this[kState].sentHeaders = headers;
        if (id !== undefined)
            this[kState].headRequest = headers[':method'] === 'HEAD';
        this.on('headers', onInformation);
    }

    get headersSent() { return true; }
}

function onInformation(headers) {
    if (headers[':status'] === 100)
        this.emit('continue');
}

class ClientHttp2Session extends Http2Session {
    constructor(options, socket) {
        super(CLIENT, options, socket);
        this[kState].waiting = null;
    }

    [kNewStream](id, headers, flags, list, parent) {
        if (parent === 0)
            return;
        const stream = new ClientHttp2Stream(this, id, headers);
        countStream(this);
        publish('client', 'created', () => ({ stream, headers }));
        publish('client', 'start', () => ({ stream, headers }));
        if ((flags & END_STREAM) !== 0) {
            stream.push(null);
            stream[kState].endAfterHeaders = true;
        }
        stream.end();
        process.nextTick(emitStream, this, stream, headers, flags, list);
    }

    request(given, options) {
        // A session that is gone is reported by the stream, not thrown: a
        // program may try again before it has heard of the end.
        const failure = errorOfEnd(this);
        this[kTouch]();
        const request = prepareRequest(this, given);
        const own = readRequestOptions(options, request.method);
        const stream = new ClientHttp2Stream(this, undefined, request.headers);
        const state = stream[kState];
        state.headRequest = request.method === 'HEAD';
        state.origin = `${request.scheme}://${request.authority}`;
        state.resource = new AsyncResource('PendingRequest');
        if (own.endStream)
            stream.end();
        if (own.waitForTrailers)
            state.wantsTrailers = true;
        if (own.signal)
            abortOn(own.signal, stream);
        const open = () => state.resource.runInAsyncScope(
            openRequest, undefined, stream, request, own);
        if (failure !== undefined)
            process.nextTick(() => state.resource.runInAsyncScope(
                () => stream.destroy(failure)));
        else if (this.connecting)
            openWhenConnected(this, open);
        else
            open();
        publish('client', 'created',
                () => ({ stream, headers: stream.sentHeaders }));
        return stream;
    }
}

function openWhenConnected(session, open) {
    const state = session[kState];
    if (state.waiting !== null) {
        state.waiting.push(open);
        return;
    }
    state.waiting = [open];
    session.once('connect', () => {
        const { waiting } = state;
        state.waiting = null;
        for (const one of waiting)
            one();
    });
}

function abortOn(signal, stream) {
    validateAbortSignal(signal, 'options.signal');
    const abort = () => stream.destroy(
        new AbortError(undefined, { cause: signal.reason }));
    if (signal.aborted) {
        abort();
        return;
    }
    signal.addEventListener('abort', abort, { once: true });
    stream.once('close', () => signal.removeEventListener('abort', abort));
}

function errorOfEnd(session) {
    if (session.destroyed)
        return new codes.ERR_HTTP2_INVALID_SESSION();
    return session.closed ? new codes.ERR_HTTP2_GOAWAY_SESSION() : undefined;
}

function openRequest(stream, { list, flags }, { endStream, waitForTrailers }) {
    const { session } = stream;
    if (session === undefined || session.destroyed)
        return;
    if (session.closed) {
        stream.destroy(errorOfEnd(session));
        return;
    }
    debug(session, 'connected, beginning a request');
    const bits = (endStream ? NO_BODY : 0) | (waitForTrailers ? TRAILERS : 0);
    const id = session[kHandle].request(list, flags, bits);
    if (id > 0) {
        countStream(session);
        session[kFlush]();
        beginStream(stream, id);
        publish('client', 'start',
                () => ({ stream, headers: stream.sentHeaders }));
    } else if (id === ERR_OUT_OF_IDS) {
        stream.destroy(new codes.ERR_HTTP2_OUT_OF_STREAMS());
    } else if (id === ERR_INVALID_ARGUMENT) {
        stream.destroy(new codes.ERR_HTTP2_STREAM_SELF_DEPENDENCY());
    } else {
        session.destroy(new NghttpError(id));
    }
}

let hasWarnedOfWeight = false;

function warnOfWeight(options) {
    if (options.weight === undefined || hasWarnedOfWeight)
        return;
    hasWarnedOfWeight = true;
    process.emitWarning(
        'Priority signaling has been deprecated as of RFC 9113.',
        'DeprecationWarning', 'DEP0194');
}

function readRequestOptions(given, method) {
    checkObject(given, 'options');
    const options = { ...given };
    warnOfWeight(options);
    if (options.parent !== undefined)
        validateNumber(options.parent, 'options.parent', 0);
    for (const name of ['exclusive', 'silent', 'endStream']) {
        if (options[name] !== undefined)
            validateBoolean(options[name], `options.${name}`);
    }
    options.endStream ??= bodiless.has(method);
    return options;
}

// ---- Headers ---------------------------------------------------------------

function prepareRequest(session, given) {
    if (Array.isArray(given))
        return prepareList(session, given);
    if (given !== undefined && (given === null || typeof given !== 'object'))
        throw new codes.ERR_INVALID_ARG_TYPE('headers', ['Object', 'Array'],
                                             given);
    const headers = { __proto__: null, ...given };
    headers[':method'] ??= 'GET';
    const isTunnel = headers[':method'] === 'CONNECT' &&
        headers[':protocol'] === undefined;
    if (isTunnel) {
        checkTunnel(headers[':authority'], headers[':scheme'],
                    headers[':path']);
    } else {
        if (headers[':authority'] === undefined && headers.host === undefined)
            headers[':authority'] = session[kAuthority];
        headers[':scheme'] ??= session[kProtocol].slice(0, -1);
        headers[':path'] ??= '/';
    }
    return { headers, method: headers[':method'], scheme: headers[':scheme'],
             authority: headers[':authority'] ?? headers.host,
             ...toNative(headers, 'request', session) };
}

function checkTunnel(authority, scheme, path) {
    if (authority === undefined)
        throw new codes.ERR_HTTP2_CONNECT_AUTHORITY();
    if (scheme !== undefined)
        throw new codes.ERR_HTTP2_CONNECT_SCHEME();
    if (path !== undefined)
        throw new codes.ERR_HTTP2_CONNECT_PATH();
}

/* A list of names and values stays in its order; defaults come first. */
function prepareList(session, given) {
    const known = { __proto__: null };
    for (let i = 0; i < given.length; i += 2) {
        if (given[i][0] === ':')
            known[given[i].toLowerCase()] = given[i + 1];
    }
    const extra = [];
    const addDefault = (name, value) => {
        if (known[name] !== undefined)
            return;
        known[name] = value;
        extra.push(name, value);
    };
    addDefault(':method', 'GET');
    if (known[':method'] === 'CONNECT' && known[':protocol'] === undefined) {
        checkTunnel(known[':authority'], known[':scheme'], known[':path']);
    } else {
        if (given.host === undefined)
            addDefault(':authority', session[kAuthority]);
        addDefault(':scheme', session[kProtocol].slice(0, -1));
        addDefault(':path', '/');
    }
    const headers = extra.length > 0 ? [...extra, ...given] : given;
    if (given[kSensitive] !== undefined)
        headers[kSensitive] = given[kSensitive];
    return { headers, method: known[':method'], scheme: known[':scheme'],
             authority: known[':authority'],
             ...toNative(headers, 'request', session) };
}

module.exports = { ClientHttp2Session, ClientHttp2Stream };
