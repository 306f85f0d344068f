'use strict';
/*
 * https - HTTP/1 over TLS: the server and the agent of http, with encrypted
 * sockets, and a cache of sessions for connections to the same place.
 */

const tls = require('tls');
const { Agent: HttpAgent } = require('_http_agent');
const { ClientRequest } = require('_http_client');
const {
    Server: HttpServer, _connectionListener, setUpServer, storeHTTPOptions,
} = require('_http_server');
const { connectThrough, envOfOptions, kProxy, makeGlobalAgent } =
    require('internal/http/proxy');
const { defineLazy, kEmptyObject } = require('internal/util');
const { validateObject } = require('internal/validators');
/* Loaded when first used: internal/url/url. */

const kOwnCheck = Symbol('ownCheck');

// ---- The server ------------------------------------------------------------

/* A program that chooses a protocol by itself gets no choice of ours. */
function readServerOptions(options) {
    if (options !== undefined && options !== null)
        validateObject(options, 'options');
    const own = { noDelay: true, ...options };
    if (!own.ALPNProtocols && !own.ALPNCallback)
        own.ALPNProtocols = ['http/1.1'];
    return own;
}

function onClientError(error, socket) {
    if (!this.emit('clientError', error, socket))
        socket.destroy(error);
}

function defineServer() {
    function Server(options, listener) {
        if (!(this instanceof Server))
            return new Server(options, listener);
        const isListener = typeof options === 'function';
        const own = readServerOptions(isListener ? undefined : options);
        Reflect.apply(storeHTTPOptions, this, [own]);
        Reflect.apply(tls.Server, this, [own, _connectionListener]);
        this.httpAllowHalfOpen = false;
        setUpServer(this);
        const onRequest = isListener ? options : listener;
        if (onRequest)
            this.on('request', onRequest);
        this.on('tlsClientError', onClientError);
    }
    Object.setPrototypeOf(Server.prototype, tls.Server.prototype);
    Object.setPrototypeOf(Server, tls.Server);
    for (const name of ['closeAllConnections', 'closeIdleConnections',
                        'setTimeout', 'close'])
        Server.prototype[name] = HttpServer.prototype[name];
    Server.prototype[Symbol.asyncDispose] =
        HttpServer.prototype[Symbol.asyncDispose];
    return Server;
}

// ---- The agent -------------------------------------------------------------

function Agent(options) {
    if (!(this instanceof Agent))
        return new Agent(options);
    HttpAgent.call(this, { defaultPort: 443, protocol: 'https:', ...options });
    this.maxCachedSessions = this.options.maxCachedSessions ?? 100;
    this._sessionCache = { map: {}, list: [] };
}
Object.setPrototypeOf(Agent.prototype, HttpAgent.prototype);
Object.setPrototypeOf(Agent, HttpAgent);

/* createConnection(port, host, options, cb) and its like. */
function readConnection(args) {
    let options;
    if (args[0] !== null && typeof args[0] === 'object')
        options = { ...args[0] };
    else if (args[1] !== null && typeof args[1] === 'object')
        options = { ...args[1] };
    else if (args[2] !== null && typeof args[2] === 'object')
        options = { ...args[2] };
    else
        options = {};
    if (typeof args[0] === 'number')
        options.port = args[0];
    if (typeof args[1] === 'string')
        options.host = args[1];
    return options;
}

function createConnection(...args) {
    const options = readConnection(args);
    const { _agentKey: key } = options;
    // Whom one request trusts, the next need not trust.
    const isOwnCheck = options.checkServerIdentity !== undefined &&
        options.checkServerIdentity !== this.options?.checkServerIdentity;
    if (key && !isOwnCheck && options.session === undefined) {
        const session = this._getSession(key);
        if (session)
            Object.assign(options, { session });
    }
    const isTunnel = this?.[kProxy] &&
        (options.protocol || this.protocol) === 'https:' &&
        this[kProxy].isFor(options);
    const socket = isTunnel ?
        connectThrough(this, options, (error, made) => {
            if (made && isOwnCheck)
                made[kOwnCheck] = true;
            args.find((one) => typeof one === 'function')?.(error, made);
        }) : tls.connect(options);
    if (isOwnCheck)
        socket[kOwnCheck] = true;
    else
        keepSessions(this, socket, key);
    return socket;
}
Agent.prototype.createConnection = createConnection;

Agent.prototype.keepSocketAlive = function keepSocketAlive(socket) {
    return !socket[kOwnCheck] &&
        HttpAgent.prototype.keepSocketAlive.call(this, socket);
};

function keepSessions(agent, socket, key) {
    if (!key)
        return;
    socket.on('session', (session) => agent._cacheSession(key, session));
    // A session of a connection that failed may be why it did.
    socket.once('close', (hadError) => {
        if (hadError)
            agent._evictSession(key);
    });
}

/* Sockets that differ in one of these are not exchanged. */
const nameParts = [
    'ca', 'cert', 'clientCertEngine', 'ciphers', 'key', 'pfx',
    'rejectUnauthorized', 'servername', 'minVersion', 'maxVersion',
    'secureProtocol', 'crl', 'honorCipherOrder', 'ecdhCurve', 'dhparam',
    'secureOptions', 'sessionIdContext', 'sigalgs', 'privateKeyIdentifier',
    'privateKeyEngine',
];
const shownIfDefined = new Set(['rejectUnauthorized', 'honorCipherOrder',
                                'secureOptions']);

function partOf(options, part) {
    const value = options[part];
    if (part === 'servername')
        return value && value !== options.host ? value : '';
    if (part === 'pfx')
        return pfxName(value);
    if (shownIfDefined.has(part))
        return value !== undefined ? value : '';
    if (part === 'sigalgs')
        return value ? JSON.stringify(value) : '';
    if (part === 'dhparam' || part === 'crl' ||
        part === 'ca' || part === 'cert' || part === 'key')
        return value ? textOf(value) : '';
    return value || '';
}

function textOf(value) {
    if (Array.isArray(value))
        return value.map((one) => textOf(one?.pem ?? one)).join(',');
    return value?.pem !== undefined ? `${value.pem}` : `${value}`;
}

/* Objects as entries would all be "[object Object]". */
function pfxName(pfx) {
    if (!pfx)
        return '';
    if (!Array.isArray(pfx))
        return pfx.toString();
    return pfx.map((one) => one?.buf !== undefined ?
        `${one.buf}:${one.passphrase ?? ''}` : `${one}`).join(',');
}

Agent.prototype.getName = function getName(options = kEmptyObject) {
    let name = HttpAgent.prototype.getName.call(this, options);
    for (const part of nameParts)
        name += `:${partOf(options, part)}`;
    return name;
};

Agent.prototype._getSession = function _getSession(key) {
    return this._sessionCache.map[key];
};

Agent.prototype._cacheSession = function _cacheSession(key, session) {
    if (this.maxCachedSessions === 0)
        return;
    const { map, list } = this._sessionCache;
    if (map[key] === undefined) {
        if (list.length >= this.maxCachedSessions)
            delete map[list.shift()];
        list.push(key);
    }
    map[key] = session;
};

Agent.prototype._evictSession = function _evictSession(key) {
    const { map, list } = this._sessionCache;
    const at = list.indexOf(key);
    if (at === -1)
        return;
    list.splice(at, 1);
    delete map[key];
};

let globalAgent = makeGlobalAgent(Agent, envOfOptions());

// ---- Requests --------------------------------------------------------------

function request(...args) {
    let options = {};
    if (typeof args[0] === 'string' ||
        require('internal/url/url').isURL(args[0])) {
        const { URL, urlToHttpOptions } = require('internal/url/url');
        const url = args.shift();
        options = urlToHttpOptions(typeof url === 'string' ? new URL(url) :
            url);
    }
    if (args[0] && typeof args[0] !== 'function')
        Object.assign(options, args.shift());
    options._defaultAgent = globalAgent;
    return new ClientRequest(options, ...args);
}

function get(input, options, callback) {
    const req = request(input, options, callback);
    req.end();
    return req;
}

module.exports = {
    Agent,
    createServer(options, listener) {
        return new module.exports.Server(options, listener);
    },
    get,
    request,
};
Object.defineProperty(module.exports, 'globalAgent', {
    __proto__: null, configurable: true, enumerable: true,
    get: () => globalAgent,
    set(value) { globalAgent = value; },
});
defineLazy(module.exports, 'Server', defineServer);
