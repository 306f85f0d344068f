'use strict';
/*
 * internal/fs/read/context - readFile() with a callback, request by request:
 * see internal/fs/whole_file. File, class and functions have Node's names,
 * since stacks show them. Each request has the context as a property, so that
 * no function is made for one: this runs four times for each file.
 */

const { aggregateTwoErrors } = require('internal/errors');
const { submit } = require('internal/fs/calls');
const { FSReqCallback, makeAsyncError, toFd, toFlags, toPath } =
    require('internal/fs/utils');
const { Contents, checkAborted } = require('internal/fs/whole_file');

class ReadFileContext {
    constructor({ encoding, signal }, callback) {
        this.fd = -1;
        this.isGiven = false; // the descriptor: then it stays open
        this.path = undefined;
        this.contents = null;
        this.encoding = encoding;
        this.signal = signal;
        this.callback = callback;
        this.error = null;
    }

    request(name, args, oncomplete) {
        const request = new FSReqCallback(oncomplete);
        request.context = this;
        const err = submit(name, args, request);
        if (err < 0)
            process.nextTick(() => request.oncomplete(err));
    }

    stat() {
        this.request('fstat', [this.fd, false], readFileAfterStat);
    }

    read() {
        if (this.signal?.aborted) {
            this.close(abortErrorOf(this.signal));
            return;
        }
        const { contents } = this;
        const buffer = contents.nextBuffer();
        this.request('read', [this.fd, buffer, contents.offset,
                              contents.length, -1], readFileAfterRead);
    }

    close(error) {
        this.error = error;
        if (this.isGiven) {
            process.nextTick(function tick(context) {
                Reflect.apply(readFileAfterClose, { context }, []);
            }, this);
        } else {
            this.request('close', [this.fd], readFileAfterClose);
        }
    }
}

function abortErrorOf(signal) {
    try {
        checkAborted(signal);
    } catch (error) {
        return error;
    }
    return null;
}

function readFileAfterOpen(errno, fd) {
    const { context } = this;
    if (errno !== undefined) {
        context.callback(makeAsyncError(errno, 'open', context.path));
        return;
    }
    context.fd = fd;
    context.stat();
}

function readFileAfterStat(errno, numbers) {
    const { context } = this;
    if (errno !== undefined) {
        context.close(makeAsyncError(errno, 'fstat'));
        return;
    }
    try {
        context.contents = new Contents(numbers);
    } catch (error) {
        context.close(error);
        return;
    }
    context.read();
}

function readFileAfterRead(errno, n) {
    const { context } = this;
    if (errno !== undefined)
        context.close(makeAsyncError(errno, 'read'));
    else if (context.contents.add(n))
        context.close(null);
    else
        context.read();
}

function readFileAfterClose(errno) {
    const { context } = this;
    const { callback } = context;
    let { error } = context;
    let result;
    if (errno !== undefined)
        error = aggregateTwoErrors(makeAsyncError(errno, 'close'), error);
    if (error === null) {
        try {
            result = context.contents.toResult(context.encoding);
        } catch (reason) {
            error = reason;
        }
    }
    if (error === null)
        callback(null, result);
    else
        callback(error);
}

function readFile(path, options, callback) {
    const context = new ReadFileContext(options, callback);
    if (Number.isInteger(path)) {
        context.fd = toFd(path);
        context.isGiven = true;
        process.nextTick(() => context.stat());
        return;
    }
    const reason = abortErrorOf(options.signal);
    if (reason !== null) {
        callback(reason);
        return;
    }
    const flags = toFlags(options.flag);
    context.path = toPath(path);
    context.request('open', [context.path, flags, 0o666], readFileAfterOpen);
}

module.exports = { readFile };
