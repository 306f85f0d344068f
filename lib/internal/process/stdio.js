'use strict';
/*
 * internal/process/stdio - process.stdout and process.stderr; process.stdin is
 * in internal/process/stdin.
 *
 * Output is written before write() returns, to whatever it goes, so nothing is
 * lost when the program ends. These are not streams yet: they have what
 * programs use of one for printing, and the rest comes with node:stream.
 */

const EventEmitter = require('events');
const binding = internalBinding('stdio');
const { codes, UVException } = require('internal/errors');

/* Of a text in UTF-8, which most are, the bytes are made when it is written. */
function toChunk(chunk, encoding) {
    if (typeof chunk === 'string') {
        return encoding === 'utf8' ? chunk :
            require('internal/fs/bytes').encode(chunk, encoding);
    }
    if (chunk instanceof Uint8Array)
        return chunk;
    if (ArrayBuffer.isView(chunk)) {
        return new Uint8Array(chunk.buffer, chunk.byteOffset,
                              chunk.byteLength);
    }
    if (chunk === null)
        throw new codes.ERR_STREAM_NULL_VALUES();
    throw new codes.ERR_INVALID_ARG_TYPE(
        'chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
}

function checkEncoding(encoding) {
    const { normalizeEncoding } = require('internal/util');
    const known = normalizeEncoding(encoding);
    if (known === undefined)
        throw new codes.ERR_UNKNOWN_ENCODING(encoding);
    return known;
}

class Output extends EventEmitter {
    constructor(fd) {
        super();
        this.fd = fd;
        this._type = { __proto__: null, TTY: 'tty', FILE: 'fs', PIPE: 'pipe',
                       TCP: 'pipe' }[binding.fdType(fd)] ?? 'unknown';
        this.destroyed = false;
        this._isStdio = true;
        if (this._type === 'tty')
            this.isTTY = true;
        this.writable = true;
        this.writableEnded = false;
        this.writableFinished = false;
        this.writableLength = 0;
        this.writableHighWaterMark = 16384;
        this.writableNeedDrain = false;
        this.writableObjectMode = false;
        this.writableCorked = 0;
    }

    #encoding = 'utf8';

    ref() { return this; }

    unref() { return this; }

    // Closing them would take the descriptor from under others.
    destroy(error) {
        if (error !== undefined && error !== null)
            process.nextTick(() => this.emit('error', error));
        return this;
    }

    write(chunk, encoding, callback) {
        if (typeof encoding === 'function') {
            callback = encoding;
            encoding = undefined;
        }
        const bytes = toChunk(chunk, encoding ? checkEncoding(encoding) :
            this.#encoding);
        if (this.writableEnded)
            return this._fail(new codes.ERR_STREAM_WRITE_AFTER_END(), callback);
        const err = binding.write(this.fd, bytes);
        if (err < 0) {
            return this._fail(new UVException({ errno: err,
                                                syscall: 'write' }), callback);
        }
        if (typeof callback === 'function')
            process.nextTick(callback, null);
        return true;
    }

    _fail(error, callback) {
        process.nextTick(() => {
            if (typeof callback === 'function')
                callback(error);
            this.emit('error', error);
        });
        return false;
    }

    end(chunk, encoding, callback) {
        if (typeof chunk === 'function') {
            callback = chunk;
            chunk = undefined;
        } else if (typeof encoding === 'function') {
            callback = encoding;
        }
        if (chunk !== undefined && chunk !== null)
            this.write(chunk, typeof encoding === 'string' ? encoding : null);
        this.writableEnded = true;
        this.writable = false;
        process.nextTick(() => {
            this.writableFinished = true;
            this.emit('finish');
            if (typeof callback === 'function')
                callback();
        });
        return this;
    }

    cork() {}

    uncork() {}

    setDefaultEncoding(encoding) {
        this.#encoding = checkEncoding(`${encoding}`.toLowerCase());
        return this;
    }
}

/* A terminal knows how large it is and what it can show. */
class Terminal extends Output {
    get columns() { return this.getWindowSize()?.[0]; }

    get rows() { return this.getWindowSize()?.[1]; }

    getWindowSize() { return binding.windowSize(this.fd); }

    getColorDepth(env = process.env) {
        return require('internal/util/color_depth').getColorDepth(env);
    }

    hasColors(count, env) {
        if (typeof count === 'object') {
            env = count;
            count = 16;
        }
        return (count ?? 16) <= 2 ** this.getColorDepth(env);
    }

    cursorTo(x, y, callback) {
        const text = typeof y === 'number' ? `\x1b[${y + 1};${x + 1}H` :
            `\x1b[${x + 1}G`;
        return this.write(text, typeof y === 'function' ? y : callback);
    }

    moveCursor(dx, dy, callback) {
        let text = '';
        if (dx !== 0)
            text += dx < 0 ? `\x1b[${-dx}D` : `\x1b[${dx}C`;
        if (dy !== 0)
            text += dy < 0 ? `\x1b[${-dy}A` : `\x1b[${dy}B`;
        return this.write(text, callback);
    }

    clearLine(direction, callback) {
        const what = direction < 0 ? 1 : direction > 0 ? 0 : 2;
        return this.write(`\x1b[${what}K`, callback);
    }

    clearScreenDown(callback) {
        return this.write('\x1b[0J', callback);
    }
}

const streams = [undefined, undefined, undefined];

function getStream(fd) {
    if (streams[fd] === undefined) {
        const type = binding.fdType(fd);
        streams[fd] = fd === 0 ?
            require('internal/process/stdin').makeInput(fd, type) :
            type === 'TTY' ? new Terminal(fd) : new Output(fd);
    }
    return streams[fd];
}

module.exports = { getStream };
