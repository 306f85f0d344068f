'use strict';
/*
 * _http_client - ClientRequest.
 *
 *      created -> an agent gives it a socket (or it makes its own)
 *              -> the head is sent with the first write or end()
 *              -> 'response', 'upgrade', 'connect' or 'error'
 *              -> the response has ended: the socket goes back to the agent,
 *                 or is closed
 */

const { Buffer } = require('buffer');
const net = require('net');
const { finished } = require('stream');
const { readTimeout } = require('internal/net/socket');
const { codes } = require('internal/errors');
const {
    validateBoolean, validateInteger,
} = require('internal/validators');
const { rewriteRequest } = require('internal/http/proxy');
const {
    _checkIsHttpToken: checkIsHttpToken, allocParser, freeParser,
} = require('_http_common');
const {
    OutgoingMessage, emitDrain, kErrored, kOutHeaders, kUniqueHeaders,
    uniqueNames,
} = require('_http_outgoing');
const Agent = require('_http_agent');
const { checkValidation, leniency, maxHeaderSize } =
    require('internal/http/options');
const { channels } = require('internal/http/diagnostics');
const trace = internalBinding('trace');
/* Loaded when first used: internal/streams/add-abort-signal,
 * internal/url/url. */

const kPath = Symbol('kPath');
const badPath = /[^\u0021-\u00ff]/;

// ---- Options ---------------------------------------------------------------

function readUrl(input) {
    if (typeof input === 'string')
        return require('internal/url/url').urlToHttpOptions(
            new (require('internal/url/url').URL)(input));
    if (require('internal/url/url').isURL(input))
        return require('internal/url/url').urlToHttpOptions(input);
    return undefined;
}

function readArguments(input, options, callback) {
    const fromUrl = readUrl(input);
    if (fromUrl === undefined) {
        callback = options;
        options = input;
        input = null;
    }
    if (typeof options === 'function') {
        callback = options;
        options = fromUrl ?? {};
    } else {
        options = { ...fromUrl, ...options };
    }
    return { options, callback };
}

function readAgent(options) {
    const { agent } = options;
    const fallback = options._defaultAgent || Agent.globalAgent;
    if (agent === false)
        return new fallback.constructor();
    if (agent === null || agent === undefined) {
        return typeof options.createConnection !== 'function' ? fallback :
            undefined;
    }
    if (typeof agent.addRequest !== 'function')
        throw new codes.ERR_INVALID_ARG_TYPE(
            'options.agent', ['Agent-like Object', 'undefined', 'false'],
            agent);
    return agent;
}

function checkMethod(method) {
    if (method !== undefined && method !== null && typeof method !== 'string')
        throw new codes.ERR_INVALID_ARG_TYPE('options.method', 'string',
                                             method);
    if (!method)
        return 'GET';
    if (!checkIsHttpToken(method))
        throw new codes.ERR_INVALID_HTTP_TOKEN('Method', method);
    return method.toUpperCase();
}

function checkHost(host, name) {
    if (host !== null && host !== undefined && typeof host !== 'string')
        throw new codes.ERR_INVALID_ARG_TYPE(
            `options.${name}`, ['string', 'undefined', 'null'], host);
    return host;
}

const withoutBody = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE',
                             'CONNECT']);

function ClientRequest(input, given, givenCallback) {
    OutgoingMessage.call(this);
    const { options, callback } = readArguments(input, given, givenCallback);
    this.agent = readAgent(options);
    const defaultAgent = options._defaultAgent || Agent.globalAgent;
    const protocol = options.protocol || defaultAgent.protocol;
    const expected = this.agent?.protocol ?? defaultAgent.protocol;
    if (options.path && badPath.test(`${options.path}`))
        throw new codes.ERR_UNESCAPED_CHARACTERS('Request path');
    if (protocol !== expected)
        throw new codes.ERR_INVALID_PROTOCOL(protocol, expected);
    const defaultPort = options.defaultPort || this.agent?.defaultPort;
    const port = options.port = options.port || defaultPort || 80;
    const host = options.host = checkHost(options.hostname, 'hostname') ||
        checkHost(options.host, 'host') || 'localhost';
    const setHost = options.setHost !== undefined ?
        Boolean(options.setHost) : options.setDefaultHeaders !== false;
    this._removedConnection = options.setDefaultHeaders === false;
    this._removedContLen = options.setDefaultHeaders === false;
    this._removedTE = options.setDefaultHeaders === false;
    this.socketPath = options.socketPath;
    if (options.timeout !== undefined)
        this.timeout = readTimeout(options.timeout);
    this.method = checkMethod(options.method);
    if (options.maxHeaderSize !== undefined)
        validateInteger(options.maxHeaderSize, 'maxHeaderSize', 0);
    this.maxHeaderSize = options.maxHeaderSize;
    checkValidation(options);
    this.httpValidation = options.httpValidation;
    this.insecureHTTPParser = options.insecureHTTPParser;
    this[kUniqueHeaders] = uniqueNames(options.uniqueHeaders);
    if (options.joinDuplicateHeaders !== undefined)
        validateBoolean(options.joinDuplicateHeaders,
                        'options.joinDuplicateHeaders');
    this.joinDuplicateHeaders = options.joinDuplicateHeaders;
    this[kPath] = options.path || '/';
    if (callback)
        this.once('response', callback);
    this.useChunkedEncodingByDefault = !withoutBody.has(this.method);
    this._ended = false;
    this.res = null;
    this.aborted = false;
    this.timeoutCb = null;
    this.upgradeOrConnect = false;
    this.parser = null;
    this.maxHeadersCount = null;
    this.reusedSocket = false;
    this.host = host;
    this.protocol = protocol;
    this.shouldKeepAlive = keepsAlive(this.agent);
    setInitialHeaders(this, options, { host, port, defaultPort, setHost });
    if (options.signal) {
        require('internal/streams/add-abort-signal')
            .addAbortSignal(options.signal, this);
        delete options.signal; // the request listens to it, its socket not
    }
    getSocket(this, options);
    if (channels.onClientRequestCreated.hasSubscribers)
        channels.onClientRequestCreated.publish({ request: this });
}
Object.setPrototypeOf(ClientRequest.prototype, OutgoingMessage.prototype);
Object.setPrototypeOf(ClientRequest, OutgoingMessage);

function keepsAlive(agent) {
    if (!agent)
        return false;
    return Boolean(agent.keepAlive) || agent.maxSockets !== Infinity;
}

function hostHeader({ host, port, defaultPort }) {
    let text = host;
    if (host.includes(':') && host.split(':').length > 2 &&
        !host.startsWith('['))
        text = `[${host}]`;
    if (port && +port !== defaultPort)
        text += `:${port}`;
    return text;
}

function setInitialHeaders(req, options, place) {
    const { headers } = options;
    const authority = { host: hostHeader({ ...place, port: undefined }),
                        port: place.port };
    if (Array.isArray(headers)) {
        rewriteRequest(req, options, authority, undefined, headers);
        req._storeHeader(`${req.method} ${req.path} HTTP/1.1\r\n`, headers);
        return;
    }
    for (const name of Object.keys(headers ?? {}))
        req.setHeader(name, headers[name]);
    const given = req.getHeader('host');
    if (place.host && !req.getHeader('host') && place.setHost)
        req.setHeader('Host', hostHeader(place));
    if (options.auth && !req.getHeader('Authorization'))
        req.setHeader('Authorization',
                      `Basic ${Buffer.from(options.auth).toString('base64')}`);
    rewriteRequest(req, options, authority, given);
    if (!req.getHeader('expect'))
        return;
    if (req._header)
        throw new codes.ERR_HTTP_HEADERS_SENT('render');
    req._storeHeader(`${req.method} ${req.path} HTTP/1.1\r\n`,
                     req[kOutHeaders]);
}

function getSocket(req, options) {
    if (req.agent) {
        req.agent.addRequest(req, options);
        return;
    }
    req._last = true;
    req.shouldKeepAlive = false;
    const onCreate = (error, socket) => {
        if (error)
            process.nextTick(() => emitError(req, error));
        else
            req.onSocket(socket);
    };
    // The path of the request is not the path of a socket.
    if (options.path || options.socketPath)
        options = { ...options, path: options.socketPath };
    if (typeof options.createConnection === 'function') {
        let isDone = false;
        const socket = options.createConnection(options, (error, created) => {
            if (!isDone) {
                isDone = true;
                onCreate(error, created);
            }
        });
        if (socket && !isDone) {
            isDone = true;
            req.onSocket(socket);
        }
        return;
    }
    req.onSocket(net.createConnection(options));
}

// ---- The request -----------------------------------------------------------

Object.defineProperty(ClientRequest.prototype, 'path', {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() { return this[kPath]; },
    set(value) {
        const path = `${value}`;
        if (badPath.test(path))
            throw new codes.ERR_UNESCAPED_CHARACTERS('Request path');
        this[kPath] = path;
    },
});

ClientRequest.prototype._finish = function _finish() {
    OutgoingMessage.prototype._finish.call(this);
    if (channels.onClientRequestStart.hasSubscribers)
        channels.onClientRequestStart.publish({ request: this });
};

ClientRequest.prototype._implicitHeader = function _implicitHeader() {
    if (this._header)
        throw new codes.ERR_HTTP_HEADERS_SENT('render');
    this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r\n`,
                      this[kOutHeaders]);
};

ClientRequest.prototype.abort = function abort() {
    if (this.aborted)
        return;
    this.aborted = true;
    process.nextTick(() => this.emit('abort'));
    this.destroy();
};

ClientRequest.prototype.destroy = function destroy(error) {
    if (this.destroyed)
        return this;
    this.destroyed = true;
    this.res?._dump();
    this[kErrored] = error;
    // A request without a socket gets the error from onSocket().
    this.socket?.destroy(error);
    return this;
};

function emitError(req, error) {
    if (channels.onClientRequestError.hasSubscribers)
        channels.onClientRequestError.publish({ request: req, error });
    req.emit('error', error);
}

function connectionReset() {
    const error = new Error('socket hang up');
    error.code = 'ECONNRESET';
    return error;
}

function emitClose(req) {
    req._closed = true;
    req.emit('close');
}

// ---- The socket ------------------------------------------------------------

ClientRequest.prototype.onSocket = function onSocket(socket, error) {
    if (socket && !error) {
        // The socket can fail before the next tick.
        socket._httpMessage = this;
        socket.on('error', onSocketError);
    }
    process.nextTick(onSocketTick, this, socket, error);
};

function onSocketTick(req, socket, error) {
    if (!req.destroyed && !error) {
        tickOnSocket(req, socket);
        return;
    }
    req.destroyed = true;
    const cause = error ?? req[kErrored];
    if (socket && (error || !req.agent || socket.destroyed)) {
        destroyUnused(req, socket, cause);
        return;
    }
    if (socket) {
        socket.removeListener('error', onSocketError);
        socket.emit('free');
    }
    finishUnused(req, cause, socket);
}

/* The request is over when the socket that it never had is. */
function destroyUnused(req, socket, cause) {
    finished(socket.destroy(cause), (met) => {
        if (met?.code === 'ERR_STREAM_PREMATURE_CLOSE')
            met = null;
        finishUnused(req, met || cause, socket);
    });
}

/* Without a cause a request that was destroyed fails with a reset connection;
 * one that was aborted emits no error. */
function finishUnused(req, cause, socket) {
    if (!req.aborted)
        cause ??= connectionReset();
    // The error of a tunnel has been reported by the agent.
    if (cause && cause.code !== 'ERR_PROXY_TUNNEL' && !socket?._hadError)
        emitError(req, cause);
    emitClose(req);
}

function tickOnSocket(req, socket) {
    req.socket = socket;
    req.parser = openParser(req, socket);
    socket.parser = req.parser;
    socket._httpMessage = req;
    for (const event in socketListeners)
        socket.on(event, socketListeners[event]);
    const hasTimeout =
        req.timeout !== undefined || req.agent?.options?.timeout;
    if (hasTimeout)
        listenTimeout(req);
    req.emit('socket', socket);
    req._flush();
}

/* In the order in which a program sees them be added. */
const socketListeners = {
    __proto__: null,
    data: onSocketData,
    end: onSocketEnd,
    close: onSocketClose,
    drain: onSocketDrain,
};

/* A parser for the response to a request. */
function openParser(req, socket) {
    const parser = allocParser();
    const { httpValidation, insecureHTTPParser, maxHeadersCount } = req;
    parser.init(true, req.maxHeaderSize || maxHeaderSize(),
                leniency(httpValidation, insecureHTTPParser), 0);
    if (typeof maxHeadersCount === 'number')
        parser.maxHeaderPairs = 2 * maxHeadersCount | 0;
    parser.joinDuplicateHeaders = req.joinDuplicateHeaders ?? false;
    parser.socket = socket;
    parser.outgoing = req;
    parser.onIncoming = onIncoming;
    return parser;
}

function onSocketDrain() {
    if (this._httpMessage)
        emitDrain(this._httpMessage);
}

function onSocketError(error) {
    const req = this._httpMessage;
    if (req) {
        this._hadError = true;
        emitError(req, error);
    }
    this.parser?.finish();
    freeParser(this.parser, req, this);
    this.removeListener('data', onSocketData);
    this.removeListener('end', onSocketEnd);
    this.destroy();
}

function onSocketEnd() {
    const req = this._httpMessage;
    if (!req)
        return;
    if (!req.res && !this._hadError) {
        this._hadError = true;
        emitError(req, connectionReset());
    }
    if (this.parser) {
        this.parser.finish();
        freeParser(this.parser, req, this);
    }
    this.destroy();
}

function onSocketClose() {
    const req = this._httpMessage;
    // What is still in the stream belongs to the response.
    this.read();
    if (!req)
        return;
    req.destroyed = true;
    const { res } = req;
    this.parser?.finish();
    if (res) {
        if (!res.complete)
            res.destroy(aborted());
        emitClose(req);
        if (res.readable)
            res.push(null);
    } else {
        if (!this._hadError) {
            this._hadError = true;
            emitError(req, req[kErrored] ?? connectionReset());
        }
        emitClose(req);
    }
    req.outputData.length = 0;
    if (this.parser)
        freeParser(this.parser, req, this);
}

function aborted() {
    const error = new Error('aborted');
    error.code = 'ECONNRESET';
    return error;
}

function onSocketData(chunk) {
    const { parser, _httpMessage: req } = this;
    const result = parser.execute(chunk);
    if (typeof result !== 'number') {
        freeParser(parser, req, this);
        this.removeListener('data', onSocketData);
        this.removeListener('end', onSocketEnd);
        this.destroy();
        this._hadError = true;
        emitError(req, result);
        return;
    }
    if (parser.incoming?.upgrade)
        upgrade(this, parser, req, chunk.subarray(result));
    else if (parser.incoming?.complete &&
             !isInformational(parser.incoming.statusCode))
        finishParsing(this, parser, req);
}

function finishParsing(socket, parser, req) {
    socket.removeListener('data', onSocketData);
    socket.removeListener('end', onSocketEnd);
    socket.removeListener('drain', onSocketDrain);
    freeParser(parser, req, socket);
}

function isInformational(status) {
    return status < 200 && status >= 100 && status !== 101;
}

function upgrade(socket, parser, req, head) {
    const { incoming: res } = parser;
    req.res = res;
    socket.removeListener('data', onSocketData);
    socket.removeListener('end', onSocketEnd);
    socket.removeListener('drain', onSocketDrain);
    if (req.timeoutCb)
        socket.removeListener('timeout', req.timeoutCb);
    socket.removeListener('timeout', onResponseTimeout);
    freeParser(parser, req, socket);
    const event = req.method === 'CONNECT' ? 'connect' : 'upgrade';
    if (req.listenerCount(event) === 0) {
        socket.destroy();
        return;
    }
    req.upgradeOrConnect = true;
    socket.emit('agentRemove');
    socket.removeListener('close', onSocketClose);
    socket.removeListener('error', onSocketError);
    socket._httpMessage = null;
    socket.readableFlowing = null;
    req.emit(event, res, socket, head);
    req.destroyed = true;
    emitClose(req);
}

// ---- The response ----------------------------------------------------------

/* The place that the request was for, by its own header if it has one. */
function traceResponse(req, status) {
    const host = /\r\nhost: *([^\r]+)/i.exec(req._header)?.[1] ?? req.host;
    trace.response(req.method, `${req.protocol}//${host}${req[kPath]}`, status);
}

function onIncoming(res, shouldKeepAlive) {
    const { socket } = this;
    const req = socket._httpMessage;
    if (req.res) {
        // A second response to one request.
        socket.destroy();
        this.incoming = req.res;
        this.skipsBody = true;
        return 0;
    }
    if (res.upgrade && res.statusCode === 101)
        return 2;
    if (req.method === 'CONNECT') {
        res.upgrade = true;
        return 2;
    }
    res.upgrade = false;
    if (isInformational(res.statusCode)) {
        informational(req, res);
        return 1;
    }
    if (trace.isOn())
        traceResponse(req, res.statusCode);
    req.res = res;
    if (req.shouldKeepAlive && !shouldKeepAlive && !req.upgradeOrConnect)
        req.shouldKeepAlive = false;
    publishResponse(req, res);
    res.req = req;
    res.on('end', onResponseEnd);
    req.on('finish', onRequestFinish);
    socket.on('timeout', onResponseTimeout);
    if (req.aborted || !req.emit('response', res))
        res._dump();
    if (req.method === 'HEAD')
        return 1;
    if (res.statusCode !== 304)
        return 0;
    res.complete = true;
    return 1;
}

function onResponseTimeout() {
    this._httpMessage?.res?.emit('timeout');
}

function informational(req, res) {
    if (res.statusCode === 100)
        req.emit('continue');
    req.emit('information', {
        statusCode: res.statusCode,
        statusMessage: res.statusMessage,
        httpVersion: res.httpVersion,
        httpVersionMajor: res.httpVersionMajor,
        httpVersionMinor: res.httpVersionMinor,
        headers: res.headers,
        rawHeaders: res.rawHeaders,
    });
}

function publishResponse(request, response) {
    if (channels.onClientResponseFinish.hasSubscribers)
        channels.onClientResponseFinish.publish({ request, response });
}

function onResponseEnd() {
    const { req } = this;
    const { socket } = req;
    if (socket) {
        if (req.timeoutCb)
            socket.removeListener('timeout', req.timeoutCb);
        socket.removeListener('timeout', onResponseTimeout);
    }
    req._ended = true;
    if (!req.shouldKeepAlive) {
        if (socket?.writable) {
            if (typeof socket.destroySoon === 'function')
                socket.destroySoon();
            else
                socket.end();
        }
        return;
    }
    if (req.writableFinished && !this.aborted)
        keepAlive(req);
}

function onRequestFinish() {
    // A request that was destroyed has given its socket away already.
    if (this.shouldKeepAlive && this._ended && !this.destroyed)
        keepAlive(this);
}

function keepAlive(req) {
    const { socket } = req;
    if (req.timeoutCb) {
        socket.setTimeout(0, req.timeoutCb);
        req.timeoutCb = null;
    }
    socket.removeListener('close', onSocketClose);
    socket.removeListener('error', onSocketError);
    socket.removeListener('data', onSocketData);
    socket.removeListener('end', onSocketEnd);
    socket.removeListener('drain', onSocketDrain);
    freeParser(socket.parser, req, socket);
    process.nextTick(emitFree, req, socket);
    if (req.res)
        req.res.socket = null; // which is the agent's from now on
    req.destroyed = true;
}

function emitFree(req, socket) {
    emitClose(req);
    socket.emit('free');
}

// ---- Options of the socket -------------------------------------------------

/*
 * Nothing here relies on the constructor: libraries that mock requests call
 * these with objects of their own, which emit 'socket' when they see fit.
 */
ClientRequest.prototype._deferToConnect = function _deferToConnect(method, args) {
    const call = () => {
        if (method)
            this.socket[method](...args);
    };
    const onSocket = () => {
        if (this.socket.writable)
            call();
        else
            this.socket.once('connect', call);
    };
    if (this.socket)
        onSocket();
    else
        this.once('socket', onSocket);
};

function emitRequestTimeout() {
    this._httpMessage?.emit('timeout');
}

/* Call `fn` with the socket of a request, now or when it has one. */
function withSocket(req, listen, fn) {
    if (req.socket)
        fn(req.socket);
    else
        req[listen]('socket', fn);
}

function listenTimeout(req) {
    if (req.timeoutCb)
        return;
    req.timeoutCb = emitRequestTimeout;
    withSocket(req, 'on', (socket) => {
        socket.once('timeout', emitRequestTimeout);
    });
}

function setSocketTimeout(socket, ms) {
    if (socket.connecting)
        socket.once('connect', () => socket.setTimeout(ms));
    else
        socket.setTimeout(ms);
}

ClientRequest.prototype.setTimeout = function setTimeout(ms, callback) {
    if (this._ended)
        return this;
    listenTimeout(this);
    const delay_ms = readTimeout(ms);
    if (callback)
        this.once('timeout', callback);
    withSocket(this, 'once', (socket) => setSocketTimeout(socket, delay_ms));
    return this;
};

ClientRequest.prototype.clearTimeout = function clearTimeout(callback) {
    this.setTimeout(0, callback);
};

ClientRequest.prototype.setNoDelay = function setNoDelay(on) {
    this._deferToConnect('setNoDelay', [on]);
};

ClientRequest.prototype.setSocketKeepAlive = function setSocketKeepAlive(on, delay) {
    this._deferToConnect('setKeepAlive', [on, delay]);
};

module.exports = { ClientRequest };
