'use strict';
/*
 * internal/fs/dir - opendir() and Dir. All names are read when it is opened,
 * with one request.
 */

const binding = internalBinding('fs');
const { codes } = require('internal/errors');
const {
    FSReqCallback, makeDirents, makeError, makeAsyncError, toCallback,
    toOptions, toPath,
} = require('internal/fs/utils');
const { validateUint32 } = require('internal/validators');

const key = Symbol('made here');

class Dir {
    #entries;
    #path;
    #isClosed = false;

    constructor(token, path, entries) {
        if (token !== key)
            throw new codes.ERR_MISSING_ARGS('handle');
        this.#path = path;
        this.#entries = entries;
    }

    get path() {
        return this.#path;
    }

    #check() {
        if (this.#isClosed)
            throw new codes.ERR_DIR_CLOSED();
    }

    readSync() {
        this.#check();
        return this.#entries.shift() ?? null;
    }

    closeSync() {
        this.#check();
        this.#isClosed = true;
    }

    read(callback) {
        if (callback === undefined)
            return new Promise((resolve) => resolve(this.readSync()));
        toCallback(callback);
        this.#check();
        process.nextTick(callback, null, this.readSync());
        return undefined;
    }

    close(callback) {
        if (callback === undefined)
            return new Promise((resolve) => resolve(this.closeSync()));
        toCallback(callback);
        this.closeSync();
        process.nextTick(callback, null);
        return undefined;
    }

    async *entries() {
        try {
            let entry;
            while ((entry = await this.read()) !== null)
                yield entry;
        } finally {
            if (!this.#isClosed)
                this.closeSync();
        }
    }

    [Symbol.dispose]() {
        if (!this.#isClosed)
            this.closeSync();
    }

    async [Symbol.asyncDispose]() {
        this[Symbol.dispose]();
    }
}

Object.defineProperty(Dir.prototype, Symbol.asyncIterator, {
    __proto__: null, value: Dir.prototype.entries, writable: true,
    enumerable: false, configurable: true,
});

function checkOptions(options) {
    const own = toOptions(options, { encoding: 'utf8' });
    if (own.bufferSize !== undefined)
        validateUint32(own.bufferSize, 'options.bufferSize', true);
    return own;
}

function openTree(path, recursive) {
    const { readdirSync } = require('fs');
    const all = readdirSync(path, { recursive, withFileTypes: true });
    return new Dir(key, path, all);
}

/* Its errors name the call and not the path, as Node's do. */
function opendirSync(path, options) {
    const { recursive } = checkOptions(options);
    path = toPath(path);
    if (recursive)
        return openTree(path, recursive);
    const list = binding.scandir(path, true);
    if (typeof list === 'number')
        throw makeError(list, 'opendir');
    return new Dir(key, path, makeDirents(list, path));
}

/* Subdirectories are read by synchronous calls; the callback comes later. */
function startTree(path, callback) {
    let dir;
    let error = null;
    try {
        dir = openTree(path, true);
    } catch (thrown) {
        error = thrown;
    }
    setImmediate(() => callback(error, dir));
}

function opendir(path, options, callback) {
    callback = toCallback(typeof options === 'function' ? options : callback);
    const { recursive } = checkOptions(options);
    path = toPath(path);
    if (recursive) {
        startTree(path, callback);
        return;
    }
    const opendirCallback = (errno, list) => {
        if (errno === undefined)
            callback(null, new Dir(key, path, makeDirents(list, path)));
        else
            callback(makeAsyncError(errno, 'opendir', path));
    };
    const err =
        binding.scandir(path, true, new FSReqCallback(opendirCallback));
    if (err < 0)
        process.nextTick(callback, makeAsyncError(err, 'opendir', path));
}

module.exports = { Dir, opendir, opendirSync };
