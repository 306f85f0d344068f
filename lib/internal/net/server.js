'use strict';
/*
 * internal/net/server - net.Server: a handle that listens.
 *
 *      created --listen()--> listening --close()--> closed
 *                                   and when the last connection ends: 'close'
 *
 * 'listening' and errors of listen() come by nextTick. 'close' comes by
 * nextTick once the handle is closed and no connection is left.
 */

const EventEmitter = require('events');
const { ErrnoException, ExceptionWithHostPort, UVExceptionWithHostPort,
        codes } = require('internal/errors');
const {
    validateAbortSignal, validateNumber, validatePort,
} = require('internal/validators');
const { BoundSocket, Pipe, TCP, handleOfFd, take } =
    require('internal/net/handle');
const { beginOptions, toSeconds } = require('internal/net/options');
const { Socket, kOwner } = require('internal/net/socket');
const { normalizeArgs, toPort } = require('internal/net/connect');
const role = require('internal/cluster/role');
/* Loaded when first used: diagnostics_channel, dns, stream, util. */

const IPV6_ONLY = 1;
const REUSE_PORT = 2;
const BACKLOG = 511;

function Server(options, connectionListener) {
    if (!(this instanceof Server))
        return new Server(options, connectionListener);
    Reflect.apply(EventEmitter, this, []);
    if (typeof options === 'function') {
        connectionListener = options;
        options = {};
    } else if (options === null || options === undefined) {
        options = {};
    } else if (typeof options !== 'object') {
        throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    } else {
        options = { ...options };
    }
    if (connectionListener)
        this.on('connection', connectionListener);
    if (options.keepAliveInitialDelay !== undefined)
        validateNumber(options.keepAliveInitialDelay,
                       'options.keepAliveInitialDelay');
    if (options.highWaterMark !== undefined)
        validateNumber(options.highWaterMark, 'options.highWaterMark');
    this._connections = 0;
    this._handle = null;
    this._usingWorkers = false;
    this._workers = [];
    this._unref = false;
    this._listeningId = 1;
    this.allowHalfOpen = options.allowHalfOpen || false;
    this.pauseOnConnect = Boolean(options.pauseOnConnect);
    this.noDelay = Boolean(options.noDelay);
    this.keepAlive = Boolean(options.keepAlive);
    this.keepAliveInitialDelay = toSeconds(options.keepAliveInitialDelay ?? 0);
    this.highWaterMark = options.highWaterMark ??
        require('stream').getDefaultHighWaterMark();
    this.blockList = options.blockList;
}
Object.setPrototypeOf(Server.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Server, EventEmitter);

// ---- Listening -------------------------------------------------------------

/* listen(port, host, backlog, cb) and its like: the numbers after the first
 * argument are the backlog. */
function backlogOf(args) {
    const second = toPort(args.length > 1 && args[1]);
    const third = toPort(args.length > 2 && args[2]);
    return second || third || 0;
}

Server.prototype.listen = function(...args) {
    const [given, callback] = normalizeArgs(args);
    if (this._handle)
        throw new codes.ERR_SERVER_ALREADY_LISTEN();
    if (callback !== null)
        this.once('listening', callback);
    const backlog = backlogOf(args);
    const options = given._handle || given.handle || given;
    this._listeningId++; // an earlier listen() is forgotten
    if (options instanceof BoundSocket) {
        const bound = take(options);
        this._handle = bound.handle;
        if (bound.path !== undefined)
            this._pipeName = bound.path;
        listenOn(this, null, -1, -1, backlog);
        return this;
    }
    if (options instanceof TCP || options instanceof Pipe ||
        options instanceof Socket || options instanceof Server) {
        this._handle = options._handle ?? options;
        listenOn(this, null, -1, -1, backlog);
        return this;
    }
    if (options.signal !== undefined)
        closeOnAbort(this, options.signal);
    if (typeof options.fd === 'number' && options.fd >= 0) {
        listenShared(this, options, null, null, null, backlog,
                     { fd: options.fd });
        return this;
    }
    listenByName(this, args, options, backlog);
    return this;
};

function closeOnAbort(server, signal) {
    validateAbortSignal(signal, 'options.signal');
    const onAbort = () => server.close();
    if (signal.aborted) {
        process.nextTick(onAbort);
        return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    server.once('close', () => signal.removeEventListener('abort', onAbort));
}

function hasNoPort(args, options) {
    return args.length === 0 || typeof args[0] === 'function' ||
        (options.port === undefined && 'port' in options) ||
        options.port === null;
}

function listenByName(server, args, options, backlog) {
    backlog = options.backlog || backlog;
    if (hasNoPort(args, options))
        options = { ...options, port: 0 };
    let flags = 0;
    if (options.ipv6Only === true)
        flags |= IPV6_ONLY;
    if (options.reusePort === true)
        flags |= REUSE_PORT;
    if (typeof options.port === 'number' || typeof options.port === 'string') {
        validatePort(options.port, 'options.port');
        const port = options.port | 0;
        if (options.host)
            lookUpAndListen(server, options, port, backlog, flags);
        else
            listenShared(server, options, null, port, 4, backlog, { flags });
        return;
    }
    if (options.path && isPipeName(options.path)) {
        listenPath(server, options, backlog);
        return;
    }
    if (!('port' in options || 'path' in options))
        throw new codes.ERR_INVALID_ARG_VALUE('options', options,
            'must have the property "port" or "path"');
    throw new codes.ERR_INVALID_ARG_VALUE('options', options);
}

function isPipeName(path) {
    return typeof path === 'string' && toPort(path) === false;
}

function lookUpAndListen(server, options, port, backlog, flags) {
    const { host } = options;
    const { _listeningId: id } = server;
    require('dns').lookup(host, { all: true }, (error, addresses) => {
        if (id !== server._listeningId)
            return; // it was closed meanwhile, or listens anew
        if (error) {
            server.emit('error', error);
            return;
        }
        const { address, family } = chooseAddress(addresses);
        listenShared(server, options, address, port,
                     address ? family : 4, backlog, { flags });
    });
}

/* An address that is only valid on its link (fe80::/10) names no interface, so
 * that nothing can be bound to it: any other is better. */
function chooseAddress(addresses) {
    return addresses.find(({ address, family }) =>
        family !== 6 || !/^fe[89ab]/i.test(address)) ?? addresses[0];
}

/* In a worker of a cluster the primary has the handle. `more` are a descriptor,
 * flags, or the mode of a path. */
function listenShared(server, options, address, port, family, backlog, more) {
    const { cluster } = role;
    const { fd, flags } = more;
    if (cluster === undefined || options.exclusive || options.reusePort) {
        listenOn(server, address, port, family, backlog, fd, flags);
        return;
    }
    const { _listeningId: id } = server;
    cluster._getServer(server, { address, port, addressType: family, fd, flags,
                                 backlog, ...more }, (error, handle) => {
        // The server was closed meanwhile, or listens anew.
        if (id !== server._listeningId) {
            handle?.close();
            return;
        }
        error = checkBound(error, port, handle);
        if (error) {
            server.emit('error', new ExceptionWithHostPort(
                error, 'bind', address, port));
            return;
        }
        server._handle = handle;
        listenOn(server, address, port, family, backlog, fd, flags);
    });
}

function checkBound(error, port, handle) {
    if (error || !(port > 0) || !handle?.getsockname)
        return error;
    const name = {};
    error = handle.getsockname(name);
    return error || (port !== name.port ?
        -internalBinding('constants').os.errno.EADDRINUSE : 0);
}

function listenPath(server, options, backlog) {
    server._pipeName = options.path;
    const mode = (options.readableAll === true ? 1 : 0) |
        (options.writableAll === true ? 2 : 0);
    if (mode !== 0 && options.path[0] === '\0')
        throw new codes.ERR_INVALID_ARG_VALUE(
            'options', options, 'can not set readableAll or writableAllt ' +
            'to true when path is abstract unix socket');
    const { readableAll, writableAll } = options;
    listenShared(server, options, options.path, -1, -1, backlog,
                 { readableAll, writableAll });
    if (!server._handle || mode === 0)
        return;
    const error = server._handle.fchmod(mode);
    if (error) {
        server._handle.close();
        server._handle = null;
        throw new ErrnoException(error, 'uv_pipe_chmod');
    }
}

function bindTcp(address, port, flags) {
    const handle = new TCP(true);
    const error = handle.bind(address, port, flags);
    if (error === 0)
        return handle;
    handle.close();
    return error;
}

/* A handle, or a negative errno. */
function createServerHandle(address, port, family, fd, flags = 0) {
    if (typeof fd === 'number' && fd >= 0) {
        let handle;
        try {
            handle = handleOfFd(fd);
        } catch {
            return -internalBinding('constants').os.errno.EINVAL;
        }
        const error = handle.open(fd);
        return error || handle;
    }
    if (port === -1 && family === -1) {
        const handle = new Pipe(false, true);
        const error = handle.bind(address);
        if (error === 0)
            return handle;
        handle.close();
        return error;
    }
    if (address)
        return bindTcp(address, port | 0, flags);
    const both = bindTcp('::', port | 0, flags);
    return typeof both === 'number' ? bindTcp('0.0.0.0', port | 0, flags) :
        both;
}

function emitErrorLater(server, error) {
    process.nextTick(() => server.emit('error', error));
}

function listenOn(server, address, port, family, backlog, fd, flags) {
    if (!server._handle) {
        let handle = null;
        if (!address && typeof fd !== 'number') {
            // All addresses; where there is no IPv6, those of IPv4.
            handle = createServerHandle('::', port, 6, fd, flags);
            if (typeof handle === 'number') {
                handle = null;
                address = '0.0.0.0';
                family = 4;
            } else {
                address = '::';
                family = 6;
            }
        }
        handle ??= createServerHandle(address, port, family, fd, flags);
        if (typeof handle === 'number') {
            emitErrorLater(server, new UVExceptionWithHostPort(
                handle, 'listen', address, port));
            return;
        }
        server._handle = handle;
    }
    const handle = server._handle;
    handle.onconnection = onConnection;
    handle[kOwner] = server;
    const error = handle.listen(backlog || BACKLOG);
    if (error) {
        handle.close();
        server._handle = null;
        emitErrorLater(server, new UVExceptionWithHostPort(
            error, 'listen', address, port));
        return;
    }
    server._connectionKey = `${family}:${address}:${port}`;
    if (server._unref)
        server.unref();
    process.nextTick(() => {
        if (server._handle)
            server.emit('listening');
    });
}

// ---- Connections -----------------------------------------------------------

function isRefused(server, client) {
    const atLimit = server.maxConnections !== null &&
        server.maxConnections !== undefined &&
        server._connections >= server.maxConnections;
    if (atLimit) {
        reportDrop(server, client);
        return true;
    }
    if (!server.blockList)
        return false;
    const peer = {};
    client.getpeername?.(peer);
    return peer.address !== undefined &&
        server.blockList.check(peer.address, `ip${peer.family.slice(2)}`);
}

function reportDrop(server, client) {
    if (!client.getsockname) {
        server.emit('drop');
        return;
    }
    const data = {};
    const local = {};
    const remote = {};
    client.getsockname(local);
    client.getpeername(remote);
    data.localAddress = local.address;
    data.localPort = local.port;
    data.localFamily = local.family;
    data.remoteAddress = remote.address;
    data.remotePort = remote.port;
    data.remoteFamily = remote.family;
    server.emit('drop', data);
}

/* Without free descriptors the connection was closed; no event is emitted. */
function onAcceptError(server, status) {
    const { EMFILE, ENFILE } = internalBinding('constants').os.errno;
    if (status !== -EMFILE && status !== -ENFILE)
        server.emit('error', new ErrnoException(status, 'accept'));
}

function onConnection(status, client) {
    const server = this[kOwner];
    if (status) {
        onAcceptError(server, status);
        return;
    }
    if (isRefused(server, client)) {
        client.close();
        return;
    }
    const socket = new Socket({
        handle: client,
        allowHalfOpen: server.allowHalfOpen,
        pauseOnCreate: server.pauseOnConnect,
        readable: true,
        writable: true,
        readableHighWaterMark: server.highWaterMark,
        writableHighWaterMark: server.highWaterMark,
    });
    beginOptions(socket, server);
    server._connections++;
    socket.server = server;
    socket._server = server;
    server.emit('connection', socket);
    publishConnection(socket);
}

let serverChannel;

function publishConnection(socket) {
    serverChannel ??= require('diagnostics_channel').channel(
        'net.server.socket');
    if (serverChannel.hasSubscribers)
        serverChannel.publish({ socket });
}

/* A connection of a server has ended. */
function forgetSocket(socket) {
    const server = socket._server;
    server._connections--;
    server._emitCloseIfDrained?.();
}

Server.prototype.getConnections = function(callback) {
    const workers = this._workers;
    let total = this._connections;
    if (workers.length === 0) {
        process.nextTick(callback, null, total);
        return this;
    }
    let left = workers.length;
    const onCount = (error, count) => {
        if (error) {
            left = -1;
            process.nextTick(callback, error);
            return;
        }
        total += count;
        if (--left === 0)
            process.nextTick(callback, null, total);
    };
    for (const worker of workers)
        worker.getConnections(onCount);
    return this;
};

/* Connections live in another process: internal/ipc/socket_list. */
Server.prototype._setupWorker = function(sockets) {
    this._usingWorkers = true;
    this._workers.push(sockets);
    sockets.once('exit', () => {
        this._workers.splice(this._workers.indexOf(sockets), 1);
    });
};

// ---- The rest --------------------------------------------------------------

Server.prototype.address = function() {
    if (this._handle?.getsockname) {
        const out = {};
        const error = this._handle.getsockname(out);
        if (error)
            throw new ErrnoException(error, 'address');
        return out;
    }
    return this._pipeName ?? null;
};

Server.prototype.close = function close(callback) {
    if (typeof callback === 'function') {
        if (!this._handle) {
            this.once('close', () => {
                callback(new codes.ERR_SERVER_NOT_RUNNING());
            });
        } else {
            this.once('close', callback);
        }
    }
    this._listeningId++;
    if (this._handle) {
        this._handle.close();
        this._handle = null;
    }
    if (this._workers.length > 0)
        closeInWorkers(this);
    else
        this._emitCloseIfDrained();
    return this;
};

/* 'close' comes when the other processes have closed their connections, too.
 * One connection more is counted meanwhile, so that it comes once. */
function closeInWorkers(server) {
    let left = server._workers.length;
    const onClosed = () => {
        if (--left > 0)
            return;
        server._connections = 0;
        server._emitCloseIfDrained();
    };
    server._connections++;
    for (const worker of server._workers)
        worker.close(onClosed);
}

Server.prototype._emitCloseIfDrained = function() {
    if (this._handle || this._connections !== 0)
        return;
    process.nextTick(() => this.emit('close'));
};

Server.prototype[Symbol.asyncDispose] = async function() {
    if (!this._handle)
        return;
    await require('util').promisify(this.close).call(this);
};

Server.prototype[EventEmitter.captureRejectionSymbol] = function(
    error, event, socket) {
    if (event === 'connection')
        socket.destroy(error);
    else
        this.emit('error', error);
};

Server.prototype.ref = function() {
    this._unref = false;
    this._handle?.ref();
    return this;
};

Server.prototype.unref = function() {
    this._unref = true;
    this._handle?.unref();
    return this;
};

Object.defineProperty(Server.prototype, 'listening', {
    __proto__: null,
    get() { return Boolean(this._handle); },
    configurable: true,
    enumerable: true,
});

module.exports = { Server, createServerHandle, forgetSocket };
