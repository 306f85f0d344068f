'use strict';
/*
 * internal/fs/pieces - reading and writing pieces of a file by its descriptor:
 * one buffer, or one after the other.
 */

const binding = internalBinding('fs');
const { codes, makeWriteError } = require('internal/errors');
const { encode } = require('internal/buffer');
const { FSReqCallback, makeError, makeAsyncError, toCallback, toFd } =
    require('internal/fs/utils');
const { customPromisifyArgs } = require('internal/util');
const { validateInteger, validateObject } = require('internal/validators');

const viewTypes = ['Buffer', 'TypedArray', 'DataView'];

/* Where to begin; -1 is where the descriptor stands. */
function toPosition(position) {
    if (position === undefined || position === null)
        return -1;
    if (typeof position === 'bigint')
        return Number(position);
    if (typeof position !== 'number') {
        throw new codes.ERR_INVALID_ARG_TYPE('position', ['bigint', 'integer'],
                                             position);
    }
    validateInteger(position, 'position', -1);
    return position;
}

function checkRange(bytes, offset, count) {
    validateInteger(offset, 'offset', 0);
    if (offset > bytes.length) {
        throw new codes.ERR_OUT_OF_RANGE('offset', `<= ${bytes.length}`,
                                         offset);
    }
    validateInteger(count, 'length', 0);
    if (count > bytes.length - offset) {
        throw new codes.ERR_OUT_OF_RANGE(
            'length', `<= ${bytes.length - offset}`, count);
    }
}

/* (buffer, offset, length, position), or with these in an object. */
function pieceOf(buffer, types, offset, count, position) {
    if (offset !== null && typeof offset === 'object')
        ({ offset, length: count, position } = offset);
    if (!ArrayBuffer.isView(buffer))
        throw new codes.ERR_INVALID_ARG_TYPE('buffer', types, buffer);
    const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset,
                                 buffer.byteLength);
    offset ??= 0;
    count ??= Math.max(bytes.length - offset, 0);
    checkRange(bytes, offset, count);
    return [bytes, offset, count, toPosition(position)];
}

function readArguments(buffer, rest) {
    return pieceOf(buffer, viewTypes, ...rest);
}

/* A string has position and encoding where bytes have offset and length. */
function writeArguments(data, rest) {
    if (typeof data !== 'string')
        return pieceOf(data, ['string', ...viewTypes], ...rest);
    const [position, encoding] = rest;
    const bytes = encode(data, encoding);
    return [bytes, 0, bytes.length,
            typeof position === 'number' ? position : -1];
}

/* ---- One piece ---- */

function runSync(call, fd, args) {
    const n = binding[call](toFd(fd), ...args);
    if (n < 0)
        throw call === 'write' ? makeWriteError(n) : makeError(n, call);
    return n;
}

function start(call, fd, args, given, callback) {
    const wrapper = (errno, n) => {
        callback(errno === undefined ? null : makeAsyncError(errno, call),
                 n ?? 0, given);
    };
    const err = binding[call](toFd(fd), ...args, new FSReqCallback(wrapper));
    if (err < 0)
        process.nextTick(callback, makeAsyncError(err, call), 0, given);
}

/* With three arguments the third may be an object of options. */
function readSync(fd, buffer, offsetOrOptions, length, position) {
    if (arguments.length <= 3 && offsetOrOptions !== undefined &&
        offsetOrOptions !== null)
        validateObject(offsetOrOptions, 'options');
    return runSync('read', fd,
                   readArguments(buffer, [offsetOrOptions, length, position]));
}

function writeSync(fd, buffer, offsetOrOptions, length, position) {
    return runSync('write', fd,
                   writeArguments(buffer, [offsetOrOptions, length, position]));
}

/* read(fd, callback) and read(fd, options, callback) make a buffer. */
function read(fd, buffer, ...rest) {
    if (typeof buffer === 'function') {
        rest.push(buffer);
        buffer = {};
    }
    const callback = toCallback(rest.pop());
    if (!ArrayBuffer.isView(buffer) && rest.length === 0) {
        const options = buffer ?? {};
        buffer = options.buffer ?? newBuffer(16384);
        rest.push(options);
    }
    start('read', fd, readArguments(buffer, rest), buffer, callback);
}

function newBuffer(size) {
    return require('internal/buffer').toResult(new Uint8Array(size));
}

function write(fd, buffer, ...rest) {
    const callback = toCallback(rest.pop());
    start('write', fd, writeArguments(buffer, rest), buffer, callback);
}

/* ---- Several ---- */

function toVector(buffers) {
    if (Array.isArray(buffers) && buffers.every(ArrayBuffer.isView))
        return buffers;
    throw new codes.ERR_INVALID_ARG_TYPE('buffers', 'ArrayBufferView[]',
                                         buffers);
}

/* One after the other, until one is not done whole. */
function vectorSync(run, fd, buffers, position) {
    const isPlaced = typeof position === 'number';
    let total = 0;
    for (const buffer of toVector(buffers)) {
        const n = run(fd, buffer, 0, buffer.byteLength,
                      isPlaced ? position + total : null);
        total += n;
        if (n < buffer.byteLength)
            break;
    }
    return total;
}

function readvSync(fd, buffers, position) {
    return vectorSync(readSync, fd, buffers, position);
}

function writevSync(fd, buffers, position) {
    return vectorSync(writeSync, fd, buffers, position);
}

function startVector(run, fd, buffers, position, callback) {
    let total = 0;
    (function next(i) {
        if (i === buffers.length) {
            callback(null, total, buffers);
            return;
        }
        const size = buffers[i].byteLength;
        run(fd, buffers[i], 0, size,
            position === null ? null : position + total, (error, n) => {
                total += n;
                if (error)
                    callback(error, total, buffers);
                else
                    next(n < size ? buffers.length : i + 1);
            });
    })(0);
}

function vector(run, fd, buffers, position, callback) {
    callback = toCallback(callback ?? position);
    toFd(fd);
    const list = toVector(buffers);
    const from = typeof position === 'number' ? position : null;
    if (list.length === 0)
        process.nextTick(callback, null, 0, list);
    else
        startVector(run, fd, list, from, callback);
}

function readv(fd, buffers, position, callback) {
    vector(read, fd, buffers, position, callback);
}

function writev(fd, buffers, position, callback) {
    vector(write, fd, buffers, position, callback);
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

module.exports = { read, readSync, readv, readvSync, write, writeSync, writev,
                   writevSync };
