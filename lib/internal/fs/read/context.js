'use strict';
/*
 * internal/fs/read/context - readFile() with a callback, request by request:
 * see internal/fs/whole_file. File, class and functions have Node's names,
 * since stacks show them. Each request has the context as a property, so that
 * no function is made for one.
 *
 * A plain readFile() is done by C up to its end (src/bind/fs/read_file.c), with
 * the same requests of the loop. It comes here from the step where that is no
 * longer simple.
 */

const { aggregateTwoErrors } = require('internal/errors');
const binding = internalBinding('fs');
const { submit } = require('internal/fs/calls');
require('buffer'); // of which C makes what was read
const { isPlain } = require('internal/options');
const {
    FSReqCallback, decodeContents, makeAsyncError, toFd, toFlags, toPath,
} = require('internal/fs/utils');
const { Contents, checkAborted } = require('internal/fs/whole_file');
/* Loaded when first used: internal/fs/given_buffer. */

class ReadFileContext {
    constructor({ buffer, encoding, signal }, callback) {
        this.fd = -1;
        this.isGiven = false; // the descriptor: then it stays open
        this.path = undefined;
        this.contents = null;
        this.buffer = buffer;
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
        context.contents = context.buffer === undefined
            ? new Contents(numbers)
            : require('internal/fs/given_buffer').makeContents(
                numbers, context.buffer);
    } catch (error) {
        context.close(error);
        return;
    }
    context.read();
}

function readFileAfterRead(errno, n) {
    const { context } = this;
    if (errno !== undefined) {
        context.close(makeAsyncError(errno, 'read'));
        return;
    }
    let isLast;
    try {
        isLast = context.contents.add(n);
    } catch (error) {
        context.close(error);
        return;
    }
    if (isLast)
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

// ---- By C ------------------------------------------------------------------------

// As in src/bind/fs/read_file.c, and the places of samples in src/bind/fs/fs.h.
const STEP_OPEN = 0;
const STEP_STAT = 1;
const STEP_CLOSE = 3;
const SAMPLE_READ = 5;
const steps = ['open', 'fstat', 'read', 'close'];

class ReadRequest extends FSReqCallback {
    constructor(callback, encoding, path) {
        super();
        this.callback = callback;
        this.encoding = encoding;
        this.path = path;
    }
}
Object.defineProperty(ReadRequest, 'name',
                      { __proto__: null, value: 'FSReqCallback' });

/* C calls oncomplete(step, errno, value, extra) of its request: the end, or
 * where C cannot go on. */
ReadRequest.prototype.oncomplete = {
    readFileAfterClose(step, errno, value, extra) {
        if (step !== STEP_CLOSE || errno !== undefined) {
            endOrGoOn(this, step, errno, value, extra);
            return;
        }
        const bytes = value.length === extra ? value : value.subarray(0, extra);
        const { callback, encoding } = this;
        if (encoding)
            callBackWithText(callback, bytes, encoding);
        else
            callback(null, bytes);
    },
}.readFileAfterClose;
binding.setSamples(SAMPLE_READ, new ReadRequest(),
                   ReadRequest.prototype.oncomplete);

function callBackWithText(callback, bytes, encoding) {
    let text;
    try {
        text = decodeContents(bytes, encoding);
    } catch (error) {
        callback(error);
        return;
    }
    callback(null, text);
}

/* An error, or an open file, of which the numbers of fstat may be known. An
 * error after the file was opened may be followed by one of close(). */
function endOrGoOn(request, step, errno, value, extra) {
    const { path, callback } = request;
    if (errno === undefined) {
        goOn(request, step, value, extra);
    } else if (step === STEP_OPEN) {
        callback(makeAsyncError(errno, 'open', path));
    } else {
        const error = makeAsyncError(errno, steps[step]);
        callback(value === undefined || step === STEP_CLOSE ? error
            : aggregateTwoErrors(makeAsyncError(value, 'close'), error));
    }
}

function goOn({ callback, encoding, path }, step, fd, numbers) {
    const context = new ReadFileContext({ encoding }, callback);
    context.fd = fd;
    context.path = path;
    if (step === STEP_STAT)
        Reflect.apply(readFileAfterStat, { context }, [undefined, numbers]);
    else
        context.stat();
}

/* False: it is for JavaScript. Without memory, or with a bad path, JavaScript
 * finds that, too. */
function readByC(path, { encoding, flag }, callback) {
    return binding.readFileLater(path, toFlags(flag), callback, encoding) === 0;
}

const isReadPlain = isPlain('fs-read');

function readFile(path, options, callback) {
    if (!isReadPlain && typeof path === 'string' && options.signal === undefined &&
        options.buffer === undefined && readByC(path, options, callback))
        return;
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
