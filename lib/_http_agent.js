'use strict';
/*
 * _http_agent - Agent: the sockets of a client, by host and port.
 *
 *      sockets      in use, by name
 *      freeSockets  kept alive for the next request, by name
 *      requests     waiting for a socket, by name
 *
 * A request takes a free socket, or a new one if there are fewer than
 * `maxSockets` of its name, or it waits.
 */

const EventEmitter = require('events');
const net = require('net');
const {
    validateNumber, validateOneOf, validateString,
} = require('internal/validators');
const { once } = require('internal/util');
const {
    envOfOptions, kProxy, kWaitsForTunnel, makeGlobalAgent, readProxy,
} = require('internal/http/proxy');
/* Loaded when first used: async_hooks. */

const kOnKeylog = Symbol('onkeylog');
const kRequestOptions = Symbol('requestOptions');
const kFreeRead = Symbol('freeRead');
const kQueued = Symbol('queued'); // the AsyncResource of one that waits

function Agent(options) {
    if (!(this instanceof Agent))
        return new Agent(options);
    EventEmitter.call(this);
    this.options = { __proto__: null, ...options };
    if (this.options.noDelay === undefined)
        this.options.noDelay = true;
    this.options.path = null; // so that a path of a request is not a socket's
    this.requests = { __proto__: null };
    this.sockets = { __proto__: null };
    this.freeSockets = { __proto__: null };
    this.keepAliveMsecs = this.options.keepAliveMsecs || 1000;
    this.keepAlive = this.options.keepAlive || false;
    this.maxSockets = this.options.maxSockets || Agent.defaultMaxSockets;
    this.maxFreeSockets = this.options.maxFreeSockets || 256;
    this.scheduling = this.options.scheduling || 'lifo';
    this.maxTotalSockets = this.options.maxTotalSockets;
    this.totalSocketCount = 0;
    const buffer = this.options.agentKeepAliveTimeoutBuffer;
    this.agentKeepAliveTimeoutBuffer =
        Number.isFinite(buffer) && buffer >= 0 ? buffer : 1000;
    this.defaultPort = this.options.defaultPort || 80;
    this.protocol = this.options.protocol || 'http:';
    const { proxyEnv } = this.options;
    if (typeof proxyEnv === 'object' && proxyEnv !== null)
        this[kProxy] = readProxy(proxyEnv, this.protocol);
    validateOneOf(this.scheduling, 'scheduling', ['fifo', 'lifo']);
    if (this.maxTotalSockets !== undefined)
        validateNumber(this.maxTotalSockets, 'maxTotalSockets', 1);
    else
        this.maxTotalSockets = Infinity;
    this.on('free', onFree);
    this.on('newListener', enableKeylog);
}
Object.setPrototypeOf(Agent.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Agent, EventEmitter);

Agent.defaultMaxSockets = Infinity;

/* To the proxy, if there is one for the place. */
Agent.prototype.createConnection = function createConnection(...args) {
    const proxy = this?.[kProxy];
    if (!proxy)
        return net.createConnection(...args);
    const [options, callback] = net._normalizeArgs(args);
    return proxy.isFor(options) ? proxy.connect(callback) :
        net.createConnection(...args);
};

/* Keys of connections are only asked for if somebody listens. */
function enableKeylog(event) {
    if (event !== 'keylog' || this[kOnKeylog])
        return;
    const agent = this;
    this[kOnKeylog] = function onkeylog(line) {
        agent.emit('keylog', line, this);
    };
    for (const list of Object.values(this.sockets)) {
        for (const socket of list)
            socket.on('keylog', this[kOnKeylog]);
    }
}

/* A socket is free again: the next waiting request gets it, or it is kept
 * alive. */
function onFree(socket, options) {
    const name = this.getName(options);
    if (!socket.writable) {
        socket.destroy();
        return;
    }
    const waiting = this.requests[name];
    if (waiting?.length > 0) {
        const req = waiting.shift();
        if (waiting.length === 0)
            delete this.requests[name];
        giveInScopeOf(this, req, socket);
        return;
    }
    const req = socket._httpMessage;
    if (!req || !req.shouldKeepAlive || !this.keepAlive) {
        socket.destroy();
        return;
    }
    const free = this.freeSockets[name] ?? [];
    const inUse = this.sockets[name]?.length ?? 0;
    if (this.totalSocketCount > this.maxTotalSockets ||
        free.length + inUse > this.maxSockets ||
        free.length >= this.maxFreeSockets || !this.keepSocketAlive(socket)) {
        socket.destroy();
        return;
    }
    this.freeSockets[name] = free;
    socket._httpMessage = null;
    this.removeSocket(socket, options);
    socket.once('error', onFreeSocketError);
    guardFreeSocket(socket);
    free.push(socket);
}

/*
 * Bytes that arrive on an idle connection answer no request, and the next
 * request must not get them. The guard reads from the handle, since the stream
 * has no listener then.
 */
function guardFreeSocket(socket) {
    const handle = socket._handle;
    if (!handle?.onread || handle.onread === readFree)
        return;
    handle[kFreeRead] = { socket, onread: handle.onread };
    handle.onread = readFree;
}

function readFree(n, buffer) {
    const { socket, onread } = this[kFreeRead];
    if (n > 0)
        socket.destroy();
    else
        Reflect.apply(onread, this, [n, buffer]);
}

function unguardFreeSocket(socket) {
    const handle = socket._handle;
    if (handle?.onread === readFree)
        handle.onread = handle[kFreeRead].onread;
}

function onFreeSocketError() {
    this.destroy();
    this.emit('agentRemove');
}

Agent.prototype.getName = function getName(options = {}) {
    const { family, host, localAddress, port, socketPath } = options;
    const base =
        `${host || 'localhost'}:${port || ''}:${localAddress || ''}`;
    const version = family === 4 || family === 6 ? `:${family}` : '';
    return base + version + (socketPath ? `:${socketPath}` : '');
};

function takeFree(agent, name) {
    const free = agent.freeSockets[name];
    if (!free)
        return undefined;
    while (free.length > 0 && free[0].destroyed)
        free.shift();
    const socket = agent.scheduling === 'fifo' ? free.shift() : free.pop();
    if (free.length === 0)
        delete agent.freeSockets[name];
    return socket;
}

Agent.prototype.addRequest = function addRequest(req, options, port, localAddress) {
    if (typeof options === 'string')
        options = { __proto__: null, host: options, port, localAddress };
    options = { __proto__: null, ...options, ...this.options };
    if (options.socketPath)
        options.path = options.socketPath;
    normalizeServerName(options, req);
    const name = this.getName(options);
    this.sockets[name] ??= [];
    const socket = takeFree(this, name);
    if (socket) {
        resetScope(socket);
        this.reuseSocket(socket, req);
        giveSocket(this, req, socket);
        this.sockets[name].push(socket);
    } else if (this.sockets[name].length < this.maxSockets &&
               this.totalSocketCount < this.maxTotalSockets) {
        this.createSocket(req, options, (error, created) => {
            if (error)
                failRequest(req, error, created);
            else
                giveSocket(this, req, created);
        });
    } else {
        const { AsyncResource } = require('async_hooks');
        req[kRequestOptions] = options;
        req[kQueued] = new AsyncResource('QueuedRequest');
        (this.requests[name] ??= []).push(req);
    }
};

function normalizeServerName(options, req) {
    if (!options.servername && options.servername !== '')
        options.servername = serverNameOf(options, req);
}

function serverNameOf(options, req) {
    let name = options.host;
    const header = req.getHeader?.('host');
    if (header) {
        validateString(header, 'options.headers.host');
        name = header.startsWith('[') ? header.slice(1, header.indexOf(']')) :
            header.split(':', 1)[0];
    }
    return net.isIP(name) ? '' : name;
}

Agent.prototype.createSocket = function createSocket(req, options, callback) {
    options = { __proto__: null, ...options, ...this.options };
    if (options.socketPath)
        options.path = options.socketPath;
    normalizeServerName(options, req);
    options.encoding = null;
    const name = this.getName(options);
    options._agentKey = name;
    const onCreate = once((error, socket) => {
        if (error) {
            callback(error, socket);
            return;
        }
        (this.sockets[name] ??= []).push(socket);
        this.totalSocketCount++;
        installListeners(this, socket, options);
        callback(null, socket);
    });
    if (this.keepAlive)
        options.keepAlive = this.keepAlive;
    options.keepAliveInitialDelay ??= this.keepAliveMsecs;
    if (this[kProxy])
        options.tunnelTimeout = req.timeout;
    const socket = this.createConnection(options, onCreate);
    if (socket && !socket[kWaitsForTunnel])
        onCreate(null, socket);
};

function installListeners(agent, socket, options) {
    const forget = () => {
        agent.totalSocketCount--;
        agent.removeSocket(socket, options);
    };
    const listeners = {
        __proto__: null,
        free: () => agent.emit('free', socket, options),
        close: forget,
        timeout() {
            // A free socket that times out is closed.
            const list = agent.freeSockets[agent.getName(options)];
            if (list?.includes(socket))
                socket.destroy();
        },
        agentRemove() {
            forget();
            for (const event in listeners)
                socket.removeListener(event, listeners[event]);
        },
    };
    for (const event in listeners)
        socket.on(event, listeners[event]);
    if (agent[kOnKeylog])
        socket.on('keylog', agent[kOnKeylog]);
}

function removeFrom(map, name, socket) {
    const list = map[name];
    const index = list ? list.indexOf(socket) : -1;
    if (index === -1)
        return;
    list.splice(index, 1);
    if (list.length === 0)
        delete map[name];
}

Agent.prototype.removeSocket = function removeSocket(socket, options) {
    const name = this.getName(options);
    removeFrom(this.sockets, name, socket);
    if (!socket.writable)
        removeFrom(this.freeSockets, name, socket);
    let req = this.requests[name]?.[0];
    if (!req) {
        // Another name may have waited for the total.
        for (const other of Object.keys(this.requests)) {
            if ((this.sockets[other]?.length ?? 0) < this.maxSockets) {
                req = this.requests[other][0];
                options = req[kRequestOptions];
                break;
            }
        }
    }
    if (!req || !options)
        return;
    req[kRequestOptions] = undefined;
    this.createSocket(req, options, (error, created) => {
        if (error)
            failRequest(req, error, created);
        else
            created.emit('free');
    });
};

/* What a tunnel meets is the request's own trouble. */
function failRequest(req, error, socket) {
    if (error.code === 'ERR_PROXY_TUNNEL') {
        if (error.proxyTunnelTimeout)
            req.emit('timeout');
        req.emit('error', error);
    }
    req.onSocket(socket ?? null, error);
}

Agent.prototype.keepSocketAlive = function keepSocketAlive(socket) {
    socket.setKeepAlive(true, this.keepAliveMsecs);
    socket.unref();
    let timeout = this.options.timeout || 0;
    const hint = socket._httpMessage?.res?.headers['keep-alive'];
    const match = hint && /^timeout=(\d+)/.exec(hint);
    if (match) {
        // The server's word, with something taken off for the way there.
        const ms = Number(match[1]) * 1000 - this.agentKeepAliveTimeoutBuffer;
        if (ms <= 0)
            return false;
        if (ms < timeout)
            timeout = ms;
    }
    if (socket.timeout !== timeout)
        socket.setTimeout(timeout);
    return true;
};

Agent.prototype.reuseSocket = function reuseSocket(socket, req) {
    socket.removeListener('error', onFreeSocketError);
    unguardFreeSocket(socket);
    req.reusedSocket = true;
    socket.ref();
};

Agent.prototype.destroy = function destroy() {
    for (const map of [this.freeSockets, this.sockets]) {
        for (const name of Object.keys(map)) {
            for (const socket of [...map[name]])
                socket.destroy();
        }
    }
};

/* The events of a reused socket belong to the request that has it now: they
 * run in the async context in which that was made. */
function resetScope(socket) {
    socket._handle?.asyncReset?.();
}

/* A request that has waited gets the socket in its own context, not in that of
 * the request before it. */
function giveInScopeOf(agent, req, socket) {
    const resource = req[kQueued];
    if (resource === undefined) {
        giveSocket(agent, req, socket);
        return;
    }
    req[kQueued] = undefined;
    resource.runInAsyncScope(() => {
        resetScope(socket);
        giveSocket(agent, req, socket);
    });
}

function giveSocket(agent, req, socket) {
    req.onSocket(socket);
    const agentTimeout = agent.options.timeout || 0;
    if (req.timeout === undefined || req.timeout === agentTimeout)
        return;
    socket.setTimeout(req.timeout);
}

module.exports = {
    Agent,
    globalAgent: makeGlobalAgent(Agent, envOfOptions()),
};
