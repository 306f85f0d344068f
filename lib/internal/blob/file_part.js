'use strict';
/*
 * internal/blob/file_part - a part of a Blob that is a part of a file: what
 * fs.openAsBlob() makes.
 *
 * The file is read when the Blob is, a chunk at a time. If it was changed since
 * the Blob was made there is nothing to be read any more.
 */

const fs = require('fs');
const { createBlob } = require('internal/blob/blob');
const { toPath } = require('internal/fs/utils');
const { validateObject, validateString } = require('internal/validators');

const chunkSize = 65536;

/* Was the file changed since the Blob was made? */
function isChanged(was, stats) {
    return was.size !== stats.size || was.mtimeMs !== stats.mtimeMs ||
           was.ino !== stats.ino;
}

class FilePart {
    #path;
    #stats;
    #start;

    constructor(path, stats, start, length) {
        this.#path = path;
        this.#stats = stats;
        this.#start = start;
        this.length = length;
    }

    subarray(from, to) {
        return new FilePart(this.#path, this.#stats, this.#start + from,
                            to - from);
    }

    /* callback(error, bytes): the next of them, from this place on. */
    read(at, callback) {
        fs.open(this.#path, 'r', (error, fd) => {
            if (error)
                callback(error);
            else
                this.#readOpen(fd, at, callback);
        });
    }

    #readOpen(fd, at, callback) {
        const finish = (error, bytes) =>
            fs.close(fd, (closed) => callback(error ?? closed, bytes));
        fs.fstat(fd, (error, stats) => {
            if (error || isChanged(this.#stats, stats)) {
                finish(error ?? new Error('The file was changed'));
                return;
            }
            const bytes = new Uint8Array(
                Math.min(this.length - at, chunkSize));
            fs.read(fd, bytes, 0, bytes.length, this.#start + at,
                    (failed, n) => finish(failed, bytes.subarray(0, n)));
        });
    }
}

function createBlobFromFilePath(path, type) {
    let stats;
    try {
        stats = fs.statSync(path);
    } catch {
        throw Object.assign(new TypeError('Unable to open file as blob'),
                            { code: 'ERR_INVALID_ARG_VALUE' });
    }
    const part = new FilePart(path, stats, 0, stats.size);
    return createBlob([part], stats.size, type);
}

/* The file is looked at now; openAsBlob() returns a promise as Node's does. */
function openAsBlob(path, options = {}) {
    validateObject(options, 'options');
    const type = options.type || '';
    validateString(type, 'options.type');
    return Promise.resolve(createBlobFromFilePath(toPath(path), type));
}

module.exports = { openAsBlob };
