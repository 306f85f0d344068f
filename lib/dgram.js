'use strict';
/*
 * dgram - UDP sockets.
 *
 *      UNBOUND --bind(), send(), connect()--> BINDING --'listening'--> BOUND
 *
 * Binding takes a tick at least, since an address is looked up first. What is
 * asked for meanwhile (send, connect, close) waits in the queue of the socket
 * and is done when 'listening' is emitted; an error of bind() drops it.
 *
 * What must stay true: `handle` of the state is null once the socket is closed,
 * and those that waited for an address check it again.
 */

const EventEmitter = require('events');
const { Buffer } = require('buffer');
const binding = internalBinding('udp');
const {
    ErrnoException, ExceptionWithHostPort, codes,
} = require('internal/errors');
const {
    validateAbortSignal, validateNumber, validateObject, validatePort,
    validateString, validateUint32,
} = require('internal/validators');
const { isArrayBufferView } = require('internal/util/types');
const { isIP } = require('internal/net/address');
const { deprecate } = require('internal/util');
const {
    createSocketHandle, isDescriptor, kState, makeLookup, newHandle,
} = require('internal/net/dgram');
const role = require('internal/cluster/role');
/* Loaded when first used: diagnostics_channel, internal/events/abort_listener,
 * internal/net/blocklist, util. */

const UNBOUND = 0;
const BINDING = 1;
const BOUND = 2;

const DISCONNECTED = 0;
const CONNECTING = 1;
const CONNECTED = 2;

// ---- Construction ----------------------------------------------------------

function readSize(options, name) {
    const size = options[name];
    if (size)
        validateUint32(size, `options.${name}`);
    return size;
}

function readBlockList(options, name) {
    const list = options[name];
    if (!list)
        return undefined;
    if (!require('internal/net/blocklist').BlockList.isBlockList(list))
        throw new codes.ERR_INVALID_ARG_TYPE(`options.${name}`,
                                             'net.BlockList', list);
    return list;
}

function makeState(options) {
    return {
        handle: null,
        lookup: undefined,
        receiving: false,
        bindState: UNBOUND,
        connectState: DISCONNECTED,
        queue: undefined,
        reuseAddr: options.reuseAddr,
        reusePort: options.reusePort,
        ipv6Only: options.ipv6Only,
        recvBufferSize: readSize(options, 'recvBufferSize'),
        sendBufferSize: readSize(options, 'sendBufferSize'),
        receiveBlockList: readBlockList(options, 'receiveBlockList'),
        sendBlockList: readBlockList(options, 'sendBlockList'),
    };
}

function Socket(type, listener) {
    Reflect.apply(EventEmitter, this, []);
    let options = {};
    if (type !== null && typeof type === 'object') {
        options = type;
        type = options.type;
    }
    const state = makeState(options);
    state.handle = newHandle(type);
    try {
        state.lookup = makeLookup(type, options.lookup);
    } catch (error) {
        state.handle.close();
        throw error;
    }
    setHandle(this, state, state.handle);
    this.type = type;
    if (typeof listener === 'function')
        this.on('message', listener);
    this[kState] = state;
    if (options.signal !== undefined)
        closeOnAbort(this, options.signal);
    publishSocket(this);
}
Object.setPrototypeOf(Socket.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Socket, EventEmitter);

function createSocket(type, listener) {
    return new Socket(type, listener);
}

function setHandle(socket, state, handle) {
    state.handle = handle;
    handle.owner = socket;
    handle.onmessage = onMessage;
}

function closeOnAbort(socket, signal) {
    validateAbortSignal(signal, 'options.signal');
    const close = () => {
        if (socket[kState].handle)
            socket.close();
    };
    if (signal.aborted) {
        close();
        return;
    }
    const { addAbortListener } = require('internal/events/abort_listener');
    const listening = addAbortListener(signal, close);
    socket.once('close', () => listening[Symbol.dispose]());
}

let socketChannel;

function publishSocket(socket) {
    socketChannel ??= require('diagnostics_channel').channel('udp.socket');
    if (socketChannel.hasSubscribers)
        socketChannel.publish({ socket });
}

/* The state of a socket that is open. */
function openState(socket) {
    const state = socket[kState];
    if (!state.handle)
        throw new codes.ERR_SOCKET_DGRAM_NOT_RUNNING();
    return state;
}

// ---- Binding ---------------------------------------------------------------

function bindFlags(state) {
    return (state.reuseAddr ? binding.REUSEADDR : 0) |
        (state.ipv6Only ? binding.IPV6ONLY : 0) |
        (state.reusePort ? binding.REUSEPORT : 0);
}

function startReceiving(socket) {
    const { [kState]: state } = socket;
    const { recvBufferSize: received, sendBufferSize: sent } = state;
    state.handle.recvStart();
    state.receiving = true;
    state.bindState = BOUND;
    for (const [size, isReceived] of [[received, true], [sent, false]]) {
        if (size)
            bufferSize(socket, size, isReceived);
    }
}

function startListening(socket) {
    startReceiving(socket);
    socket.emit('listening');
}

/* Events that synchronous calls cause come a tick later, and not any more once
 * the socket is closed. */
function emitLater(socket, event) {
    process.nextTick(() => {
        if (socket[kState].handle)
            socket.emit(event);
    });
}

function failBind(socket, error) {
    socket[kState].bindState = UNBOUND;
    socket.emit('error', error);
}

/* A handle from elsewhere takes the place of the socket's own. */
function replaceHandle(socket, handle) {
    const state = socket[kState];
    if (!state.handle.hasRef())
        handle.unref?.();
    state.handle.close();
    setHandle(socket, state, handle);
}

/* In a worker of a cluster the primary opens the handle. */
function bindShared(socket, request, makeError) {
    const state = socket[kState];
    role.cluster._getServer(socket, request, (error, handle) => {
        if (!state.handle) {
            if (!error)
                handle.close();
        } else if (error) {
            failBind(socket, makeError(error));
        } else {
            replaceHandle(socket, handle);
            startListening(socket);
        }
    });
}

function callOnListening(socket, callback) {
    const forget = () => {
        socket.removeListener('error', forget);
        socket.removeListener('listening', onListening);
    };
    function onListening() {
        forget();
        Reflect.apply(callback, socket, []);
    }
    socket.on('error', forget);
    socket.on('listening', onListening);
}

function bindDescriptor(socket, fd, exclusive) {
    const state = socket[kState];
    if (role.cluster && !exclusive) {
        bindShared(socket, { address: null, port: null,
                             addressType: socket.type, fd, flags: null },
                   (error) => new ErrnoException(error, 'open'));
        return;
    }
    const type = internalBinding('stdio').fdType(fd);
    if (type !== 'UDP')
        throw new codes.ERR_INVALID_FD_TYPE(type);
    const error = state.handle.open(fd);
    if (error)
        throw new ErrnoException(error, 'open');
    startListening(socket);
}

function bindAddress(socket, ip, port, exclusive) {
    const state = socket[kState];
    const flags = bindFlags(state);
    const makeError = (error) =>
        new ExceptionWithHostPort(error, 'bind', ip, port);
    if (role.cluster && !exclusive && !state.reusePort) {
        bindShared(socket, { address: ip, port, addressType: socket.type,
                             fd: -1, flags }, makeError);
        return;
    }
    const error = state.handle.bind(ip, port || 0, flags);
    if (error)
        failBind(socket, makeError(error));
    else
        startListening(socket);
}

function anyAddress(socket) {
    return socket.type === 'udp4' ? '0.0.0.0' : '::';
}

function lookUpAndBind(socket, { port, address, exclusive }) {
    const state = socket[kState];
    state.lookup(address || anyAddress(socket), (error, ip) => {
        if (!state.handle)
            return;
        if (error)
            failBind(socket, error);
        else
            bindAddress(socket, ip, port, Boolean(exclusive));
    });
}

Socket.prototype.bind = function(port, address /* , callback */) {
    const state = openState(this);
    if (state.bindState !== UNBOUND)
        throw new codes.ERR_SOCKET_ALREADY_BOUND();
    state.bindState = BINDING;
    const last = arguments[arguments.length - 1];
    if (typeof last === 'function')
        callOnListening(this, last);
    if (port === null || typeof port !== 'object') {
        if (typeof address === 'function')
            address = '';
        lookUpAndBind(this, { port, address });
    } else if (typeof port.recvStart === 'function') {
        replaceHandle(this, port);
        startListening(this);
    } else if (isDescriptor(port.fd)) {
        bindDescriptor(this, port.fd, Boolean(port.exclusive));
    } else {
        lookUpAndBind(this, port);
    }
    return this;
};

function checkNumeric(address, name, caller) {
    validateString(address, name);
    if (isIP(address) === 0)
        throw new codes.ERR_INVALID_ARG_VALUE(
            name, address, 'must be a numeric IP address; ' +
            `${caller} does not perform DNS resolution`);
    return address;
}

Socket.prototype.bindSync = function(options = {}) {
    const state = openState(this);
    validateObject(options, 'options');
    if (state.bindState !== UNBOUND)
        throw new codes.ERR_SOCKET_ALREADY_BOUND();
    const port = validatePort(options.port ?? 0, 'options.port');
    const address = options.address ?
        checkNumeric(options.address, 'options.address', 'bindSync') :
        anyAddress(this);
    const error = state.handle.bind(address, port, bindFlags(state));
    if (error)
        throw new ExceptionWithHostPort(error, 'bind', address, port);
    startReceiving(this);
    emitLater(this, 'listening');
    return this.address();
};

// ---- What waits for 'listening' --------------------------------------------

/* Bind the socket if nobody has. True if `action` has to wait for that. */
function mustWait(socket, action) {
    const state = socket[kState];
    if (state.bindState === UNBOUND)
        socket.bind({ port: 0, exclusive: true }, null);
    if (state.bindState === BOUND)
        return false;
    enqueue(socket, state, action);
    return true;
}

function enqueue(socket, state, action) {
    if (state.queue !== undefined) {
        state.queue.push(action);
        return;
    }
    state.queue = [action];
    const onError = () => {
        socket.removeListener('listening', onListening);
        state.queue = undefined;
    };
    function onListening() {
        socket.removeListener(EventEmitter.errorMonitor, onError);
        const { queue } = state;
        state.queue = undefined;
        for (const next of queue)
            next();
    }
    socket.once(EventEmitter.errorMonitor, onError);
    socket.once('listening', onListening);
}

// ---- Connecting ------------------------------------------------------------

function isBlocked(state, ip) {
    return state.sendBlockList !== undefined &&
        state.sendBlockList.check(ip, `ipv${isIP(ip)}`);
}

function connectTo(state, ip, port, address) {
    if (isBlocked(state, ip))
        return new codes.ERR_IP_BLOCKED(ip);
    const error = state.handle.connect(ip, port);
    return error ?
        new ExceptionWithHostPort(error, 'connect', address, port) : null;
}

function failConnect(socket, error, callback) {
    socket[kState].connectState = DISCONNECTED;
    process.nextTick(() => {
        if (callback) {
            socket.removeListener('connect', callback);
            callback(error);
        } else {
            socket.emit('error', error);
        }
    });
}

function lookUpAndConnect(socket, port, address, callback) {
    const state = socket[kState];
    if (callback)
        socket.once('connect', callback);
    state.lookup(address, (error, ip) => {
        if (!state.handle)
            return;
        error ||= connectTo(state, ip, port, address);
        if (error) {
            failConnect(socket, error, callback);
            return;
        }
        state.connectState = CONNECTED;
        process.nextTick(() => socket.emit('connect'));
    });
}

Socket.prototype.connect = function(port, address, callback) {
    port = validatePort(port, 'Port', false);
    if (typeof address === 'function') {
        callback = address;
        address = '';
    }
    address ??= '';
    validateString(address, 'address');
    const state = this[kState];
    if (state.connectState !== DISCONNECTED)
        throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
    state.connectState = CONNECTING;
    const go = () => lookUpAndConnect(this, port, address, callback);
    if (!mustWait(this, go))
        go();
};

Socket.prototype.connectSync = function(port, address) {
    const state = openState(this);
    port = validatePort(port, 'Port', false);
    if (state.connectState !== DISCONNECTED)
        throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
    if (address === undefined || address === null || address === '')
        address = this.type === 'udp4' ? '127.0.0.1' : '::1';
    else
        checkNumeric(address, 'address', 'connectSync');
    if (state.bindState === UNBOUND)
        this.bindSync();
    else if (state.bindState !== BOUND)
        throw new codes.ERR_SOCKET_ALREADY_BOUND();
    const error = connectTo(state, address, port, address);
    if (error)
        throw error;
    state.connectState = CONNECTED;
    emitLater(this, 'connect');
};

Socket.prototype.disconnect = function() {
    const { [kState]: state } = this;
    const isConnected = state.connectState === CONNECTED;
    const error = isConnected ? state.handle.disconnect() : 0;
    if (!isConnected || error) {
        throw isConnected ? new ErrnoException(error, 'connect') :
            new codes.ERR_SOCKET_DGRAM_NOT_CONNECTED();
    }
    state.connectState = DISCONNECTED;
};

// ---- Sending ---------------------------------------------------------------

const byteTypes = ['Buffer', 'TypedArray', 'DataView', 'string'];

/* Bytes that can be sent, or undefined. */
function toView(value) {
    if (typeof value === 'string')
        return Buffer.from(value);
    return isArrayBufferView(value) ? value : undefined;
}

function toSlice(buffer, offset, length) {
    const view = toView(buffer);
    if (view === undefined)
        throw new codes.ERR_INVALID_ARG_TYPE('buffer', byteTypes, buffer);
    offset >>>= 0;
    length >>>= 0;
    if (offset > view.byteLength)
        throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('offset');
    if (offset + length > view.byteLength)
        throw new codes.ERR_BUFFER_OUT_OF_BOUNDS('length');
    return Buffer.from(view.buffer, view.byteOffset + offset, length);
}

/* The pieces of a datagram: one at least, of a length of its own. */
function toViews(message) {
    const isList = Array.isArray(message);
    const views = isList ? message.map(toView) : [toView(message)];
    if (views.includes(undefined))
        throw new codes.ERR_INVALID_ARG_TYPE(
            isList ? 'buffer list arguments' : 'buffer', byteTypes, message);
    if (views.length === 0)
        views.push(Buffer.alloc(0));
    return views;
}

/* send(message, [offset, length,] [port, [address,]] [callback]), where port
 * and address are given unless the socket is connected. */
function readSend(isConnected, message, offset, length, port, address,
                  callback) {
    if (!isConnected) {
        if (address || (port && typeof port !== 'function'))
            message = toSlice(message, offset, length);
        else
            [port, address, callback] = [offset, length, port];
    } else {
        if (typeof length !== 'number') {
            callback = offset;
        } else {
            message = toSlice(message, offset, length);
            if (typeof port === 'function')
                [callback, port] = [port, null];
        }
        if (port || address)
            throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
    }
    return { message, port, address, callback };
}

Socket.prototype.send = function(...args) {
    const isConnected = this[kState].connectState === CONNECTED;
    const read = readSend(isConnected, ...args);
    let { address, callback, port } = read;
    const views = toViews(read.message);
    if (!isConnected)
        port = validatePort(port, 'Port', false);
    if (typeof address === 'function') {
        callback = address;
        address = undefined;
    } else if (address !== undefined && address !== null) {
        validateString(address, 'address');
    }
    if (typeof callback !== 'function')
        callback = undefined;
    const state = openState(this);
    // The socket may be connected, or closed, when it is bound.
    if (mustWait(this, () => this.send(views, port, address, callback)))
        return;
    if (isConnected)
        sendNow(state, views, undefined, undefined, address, callback);
    else
        lookUpAndSend(this, views, port, address, callback);
};

function lookUpAndSend(socket, views, port, address, callback) {
    const state = socket[kState];
    state.lookup(address, (error, ip) => {
        if (error) {
            if (callback)
                process.nextTick(callback, error);
            else
                process.nextTick(() => socket.emit('error', error));
        } else if (state.handle) {
            sendNow(state, views, port, ip, address, callback);
        }
    });
}

function sendNow(state, views, port, ip, address, callback) {
    if (ip && isBlocked(state, ip)) {
        if (callback)
            process.nextTick(callback, new codes.ERR_IP_BLOCKED(ip));
        return;
    }
    const req = callback === undefined ? undefined :
        { oncomplete: onSent, callback, address, port };
    const result = state.handle.send(views, port, ip, req);
    if (result === 0 || callback === undefined)
        return;
    if (result > 0)
        process.nextTick(callback, null, result - 1);
    else
        process.nextTick(callback, new ExceptionWithHostPort(
            result, 'send', address, port));
}

function onSent(status, size) {
    const { callback, address, port } = this;
    if (status)
        callback(new ExceptionWithHostPort(status, 'send', address, port),
                 size);
    else
        callback(null, size);
}

Socket.prototype.sendto = function(buffer, offset, length, port, address,
                                   callback) {
    validateNumber(offset, 'offset');
    validateNumber(length, 'length');
    validateNumber(port, 'port');
    validateString(address, 'address');
    this.send(buffer, offset, length, port, address, callback);
};

// ---- Receiving and closing -------------------------------------------------

function onMessage(n, buffer, address, port, isIPv6) {
    const socket = this.owner;
    if (n < 0) {
        socket.emit('error', new ErrnoException(n, 'recvmsg'));
        return;
    }
    const { receiveBlockList } = socket[kState];
    if (receiveBlockList?.check(address, isIPv6 ? 'ipv6' : 'ipv4'))
        return;
    socket.emit('message', buffer, {
        address, family: isIPv6 ? 'IPv6' : 'IPv4', port, size: n,
    });
}

function stopReceiving(socket) {
    const state = socket[kState];
    if (!state.receiving)
        return;
    state.handle.recvStop();
    state.receiving = false;
}

Socket.prototype.close = function(callback) {
    const state = this[kState];
    if (typeof callback === 'function')
        this.on('close', callback);
    if (state.queue !== undefined) {
        state.queue.push(() => this.close());
        return this;
    }
    openState(this);
    stopReceiving(this);
    state.handle.close();
    state.handle = null;
    process.nextTick(() => this.emit('close'));
    return this;
};

Socket.prototype[Symbol.asyncDispose] = async function() {
    if (this[kState].handle)
        await new Promise((resolve) => this.close(resolve));
};

// ---- Addresses and options -------------------------------------------------

function check(error, syscall) {
    if (error)
        throw new ErrnoException(error, syscall);
}

Socket.prototype.address = function() {
    const out = {};
    check(openState(this).handle.getsockname(out), 'getsockname');
    return out;
};

Socket.prototype.remoteAddress = function() {
    const state = openState(this);
    if (state.connectState !== CONNECTED)
        throw new codes.ERR_SOCKET_DGRAM_NOT_CONNECTED();
    const out = {};
    check(state.handle.getpeername(out), 'getpeername');
    return out;
};

Socket.prototype.setBroadcast = function(on) {
    check(this[kState].handle.setBroadcast(Boolean(on)), 'setBroadcast');
};

Socket.prototype.setTTL = function(ttl) {
    validateNumber(ttl, 'ttl');
    check(this[kState].handle.setTTL(ttl), 'setTTL');
    return ttl;
};

Socket.prototype.setMulticastTTL = function(ttl) {
    validateNumber(ttl, 'ttl');
    check(this[kState].handle.setMulticastTTL(ttl), 'setMulticastTTL');
    return ttl;
};

Socket.prototype.setMulticastLoopback = function(on) {
    check(this[kState].handle.setMulticastLoopback(Boolean(on)),
          'setMulticastLoopback');
    return on;
};

Socket.prototype.setMulticastInterface = function(address) {
    const { handle } = openState(this);
    validateString(address, 'interfaceAddress');
    check(handle.setMulticastInterface(address), 'setMulticastInterface');
};

function changeMembership(socket, group, networkInterface, join, syscall) {
    const { handle } = openState(socket);
    if (!group)
        throw new codes.ERR_MISSING_ARGS('multicastAddress');
    check(handle.membership(group, networkInterface, undefined, join),
          syscall);
}

Socket.prototype.addMembership = function(group, networkInterface) {
    changeMembership(this, group, networkInterface, true, 'addMembership');
};

Socket.prototype.dropMembership = function(group, networkInterface) {
    changeMembership(this, group, networkInterface, false, 'dropMembership');
};

function changeSource(socket, source, group, networkInterface, join, syscall) {
    const { handle } = openState(socket);
    validateString(source, 'sourceAddress');
    validateString(group, 'groupAddress');
    check(handle.membership(group, networkInterface, source, join), syscall);
}

Socket.prototype.addSourceSpecificMembership = function(
    source, group, networkInterface) {
    changeSource(this, source, group, networkInterface, true,
                 'addSourceSpecificMembership');
};

Socket.prototype.dropSourceSpecificMembership = function(
    source, group, networkInterface) {
    changeSource(this, source, group, networkInterface, false,
                 'dropSourceSpecificMembership');
};

Socket.prototype.ref = function() {
    this[kState].handle?.ref();
    return this;
};

Socket.prototype.unref = function() {
    this[kState].handle?.unref();
    return this;
};

// ---- Queues ----------------------------------------------------------------

/* Set the size of a buffer of the system, or ask for it with 0. */
function bufferSize(socket, size, isOfReceiving) {
    if (size >>> 0 !== size)
        throw new codes.ERR_SOCKET_BAD_BUFFER_SIZE();
    const result = socket[kState].handle.bufferSize(size, isOfReceiving);
    if (result >= 0)
        return result;
    const [code, message] = require('util').getSystemErrorMap().get(result);
    throw new codes.ERR_SOCKET_BUFFER_SIZE({
        errno: result, code, message,
        syscall: isOfReceiving ? 'uv_recv_buffer_size' : 'uv_send_buffer_size',
    });
}

Socket.prototype.setRecvBufferSize = function(size) {
    bufferSize(this, size, true);
};

Socket.prototype.setSendBufferSize = function(size) {
    bufferSize(this, size, false);
};

Socket.prototype.getRecvBufferSize = function() {
    return bufferSize(this, 0, true);
};

Socket.prototype.getSendBufferSize = function() {
    return bufferSize(this, 0, false);
};

Socket.prototype.getSendQueueSize = function() {
    return this[kState].handle.getSendQueueSize();
};

Socket.prototype.getSendQueueCount = function() {
    return this[kState].handle.getSendQueueCount();
};

// ---- Names that old programs use -------------------------------------------

const oldFields = ['handle', 'receiving', 'bindState', 'queue', 'reuseAddr'];

for (const field of oldFields) {
    const words = `Socket.prototype._${field} is deprecated`;
    Object.defineProperty(Socket.prototype, `_${field}`, {
        __proto__: null,
        get: deprecate(function() { return this[kState][field]; }, words,
                       'DEP0112'),
        set: deprecate(function(value) { this[kState][field] = value; }, words,
                       'DEP0112'),
    });
}

Socket.prototype._healthCheck = deprecate(function() {
    openState(this);
}, 'Socket.prototype._healthCheck() is deprecated', 'DEP0112');

Socket.prototype._stopReceiving = deprecate(function() {
    stopReceiving(this);
}, 'Socket.prototype._stopReceiving() is deprecated', 'DEP0112');

module.exports = {
    _createSocketHandle: deprecate(
        createSocketHandle, 'dgram._createSocketHandle() is deprecated',
        'DEP0112'),
    createSocket,
    Socket,
};
