'use strict';
/*
 * internal/process/stdin - process.stdin over a pipe, a socket, a terminal or a
 * file. It is a stream of node:stream; here is where its bytes come from, and
 * when that stops.
 *
 * A pipe or a terminal reads on from the first _read() until push() says that
 * it is enough, or the program has paused it: a tick after 'pause' the source
 * is stopped (stopIfPaused), so that it does not keep the program alive. A file
 * is read once for each _read().
 */

const Readable = require('internal/streams/readable');
const Duplex = require('internal/streams/duplex');
const { UVException } = require('internal/errors');
const { toBuffer } = require('internal/buffer/buffer');
/* Loaded when first used: buffer, internal/fs/utils. */

const { nextTick } = process;

/* ---- Pipes, sockets, terminals ---------------------------------------- */

class Socket extends Duplex {
    #binding = internalBinding('stdin');
    #isReading = false;
    #hadError = false;

    constructor(fd, options) {
        super({ allowHalfOpen: false, decodeStrings: false, emitClose: false,
                writable: false, ...options });
        this.fd = fd;
        const err = this.#binding.open(fd, (result) => this.#take(result));
        if (err < 0)
            throw new UVException({ errno: err, syscall: 'open' });
        this.on('pause', () => nextTick(() => this.#stopIfPaused()));
    }

    /* Bytes, null at the end, a negative errno, undefined when it is closed. */
    #take(result) {
        if (result === undefined) {
            this.emit('close', this.#hadError);
        } else if (result === null) {
            this.#isReading = false;
            this.push(null);
            this.read(0);
        } else if (typeof result === 'object') {
            if (!this.push(toBuffer(result)))
                this.#stop();
        } else {
            this.#isReading = false;
            this.destroy(new UVException({ errno: result, syscall: 'read' }));
        }
    }

    _read() {
        if (this.#isReading)
            return;
        this.#isReading = true;
        const err = this.#binding.start();
        if (err < 0)
            this.#take(err);
    }

    #stop() {
        this.#isReading = false;
        this.#binding.stop();
    }

    #stopIfPaused() {
        if (!this.#isReading || this.readableFlowing || this.destroyed)
            return;
        this._readableState.reading = false;
        this.#stop();
    }

    _destroy(error, callback) {
        this.#hadError = !!error;
        this.#binding.close();
        callback(error);
    }

    ref() {
        this.#binding.ref(true);
        return this;
    }

    unref() {
        this.#binding.ref(false);
        return this;
    }

    _setRaw(isOn) { return this.#binding.setRaw(isOn); }
}

/* A terminal can be written to as well. */
class TerminalInput extends Socket {
    constructor(fd) {
        super(fd, { highWaterMark: 0, writable: true });
        this.isRaw = false;
        this.isTTY = true;
    }

    _write(chunk, encoding, callback) {
        const bytes = typeof chunk === 'string'
            ? require('buffer').Buffer.from(chunk, encoding) : chunk;
        const err = internalBinding('stdio').write(this.fd, bytes, () => {});
        callback(err < 0 ? new UVException({ errno: err, syscall: 'write' })
                         : null);
    }

    setRawMode(isOn) {
        const err = this._setRaw(!!isOn);
        if (err < 0) {
            this.emit('error', new UVException({ errno: err,
                                                 syscall: 'setRawMode' }));
        } else {
            this.isRaw = !!isOn;
        }
        return this;
    }
}

/* ---- Files ------------------------------------------------------------ */

/* A file, or a device that is read like one. It is not closed at its end. */
class FileInput extends Readable {
    constructor(fd) {
        super({ autoDestroy: false });
        this.fd = fd;
    }

    _construct(callback) { callback(); }

    _read(size) {
        const { FSReqCallback } = require('internal/fs/utils');
        const bytes = new Uint8Array(size);
        internalBinding('fs').read(
            this.fd, bytes, 0, size, -1,
            new FSReqCallback((err, n) => this.#take(err, bytes, n)));
    }

    #take(err, bytes, n) {
        if (this.destroyed)
            return;
        if (err !== undefined)
            this.destroy(new UVException({ errno: err, syscall: 'read' }));
        else
            this.push(n === 0 ? null : toBuffer(bytes.subarray(0, n)));
    }
}

/* The names by which programs know them. */
for (const Class of [TerminalInput, FileInput]) {
    Object.defineProperty(Class, 'name', {
        __proto__: null, configurable: true, value: 'ReadStream',
    });
}

/* Any other descriptor, a folder for example, is empty. */
function makeEmpty(fd) {
    const input = new Readable({ read() {} });
    input.push(null);
    input.fd = fd;
    return input;
}

function makeInput(fd, type) {
    switch (type) {
    case 'PIPE':
    case 'TCP':
        return new Socket(fd);
    case 'TTY':
        return new TerminalInput(fd);
    case 'FILE':
        return new FileInput(fd);
    default:
        return makeEmpty(fd);
    }
}

module.exports = { TerminalInput, makeInput };
