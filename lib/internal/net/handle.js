'use strict';
/*
 * internal/net/handle - what sockets and servers share about handles.
 */

const { Pipe, TCP } = internalBinding('stream');
const { codes } = require('internal/errors');
/* Loaded when first used: internal/net/bound_socket, internal/validators. */

/* Programs read it of `socket._handle`, as Node's handles have it. */
for (const { prototype } of [Pipe, TCP]) {
    Object.defineProperty(prototype, 'writeQueueSize', {
        __proto__: null, configurable: true, enumerable: true,
        get() { return this.getWriteQueueSize(); },
    });
}

/* A handle for an open descriptor. */
function handleOfFd(fd) {
    const type = internalBinding('stdio').fdType(fd);
    if (type === 'PIPE')
        return new Pipe(false);
    if (type === 'TCP')
        return new TCP();
    throw new codes.ERR_INVALID_FD_TYPE(type);
}

/*
 * net.BoundSocket: a handle with an address, before it is known whether it will
 * listen or connect. A server or a socket takes it over by take().
 */
class BoundSocket {
    #handle;
    #address = {};
    #path;

    constructor(options = {}) {
        const { bindPath, bindAddress } = require('internal/net/bound_socket');
        require('internal/validators').validateObject(options, 'options');
        this.#path = options.path;
        this.#handle = options.path !== undefined ? bindPath(options) :
            bindAddress(options, this.#address);
    }

    #open() {
        if (this.#handle === null)
            throw new codes.ERR_SOCKET_HANDLE_ADOPTED();
        return this.#handle;
    }

    address() {
        this.#open();
        return this.#path ?? this.#address;
    }

    fd() {
        return this.#open().getFd();
    }

    close() {
        this.#open().close();
        this.#handle = null;
    }

    [Symbol.dispose]() {
        this.#handle?.close();
        this.#handle = null;
    }

    get isPipe() {
        return this.#path !== undefined;
    }

    static take(bound) {
        const handle = bound.#open();
        bound.#handle = null;
        return { handle, path: bound.#path };
    }
}

/* Programs have no such method. */
const { take } = BoundSocket;
delete BoundSocket.take;

module.exports = {
    BoundSocket,
    Pipe,
    TCP,
    handleOfFd,
    take,
    isPipe: (handle) => handle instanceof Pipe,
};
