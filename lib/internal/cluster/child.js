'use strict';
/*
 * internal/cluster/child - `cluster` in a worker. Servers and datagram sockets
 * ask the primary for their handles by _getServer().
 *
 * With SCHED_NONE and for datagrams the handle itself comes over the channel.
 * Otherwise the primary accepts, and the server gets an object that looks like
 * a handle to it; connections arrive as messages 'newconn'.
 */

const { clearInterval, setInterval } = internalBinding('order');
const EventEmitter = require('events');
const path = require('path');
const Worker = require('internal/cluster/worker');
const messages = require('internal/cluster/messages');
const role = require('internal/cluster/role');
/* Loaded when first used: internal/net/socket. */

const LONGEST = 2 ** 31 - 1; // milliseconds that a timer can take

const cluster = new EventEmitter();
const handles = new Map(); // by key
const indexes = new Map(); // by address: the numbers of its servers

Object.assign(cluster, {
    isWorker: true,
    isMaster: false,
    isPrimary: false,
    worker: null,
    Worker,
    _setupWorker: setupWorker,
    _getServer: getServer,
});

function send(message, callback) {
    return messages.send(process, message, null, callback);
}

function setupWorker() {
    const worker = new Worker({ id: +process.env.NODE_UNIQUE_ID | 0, process,
                                state: 'online' });
    cluster.worker = worker;
    role.cluster = cluster;
    process.once('disconnect', () => {
        worker.emit('disconnect');
        // The primary has gone.
        if (!worker.exitedAfterDisconnect)
            process.exit(0);
    });
    messages.receive(process, (message, handle) => {
        if (message.act === 'newconn')
            onNewConnection(message, handle);
        else if (message.act === 'disconnect')
            disconnect(worker, true);
    });
    send({ act: 'online' });
}

// ---- Servers ---------------------------------------------------------------

/* Servers of a worker on the same address have numbers, so that those on port 0
 * have a port each, and the same one in every worker. */
function takeIndex(key) {
    let known = indexes.get(key);
    if (known === undefined) {
        known = { next: 0, used: new Set() };
        indexes.set(key, known);
    }
    const index = known.next++;
    known.used.add(index);
    return index;
}

function freeIndex(key, index) {
    const known = indexes.get(key);
    known?.used.delete(index);
    if (known?.used.size === 0)
        indexes.delete(key);
}

/* `server` is a net.Server or a dgram.Socket. */
function getServer(server, options, callback) {
    let { address } = options;
    if (options.port < 0 && typeof address === 'string')
        address = path.resolve(address);
    const place = [address, options.port, options.addressType,
                   options.fd].join(':');
    const index = takeIndex(place);
    const query = { index, data: null, ...options, address };
    if (server._getServerData)
        query.data = server._getServerData();
    send({ act: 'queryServer', ...query }, (answer, handle) => {
        server._setServerData?.(answer.data);
        const release = () => {
            handles.delete(answer.key);
            freeIndex(place, index);
        };
        if (handle)
            useShared(answer, handle, release, callback);
        else
            useDistributed(answer, release, callback);
    });
    server.once('listening', () => {
        if (!indexes.has(place))
            return; // closed already
        cluster.worker.state = 'listening';
        const port = server.address()?.port || options.port;
        send({ act: 'listening', ...query, port });
    });
}

function useShared({ errno, key }, handle, release, callback) {
    const { close } = handle;
    handle.close = function(...args) {
        send({ act: 'close', key });
        release();
        return Reflect.apply(close, handle, args);
    };
    handles.set(key, handle);
    callback(errno, handle);
}

/* What a server uses of a handle. A timer keeps the program alive. */
class DistributedHandle {
    #key;
    #release;
    #timer = null;

    constructor(key, sockname, release) {
        this.#key = key;
        this.#release = release;
        if (sockname)
            this.getsockname = (out) => {
                if (this.#key !== undefined)
                    Object.assign(out, sockname);
                return 0;
            };
        this.ref();
    }

    listen() {
        return 0;
    }

    ref() {
        this.#timer ??= setInterval(() => {}, LONGEST);
    }

    unref() {
        if (this.#timer !== null)
            clearInterval(this.#timer);
        this.#timer = null;
    }

    hasRef() {
        return this.#timer !== null;
    }

    close(callback) {
        if (this.#key !== undefined) {
            this.unref();
            send({ act: 'close', key: this.#key });
            this.#release();
            this.#key = undefined;
        }
        if (typeof callback === 'function')
            process.nextTick(callback);
    }
}

function useDistributed({ errno, key, sockname }, release, callback) {
    if (errno) {
        callback(errno, null);
        return;
    }
    const handle = new DistributedHandle(key, sockname, release);
    handles.set(key, handle);
    callback(0, handle);
}

/* The server or socket that a handle belongs to. */
function ownerOf(handle) {
    return handle[require('internal/net/socket').kOwner] ?? handle.owner;
}

function isFull(server) {
    const max = server?.maxConnections;
    return max !== undefined && max !== null &&
        server._connections >= max && !server.dropMaxConnection;
}

/* A server that is closed or full gives the connection back. */
function onNewConnection({ key, seq }, connection) {
    const handle = handles.get(key);
    const accepted = handle !== undefined && !isFull(ownerOf(handle));
    send({ ack: seq, accepted });
    if (accepted)
        handle.onconnection(0, connection);
    else
        connection?.close();
}

// ---- The end ---------------------------------------------------------------

/* The primary has to know that the worker leaves by itself, or asked for it. */
function leave() {
    send({ act: 'exitedAfterDisconnect' }, () => process.disconnect());
}

/* Close all servers, then the channel. */
function disconnect(worker, isByPrimary) {
    worker.exitedAfterDisconnect = true;
    let waiting = 1;
    const done = () => {
        if (--waiting > 0)
            return;
        if (isByPrimary)
            process.disconnect();
        else
            leave();
    };
    for (const handle of [...handles.values()]) {
        waiting++;
        (ownerOf(handle) ?? handle).close(done);
    }
    handles.clear();
    done();
}

Worker.prototype.disconnect = function() {
    if (this.state !== 'disconnecting' && this.state !== 'destroying') {
        this.state = 'disconnecting';
        disconnect(this, false);
    }
    return this;
};

Worker.prototype.destroy = function() {
    if (this.state === 'destroying')
        return;
    this.exitedAfterDisconnect = true;
    if (!this.isConnected())
        process.exit(0);
    this.state = 'destroying';
    leave();
    process.once('disconnect', () => process.exit(0));
};

module.exports = cluster;
