'use strict';
/*
 * internal/fs/pieces - reading and writing pieces of a file by its descriptor:
 * one buffer, or several in one request; with callbacks, at once, and for
 * FileHandle as promises.
 */

const { Buffer } = require('buffer');
const binding = internalBinding('fs');
const { codes, makeWriteError } = require('internal/errors');
const { codecOf, encode } = require('internal/buffer/buffer');
const { submit } = require('internal/fs/calls');
const { FSReqCallback, makeError, makeAsyncError, toCallback, toFd } =
    require('internal/fs/utils');
const { customPromisifyArgs } = require('internal/util');
const {
    kValidateObjectAllowNullable, validateBuffer, validateEncoding,
    validateInt32, validateInteger, validateObject,
} = require('internal/validators');

const DEFAULT_SIZE = 16384;
const MAX_POSITION = 2n ** 63n - 1n;

/* ---- Arguments -------------------------------------------------------- */

function checkOptions(options) {
    validateObject(options, 'options', kValidateObjectAllowNullable);
}

function newBuffer() {
    return require('buffer').Buffer.alloc(DEFAULT_SIZE);
}

/* Where to begin; -1 is where the descriptor stands. */
function toPosition(position, length) {
    if (position === undefined || position === null)
        return -1;
    if (typeof position === 'number') {
        validateInteger(position, 'position', -1);
    } else if (typeof position !== 'bigint') {
        throw new codes.ERR_INVALID_ARG_TYPE('position', ['integer', 'bigint'],
                                             position);
    } else if (position < -1n || position > MAX_POSITION - BigInt(length)) {
        const max = MAX_POSITION - BigInt(length);
        throw new codes.ERR_OUT_OF_RANGE('position', `>= -1 && <= ${max}`,
                                         position);
    }
    return position;
}

function toOffset(offset) {
    if (offset === undefined || offset === null)
        return 0;
    validateInteger(offset, 'offset', 0);
    return offset;
}

function checkSpace(offset, length, size) {
    if (length < 0)
        throw new codes.ERR_OUT_OF_RANGE('length', '>= 0', length);
    if (offset + length > size) {
        throw new codes.ERR_OUT_OF_RANGE('length', `<= ${size - offset}`,
                                         length);
    }
}

/* { offset, length, position }: those that an object of options leaves out
 * mean all of the buffer. */
function pieceOf(buffer, options) {
    const size = buffer?.byteLength;
    const { offset = 0, length = size - offset, position = null } =
        options ?? {};
    return { offset, length, position };
}

/* [buffer, offset, length, position] for the binding; null if nothing is to be
 * read. */
function toReading(buffer, { offset, length, position }) {
    offset = toOffset(offset);
    const place = toPosition(position, length);
    if (length === 0)
        return null;
    if (buffer.byteLength === 0) {
        throw new codes.ERR_INVALID_ARG_VALUE(
            'buffer', buffer, 'is empty and cannot be written');
    }
    checkSpace(offset, length, buffer.byteLength);
    return [buffer, offset, length, place];
}

function toWriting(buffer, offset, length, position) {
    if (typeof offset === 'object')
        ({ offset, length, position } = pieceOf(buffer, offset));
    offset = typeof offset === 'function' ? 0 : toOffset(offset);
    const size = buffer.byteLength;
    if (typeof length !== 'number')
        length = size - offset;
    if (offset > size)
        throw new codes.ERR_OUT_OF_RANGE('offset', `<= ${size}`, offset);
    if (length > size - offset) {
        throw new codes.ERR_OUT_OF_RANGE('length', `<= ${size - offset}`,
                                         length);
    }
    validateInt32(length, 'length', 0);
    return [buffer, offset, length, typeof position === 'number' ? position
                                                                  : -1];
}

/* A string has position and encoding where bytes have offset and length. */
function toWritingText(text, position, encoding) {
    if (typeof text !== 'string') {
        throw new codes.ERR_INVALID_ARG_TYPE(
            'buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], text);
    }
    validateEncoding(text, encoding);
    // As in Node, one that there is not is taken for UTF-8.
    const bytes = encode(text, codecOf(encoding) === undefined ? 'utf8' :
        encoding);
    return [bytes, 0, bytes.length,
            typeof position === 'number' ? position : -1];
}

const makeBuffersError = (buffers) => new codes.ERR_INVALID_ARG_TYPE(
    'buffers', 'ArrayBufferView[]', buffers);

/* Their list: each is read once, since those of a proxy, or behind a getter, may
 * be others at the next time, and a hole is none. */
function toBuffers(buffers) {
    const list = [];

    if (!Array.isArray(buffers))
        throw makeBuffersError(buffers);
    for (let i = 0; i < buffers.length; i++) {
        const view = buffers[i];

        if (!ArrayBuffer.isView(view))
            throw makeBuffersError(buffers);
        list.push(view);
    }
    return list;
}

/* ---- Requests --------------------------------------------------------- */

function runSync(call, syscall, fd, args) {
    const n = binding[call](fd, ...args);
    if (n < 0)
        throw syscall === 'write' ? makeWriteError(n)
            : makeError(n, syscall, undefined, undefined, runSync);
    return n;
}

/* C makes one of these for a callback, if the arguments are plain: a buffer, and
 * numbers that fit. */
class PieceRequest extends FSReqCallback {
    constructor(done, given, isWrite) {
        super();
        this.done = done;
        this.given = given;
        this.isWrite = isWrite;
    }
}
Object.defineProperty(PieceRequest, 'name',
                      { __proto__: null, value: 'FSReqCallback' });
PieceRequest.prototype.oncomplete = function wrapper(errno, n) {
    const { done, given } = this;
    if (errno === undefined)
        done(null, n, given);
    else
        done(makeAsyncError(errno, this.isWrite ? 'write' : 'read'), 0, given);
};
const SAMPLE_PIECE = 7; // in src/bind/fs/fs.h
binding.setSamples(SAMPLE_PIECE, new PieceRequest(),
                   PieceRequest.prototype.oncomplete);

/* False: the arguments are to be checked. */
function isBegun(call, fd, buffer, offset, length, position, callback) {
    const err = binding[call](fd, buffer, offset, length, position, callback);
    if (err < 0)
        process.nextTick(callback, makeAsyncError(err, call), 0, buffer);
    return err <= 0;
}

/* callback(error, count, given) */
function start(call, syscall, fd, args, given, callback) {
    const wrapper = (errno, n) => {
        callback(errno === undefined ? null : makeAsyncError(errno, syscall),
                 n ?? 0, given);
    };
    args.unshift(fd);
    const err = submit(call, args, new FSReqCallback(wrapper));
    if (err < 0)
        process.nextTick(callback, makeAsyncError(err, syscall), 0, given);
}

/* ---- One piece -------------------------------------------------------- */

/* With three arguments the third may be an object of options. */
function readSync(fd, buffer, offsetOrOptions, length, position) {
    fd = toFd(fd);
    validateBuffer(buffer);
    let piece = { offset: offsetOrOptions, length: length | 0, position };
    if (arguments.length <= 3 ||
        (offsetOrOptions !== null && typeof offsetOrOptions === 'object')) {
        if (offsetOrOptions !== undefined)
            checkOptions(offsetOrOptions);
        piece = pieceOf(buffer, offsetOrOptions);
        piece.length |= 0;
    }
    const args = toReading(buffer, piece);
    return args === null ? 0 : runSync('read', 'read', fd, args);
}

/* read(fd, callback), read(fd, options, callback), read(fd, buffer, callback),
 * read(fd, buffer, options, callback): [buffer, piece, callback]. */
function readShortForm(args) {
    const callback = args[args.length - 1];
    let buffer = args[1];
    let options;
    if (args.length === 2) {
        buffer = newBuffer();
    } else if (args.length === 3 && !ArrayBuffer.isView(buffer)) {
        options = buffer;
        buffer = options?.buffer === undefined ? newBuffer() : options.buffer;
    } else if (args.length === 4) {
        options = args[2];
        checkOptions(options);
    }
    if (options !== undefined)
        checkOptions(options);
    return [buffer, pieceOf(buffer, options), callback];
}

/* Arguments that were left out. (To ask for `arguments` costs each call an
 * object.) */
function withoutEnd(args) {
    while (args.length > 2 && args[args.length - 1] === undefined)
        args.pop();
    return args;
}

function read(fd, buffer, offsetOrOptions, length, position, callback) {
    if (typeof callback === 'function' &&
        isBegun('read', fd, buffer, offsetOrOptions, length, position, callback))
        return;
    fd = toFd(fd);
    let piece = { offset: offsetOrOptions, length, position };
    if (callback === undefined && position === undefined) {
        [buffer, piece, callback] = readShortForm(
            withoutEnd([fd, buffer, offsetOrOptions, length]));
    }
    validateBuffer(buffer);
    toCallback(callback);
    piece.length |= 0;
    const args = toReading(buffer, piece);
    if (args === null)
        process.nextTick(callback, null, 0, buffer);
    else
        start('read', 'read', fd, args, buffer, callback);
}

function writeSync(fd, buffer, offsetOrOptions, length, position) {
    fd = toFd(fd);
    return runSync('write', 'write', fd, ArrayBuffer.isView(buffer)
        ? toWriting(buffer, offsetOrOptions, length, position)
        : toWritingText(buffer, offsetOrOptions, length));
}

/* write(fd, text[, position[, encoding]], callback) */
function writeText(fd, text, position, encoding, callback) {
    if (typeof callback !== 'function') {
        callback = typeof position === 'function' ? position : encoding;
        encoding = 'utf8';
    }
    const args = toWritingText(text, position, encoding);
    start('write', 'write', fd, args, text, toCallback(callback));
}

function write(fd, buffer, offsetOrOptions, length, position, callback) {
    if (typeof callback === 'function' &&
        isBegun('write', fd, buffer, offsetOrOptions, length, position, callback))
        return;
    fd = toFd(fd);
    if (!ArrayBuffer.isView(buffer)) {
        writeText(fd, buffer, offsetOrOptions, length, position);
        return;
    }
    callback ||= position || length || offsetOrOptions;
    toCallback(callback);
    start('write', 'write', fd,
          toWriting(buffer, offsetOrOptions, length, position), buffer,
          callback);
}

/* ---- Several ---------------------------------------------------------- */

const toPlace = (position) => (typeof position === 'number' ? position : -1);

function readvSync(fd, buffers, position) {
    fd = toFd(fd);
    const list = toBuffers(buffers);

    return runSync('readBuffers', 'read', fd, [list, toPlace(position)]);
}

function writevSync(fd, buffers, position) {
    fd = toFd(fd);
    const list = toBuffers(buffers);

    if (list.length === 0)
        return 0;
    return runSync('writeBuffers', 'write', fd, [list, toPlace(position)]);
}

function readv(fd, buffers, position, callback) {
    fd = toFd(fd);
    const list = toBuffers(buffers);

    callback = toCallback(callback || position);
    start('readBuffers', 'read', fd, [list, toPlace(position)], buffers,
          callback);
}

function writev(fd, buffers, position, callback) {
    fd = toFd(fd);
    const list = toBuffers(buffers);

    callback = toCallback(callback || position);
    if (list.length === 0)
        process.nextTick(callback, null, 0, buffers);
    else
        start('writeBuffers', 'write', fd, [list, toPlace(position)],
              buffers, callback);
}

/* What util.promisify() makes of the callback's arguments. */
for (const [fn, names] of [
    [read, ['bytesRead', 'buffer']], [write, ['bytesWritten', 'buffer']],
    [readv, ['bytesRead', 'buffers']], [writev, ['bytesWritten', 'buffers']],
]) {
    Object.defineProperty(fn, customPromisifyArgs, {
        __proto__: null, value: names, enumerable: false,
    });
}

/* What fs and FileHandle share. */
const shared = { checkOptions, newBuffer, pieceOf, toBuffers, toPlace,
                 toReading, toWriting, toWritingText };

module.exports = {
    calls: { read, readSync, readv, readvSync, write, writeSync, writev,
             writevSync },
    shared,
};
