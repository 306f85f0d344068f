'use strict';
/*
 * internal/tls/handle - TLSWrap as the handle of a socket: what it does not do
 * itself, the handle below does.
 *
 *      handle._parent      the handle below: TCP, Pipe, or a JSHandle
 *      handle._parentWrap  the socket of that handle, if the program gave it
 */

const { TLSWrap } = internalBinding('tls');
const { JSHandle } = require('internal/tls/js_stream');
const { kOwner } = require('internal/owner');
const { setImmediate } = internalBinding('order');

const { ECANCELED } = internalBinding('constants').os.errno;

const { close: closeWrap } = TLSWrap.prototype;
const passed = [
    'ref', 'unref', 'hasRef', 'connect', 'bind', 'getsockname', 'getpeername',
    'setNoDelay', 'setKeepAlive', 'setTypeOfService', 'getTypeOfService',
    'getFd', 'setBlocking', 'open', 'listen',
];
for (const name of passed) {
    TLSWrap.prototype[name] = {
        [name](...args) {
            return this._parent?.[name]?.(...args);
        },
    }[name];
}

/* While nobody reads, bytes stay encrypted, but for those of the handshake. */
TLSWrap.prototype.readStart = function() {
    if (this.pause(false))
        setImmediate(startAgain, this);
    return this._parent.readStart();
};

TLSWrap.prototype.finishLater = function() {
    setImmediate(finishSend, this);
};

function finishSend(handle) {
    handle.encryptedSent(0);
}

function startAgain(handle) {
    handle.start();
}

TLSWrap.prototype.readStop = function() {
    this.pause(true);
    return this._parent.readStop();
};

/* The peer hears that no more will come, and then the stream below ends. */
TLSWrap.prototype.shutdown = function(req) {
    return shutDown(this, req);
};

function shutDown(handle, req) {
    handle.sendClose();
    return handle._parent.shutdown(req);
}

TLSWrap.prototype.close = function(callback) {
    closeBelow(this, 'close', callback);
};

TLSWrap.prototype.reset = function(callback) {
    closeBelow(this, 'reset', callback);
    return 0;
};

/* A write that was under way fails before the socket is closed. */
function cancelBefore(handle, callback) {
    return () => {
        handle.onwrite?.(-ECANCELED);
        callback?.();
    };
}

/* A socket that the program gave is destroyed as a whole. */
function closeBelow(handle, how, callback) {
    const { _parent: parent, _parentWrap: socket } = handle;
    const owner = handle[kOwner];
    if (owner?.ssl === handle)
        owner.ssl = null;
    if (handle.cancelWrite())
        callback = cancelBefore(handle, callback);
    closeWrap.call(handle);
    if (socket && socket._handle === null) {
        process.nextTick(callback);
    } else if (socket && socket._handle === parent) {
        if (callback)
            socket.once('close', () => callback());
        socket.destroy();
    } else if (how === 'reset' && parent.reset) {
        parent.reset(callback);
    } else {
        parent.close(callback);
    }
}

Object.defineProperty(TLSWrap.prototype, 'fd', {
    __proto__: null, configurable: true, enumerable: true,
    get() { return this._parent?.getFd?.() ?? -1; },
});
Object.defineProperty(TLSWrap.prototype, 'writeQueueSize', {
    __proto__: null, configurable: true, enumerable: true,
    get() { return this.getWriteQueueSize(); },
});

/* Lay TLS over a handle. */
function wrapHandle(context, parent, isServer) {
    const isJs = parent instanceof JSHandle;
    const handle = new TLSWrap(context, isJs ? undefined : parent, isServer);
    handle._parent = parent;
    handle._secureContext = context;
    if (isJs)
        joinJsHandle(handle, parent);
    return handle;
}

/* Bytes that arrive below are encrypted; those from above leave below. */
function joinJsHandle(handle, parent) {
    parent.onread = (n, buffer) => {
        if (n > 0)
            handle.receive(buffer);
        else
            handle.receiveEnd(n);
    };
    parent.onwrite = (status) => handle.encryptedSent(status);
    handle.onencrypted = (buffer) => parent.writeBuffer(buffer) === 1;
}

module.exports = { TLSWrap, wrapHandle };
