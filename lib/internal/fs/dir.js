'use strict';
/*
 * internal/fs/dir - opendir() and Dir: a directory that is read in batches, of
 * 32 entries unless `bufferSize` says otherwise.
 *
 * One request is under way at a time. Calls that come meanwhile wait in `queue`
 * and are made in a tick after it. With `recursive` the directories found are
 * opened as they are returned, and read one after the other.
 */

const binding = internalBinding('fs');
const { codes } = require('internal/errors');
const { startOther } = require('internal/fs/calls');
const {
    FSReqCallback, makeAsyncError, makeDirents, makeError, nameCodecOf,
    toOptions, toPath,
} = require('internal/fs/utils');
const { validateFunction, validateUint32 } = require('internal/validators');
/* Loaded when first used: path. */

class Dir {
    #handle;
    #path;
    #codec;
    #options;
    #entries = [];
    #folders = []; // { handle, path }: those found, with `recursive`
    #isClosed = false;
    #queue = null; // calls that wait for the request under way

    constructor(handle, path, options) {
        if (handle === undefined)
            throw new codes.ERR_MISSING_ARGS('handle');
        this.#handle = handle;
        this.#path = path;
        this.#options = readOptions(options);
        this.#codec = nameCodecOf(this.#options.encoding);
    }

    get path() {
        if (!(#path in this))
            throw new codes.ERR_INVALID_THIS('Dir');
        return this.#path;
    }

    /* ---- Reading ---- */

    #takeBatch(list, path) {
        this.#entries.push(...makeDirents(list, path));
    }

    /* The next entry that is there already, or undefined. */
    #shift() {
        while (this.#entries.length === 0 && this.#folders.length > 0)
            this.#readFolder();
        const entry = this.#entries.shift();
        if (entry !== undefined && this.#options.recursive &&
            entry.isDirectory())
            this.#openFolder(entry);
        return entry;
    }

    #openFolder({ parentPath, name }) {
        const path = require('path').join(parentPath, name);
        const handle = binding.opendir(path);
        if (typeof handle === 'number')
            throw makeError(handle, 'opendir', path);
        this.#folders.push({ handle, path });
    }

    #readFolder() {
        const { handle, path } = this.#folders[0];
        const list = this.#readBatchSync(handle);
        if (list.length === 0) {
            this.#folders.shift();
            binding.closedir(handle);
        }
        this.#takeBatch(list, path);
    }

    #readBatchSync(handle) {
        const list = binding.readdir(handle, this.#options.bufferSize,
                                     this.#codec);
        if (typeof list === 'number')
            throw makeError(list, 'scandir', this.#path);
        return list;
    }

    #checkIdle() {
        if (this.#isClosed)
            throw new codes.ERR_DIR_CLOSED();
        if (this.#queue !== null)
            throw new codes.ERR_DIR_CONCURRENT_OPERATION();
    }

    readSync() {
        this.#checkIdle();
        const entry = this.#shift();
        if (entry !== undefined)
            return entry;
        this.#takeBatch(this.#readBatchSync(this.#handle), this.#path);
        return this.#shift() ?? null;
    }

    read(callback) {
        if (callback === undefined)
            return this.#promise((done) => this.#read(done, true));
        this.#read(callback, true);
        return undefined;
    }

    #read(callback, isDeferred) {
        if (this.#isClosed)
            throw new codes.ERR_DIR_CLOSED();
        validateFunction(callback, 'callback');
        if (this.#queue !== null) {
            this.#queue.push(() => this.#read(callback, false));
            return;
        }
        const [error, entry] = this.#tryShift();
        if (error === null && entry === undefined)
            this.#requestBatch(callback);
        else if (isDeferred)
            process.nextTick(callback, error, entry);
        else
            callback(error, entry);
    }

    #tryShift() {
        try {
            return [null, this.#shift()];
        } catch (error) {
            return [error];
        }
    }

    #requestBatch(callback) {
        const oncomplete = (errno, list) => {
            const waiting = this.#queue;
            this.#queue = null;
            if (waiting.length > 0)
                process.nextTick(() => waiting.forEach((one) => one()));
            if (errno !== undefined) {
                callback(makeAsyncError(errno, 'scandir', this.#path));
                return;
            }
            this.#takeBatch(list, this.#path);
            const [error, entry] = this.#tryShift();
            if (error === null)
                callback(null, entry ?? null);
            else
                callback(error);
        };
        this.#queue = [];
        const request = new FSReqCallback(oncomplete);
        request.dir = this.#handle; // it stays open until the request is over
        const err = binding.readdir(this.#handle, this.#options.bufferSize,
                                    this.#codec, request);
        if (err < 0)
            process.nextTick(oncomplete, err);
    }

    #promise(begin) {
        return new Promise((resolve, reject) => {
            begin((error, value) => {
                if (error)
                    reject(error);
                else
                    resolve(value);
            });
        });
    }

    /* ---- Closing ---- */

    #closeFolders() {
        for (const { handle } of this.#folders)
            binding.closedir(handle);
        this.#folders = [];
    }

    closeSync() {
        this.#checkIdle();
        this.#isClosed = true;
        this.#closeFolders();
        const err = binding.closedir(this.#handle);
        if (err < 0)
            throw makeError(err, 'closedir', this.#path);
    }

    close(callback) {
        if (callback === undefined) {
            return this.#isClosed
                ? Promise.reject(new codes.ERR_DIR_CLOSED())
                : this.#promise((done) => this.#close(done));
        }
        validateFunction(callback, 'callback');
        this.#close(callback);
        return undefined;
    }

    #close(callback) {
        if (this.#isClosed) {
            process.nextTick(callback, new codes.ERR_DIR_CLOSED());
            return;
        }
        if (this.#queue !== null) {
            this.#queue.push(() => this.#close(callback));
            return;
        }
        this.#isClosed = true;
        this.#closeFolders();
        startOther('closedir', [this.#handle], 'closedir', this.#path,
                   (error) => callback(error));
    }

    /* ---- Iterating ---- */

    async *entries() {
        try {
            let entry;
            while ((entry = await this.read()) !== null)
                yield entry;
        } finally {
            if (!this.#isClosed)
                await this.close();
        }
    }

    [Symbol.dispose]() {
        if (!this.#isClosed)
            this.closeSync();
    }

    async [Symbol.asyncDispose]() {
        if (!this.#isClosed)
            await this.close();
    }
}

Object.defineProperty(Dir.prototype, Symbol.asyncIterator, {
    __proto__: null, value: Dir.prototype.entries, writable: true,
    enumerable: false, configurable: true,
});

function readOptions(options) {
    const own = toOptions(options, { encoding: 'utf8' });
    if (own.bufferSize === undefined)
        own.bufferSize = 32;
    validateUint32(own.bufferSize, 'options.bufferSize', true);
    return own;
}

/* Its errors name the call and not the path, as Node's do. */
function opendirSync(path, options) {
    path = toPath(path);
    const own = readOptions(options);
    const handle = binding.opendir(path);
    if (typeof handle === 'number')
        throw makeError(handle, 'opendir');
    return new Dir(handle, path, own);
}

function opendir(path, options, callback) {
    callback = typeof options === 'function' ? options : callback;
    validateFunction(callback, 'callback');
    path = toPath(path);
    const own = readOptions(options);
    startOther('opendir', [path], 'opendir', path,
               function opendirCallback(error, handle) {
                   if (error)
                       callback(error);
                   else
                       callback(null, new Dir(handle, path, own));
               });
}

function opendirPromise(path, options) {
    return new Promise((resolve, reject) => {
        opendir(path, options, (error, dir) => {
            if (error)
                reject(error);
            else
                resolve(dir);
        });
    });
}

module.exports = { Dir, opendir, opendirPromise, opendirSync };
