'use strict';
/*
 * internal/cluster/primary - `cluster` in the process that forks workers.
 *
 *      none --'online'--> online --'listening'--> listening
 *           --'disconnect'--> disconnected --'exit'--> dead   (in either order)
 *
 * The primary opens the handles that workers listen on. They are known by a key
 * made of their address; one is closed when no worker uses it any more.
 */

const EventEmitter = require('events');
const { fork } = require('child_process');
const path = require('path');
const { codes } = require('internal/errors');
const Worker = require('internal/cluster/worker');
const messages = require('internal/cluster/messages');
const {
    RoundRobinHandle, SharedHandle,
} = require('internal/cluster/handles');

const SCHED_NONE = 1; // the system chooses who accepts
const SCHED_RR = 2; // the primary accepts and distributes

const cluster = new EventEmitter();
const allGone = new EventEmitter(); // 'disconnect': the last worker has gone
const handles = new Map(); // by key
let lastId = 0;
let policy; // fixed by the first setupPrimary()

function defaultPolicy() {
    return process.env.NODE_CLUSTER_SCHED_POLICY === 'none' ? SCHED_NONE :
        SCHED_RR;
}

Object.assign(cluster, {
    isWorker: false,
    isMaster: true,
    isPrimary: true,
    Worker,
    workers: {},
    settings: {},
    SCHED_NONE,
    SCHED_RR,
    schedulingPolicy: defaultPolicy(),
    setupPrimary,
    setupMaster: setupPrimary,
    fork: forkWorker,
    disconnect,
});

// ---- Settings --------------------------------------------------------------

function setupPrimary(options) {
    const settings = {
        args: process.argv.slice(2),
        exec: process.argv[1],
        execArgv: process.execArgv,
        silent: false,
        ...cluster.settings,
        ...options,
    };
    cluster.settings = settings;
    if (policy === undefined) {
        policy = cluster.schedulingPolicy;
        if (policy !== SCHED_NONE && policy !== SCHED_RR)
            throw new codes.ERR_INTERNAL_ASSERTION(
                `Bad cluster.schedulingPolicy: ${policy}`);
    }
    process.nextTick(() => cluster.emit('setup', settings));
}

// ---- Workers ---------------------------------------------------------------

function startProcess(id, env) {
    const { exec, args, execArgv, cwd, serialization, silent, windowsHide,
            stdio, gid, uid, inspectPort } = cluster.settings;
    if (inspectPort === null)
        throw new codes.ERR_SOCKET_BAD_PORT('Port', null, true);
    return fork(exec, args, {
        cwd, serialization, silent, windowsHide, execArgv, stdio, gid, uid,
        env: { ...process.env, ...env, NODE_UNIQUE_ID: `${id}` },
    });
}

function forkWorker(env) {
    setupPrimary();
    const id = ++lastId;
    const worker = new Worker({ id, process: startProcess(id, env) });
    worker.on('message', function(message, handle) {
        cluster.emit('message', this, message, handle);
    });
    worker.process.once('exit', (code, signal) => {
        if (!worker.isConnected())
            forget(worker);
        leave(worker, 'dead', 'exit', [code, signal]);
    });
    worker.process.once('disconnect', () => {
        removeHandles(worker);
        if (worker.isDead())
            forget(worker);
        leave(worker, 'disconnected', 'disconnect', []);
    });
    messages.receive(worker.process, (message) => onMessage(worker, message));
    process.nextTick(() => cluster.emit('fork', worker));
    cluster.workers[id] = worker;
    return worker;
}

function leave(worker, state, event, args) {
    worker.exitedAfterDisconnect = Boolean(worker.exitedAfterDisconnect);
    worker.state = state;
    worker.emit(event, ...args);
    cluster.emit(event, worker, ...args);
}

function removeHandles(worker) {
    for (const [key, handle] of handles) {
        if (handle.remove(worker))
            handles.delete(key);
    }
}

function forget(worker) {
    removeHandles(worker);
    delete cluster.workers[worker.id];
    if (Object.keys(cluster.workers).length === 0)
        allGone.emit('disconnect');
}

function disconnect(callback) {
    const all = Object.values(cluster.workers);
    if (typeof callback === 'function')
        allGone.once('disconnect', callback);
    if (all.length === 0)
        process.nextTick(() => allGone.emit('disconnect'));
    for (const worker of all.filter((each) => each.isConnected()))
        worker.disconnect();
}

Worker.prototype.disconnect = function() {
    this.exitedAfterDisconnect = true;
    messages.send(this.process, { act: 'disconnect' });
    forget(this);
    return this;
};

Worker.prototype.destroy = function(signal) {
    this.process.kill(signal || 'SIGTERM');
};

// ---- Messages --------------------------------------------------------------

const actions = {
    __proto__: null,

    online(worker) {
        worker.state = 'online';
        worker.emit('online');
        cluster.emit('online', worker);
    },

    listening(worker, { addressType, address, port, fd }) {
        const where = { addressType, address, port, fd };
        worker.state = 'listening';
        worker.emit('listening', where);
        cluster.emit('listening', worker, where);
    },

    exitedAfterDisconnect(worker, { seq }) {
        worker.exitedAfterDisconnect = true;
        messages.send(worker.process, { ack: seq });
    },

    /* The handle may be gone already, if the worker was removed. */
    close(worker, { key }) {
        if (handles.get(key)?.remove(worker))
            handles.delete(key);
    },

    queryServer,
};

function onMessage(worker, message) {
    actions[message.act]?.(worker, message);
}

function keyOf({ address, port, addressType, fd, index }) {
    const key = `${address}:${port}:${addressType}:${fd}`;
    return port === 0 ? `${key}:${index}` : key;
}

/* A path of a Unix socket has about a hundred bytes at most: take the shorter
 * of the absolute and the relative one. */
function shortestPath({ address, port }) {
    if (!(port < 0) || typeof address !== 'string')
        return address;
    const relative = path.relative(process.cwd(), address);
    return relative.length <= address.length ? relative : address;
}

function openHandle(key, query) {
    const address = shortestPath(query);
    const isUdp = query.addressType === 'udp4' || query.addressType === 'udp6';
    return policy === SCHED_NONE || isUdp ? new SharedHandle(address, query) :
        new RoundRobinHandle(key, address, query);
}

function queryServer(worker, message) {
    if (worker.exitedAfterDisconnect)
        return;
    const key = keyOf(message);
    const known = handles.get(key);
    // A worker that has it asks again once its server was closed; its message
    // about that may come later.
    const handle = known !== undefined && !known.has(worker) ? known :
        openHandle(key, message);
    if (known === undefined)
        handles.set(key, handle);
    handle.data ||= message.data;
    handle.add(worker, (errno, answer, toSend) => {
        if (!errno)
            handles.set(key, handle);
        else if (known === undefined)
            handles.delete(key);
        messages.send(worker.process, { errno, key, ack: message.seq,
                                        data: handle.data, ...answer },
                      toSend);
    });
}

module.exports = cluster;
