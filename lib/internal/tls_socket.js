'use strict';
/*
 * internal/tls_socket - tls.TLSSocket without TLS: a socket can be made, over
 * another stream or alone, as packages do it to find Node's classes. Whoever
 * connects it, reads or writes gets the error that there is no TLS yet.
 */

const { notThereYet } = require('internal/missing');
const { Socket } = require('net');

/* In Node it makes a handle of any stream; only its name is there. */
class JSStreamSocket extends Socket {
    constructor() {
        throw notThereYet('TLS');
    }
}

class TLSSocket extends Socket {
    constructor(stream, options) {
        super({ allowHalfOpen: stream?.allowHalfOpen });
        this.encrypted = true;
        this.authorized = false;
        this.authorizationError = null;
        this.alpnProtocol = null;
        this.servername = null;
        this.secureConnecting = true;
        this._tlsOptions = options ?? {};
        this._parent = stream ?? null;
        Object.defineProperty(this, '_handle', {
            __proto__: null, configurable: true, enumerable: true,
            writable: true, value: stream ? handleOver(stream) : null,
        });
    }

    connect() {
        throw notThereYet('TLS');
    }

    _start() {
        this.destroy(notThereYet('TLS'));
    }

    _read() {
        this.destroy(notThereYet('TLS'));
    }

    _write(chunk, encoding, callback) {
        callback(notThereYet('TLS'));
    }

    _writev(chunks, callback) {
        callback(notThereYet('TLS'));
    }

    _final(callback) {
        callback();
    }

    /* There is nothing to close but the stream below. */
    _destroy(error, callback) {
        this._handle = null;
        this._parent?.destroy();
        this._parent = null;
        super._destroy(error, callback);
    }
}

function handleOver(stream) {
    const parent = stream instanceof Socket ? stream : {
        __proto__: JSStreamSocket.prototype, stream,
    };
    return { _parentWrap: parent };
}

module.exports = { TLSSocket };
