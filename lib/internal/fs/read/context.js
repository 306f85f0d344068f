'use strict';
/*
 * internal/fs/read/context - readFile() with a callback, request by request:
 * see internal/fs/whole_file. File, class and functions have Node's names,
 * since stacks show them.
 */

const { aggregateTwoErrors } = require('internal/errors');
const { toResult: decode } = require('internal/buffer');
const { makeAsyncError, toFd, toFlags, toPath } = require('internal/fs/utils');
const { Contents, checkAborted, request } = require('internal/fs/whole_file');

class ReadFileContext {
    #fd;
    #isGiven = false; // the descriptor: then it stays open
    #contents;
    #signal;
    #encoding;
    callback;

    constructor({ encoding, signal }, callback) {
        this.#encoding = encoding;
        this.#signal = signal;
        this.callback = callback;
    }

    open(path, flags) {
        const readFileAfterOpen = (errno, fd) => {
            if (errno !== undefined) {
                this.callback(makeAsyncError(errno, 'open', path));
                return;
            }
            this.#fd = fd;
            this.#stat();
        };
        request('open', [path, flags, 0o666], readFileAfterOpen);
    }

    openGiven(fd) {
        this.#fd = fd;
        this.#isGiven = true;
        process.nextTick(() => this.#stat());
    }

    #stat() {
        const readFileAfterStat = (errno, numbers) => {
            if (errno !== undefined) {
                this.#close(makeAsyncError(errno, 'fstat'));
                return;
            }
            try {
                this.#contents = new Contents(numbers);
            } catch (error) {
                this.#close(error);
                return;
            }
            this.#read();
        };
        request('fstat', [this.#fd, false], readFileAfterStat);
    }

    #read() {
        try {
            checkAborted(this.#signal);
        } catch (error) {
            this.#close(error);
            return;
        }
        const readFileAfterRead = (errno, n) => {
            if (errno !== undefined)
                this.#close(makeAsyncError(errno, 'read'));
            else if (this.#contents.add(n))
                this.#close(null);
            else
                this.#read();
        };
        request('read', [this.#fd, ...this.#contents.nextBuffer(), -1],
                readFileAfterRead);
    }

    #close(error) {
        const { callback } = this;
        const readFileAfterClose = (errno) => {
            const [failed, result] = this.#finish(errno, error);
            if (failed === null)
                callback(null, result);
            else
                callback(failed);
        };
        if (this.#isGiven)
            process.nextTick(function tick() { readFileAfterClose(); });
        else
            request('close', [this.#fd], readFileAfterClose);
    }

    /* What the callback is given. */
    #finish(errno, error) {
        if (errno !== undefined)
            error = aggregateTwoErrors(makeAsyncError(errno, 'close'), error);
        if (error !== null)
            return [error];
        try {
            return [null, decode(this.#contents.bytes, this.#encoding)];
        } catch (reason) {
            return [reason];
        }
    }
}

function readFile(path, options, callback) {
    const context = new ReadFileContext(options, callback);
    if (Number.isInteger(path)) {
        context.openGiven(toFd(path));
        return;
    }
    try {
        checkAborted(options.signal);
    } catch (error) {
        callback(error);
        return;
    }
    const flags = toFlags(options.flag);
    context.open(toPath(path), flags);
}

module.exports = { readFile };
