'use strict';
/*
 * internal/fs/whole_file - the parts of which readFile() and writeFile() are
 * made.
 *
 *     open -> fstat -> read, until all is there -> close
 *
 * Each is a request of its own, as in Node: what else the loop has to do comes
 * between them, and async_hooks sees that each was made by the one before. A
 * regular file is read up to the size from fstat, anything else to its end. The
 * promise forms are here, for internal/fs/promises and FileHandle; the callback
 * form of readFile() is internal/fs/read/context.
 */

const { Buffer } = require('buffer');
const { AbortError, aggregateTwoErrors, codes } = require('internal/errors');
const { askOther, submit } = require('internal/fs/calls');
const {
    FSReqCallback, FileHandleCloseReq, constants, decodeContents, makeAsyncError,
} = require('internal/fs/utils');
const { createUnsafeBuffer, encode } = require('internal/buffer/buffer');
const { validateBoolean } = require('internal/validators');
/* Loaded when first used: internal/fs/given_buffer. */

const MAX_AT_ONCE = 512 * 1024;
const MAX_OF_UNKNOWN = 64 * 1024;
const MAX = 2 ** 31 - 1;

// Indices into the numbers of fstat.
const MODE = 1;
const SIZE = 8;

// ---- What was read -----------------------------------------------------------

class Contents {
    constructor(numbers) {
        const isRegular =
            (numbers[MODE] & constants.S_IFMT) === constants.S_IFREG;
        this.size = isRegular ? numbers[SIZE] : 0;
        if (this.size > MAX)
            throw new codes.ERR_FS_FILE_TOO_LARGE(this.size);
        this.total = 0;
        this.bytes = null; // all of them, if the size is known
        this.chunks = null; // what there is, if it is not
        this.offset = 0; // of the next piece in its buffer
        this.length = 0;
    }

    /* Where the next piece goes; `offset` and `length` are its place there. */
    nextBuffer() {
        if (this.size > 0) {
            this.bytes ??= newBuffer(this.size);
            this.offset = this.total;
            this.length = Math.min(MAX_AT_ONCE, this.size - this.total);
            return this.bytes;
        }
        this.chunks ??= [];
        this.length = MAX_OF_UNKNOWN;
        const chunk = new Uint8Array(MAX_OF_UNKNOWN);
        this.chunks.push(chunk);
        return chunk;
    }

    /* So much came of it. True: it was the last one. */
    add(n) {
        this.total += n;
        if (this.size === 0)
            this.chunks.push(this.chunks.pop().subarray(0, n));
        return n === 0 || this.total === this.size;
    }

    join() {
        if (this.size > 0)
            return this.bytes.subarray(0, this.total);
        const all = newBuffer(this.total);
        let at = 0;
        for (const chunk of this.chunks) {
            all.set(chunk, at);
            at += chunk.length;
        }
        return all;
    }

    /* A Buffer, or the text in this encoding. */
    toResult(encoding) {
        const bytes = this.total === this.size && this.size > 0
            ? this.bytes : this.join();
        return encoding ? decodeContents(bytes, encoding) : bytes;
    }
}

function newBuffer(size) {
    require('buffer');
    return createUnsafeBuffer(size);
}

function checkAborted(signal) {
    if (signal?.aborted)
        throw new AbortError(undefined, { cause: signal.reason });
}

/* done(errno, value) is called later, even if it could not begin. */
function request(name, args, done, Request = FSReqCallback) {
    const err = submit(name, args, new Request(done));
    if (err < 0)
        process.nextTick(done, err);
}

// ---- What is to be written ---------------------------------------------------

function toWriteOptions(toOptions, options, flag) {
    const own = toOptions(options, { encoding: 'utf8', mode: 0o666, flag });
    if (own.flush !== undefined && own.flush !== null)
        validateBoolean(own.flush, 'options.flush');
    own.flag ||= flag;
    return own;
}

/* A string in its encoding, or the bytes of a view. */
function toBytes(data, encoding) {
    if (typeof data === 'string')
        return encode(data, encoding || 'utf8');
    if (ArrayBuffer.isView(data) && data.buffer.detached)
        return new Uint8Array();
    if (ArrayBuffer.isView(data))
        return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    throw new codes.ERR_INVALID_ARG_TYPE(
        'data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}

/* Iterables are written chunk by chunk; only promises.writeFile() takes
 * them. */
function isIterable(data) {
    return typeof data === 'object' && data !== null &&
           !ArrayBuffer.isView(data) &&
           (typeof data[Symbol.asyncIterator] === 'function' ||
            typeof data[Symbol.iterator] === 'function');
}

// ---- As promises -------------------------------------------------------------

/*
 * Run fn() when a promise is settled, and settle as it did. In Node that is a
 * finally() between two promises of its own, which takes five microtasks, fn() in
 * the second; here they are plain reactions, which cost a third.
 */
function finish(settling, fn) {
    return settling.then().then(
        (value) => {
            fn();
            return value;
        },
        (error) => {
            fn();
            throw error;
        }).then().then().then();
}

function requestClose(fd) {
    return new Promise((resolve, reject) => {
        request('close', [fd], (errno) => {
            if (errno === undefined)
                resolve();
            else
                reject(makeAsyncError(errno, 'close'));
        }, FileHandleCloseReq);
    });
}

const close = (fd) => finish(requestClose(fd), () => {});

async function readAll(fd, { buffer: given, encoding, signal }) {
    checkAborted(signal);
    const numbers = await askOther('fstat', [fd, false], 'fstat');
    checkAborted(signal);
    const contents = given === undefined ? new Contents(numbers)
        : require('internal/fs/given_buffer').makeContents(numbers, given);
    let n;
    do {
        checkAborted(signal);
        const buffer = contents.nextBuffer();
        n = await askOther('read', [fd, buffer, contents.offset,
                                    contents.length, -1], 'read');
    } while (!contents.add(n));
    return contents.toResult(encoding);
}

async function writePiece(fd, bytes, at) {
    const count = Math.min(bytes.length - at, MAX_AT_ONCE);
    return await askOther('write', [fd, bytes, at, count, -1], 'write');
}

async function writeChunks(fd, chunks, { encoding, signal }) {
    for await (const chunk of chunks) {
        checkAborted(signal);
        const bytes = toBytes(
            ArrayBuffer.isView(chunk) ? chunk : encode(chunk, encoding));
        for (let at = 0; at < bytes.length;) {
            at += await writePiece(fd, bytes, at);
            checkAborted(signal);
        }
    }
}

/* `data` is bytes or an iterable. */
async function writeAll(fd, data, options) {
    checkAborted(options.signal);
    if (isIterable(data)) {
        await writeChunks(fd, data, options);
        return;
    }
    for (let at = 0; at < data.length;) {
        checkAborted(options.signal);
        at += await writePiece(fd, data, at);
    }
}

/* What it comes to, after the file was flushed. */
async function syncAfter(work, handle) {
    return work.then((result) => handle.sync().then(() => result));
}

/* What it comes to, after close(). */
async function finishAfter(work, closeIt) {
    return work.then(
        (result) => closeIt().then(() => result),
        (error) => closeIt().then(
            () => Promise.reject(error),
            (reason) => Promise.reject(aggregateTwoErrors(reason, error))));
}

const closeAfter = (work, fd) => finishAfter(work, () => close(fd));
const closeHandleAfter = (work, handle) => finishAfter(work, handle.close);

module.exports = {
    Contents, MAX_AT_ONCE, checkAborted, closeAfter,
    closeHandleAfter, finish, isIterable,
    readAll, request, requestClose, syncAfter, toBytes, toWriteOptions,
    writeAll,
};
