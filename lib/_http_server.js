'use strict';
/*
 * _http_server - http.Server.
 *
 * A connection has a parser and a queue of responses. Requests may come before
 * the last one is answered (pipelining): their responses wait in `outgoing`
 * until the one before has finished, and get the socket in order.
 *
 * `current` is the request that is being answered, `incoming` has those after
 * it.
 *
 *      bytes -> parser -> onIncoming() -> 'request'(req, res)
 *      res finished -> the next response gets the socket, or the connection
 *                      waits for the next request, or it is closed
 *
 * What runs for every request reads fields one by one: `const { a } = b` is nine
 * instructions of the interpreter more than `const a = b.a`.
 */

const { clearInterval, setInterval } = internalBinding('order');
const net = require('net');
const EventEmitter = require('events');
const { codes } = require('internal/errors');
const { validateBoolean, validateObject } = require('internal/validators');
const {
    allocParser, continueExpression, flags, freeParser, kIncomingMessage,
    methods,
} = require('_http_common');
const { HTTPParser } = require('internal/http/parser');
const {
    IncomingMessage, closeUnseen, complete, isEndUnseen, kHeaderText, kSignal,
} = require('_http_incoming');
const {
    afterWhole, emitDrain, fillSample, kAfterWhole, kCorked, kEndCallbacks,
    kFinished, kSocket, kUniqueHeaders, uniqueNames,
} = require('_http_outgoing');
const { channels } = require('internal/http/diagnostics');
const { checkValidation, leniency, maxHeaderSize, readTimes } =
    require('internal/http/options');
const {
    addCloseListener, forgetTimer, removeCloseListener, startKeepAlive,
    stopKeepAlive,
} = require('internal/http/connection');
const { consume, unconsume } = require('internal/http/consume');
const {
    REQUEST_PARTS, RESPONSE_PARTS, copy, samplesFor, samplesOfConnection,
} = require('internal/http/samples');
const {
    ServerResponse, assignSocket, detachSocket, onServerResponseClose,
} = require('internal/http/server_response');
const { STATUS_CODES } = require('internal/http/status');
const { isPlain } = require('internal/options');
const { kTimeout } = require('internal/net/socket');
const { DESTROYED, ERRORED } = require('internal/streams/bits');
const { END_EMITTED } = require('internal/streams/readable_state');
const { AFTER_WRITE_PENDING, ENDING, NEED_DRAIN } =
    require('internal/streams/writable_state');
/* Loaded when first used: util. */

const { nextTick } = process;
const isRequestPlain = isPlain('http-request');
const isFinishPlain = isPlain('http-finish');
const { emit } = EventEmitter.prototype;
const kServerResponse = Symbol('ServerResponse');
const kState = Symbol('kState'); // of the connection that a response is for
const kConnections = Symbol('http.server.connections');
const kOptimizeEmpty = Symbol('kOptimizeEmptyRequests');
const kCheckInterval = Symbol('http.server.connectionsCheckingInterval');

// ---- Server ----------------------------------------------------------------

function storeHTTPOptions(options) {
    this[kIncomingMessage] = options.IncomingMessage || IncomingMessage;
    this[kServerResponse] = options.ServerResponse || ServerResponse;
    readTimes(this, options);
    this.maxHeaderSize = options.maxHeaderSize;
    checkValidation(options);
    for (const name of ['requireHostHeader', 'joinDuplicateHeaders',
                        'optimizeEmptyRequests',
                        'rejectNonStandardBodyWrites']) {
        if (options[name] !== undefined)
            validateBoolean(options[name], `options.${name}`);
    }
    this.httpValidation = options.httpValidation;
    this.insecureHTTPParser = options.insecureHTTPParser;
    this[kUniqueHeaders] = uniqueNames(options.uniqueHeaders);
    this[kOptimizeEmpty] = options.optimizeEmptyRequests ?? false;
    this.requireHostHeader = options.requireHostHeader ?? true;
    this.joinDuplicateHeaders = options.joinDuplicateHeaders;
    this.rejectNonStandardBodyWrites =
        options.rejectNonStandardBodyWrites ?? false;
    this.shouldUpgradeCallback = options.shouldUpgradeCallback;
}

function Server(options, requestListener) {
    if (!(this instanceof Server))
        return new Server(options, requestListener);
    if (typeof options === 'function') {
        requestListener = options;
        options = {};
    } else if (options === undefined || options === null) {
        options = {};
    } else {
        validateObject(options, 'options');
        options = { ...options };
    }
    storeHTTPOptions.call(this, options);
    net.Server.call(this, {
        allowHalfOpen: true, noDelay: options.noDelay ?? true,
        keepAlive: options.keepAlive,
        keepAliveInitialDelay: options.keepAliveInitialDelay,
        highWaterMark: options.highWaterMark,
        blockList: options.blockList,
    });
    if (requestListener)
        this.on('request', requestListener);
    this.httpAllowHalfOpen = false;
    this.on('connection', connectionListener);
    setUpServer(this);
}
Object.setPrototypeOf(Server.prototype, net.Server.prototype);
Object.setPrototypeOf(Server, net.Server);

/* What a server over TLS has, too. */
function setUpServer(server) {
    server.on('listening', setupConnectionsTracking);
    server.timeout = 0;
    server.maxHeadersCount = null;
    server.maxRequestsPerSocket = 0;
    server[kConnections] = new Set();
    server[kCheckInterval] = undefined;
}

Server.prototype.setTimeout = function setTimeout(ms, callback) {
    this.timeout = ms;
    if (callback)
        this.on('timeout', callback);
    return this;
};

Server.prototype.close = function close(...args) {
    clearInterval(this[kCheckInterval]);
    this.closeIdleConnections();
    return net.Server.prototype.close.apply(this, args);
};

Server.prototype[Symbol.asyncDispose] = async function() {
    if (this.listening)
        await require('util').promisify(this.close).call(this);
};

Server.prototype.closeAllConnections = function closeAllConnections() {
    for (const state of this[kConnections])
        state.socket.destroy();
};

Server.prototype.closeIdleConnections = function closeIdleConnections() {
    for (const state of this[kConnections]) {
        if (isIdle(state))
            state.socket.destroy();
    }
};

function isIdle(state) {
    const message = state.socket._httpMessage;
    return state.parser.isIdle() && (!message || message.finished);
}

Server.prototype[EventEmitter.captureRejectionSymbol] = function(
    error, event, ...args) {
    if (event !== 'request') {
        net.Server.prototype[EventEmitter.captureRejectionSymbol].call(
            this, error, event, ...args);
        return;
    }
    const response = args[1];
    if (!response.headersSent && !response.writableEnded) {
        for (const name of response.getHeaderNames())
            response.removeHeader(name);
        response.statusCode = 500;
        response.end(STATUS_CODES[500]);
    } else {
        response.destroy();
    }
};

// ---- Slow clients ----------------------------------------------------------

function setupConnectionsTracking() {
    clearInterval(this[kCheckInterval]);
    this[kCheckInterval] = setInterval(
        () => checkConnections(this), this.connectionsCheckingInterval);
    this[kCheckInterval].unref();
}

function checkConnections(server) {
    const { headersTimeout, requestTimeout } = server;
    if (headersTimeout === 0 && requestTimeout === 0)
        return;
    for (const state of server[kConnections]) {
        if (state.parser.isExpired(headersTimeout, requestTimeout))
            failSocket(state.socket,
                       new codes.ERR_HTTP_REQUEST_TIMEOUT());
    }
}

// ---- Connections -----------------------------------------------------------

function connectionListener(socket) {
    const server = this;
    if (server.timeout && typeof socket.setTimeout === 'function')
        socket.setTimeout(server.timeout);
    socket.on('timeout', onSocketTimeout);
    const parser = allocParser();
    const state = {
        server, socket, parser, outgoing: [], current: null, incoming: [],
        pendingBytes: 0,
        requests: 0, keepAliveSet: false, isUpgraded: false, isForeign: false,
        samples: null, timer: null, keepAliveMs: 0, bufferMs: 0,
        closeListeners: null,
        onData: null, onEnd: null, onClose: null, onDrain: null,
        onPending: null,
    };
    parser.init(false, server.maxHeaderSize || maxHeaderSize(),
                leniency(server.httpValidation, server.insecureHTTPParser),
                maxHeaders(server));
    parser[HTTPParser.kOnTimeout] = () => {
        if (!server.emit('timeout', socket))
            socket.destroy();
    };
    parser.socket = socket;
    socket.server = server;
    socket.parser = parser;
    socket._httpState = state;
    if (typeof server.maxHeadersCount === 'number')
        parser.maxHeaderPairs = server.maxHeadersCount << 1;
    parser.joinDuplicateHeaders = server.joinDuplicateHeaders ?? false;
    parser.state = state;
    parser.onIncoming = onIncoming;
    server[kConnections].add(state);
    state.onData = (chunk) => onData(state, chunk);
    state.onEnd = () => onEnd(state);
    state.onClose = () => onClose(state);
    state.onDrain = () => onDrain(state);
    state.onPending = (n) => onPendingData(state, n);
    socket._paused = false;
    socket.setEncoding = refuseEncoding;
    socket.on('error', onSocketError);
    socket.on('data', state.onData);
    socket.on('end', state.onEnd);
    socket.on('close', state.onClose);
    socket.on('drain', state.onDrain);
    if (hasSamples(server) && socket instanceof net.Socket &&
        socket.writableHighWaterMark > 0) {
        parser.onRequest = onRequest;
        parser.reportUsual(true);
    }
    consume(state, afterExecute);
}

const {
    onServerRequestStart, onServerResponseCreated, onServerResponseFinish,
} = channels;

/* Are requests and responses made by http's own constructors, and seen by
 * nobody before the request is reported? With domains each belongs to the
 * active one. */
function hasSamples(server) {
    return !isRequestPlain && !EventEmitter.usingDomains &&
        server[kIncomingMessage] === IncomingMessage &&
        server[kServerResponse] === ServerResponse &&
        ServerResponse.prototype.assignSocket === assignSocket &&
        onServerResponseCreated._subscribers === undefined;
}

function makeResponse(state, req) {
    const { server, socket } = state;
    const res = new server[kServerResponse](req, {
        highWaterMark: socket.writableHighWaterMark,
        rejectNonStandardBodyWrites: server.rejectNonStandardBodyWrites,
    });
    res[kUniqueHeaders] = server[kUniqueHeaders];
    return res;
}

/* The sample has all properties that are set while a request is answered. */
function sampleResponse(state, req) {
    const res = makeResponse(state, req);
    res._events.finish = onResponseFinish;
    res._eventsCount = 1;
    fillSample(res);
    return Object.assign(res, {
        req: null, [kState]: null, statusCode: 200, statusMessage: undefined,
        _maxRequestsPerSocket: 0,
    });
}

function maxHeaders({ maxHeadersCount: count }) {
    return typeof count === 'number' ? count : 1000;
}

function refuseEncoding() {
    throw new codes.ERR_HTTP_SOCKET_ENCODING();
}

function onSocketTimeout() {
    const { parser, server, _httpMessage: res } = this;
    const req = parser?.incoming?.complete ? null : parser?.incoming;
    let isHeard = false;
    for (const emitter of [req, res, server]) {
        if (emitter?.emit('timeout', this))
            isHeard = true;
    }
    if (!isHeard)
        this.destroy();
}

function onClose(state) {
    const { socket, parser } = state;
    forgetTimer(state);
    state.server[kConnections].delete(state);
    if (parser && !state.isUpgraded)
        freeParser(parser, null, socket);
    if (state.current !== null)
        state.incoming.unshift(state.current);
    state.current = null;
    abortAll(state.incoming);
    abortAll(state.outgoing); // they waited for the responses before them
}

/* Requests and responses of a connection that is not a more. */
function abortAll(messages) {
    while (messages.length > 0)
        messages.shift().destroy(connectionReset());
}

function connectionReset() {
    const error = new Error('aborted');
    error.code = 'ECONNRESET';
    return error;
}

function onEnd(state) {
    const { outgoing, parser, server, socket } = state;
    const error = parser.finish();
    const last = outgoing.at(-1) ?? socket._httpMessage;
    if (error)
        failSocket(socket, error);
    else if (server.httpAllowHalfOpen && last)
        last._last = true;
    else if (!server.httpAllowHalfOpen || socket.writable)
        socket.end();
}

function onData(state, chunk) {
    const result = state.parser.execute(chunk);
    afterExecute(state, result, chunk);
}

function afterExecute(state, result, chunk) {
    const { parser, socket } = state;
    if (typeof result !== 'number') {
        failSocket(socket, result);
    } else if (parser.incoming?.upgrade) {
        upgrade(state, (chunk ?? parser.copyConsumed()).subarray(result));
    } else if (parser.incoming?.method === 'PRI') {
        socket.destroy(); // the preface of HTTP/2
    }
    // Too much waits to be written: read no more until that is gone.
    if (socket._paused && socket.parser)
        socket.pause();
}

function upgrade(state, head) {
    const { parser, server, socket } = state;
    const req = parser.incoming;
    const event = req.method === 'CONNECT' ? 'connect' : 'upgrade';
    state.isUpgraded = true;
    forgetTimer(state);
    unconsume(socket, parser);
    delete socket.setEncoding;
    socket.removeListener('data', state.onData);
    socket.removeListener('end', state.onEnd);
    socket.removeListener('close', state.onClose);
    socket.removeListener('drain', state.onDrain);
    socket.removeListener('error', onSocketError);
    socket.removeListener('timeout', onSocketTimeout);
    server[kConnections].delete(state);
    freeParser(parser, req, null);
    socket.parser = null;
    if (server.listenerCount(event) > 0) {
        socket.readableFlowing = null;
        server.emit(event, req, socket, head);
    } else {
        socket.destroy();
    }
}

const badRequest = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n';
const tooLarge = 'HTTP/1.1 431 Request Header Fields Too Large\r\n' +
    'Connection: close\r\n\r\n';
const payloadTooLarge = 'HTTP/1.1 413 Payload Too Large\r\n' +
    'Connection: close\r\n\r\n';
const requestTimedOut = 'HTTP/1.1 408 Request Timeout\r\n' +
    'Connection: close\r\n\r\n';

function answerOf(error) {
    switch (error.code) {
    case 'HPE_HEADER_OVERFLOW': return tooLarge;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW': return payloadTooLarge;
    case 'ERR_HTTP_REQUEST_TIMEOUT': return requestTimedOut;
    default: return badRequest;
    }
}

function onSocketError(error) {
    failSocket(this, error);
}

function failSocket(socket, error) {
    socket.removeListener('error', onSocketError);
    if (socket.listenerCount('error') === 0)
        socket.on('error', () => {});
    if (socket.server.emit('clientError', error, socket))
        return;
    // Nothing can be added after a response that has begun.
    if (socket.writable && !socket._httpMessage?._headerSent)
        socket.write(answerOf(error), 'latin1');
    socket.destroy(error);
}

// ---- Requests --------------------------------------------------------------

/* A method of the parser, since there is one for each connection. */
function onIncoming(req, keepAlive) {
    const { state } = this;
    const { server, socket } = state;
    if (state.keepAliveSet)
        stopKeepAlive(state, socket, server.timeout || 0,
                      (req._flags & flags.HOOKED) !== 0);
    if (req._flags & (flags.UPGRADE | flags.HTTP2) &&
        isForeign(state, req))
        return 2;
    queueRequest(state, socket, req);
    const res = makeResponse(state, req);
    res[kState] = state;
    res._keepAliveTimeout = server.keepAliveTimeout;
    res._maxRequestsPerSocket = server.maxRequestsPerSocket;
    res._onPendingData = state.onPending;
    res.shouldKeepAlive = keepAlive;
    announce(server, socket, req, res);
    if (socket._httpMessage)
        state.outgoing.push(res);
    else
        res.assignSocket(socket);
    res.on('finish', onResponseFinish);
    dispatch(server, state, req, res);
    return 0;
}

const { KEEP_ALIVE } = flags;
const HAS_BODY = flags.CHUNKED | flags.HAS_LENGTH;
const REQUEST_COMPLETED = 3; // of http/parser.c
const REQUEST_COMPLETED_MORE = 4;

/*
 * The same for a request that nothing is unusual about, as a method of the
 * parser: it has a host and expects nothing. Nobody has seen the response yet,
 * so that its socket can be set without an event.
 */
function onRequest(bits, method, url, headers) {
    const state = this.state;
    const server = state.server;
    const socket = state.socket;
    const samples = state.samples;
    if (samples === null || onServerResponseCreated._subscribers !== undefined)
        return onFirstRequest(this, bits, method, url, headers);
    const req = copy(samples.request, REQUEST_PARTS);
    req.method = methods[method];
    req.url = url;
    req[kHeaderText] = headers;
    req._flags = bits;
    this.incoming = req;
    if (state.keepAliveSet)
        stopKeepAlive(state, socket, server.timeout || 0, false);
    if (state.current === null &&
        (socket._writableState.bits & NEED_DRAIN) === 0)
        state.current = req;
    else
        queueRequest(state, socket, req);
    const res = copy(samples.response, RESPONSE_PARTS);
    const maxRequestsPerSocket = server.maxRequestsPerSocket;
    res.req = req;
    res._keepAliveTimeout = server.keepAliveTimeout;
    res._maxRequestsPerSocket = maxRequestsPerSocket;
    if ((bits & KEEP_ALIVE) === 0)
        res.shouldKeepAlive = false;
    if (samples.isAnnounced || onServerRequestStart._subscribers !== undefined)
        announce(server, socket, req, res);
    if (socket._httpMessage) {
        state.outgoing.push(res);
    } else {
        socket._httpMessage = res;
        res[kSocket] = socket;
        addCloseListener(state, socket._events, onServerResponseClose);
    }
    if (maxRequestsPerSocket > 0)
        dispatch(server, state, req, res);
    else
        server.emit('request', req, res);
    if ((bits & HAS_BODY) !== 0)
        return 0;
    complete(req, req._readableState, socket);
    return socket[kTimeout] === null && socket._parent === null &&
        !socket._paused ? REQUEST_COMPLETED : REQUEST_COMPLETED_MORE;
}

/* Make what the next ones are copied from, unless somebody watches responses
 * that are made. */
function onFirstRequest(parser, bits, method, url, headers) {
    const { state } = parser;
    if (onServerResponseCreated._subscribers === undefined) {
        state.samples = samplesOfConnection(
            samplesFor(state, sampleResponse), parser,
            { [kState]: state, _onPendingData: state.onPending });
        state.samples.isAnnounced = state.server[kOptimizeEmpty];
        return onRequest.call(parser, bits, method, url, headers);
    }
    return parser.onHeaders(bits, method, url, 0, '', headers, 11);
}

/* It waits for its response to finish. As long as too many bytes of those before
 * it are not gone, no more is read. */
function queueRequest(state, socket, req) {
    if (state.current === null)
        state.current = req;
    else
        state.incoming.push(req);
    if (!socket._paused && isBehind(state, socket)) {
        socket._paused = true;
        socket.pause();
    }
}

/* Before a listener gets the two. */
function announce(server, socket, req, res) {
    if (onServerRequestStart._subscribers !== undefined)
        onServerRequestStart.publish(
            { request: req, response: res, socket, server });
    if (server[kOptimizeEmpty])
        optimizeEmpty(req);
}

const BEHIND_MASK = DESTROYED | ENDING | NEED_DRAIN;

function isBehind(state, socket) {
    const { bits, highWaterMark } = socket._writableState;
    if (bits === undefined) // not a stream of ours
        return socket.writableNeedDrain ||
            state.pendingBytes >= socket.writableHighWaterMark;
    return state.pendingBytes >= highWaterMark ||
        (bits & BEHIND_MASK) === NEED_DRAIN;
}

function optimizeEmpty(req) {
    if (req._flags & (flags.CHUNKED | flags.HAS_LENGTH))
        return;
    req._dumpAndCloseReadable();
    req._read();
}

/* What follows is not HTTP/1; afterExecute() hands it to the new protocol. */
function isForeign(state, req) {
    if (req.upgrade)
        req.upgrade = req.method === 'CONNECT' ||
            wantsUpgrade(state.server, req);
    state.isForeign = req.upgrade || req.method === 'PRI';
    return req.upgrade;
}

function wantsUpgrade(server, req) {
    if (server.shouldUpgradeCallback)
        return Boolean(server.shouldUpgradeCallback(req));
    return server.listenerCount('upgrade') > 0;
}

function onPendingData(state, n) {
    const { socket } = state;
    state.pendingBytes += n;
    if (socket._paused && state.pendingBytes < socket.writableHighWaterMark)
        onDrain(state);
}

function onDrain(state) {
    const { pendingBytes, socket } = state;
    if (socket._paused && pendingBytes <= socket.writableHighWaterMark) {
        socket._paused = false;
        socket.resume();
    }
    if (socket._httpMessage)
        emitDrain(socket._httpMessage);
}

function dispatch(server, state, req, res) {
    const bits = req._flags;
    if (req.httpVersionMajor === 1 && req.httpVersionMinor === 1) {
        if (server.requireHostHeader && (bits & flags.HAS_HOST) === 0) {
            res.writeHead(400, ['Connection', 'close']);
            res.end();
            return;
        }
        if (isOverLimit(server, state, res)) {
            server.emit('dropRequest', req, state.socket);
            res.writeHead(503);
            res.end();
            return;
        }
        if ((bits & (flags.EXPECT_CONTINUE | flags.EXPECT_OTHER)) !== 0) {
            expect(server, req, res);
            return;
        }
    }
    server.emit('request', req, res);
}

function isOverLimit(server, state, res) {
    const max = server.maxRequestsPerSocket;
    if (typeof max !== 'number' || max <= 0)
        return false;
    state.requests++;
    res.maxRequestsOnConnectionReached = max <= state.requests;
    return max < state.requests;
}

function expect(server, req, res) {
    if (continueExpression.test(req.headers.expect)) {
        res._expect_continue = true;
        if (server.listenerCount('checkContinue') > 0) {
            server.emit('checkContinue', req, res);
        } else {
            res.writeContinue();
            server.emit('request', req, res);
        }
    } else if (server.listenerCount('checkExpectation') > 0) {
        server.emit('checkExpectation', req, res);
    } else {
        res.writeHead(417);
        res.end();
    }
}

/* A listener of the response. */
function onResponseFinish() {
    const { req, [kState]: state } = this;
    const { server, socket } = state;
    if (onServerResponseFinish._subscribers !== undefined)
        onServerResponseFinish.publish(
            { request: req, response: this, socket, server });
    if (state.current === req)
        state.current = state.incoming.shift() ?? null;
    endRequest(state, req, this);
    if (this._last)
        endConnection(socket);
    else if (state.outgoing.length > 0)
        state.outgoing.shift().assignSocket(socket);
    else if (socket.setTimeout !== undefined)
        startKeepAlive(state, server, socket);
}

const OVER = ENDING | NEED_DRAIN | DESTROYED | ERRORED;

/*
 * The tick after a response has left whole. Mostly nobody listens to it but the
 * server, and nothing waits after it. Then 'finish' is not emitted, and what
 * the stream of the socket and onResponseFinish() do is done here: eight calls
 * less, and 6 of the 56 thousand instructions of a request.
 */
function afterWholeResponse(res, socket) {
    const req = res.req;
    const state = res[kState];
    const written = socket._writableState;
    const bits = written.bits;
    if (isFinishPlain || !state || (bits & OVER) !== 0 || res._eventsCount !== 1 ||
        res._events.finish !== onResponseFinish || res.emit !== emit ||
        res[kEndCallbacks] !== null || res._last ||
        state.current !== req || state.incoming.length !== 0 ||
        onServerResponseFinish._subscribers !== undefined) {
        afterWhole(res, socket);
        return;
    }
    written.bits = bits & ~AFTER_WRITE_PENDING;
    written.pendingcb--;
    res[kFinished] = true;
    state.current = null;
    endRequest(state, req, res);
    startKeepAlive(state, state.server, socket);
}
Object.defineProperty(ServerResponse.prototype, kAfterWhole, {
    __proto__: null, value: afterWholeResponse, enumerable: false,
});

/* What the program did not read of the request is in the way of the next.
 * Listeners of the response could still listen to the request. */
function endRequest(state, req, res) {
    const parser = state.parser;
    const socket = state.socket;
    if (req[kSignal] !== null)
        req[kSignal].release();
    const isUnseen = !isFinishPlain && res._eventsCount === 1 &&
        isEndUnseen(req, req._readableState);
    if (isUnseen)
        req._dumped = true;
    else if (!req._consuming && !req._readableState.resumeScheduled)
        req._dump();
    // As detachSocket(), unless that is the program's.
    if (res.detachSocket === detachSocket && res[kCorked] === 0) {
        removeCloseListener(state, socket._events, onServerResponseClose);
        socket._httpMessage = null;
        res[kSocket] = null;
    } else {
        res.detachSocket(socket);
    }
    if (isUnseen) {
        if (parser.incoming === req)
            parser.incoming = null;
        nextTick(emitClose, res, req);
    } else {
        forgetIncoming(req);
        nextTick(emitClose, res, null);
    }
}

function endConnection(socket) {
    if (typeof socket.destroySoon === 'function')
        socket.destroySoon();
    else
        socket.end();
}

/* Of the response, and of a request whose end nobody sees. */
function emitClose(res, req) {
    if (req !== null)
        closeUnseen(req, req._readableState);
    if (res._closed)
        return;
    res.destroyed = true;
    res._closed = true;
    if (res._events.close !== undefined || res.emit !== emit)
        res.emit('close');
}

/* The parser lives as long as the connection; it need not hold the request. */
function forgetIncoming(req) {
    const parser = req.socket?.parser;
    if (parser?.incoming !== req)
        return;
    if (req._readableState.bits & END_EMITTED)
        parser.incoming = null;
    else
        req.on('end', () => forgetIncoming(req));
}

module.exports = {
    STATUS_CODES,
    Server,
    ServerResponse,
    _connectionListener: connectionListener,
    kConnectionsCheckingInterval: kCheckInterval,
    kServerResponse,
    setUpServer,
    setupConnectionsTracking,
    storeHTTPOptions,
};
