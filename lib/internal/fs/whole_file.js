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
 * promise forms are here, the callback form is internal/fs/read/context.
 */

const binding = internalBinding('fs');
const { AbortError, aggregateTwoErrors, codes } = require('internal/errors');
const {
    FSReqCallback, FSReqPromise, FileHandleCloseReq, constants, makeAsyncError,
    refuse, toFlags, toPath,
} = require('internal/fs/utils');
const { toResult: decode } = require('internal/buffer');

const MOST_AT_ONCE = 512 * 1024;
const MOST_OF_UNKNOWN = 64 * 1024;
const MOST = 2 ** 31 - 1;

// Indices into the numbers of fstat.
const MODE = 1;
const SIZE = 8;

// ---- What was read -----------------------------------------------------------

class Contents {
    #size;
    #bytes;
    #chunks = []; // of what has no size
    total = 0;

    constructor(numbers) {
        const isRegular =
            (numbers[MODE] & constants.S_IFMT) === constants.S_IFREG;
        this.#size = isRegular ? numbers[SIZE] : 0;
        if (this.#size > MOST)
            throw new codes.ERR_FS_FILE_TOO_LARGE(this.#size);
        this.#bytes = new Uint8Array(this.#size);
    }

    /* Where the next piece goes: bytes, offset and length. */
    nextBuffer() {
        if (this.#size > 0) {
            const left = this.#size - this.total;
            return [this.#bytes, this.total, Math.min(MOST_AT_ONCE, left)];
        }
        const chunk = new Uint8Array(MOST_OF_UNKNOWN);
        this.#chunks.push(chunk);
        return [chunk, 0, chunk.length];
    }

    /* So much came of it. True: it was the last one. */
    add(n) {
        this.total += n;
        if (this.#size === 0)
            this.#chunks.push(this.#chunks.pop().subarray(0, n));
        return n === 0 || this.total === this.#size;
    }

    get bytes() {
        if (this.#size > 0)
            return this.#bytes.subarray(0, this.total);
        const all = new Uint8Array(this.total);
        let at = 0;
        for (const chunk of this.#chunks) {
            all.set(chunk, at);
            at += chunk.length;
        }
        return all;
    }
}

function checkAborted(signal) {
    if (signal?.aborted)
        throw new AbortError(undefined, { cause: signal.reason });
}

/* done(errno, value) is called later, even if it could not begin. */
function request(name, args, done, Request = FSReqCallback) {
    const err = binding[name](...args, new Request(done));
    if (err < 0)
        process.nextTick(done, err);
}

// ---- As promises -------------------------------------------------------------

/* There are as many promises as in Node, and as many microtasks. */
function promise(Request, name, args, path) {
    return new Promise((resolve, reject) => {
        const oncomplete = (errno, value) => {
            if (errno === undefined)
                resolve(value);
            else
                reject(makeAsyncError(errno, name, path));
        };
        request(name, args, oncomplete, Request);
    });
}

const ask = (name, args, path) =>
    promise(FSReqPromise, name, args, path).then(undefined, refuse);

/* What a program does to Promise.prototype is no business of this one. */
class OwnPromise extends Promise {}

const finish = (settling, fn) => new Promise((resolve, reject) => {
    new OwnPromise((a, b) => settling.then(a, b)).finally(fn)
        .then(resolve, reject);
});

const close = (fd) =>
    finish(promise(FileHandleCloseReq, 'close', [fd]), () => {});

async function open(path, flag, mode) {
    path = toPath(path);
    return await ask('open', [path, toFlags(flag), mode], path);
}

async function readAll(fd, { encoding, signal }) {
    checkAborted(signal);
    const numbers = await ask('fstat', [fd, false]);
    checkAborted(signal);
    const contents = new Contents(numbers);
    let n;
    do {
        checkAborted(signal);
        n = await ask('read', [fd, ...contents.nextBuffer(), -1]);
    } while (!contents.add(n));
    return decode(contents.bytes, encoding);
}

async function writePiece(fd, bytes, at) {
    return await ask('write', [fd, bytes, at, bytes.length - at, -1]);
}

async function writeAll(fd, bytes, { flush, signal }) {
    for (let at = 0; at < bytes.length;) {
        checkAborted(signal);
        at += await writePiece(fd, bytes, at);
    }
    if (flush)
        await ask('fsync', [fd]);
}

/* What it comes to, after the descriptor was closed. */
async function closeAfter(work, fd) {
    return work.then(
        (result) => close(fd).then(() => result),
        (error) => close(fd).then(
            () => Promise.reject(error),
            (reason) => Promise.reject(aggregateTwoErrors(reason, error))));
}

module.exports = { Contents, checkAborted, closeAfter, open, readAll, request,
                   writeAll };
