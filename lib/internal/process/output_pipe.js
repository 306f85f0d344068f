'use strict';
/* internal/process/output_pipe - process.stdout and process.stderr over a pipe
 * or a socket: a duplex that cannot be read from. */

const Duplex = require('internal/streams/duplex');
const { Buffer } = require('buffer');
const { ErrnoException } = require('internal/errors');
const { takeResult, toWritable, write } =
    require('internal/process/output');
const binding = internalBinding('stdio');

/* What programs use of the handle of a pipe. */
class Pipe {
    constructor(fd) { this.fd = fd; }

    setBlocking(isOn) { return binding.setBlocking(this.fd, isOn); }
}

function joinChunks(chunks) {
    return Buffer.concat(chunks.map(({ chunk, encoding }) =>
        typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk));
}

class Socket extends Duplex {
    #callback;
    #onDone = (status) => this._done(status);

    constructor(fd, options) {
        super({ allowHalfOpen: false, decodeStrings: false, emitClose: false,
                readable: false, ...options });
        this.fd = fd;
        this.connecting = false;
        this._handle = new Pipe(fd);
    }

    get pending() { return false; }

    get readyState() {
        if (!this.readable)
            return this.writable ? 'writeOnly' : 'closed';
        return this.writable ? 'open' : 'readOnly';
    }

    /* Of the prototype alone there is no state. */
    get bytesWritten() {
        if (this._writableState === undefined)
            return undefined;
        const waiting = joinChunks(this._writableState.getBuffer());
        return binding.bytesWritten(this.fd) + waiting.length;
    }

    get bufferSize() { return this.writableLength; }

    ref() { return this; }

    unref() { return this; }

    _read() {}

    _writeText(text) { return binding.write(this.fd, text, this.#onDone); }

    _write(chunk, encoding, callback) {
        this.#callback = callback;
        const result = takeResult(this) ??
            binding.write(this.fd, toWritable(chunk, encoding), this.#onDone);
        if (result <= 0)
            this._done(result);
    }

    _writev(chunks, callback) {
        this._write(joinChunks(chunks), 'buffer', callback);
    }

    _done(status) {
        this.#callback(status < 0 ? new ErrnoException(status, 'write') : null);
    }

    _final(callback) {
        const err = binding.shutdown(this.fd, () => callback());
        if (err < 0) {
            const error = new ErrnoException(err, 'shutdown');
            callback(error.code === 'ENOTCONN' ? undefined : error);
        }
    }
}
Socket.prototype.write = write;

module.exports = { Socket };
