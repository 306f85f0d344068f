'use strict';
/*
 * internal/http2/server - servers of HTTP/2, with and without TLS, and
 * http2.connect().
 */

const { captureRejectionSymbol } = require('events');
const net = require('net');
const tls = require('tls');
const { codes } = require('internal/errors');
const {
    validateFunction, validateNumber, validateObject, validateUint32,
} = require('internal/validators');
const { storeHTTPOptions, setUpServer, Server: HttpServer,
        _connectionListener } = require('_http_server');
const { checkSettings } = require('internal/http2/settings');
const { ClientHttp2Session } = require('internal/http2/client_session');
const { ServerHttp2Session } = require('internal/http2/server_session');
const { checkObject } = require('internal/http2/server_stream');
const { kAuthority, kProtocol } = require('internal/http2/util');
const { clearTimeout, setTimeout } = internalBinding('order');
/* Loaded when first used: internal/http2/compat, internal/url/url. */

const kOptions = Symbol('options');
const kSessions = Symbol('sessions');
const UNKNOWN_PROTOCOL_MS = 10_000;

// ---- Options ---------------------------------------------------------------

function readOptions(given) {
    if (given !== undefined)
        validateObject(given, 'options');
    const options = { ...given };
    if (options.settings !== undefined)
        validateObject(options.settings, 'options.settings');
    options.settings = { ...options.settings };
    checkSettings(options.settings);
    for (const name of ['maxSessionInvalidFrames',
                        'maxSessionRejectedStreams', 'unknownProtocolTimeout',
                        'streamResetBurst', 'streamResetRate']) {
        if (options[name] !== undefined)
            validateUint32(options[name], name);
    }
    if (options.remoteCustomSettings?.length > 10)
        throw new codes.ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
    options.unknownProtocolTimeout ??= UNKNOWN_PROTOCOL_MS;
    const compat = require('internal/http2/compat');
    options.Http2ServerRequest ??= compat.Http2ServerRequest;
    options.Http2ServerResponse ??= compat.Http2ServerResponse;
    return options;
}

// ---- Connections -----------------------------------------------------------

function onConnection(socket) {
    const options = this[kOptions];
    if (socket.alpnProtocol === false || socket.alpnProtocol === 'http/1.1') {
        if (options.allowHTTP1 === true) {
            Reflect.apply(_connectionListener, this, [socket]);
            return;
        }
        refuse(this, socket, options);
        return;
    }
    const session = new ServerHttp2Session(options, socket, this);
    this[kSessions].add(session);
    session.once('close', () => this[kSessions].delete(session));
    session.on('stream', (...args) => this.emit('stream', ...args));
    session.on('error', (error) => {
        if (this.listenerCount('sessionError') > 0)
            this.emit('sessionError', error, session);
    });
    if (this.timeout)
        session.setTimeout(this.timeout);
    session.on('timeout', () => {
        if (session.destroyed || session.listenerCount('timeout') > 1)
            return;
        if (!this.emit('timeout', session))
            session.destroy();
    });
    this.emit('session', session);
}

/* A client that speaks another protocol is told so, or the program decides. */
function refuse(server, socket, options) {
    if (server.emit('unknownProtocol', socket))
        return;
    const timer = setTimeout(() => socket.destroy(),
                             options.unknownProtocolTimeout).unref();
    socket.once('close', () => clearTimeout(timer));
    const body = 'Missing ALPN Protocol, expected `h2` to be available.\n' +
        'If this is a HTTP request: The server was not configured with the ' +
        '`allowHTTP1` option or a listener for the `unknownProtocol` event.\n';
    socket.end('HTTP/1.0 403 Forbidden\r\nContent-Type: text/plain\r\n' +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/* Requests and responses are only made if somebody wants them. */
function setUpCompat(event) {
    if (event !== 'request')
        return;
    this.removeListener('newListener', setUpCompat);
    const { onServerStream } = require('internal/http2/compat');
    const { Http2ServerRequest, Http2ServerResponse } = this[kOptions];
    this.on('stream', (stream, headers, flags, rawHeaders) => onServerStream(
        this, Http2ServerRequest, Http2ServerResponse, stream, headers,
        rawHeaders));
}

/* What both kinds of servers have. */
const methods = {
    setTimeout(ms, callback) {
        this.timeout = ms;
        if (callback !== undefined) {
            validateFunction(callback, 'callback');
            this.on('timeout', callback);
        }
        return this;
    },

    updateSettings(settings) {
        validateObject(settings, 'settings');
        checkSettings(settings);
        this[kOptions].settings = { ...this[kOptions].settings, ...settings };
    },

    close(...args) {
        for (const session of this[kSessions])
            session.close();
        if (this[kOptions].allowHTTP1)
            this.closeIdleConnections?.();
        return Reflect.apply(Object.getPrototypeOf(this.constructor.prototype)
            .close, this, args);
    },

    async [Symbol.asyncDispose]() {
        await require('util').promisify(this.close).call(this);
    },

    [captureRejectionSymbol](error, event, ...args) {
        const { ServerHttp2Stream } = require('internal/http2/server_stream');
        if (event === 'stream' && args[0] instanceof ServerHttp2Stream) {
            const [stream] = args;
            if (stream.headersSent)
                stream.destroy(error);
            else {
                stream.respond({ ':status': 500 });
                stream.end();
            }
        } else if (event === 'request') {
            const [, response] = args;
            if (response.headersSent) {
                response.stream.destroy(error);
                return;
            }
            response.statusCode = 500;
            for (const name of response.getHeaderNames())
                response.removeHeader(name);
            response.end();
        } else {
            net.Server.prototype[captureRejectionSymbol]
                .call(this, error, event, ...args);
        }
    },
};

class Http2Server extends net.Server {
    constructor(given, listener) {
        const options = readOptions(given);
        super(options, onConnection);
        beginServer(this, options, listener);
    }
}

class Http2SecureServer extends tls.Server {
    constructor(given, listener) {
        const options = readOptions(given);
        if (options.ALPNCallback === undefined)
            options.ALPNProtocols = options.allowHTTP1 === true ?
                ['h2', 'http/1.1'] : ['h2'];
        super(options, onConnection);
        beginServer(this, options, listener);
        if (options.allowHTTP1 === true) {
            storeHTTPOptions.call(this, { ...options,
                                          ...options.http1Options });
            setUpServer(this);
            this.timeout = 0;
            this.httpAllowHalfOpen = false;
            for (const name of ['closeAllConnections', 'closeIdleConnections'])
                this[name] = HttpServer.prototype[name];
        }
        this.on('tlsClientError', (error, socket) => {
            if (!this.emit('clientError', error, socket))
                socket.destroy(error);
        });
    }
}

function beginServer(server, options, listener) {
    server[kOptions] = options;
    server[kSessions] = new Set();
    server.timeout = 0;
    server.on('newListener', setUpCompat);
    if (typeof listener === 'function')
        server.on('request', listener);
}

for (const Class of [Http2Server, Http2SecureServer]) {
    for (const name of Reflect.ownKeys(methods))
        Object.defineProperty(Class.prototype, name, {
            __proto__: null, configurable: true, writable: true,
            enumerable: false, value: methods[name],
        });
}

function createServer(options, listener) {
    if (typeof options === 'function') {
        listener = options;
        options = undefined;
    }
    return new Http2Server(options, listener);
}

function createSecureServer(options, listener) {
    if (options !== undefined)
        validateObject(options, 'options');
    return new Http2SecureServer(options, listener);
}

function performServerHandshake(socket, options = {}) {
    return new ServerHttp2Session(readOptions(options), socket, undefined);
}

// ---- The client ------------------------------------------------------------

function toUrl(authority) {
    const { URL } = require('internal/url/url');
    if (typeof authority === 'string')
        return new URL(authority);
    if (authority === null || typeof authority !== 'object')
        throw new codes.ERR_INVALID_ARG_TYPE(
            'authority', ['string', 'URL', 'Object'], authority);
    return authority;
}

function openSocket(protocol, host, port, options, authority) {
    if (typeof options.createConnection === 'function')
        return options.createConnection(authority, options);
    if (protocol === 'http:')
        return net.connect({ port, host, ...options });
    if (protocol !== 'https:')
        throw new codes.ERR_HTTP2_UNSUPPORTED_PROTOCOL(protocol);
    const servername = net.isIP(host) ? '' : host;
    return tls.connect({ ALPNProtocols: ['h2'], servername, ...options, port,
                         host });
}

function connect(authority, options, listener) {
    if (typeof options === 'function') {
        listener = options;
        options = undefined;
    }
    if (options !== undefined)
        checkObject(options, 'options');
    const own = { ...options };
    if (own.maxOriginSetSize !== undefined && own.maxOriginSetSize !== null)
        validateNumber(own.maxOriginSetSize, 'options.maxOriginSetSize', 0);
    if (own.settings !== undefined)
        checkSettings(own.settings);
    const url = toUrl(authority);
    const protocol = url.protocol || own.protocol || 'https:';
    const port = url.port !== '' && url.port !== undefined && url.port !== null ?
        `${url.port}` : protocol === 'http:' ? '80' : '443';
    let host = 'localhost';
    if (url.hostname) {
        host = url.hostname[0] === '[' ? url.hostname.slice(1, -1) :
            url.hostname;
    } else if (url.host) {
        host = url.host;
    }
    const socket = openSocket(protocol, host, port, own, url);
    const session = new ClientHttp2Session(own, socket);
    const shown = own.servername || (host.includes(':') ? `[${host}]` : host);
    session[kAuthority] = `${shown}:${port}`;
    session[kProtocol] = protocol;
    if (typeof listener === 'function')
        session.once('connect', listener);
    return session;
}

Object.defineProperty(connect, require('util').promisify.custom, {
    __proto__: null, configurable: true,
    value: (authority, options) => new Promise((resolve, reject) => {
        const session = connect(authority, options, () => {
            session.removeListener('error', reject);
            resolve(session);
        });
        session.once('error', reject);
    }),
});

module.exports = {
    Http2SecureServer, Http2Server, connect, createSecureServer, createServer,
    performServerHandshake,
};
