'use strict';
/*
 * internal/fetch/client - HTTP/1.1 for fetch() and WebSocket.
 *
 * A connection carries one exchange at a time: a request, then its response.
 *
 *      connecting -> busy with an exchange <-> idle, in the pool of its origin
 *      closed: by an error, by either side's wish, or idle for too long
 *
 * These are not the requests and agents of node:http, as they are not in Node:
 * a program that patches those, or listens to their channels, does not see what
 * fetch() does. Of the public modules only net.connect() and tls.connect() are
 * called, again as in Node.
 *
 * What must stay true: a handler hears of its exchange's end once, by
 * completed(), upgraded() or failed(); after that, and after abort(), nothing.
 */

const { Buffer } = require('buffer');
const { clearTimeout, setTimeout } = internalBinding('order');
const { Parser } = internalBinding('http');
const trace = internalBinding('trace');
const { leniency, maxHeaderSize } = require('internal/http/options');
const { fetchProxies, openTunnel } = require('internal/http/proxy');
const {
    BodyTimeoutError, ConnectTimeoutError, HTTPParserError,
    HeadersOverflowError, HeadersTimeoutError, RequestAbortedError,
    RequestContentLengthMismatchError, ResponseContentLengthMismatchError,
    SocketError,
} = require('internal/fetch/errors');
/* Loaded when first used: net, tls. */

const CONNECT_TIMEOUT_MS = 10000;
const ANSWER_TIMEOUT_MS = 300000;
const IDLE_TIMEOUT_MS = 4000;
const IDLE_TIMEOUT_MAX_MS = 600000;
/* The server's idle timeout ends this much earlier here. */
const IDLE_THRESHOLD_MS = 2000;

/* Bits of the first argument of onHeaders(); see http/parser.c. */
const KEEP_ALIVE = 1;
const UPGRADE = 2;

/* What onHeaders() returns. */
const HAS_BODY = 0;
const NO_BODY = 1;
const UPGRADED = 2;

/* A request of another method that has a body ends its connection: a server
 * that ignores such a body would take it for the next request. */
const payloadMethods = new Set(['PUT', 'POST', 'PATCH', 'QUERY', 'PROPFIND',
                                'PROPPATCH']);

// ---- Sockets ---------------------------------------------------------------

const sessions = new Map(); // of TLS, by the name of the server
const SESSIONS_MAX = 100;

function keepSession(name, session) {
    sessions.delete(name);
    sessions.set(name, session);
    if (sessions.size > SESSIONS_MAX)
        sessions.delete(sessions.keys().next().value);
}

function openSecure(host, port, tunnel) {
    const isAddress = require('net').isIP(host) !== 0;
    const session = sessions.get(host);
    const socket = require('tls').connect({
        host, port: port || 443, session, ALPNProtocols: ['http/1.1'],
        ...(isAddress ? undefined : { servername: host }),
        ...(tunnel === undefined ? undefined : { socket: tunnel }),
    });
    socket.on('session', (made) => keepSession(host, made));
    return socket;
}

function placeOf(url) {
    const host = url.hostname.startsWith('[') ?
        url.hostname.slice(1, -1) : url.hostname;
    const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
    return { host, isSecure, port: Number(url.port) || (isSecure ? 443 : 80) };
}

/* Undefined: the place is reached directly. */
function proxyOf(url) {
    const { host, port, isSecure } = placeOf(url);
    const proxy = fetchProxies()?.[isSecure ? 'https:' : 'http:'];
    return proxy?.isFor({ host, port }) ? proxy : undefined;
}

/* fetch() has a tunnel for every place, as in Node. */
function openTunnelTo(proxy, url, callback) {
    const lines = ['connection: close', 'proxy-connection: keep-alive'];
    if (proxy.auth)
        lines.push(`proxy-authorization: ${proxy.auth}`);
    return openTunnel(proxy, placeOf(url), lines, 0, (error, tunnel) => {
        callback(error?.statusCode === undefined ? error :
            new RequestAbortedError(`Proxy response (${
                error.statusCode}) !== 200 when HTTP Tunneling`), tunnel);
    });
}

function openSocket(url, tunnel) {
    const { host, port, isSecure } = placeOf(url);
    if (tunnel !== undefined && !isSecure)
        return { socket: tunnel, event: undefined };
    const socket = isSecure ? openSecure(host, port, tunnel) :
        require('net').connect({ host, port });
    socket.setKeepAlive(true, 60000);
    socket.setNoDelay(true);
    return { socket, event: isSecure ? 'secureConnect' : 'connect' };
}

// ---- The parser ------------------------------------------------------------

class ResponseParser extends Parser {
    connection;

    constructor(connection) {
        super();
        this.connection = connection;
        this.init(true, maxHeaderSize(), leniency(undefined, undefined), 0);
    }

    onHeaders(bits, method, url, status, statusText, headers) {
        return this.connection.onHeaders(bits, status, statusText,
                                         headers.split('\0'));
    }

    onBody(chunk) {
        this.connection.onBody(chunk);
    }

    onComplete() {
        this.connection.onComplete();
    }

    makeError(data) {
        const { 0: code, 1: reason } = this.getError();
        return code === 'HPE_HEADER_OVERFLOW' ? new HeadersOverflowError() :
            new HTTPParserError(reason, data);
    }
}

/* Seconds of "Keep-Alive: timeout=5", in milliseconds. */
function readIdleTimeout(value) {
    const found = /timeout=(\d+)/.exec(value ?? '');
    return found === null ? IDLE_TIMEOUT_MS :
        Math.min(found[1] * 1000 - IDLE_THRESHOLD_MS, IDLE_TIMEOUT_MAX_MS);
}

/* The last of the headers with this name; the list ends with an empty string. */
function findHeader(list, name) {
    for (let i = list.length - 3; i >= 0; i -= 2) {
        if (list[i].length === name.length && list[i].toLowerCase() === name)
            return list[i + 1];
    }
    return undefined;
}

// ---- The pool --------------------------------------------------------------

const idle = new Map(); // lists of connections, by origin

function takeIdle(origin) {
    const list = idle.get(origin);
    const connection = list?.pop();
    if (list?.length === 0)
        idle.delete(origin);
    return connection;
}

function putIdle(connection) {
    const list = idle.get(connection.origin);
    if (list === undefined)
        idle.set(connection.origin, [connection]);
    else
        list.push(connection);
}

function removeIdle(connection) {
    const list = idle.get(connection.origin);
    const at = list?.indexOf(connection) ?? -1;
    if (at === -1)
        return;
    list.splice(at, 1);
    if (list.length === 0)
        idle.delete(connection.origin);
}

// ---- Connections -----------------------------------------------------------

class Connection {
    origin;
    socket;
    isReused = false;
    #isReady = false;
    #isClosed = false;
    #exchange; /* undefined: idle */
    #parser;
    #timer;

    /* Of the response: */
    #status = 0; /* 0: no head so far */
    #keepsAlive = false;
    #idleMs = 0;
    #length; /* by its header; undefined: not known */
    #received = 0;

    constructor(url, exchange) {
        this.origin = `${url.protocol}//${url.host}`;
        this.#exchange = exchange;
        this.#arm(CONNECT_TIMEOUT_MS, () => new ConnectTimeoutError(
            `Connect Timeout Error (attempted address: ${url.hostname}:${
                placeOf(url).port}, timeout: ${CONNECT_TIMEOUT_MS}ms)`));
        const proxy = proxyOf(url);
        if (proxy === undefined) {
            this.#use(openSocket(url));
            return;
        }
        this.socket = openTunnelTo(proxy, url, (error, tunnel) => {
            if (error)
                this.close(error);
            else if (!this.#isClosed)
                this.#use(openSocket(url, tunnel));
        });
    }

    #use({ socket, event }) {
        this.socket = socket;
        if (event === undefined)
            process.nextTick(() => this.#onReady());
        else
            socket.once(event, () => this.#onReady());
        socket.on('error', (error) => this.#onSocketError(error));
        socket.on('close', () => this.#onSocketClose());
    }

    /* One timer at a time, which keeps no program alive. */
    #arm(ms, makeError) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.close(makeError?.()), ms).unref();
    }

    #onReady() {
        const { socket } = this;
        if (this.#isClosed)
            return;
        this.#isReady = true;
        this.#parser = new ResponseParser(this);
        socket.on('data', (chunk) => this.#onData(chunk));
        socket.on('end', () => this.#onSocketEnd());
        socket.on('drain', () => this.#exchange?.handler.drained());
        this.#begin();
    }

    #begin() {
        this.#status = 0;
        this.#arm(ANSWER_TIMEOUT_MS, () => new HeadersTimeoutError());
        this.#exchange.start(this);
    }

    /* Take the next exchange. */
    reuse(exchange) {
        this.isReused = true;
        this.#exchange = exchange;
        this.socket.ref();
        this.#begin();
    }

    /* The end, for an exchange too; without an error it is not said why. */
    close(error = undefined) {
        if (this.#isClosed)
            return;
        this.#isClosed = true;
        clearTimeout(this.#timer);
        removeIdle(this);
        this.#parser?.close();
        this.socket.destroy();
        const exchange = this.#exchange;
        this.#exchange = undefined;
        if (error !== undefined)
            exchange?.fail(error);
    }

    // ---- What the socket says ----

    #onSocketError(error) {
        if (error.code === 'ECONNRESET' && this.#endsWithSocket())
            this.#finishParsing();
        this.close(error);
    }

    #onSocketEnd() {
        if (this.#endsWithSocket())
            this.#finishParsing();
        this.close(new SocketError('other side closed', this.socket));
    }

    #onSocketClose() {
        this.close(new SocketError('closed', this.socket));
    }

    /* A response that is as long as the connection lasts. */
    #endsWithSocket() {
        return this.#status !== 0 && !this.#keepsAlive;
    }

    #finishParsing() {
        if (this.#parser.feedEnd() < 0)
            this.close(this.#isShort() ?
                new ResponseContentLengthMismatchError() :
                this.#parser.makeError());
    }

    #onData(chunk) {
        if (this.#isClosed)
            return;
        const n = this.#parser.feed(chunk);
        if (n < 0)
            this.close(this.#parser.makeError(chunk));
        else if (this.#exchange?.isUpgraded)
            this.#handOver(chunk.subarray(n));
    }

    // ---- What the parser says ----

    onHeaders(bits, status, statusText, headers) {
        const exchange = this.#exchange;
        if (exchange === undefined || status === 100) {
            this.close(new SocketError('bad response', this.socket));
            return NO_BODY;
        }
        if (status === 101)
            return this.#onUpgrade((bits & UPGRADE) !== 0, headers);
        if (status < 200)
            return NO_BODY;
        if (trace.isOn())
            trace.response(exchange.method, this.origin + exchange.path, status);
        this.#status = status;
        this.#received = 0;
        this.#length = findHeader(headers, 'content-length');
        this.#idleMs = readIdleTimeout(findHeader(headers, 'keep-alive'));
        this.#keepsAlive = (bits & KEEP_ALIVE) !== 0;
        this.#arm(ANSWER_TIMEOUT_MS, () => new BodyTimeoutError());
        headers.pop();
        exchange.handler.answered(status, toText(statusText), headers);
        return exchange.method === 'HEAD' ? NO_BODY : HAS_BODY;
    }

    #onUpgrade(isUpgrade, headers) {
        const exchange = this.#exchange;
        if (!isUpgrade || !exchange.wantsUpgrade) {
            this.close(new SocketError('bad upgrade', this.socket));
            return NO_BODY;
        }
        headers.pop();
        exchange.isUpgraded = true;
        exchange.upgradeHeaders = headers;
        return UPGRADED;
    }

    onBody(chunk) {
        const exchange = this.#exchange;
        if (exchange === undefined)
            return;
        this.#timer.refresh();
        this.#received += chunk.length;
        if (exchange.handler.received(chunk) === false)
            exchange.pause();
    }

    #isShort() {
        return this.#length !== undefined &&
            this.#exchange?.method !== 'HEAD' && this.#status !== 304 &&
            this.#received !== Number(this.#length);
    }

    /* Informational responses are over as well, and mean nothing. */
    onComplete() {
        const exchange = this.#exchange;
        if (exchange === undefined || this.#status === 0)
            return;
        if (this.#isShort()) {
            this.close(new ResponseContentLengthMismatchError());
            return;
        }
        this.#exchange = undefined;
        if (!this.#keepsAlive || !exchange.leavesConnection() ||
            this.#idleMs <= 0)
            this.close();
        else
            this.#rest();
        exchange.complete();
    }

    #rest() {
        this.#status = 0;
        this.socket.resume();
        this.socket.unref();
        this.#arm(this.#idleMs);
        putIdle(this);
    }

    /* The bytes are another protocol's from now on. */
    #handOver(head) {
        const { socket } = this;
        const exchange = this.#exchange;
        this.#isClosed = true;
        this.#exchange = undefined;
        clearTimeout(this.#timer);
        this.#parser.close();
        for (const event of ['data', 'end', 'drain', 'close', 'error'])
            socket.removeAllListeners(event);
        exchange.upgrade(socket, head);
    }
}

/* The words of a status line may be UTF-8. */
function toText(latin1) {
    return /[\x80-\xff]/.test(latin1) ?
        Buffer.from(latin1, 'latin1').toString() : latin1;
}

/* Bytes of a response that nobody wants. */
const DROPPED_MAX = 65536;

// ---- Exchanges -------------------------------------------------------------

/*
 * The handler's functions: started(exchange) when bytes may be written, for a
 * kept connection before openExchange() returns; drained() when more may be; answered(status, statusText, headers), received(chunk), which
 * returns false to pause, then completed(); or upgraded(headers, socket, head);
 * or failed(error).
 */
class Exchange {
    method;
    path;
    handler;
    wantsUpgrade;
    isUpgraded = false;
    upgradeHeaders;
    #head;
    #connection;
    #length; /* of the body that was announced; null: not known */
    #written = 0;
    #closes;
    #isSent = false;
    #isOver = false;

    constructor({ method, path, headers, bodyLength, isUpgrade }, handler) {
        this.method = method;
        this.path = path;
        this.handler = handler;
        this.wantsUpgrade = isUpgrade === true;
        this.#length = bodyLength ?? (bodyLength === null ? null : 0);
        this.#closes = method === 'HEAD' || isUpgrade ||
            (bodyLength !== undefined && bodyLength !== 0 &&
             !payloadMethods.has(method));
        let head = `${method} ${path} HTTP/1.1\r\n`;
        for (let i = 0; i < headers.length; i += 2) {
            if (headers[i] === 'connection' && headers[i + 1] === 'close')
                this.#closes = true;
            head += `${headers[i]}: ${headers[i + 1]}\r\n`;
        }
        this.#head = head;
    }

    /* Bytes may be written from now on. */
    start(connection) {
        this.#connection = connection;
        this.handler.started(this);
    }

    get isReused() {
        return this.#connection?.isReused ?? false;
    }

    get isOver() {
        return this.#isOver;
    }

    // ---- The request ----

    /* The head goes with the first bytes of the body. */
    #writeHead(socket, isEmpty) {
        if (this.#head === undefined)
            return;
        const last = this.#describeLength(isEmpty);
        socket.write(`${this.#head}${last}\r\n`, 'latin1');
        this.#head = undefined;
    }

    /* Of no bytes, Node names the length only where some are expected. */
    #describeLength(isEmpty) {
        if (isEmpty)
            return payloadMethods.has(this.method) ? 'content-length: 0\r\n' : '';
        return this.#length === null ? 'transfer-encoding: chunked\r\n' :
            `content-length: ${this.#length}\r\n`;
    }

    /* A text or a view of bytes. False: wait for drained(). */
    write(chunk) {
        const length = Buffer.byteLength(chunk);
        if (this.#isOver || length === 0)
            return true;
        const { socket } = this.#connection;
        const isChunked = this.#length === null;
        if (!isChunked && this.#written + length > this.#length)
            throw new RequestContentLengthMismatchError();
        this.#written += length;
        socket.cork();
        this.#writeHead(socket, false);
        if (isChunked)
            socket.write(`${length.toString(16)}\r\n`, 'latin1');
        let hasSpace = socket.write(chunk);
        if (isChunked)
            hasSpace = socket.write('\r\n', 'latin1');
        socket.uncork();
        return hasSpace;
    }

    end() {
        if (this.#isOver)
            return;
        const { socket } = this.#connection;
        const isEmpty = this.#written === 0;
        socket.cork();
        this.#writeHead(socket, isEmpty);
        if (this.#length === null && !isEmpty)
            socket.write('0\r\n\r\n', 'latin1');
        socket.uncork();
        if (this.#length !== null && this.#written !== this.#length)
            throw new RequestContentLengthMismatchError();
        this.#isSent = true;
    }

    // ---- The response ----

    pause() {
        this.#connection.socket.pause();
    }

    resume() {
        if (!this.#isOver)
            this.#connection.socket.resume();
    }

    /* Whether the next exchange may use the connection. */
    leavesConnection() {
        return this.#isSent && !this.#closes;
    }

    complete() {
        if (this.#isOver)
            return;
        this.#isOver = true;
        this.handler.completed();
    }

    upgrade(socket, head) {
        if (this.#isOver) {
            socket.destroy();
            return;
        }
        this.#isOver = true;
        this.handler.upgraded(this.upgradeHeaders, socket, head);
    }

    fail(error) {
        if (this.#isOver)
            return;
        this.#isOver = true;
        this.handler.failed(error);
    }

    abort() {
        if (this.#isOver)
            return;
        this.#isOver = true;
        this.#connection?.close();
    }

    /* Nobody wants the rest of the response. A short one is read to its end,
     * so that the connection can serve again. */
    drop() {
        if (!this.leavesConnection()) {
            this.abort();
            return;
        }
        const ignore = () => {};
        let left = DROPPED_MAX;
        this.handler = {
            completed: ignore, drained: ignore, failed: ignore,
            received: (chunk) => {
                left -= chunk.length;
                if (left < 0)
                    this.abort();
            },
        };
        this.#connection.socket.unref();
    }

    /* One that has not started yet can be aborted as well. */
    attach(connection) {
        this.#connection = connection;
    }
}

/* Headers are a flat list. bodyLength: undefined if there is no body, null if
 * its length is not known. */
function openExchange(url, options, handler) {
    const exchange = new Exchange(options, handler);
    const connection = options.isUpgrade ? undefined :
        takeIdle(`${url.protocol}//${url.host}`);
    if (connection !== undefined)
        connection.reuse(exchange);
    else
        exchange.attach(new Connection(url, exchange));
    return exchange;
}

module.exports = { openExchange };
