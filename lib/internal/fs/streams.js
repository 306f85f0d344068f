'use strict';
/*
 * internal/fs/streams - fs.ReadStream and fs.WriteStream: a file as a stream.
 *
 *      _construct: open() -> 'open', 'ready'
 *      _read, _write, _writev: one call of read(), write() or writev() each
 *      _destroy: waits for the call under way, fsync() if asked to, close()
 *
 * The calls are those of `options.fs`, of the module fs (looked up each time,
 * since programs replace them), or of a FileHandle. A descriptor is never closed
 * while a call uses it: its number could be another file's by then.
 */

const fs = require('fs');
const { Buffer } = require('buffer');
const {
    codes: {
        ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_METHOD_NOT_IMPLEMENTED,
        ERR_OUT_OF_RANGE, ERR_STREAM_DESTROYED, ERR_SYSTEM_ERROR,
    },
} = require('internal/errors');
const { checkPath, toFd, toOptions, toPathIfURL } =
    require('internal/fs/utils');
const { errorOrDestroy } = require('internal/streams/destroy');
const Readable = require('internal/streams/readable');
const Writable = require('internal/streams/writable');
const { deprecate } = require('internal/util');
const { validateBoolean, validateFunction, validateInteger } =
    require('internal/validators');
/* Loaded when first used: internal/fs/file_handle,
 * internal/streams/end-of-stream. */

const kFile = Symbol('kFile');
const CHUNK_SIZE = 65536;
const MAX_RETRIES = 5;

/* ---- The file behind a stream ----------------------------------------- */

/* What a stream knows of its file, besides the public properties. */
class File {
    isBusy = false; // a read or a write is under way
    onIdle = null; // what waits for its end
    onRead = undefined; // the callback of every read
    onWritten = undefined; // and of every write of one chunk, with
    data = null; // the chunk
    position = undefined;
    callback = null; // that of Writable

    constructor(calls) {
        this.calls = calls;
    }

    /* The call has ended. True: the stream was destroyed meanwhile. */
    finish(stream, error) {
        this.isBusy = false;
        if (!stream.destroyed)
            return false;
        this.onIdle?.(error);
        return true;
    }
}

/* The calls of a stream that has a FileHandle. */
function callsOf(handle) {
    const { kUnref } = require('internal/fs/file_handle');
    const settle = (promise, count, value, given, callback) => {
        promise.then((result) => callback(null, result[count], result[value]),
                     (error) => callback(error, 0, given));
    };
    return {
        open() {
            throw new ERR_METHOD_NOT_IMPLEMENTED('open()');
        },
        close(fd, callback) {
            handle[kUnref]();
            handle.close().then(() => callback(), callback);
        },
        fsync(fd, callback) {
            handle.sync().then(() => callback(), callback);
        },
        read(fd, buffer, offset, length, position, callback) {
            settle(handle.read(buffer, offset, length, position),
                   'bytesRead', 'buffer', buffer, callback);
        },
        write(fd, buffer, offset, length, position, callback) {
            settle(handle.write(buffer, offset, length, position),
                   'bytesWritten', 'buffer', buffer, callback);
        },
        writev(fd, buffers, position, callback) {
            settle(handle.writev(buffers, position),
                   'bytesWritten', 'buffers', buffers, callback);
        },
    };
}

function isFileHandle(value) {
    return typeof value === 'object' &&
           value instanceof require('internal/fs/file_handle').FileHandle;
}

/* The stream of a FileHandle ends with it. */
function takeHandle(stream, handle, options) {
    if (options.fs)
        throw new ERR_METHOD_NOT_IMPLEMENTED('FileHandle with fs');
    stream[kFile] = new File(callsOf(handle));
    handle[require('internal/fs/file_handle').kRef]();
    handle.on('close', stream.close.bind(stream));
    return handle.fd;
}

function takeFd(stream, options) {
    const { fd } = options;
    if (typeof fd !== 'number') {
        if (isFileHandle(fd))
            return takeHandle(stream, fd, options);
        throw new ERR_INVALID_ARG_TYPE('options.fd', ['number', 'FileHandle'],
                                       fd);
    }
    stream[kFile] = new File(options.fs || fs);
    return fd;
}

/* Sets fd, or path, flags and mode; and autoClose. */
function setFile(stream, path, options, flags) {
    if (options.fd === undefined || options.fd === null) {
        const file = new File(options.fs || fs);
        stream.fd = null;
        stream[kFile] = file;
        validateFunction(file.calls.open, 'options.fs.open');
        stream.path = toPathIfURL(path);
        stream.flags = options.flags === undefined ? flags : options.flags;
        stream.mode = options.mode === undefined ? 0o666 : options.mode;
        checkPath(stream.path);
    } else {
        stream.fd = toFd(takeFd(stream, options));
    }
    options.autoDestroy =
        options.autoClose === undefined ? true : options.autoClose;
    return stream[kFile].calls;
}

function setStart(stream, start) {
    stream.start = start;
    stream.pos = undefined;
}

/* ---- Opening and closing ---------------------------------------------- */

/* The program has replaced open() of the stream: the events it emits say
 * whether it succeeded. */
function openByProgram(stream, callback) {
    const { emit } = stream;
    stream.emit = function(...args) {
        if (args[0] === 'open' || args[0] === 'error')
            this.emit = emit;
        if (args[0] === 'error') {
            callback(args[1]);
            return undefined;
        }
        if (args[0] === 'open')
            callback();
        return Reflect.apply(emit, this, args);
    };
    stream.open();
}

function construct(callback) {
    if (typeof this.fd === 'number') {
        callback();
        return;
    }
    if (this.open !== openRead && this.open !== openWrite) {
        openByProgram(this, callback);
        return;
    }
    const { calls } = this[kFile];
    calls.open(this.path, this.flags, this.mode, (error, fd) => {
        if (error) {
            callback(error);
            return;
        }
        this.fd = fd;
        callback();
        this.emit('open', this.fd);
        this.emit('ready');
    });
}

function closeFile(stream, error, callback) {
    const { calls } = stream[kFile];
    const close = (failed) => {
        calls.close(stream.fd, (notClosed) => callback(notClosed || failed));
        stream.fd = null;
    };
    if (!stream.fd)
        callback(error); // none, or standard input
    else if (stream.flush)
        calls.fsync(stream.fd, (failed) => close(error || failed));
    else
        close(error);
}

function destroyFile(error, callback) {
    const file = this[kFile];
    if (file.isBusy)
        file.onIdle = (failed) => closeFile(this, error || failed, callback);
    else
        closeFile(this, error, callback);
}

const openRead = deprecate(function() {},
                           'ReadStream.prototype.open() is deprecated',
                           'DEP0135');
const openWrite = deprecate(function() {},
                            'WriteStream.prototype.open() is deprecated',
                            'DEP0135');

/* What both classes have. */
function defineCommon(Class, Base, state, open) {
    const { prototype } = Class;
    Object.setPrototypeOf(prototype, Base.prototype);
    Object.setPrototypeOf(Class, Base);
    Object.defineProperty(prototype, 'autoClose', {
        __proto__: null,
        get() { return stateOf(this).autoDestroy; },
        set(value) { stateOf(this).autoDestroy = value; },
    });
    function stateOf(stream) {
        if (typeof stream !== 'object' || stream === null ||
            stream[kFile] === undefined)
            throw new ERR_INVALID_THIS(Class.name);
        return stream[state];
    }
    prototype.open = open;
    prototype._construct = construct;
    prototype._destroy = destroyFile;
    Object.defineProperty(prototype, 'pending', {
        __proto__: null, configurable: true,
        get() { return this.fd === null; },
    });
}

/* ---- Reading ---------------------------------------------------------- */

function setRange(stream, { start, end }) {
    setStart(stream, start);
    stream.end = end === undefined ? Infinity : end;
    stream.bytesRead = 0;
    if (start !== undefined) {
        validateInteger(start, 'start', 0);
        stream.pos = start;
    }
    if (stream.end === Infinity)
        return;
    validateInteger(end, 'end', 0);
    if (start !== undefined && start > end) {
        throw new ERR_OUT_OF_RANGE('start', `<= "end" (here: ${end})`, start);
    }
}

function ReadStream(path, options) {
    if (!(this instanceof ReadStream))
        return new ReadStream(path, options);
    const own = { ...toOptions(options, {}) };
    own.highWaterMark ??= CHUNK_SIZE;
    const calls = setFile(this, path, own, 'r');
    validateFunction(calls.read, 'options.fs.read');
    if (own.autoDestroy)
        validateFunction(calls.close, 'options.fs.close');
    setRange(this, own);
    Reflect.apply(Readable, this, [own]);
    return undefined;
}
defineCommon(ReadStream, Readable, '_readableState', openRead);

/* A short chunk is copied, so that it does not keep a large buffer alive. */
function takeChunk(stream, buffer, count) {
    if (stream.pos !== undefined)
        stream.pos += count;
    stream.bytesRead += count;
    if (count === buffer.length)
        return buffer;
    const chunk = Buffer.allocUnsafeSlow(count);
    buffer.copy(chunk, 0, 0, count);
    return chunk;
}

ReadStream.prototype._read = function(size) {
    const from = this.pos === undefined ? this.bytesRead : this.pos;
    const count = Math.min(this.end - from + 1, size);
    if (count <= 0) {
        this.push(null);
        return;
    }
    const file = this[kFile];
    file.onRead ??= (error, n, buffer) => onRead(this, file, error, n, buffer);
    file.isBusy = true;
    try {
        file.calls.read(this.fd, Buffer.allocUnsafeSlow(count), 0, count,
                        this.pos, file.onRead);
    } catch (error) {
        file.isBusy = false; // or destroy() would wait forever
        throw error;
    }
};

function onRead(stream, file, error, n, buffer) {
    if (file.finish(stream, error))
        return;
    if (error)
        errorOrDestroy(stream, error);
    else
        stream.push(n > 0 ? takeChunk(stream, buffer, n) : null);
}

ReadStream.prototype.close = function(callback) {
    if (typeof callback === 'function')
        require('internal/streams/end-of-stream').eos(this, callback);
    this.destroy();
};

/* ---- Writing ---------------------------------------------------------- */

/* A file system of the program may have only one of the two calls. */
function setWriters(stream, calls) {
    if (!calls.write && !calls.writev) {
        throw new ERR_INVALID_ARG_TYPE('options.fs.write', 'function',
                                       calls.write);
    }
    if (calls.write)
        validateFunction(calls.write, 'options.fs.write');
    else
        stream._write = null;
    if (calls.writev)
        validateFunction(calls.writev, 'options.fs.writev');
    else
        stream._writev = null;
}

function WriteStream(path, options) {
    if (!(this instanceof WriteStream))
        return new WriteStream(path, options);
    const own = { ...toOptions(options, {}), decodeStrings: true };
    const calls = setFile(this, path, own, 'w');
    setWriters(this, calls);
    if (own.autoDestroy)
        validateFunction(calls.close, 'options.fs.close');
    this.flush = own.flush ?? false;
    validateBoolean(this.flush, 'options.flush');
    if (this.flush)
        validateFunction(calls.fsync, 'options.fs.fsync');
    setStart(this, own.start);
    this.bytesWritten = 0;
    if (this.start !== undefined) {
        validateInteger(this.start, 'start', 0);
        this.pos = this.start;
    }
    Reflect.apply(Writable, this, [own]);
    if (own.encoding)
        this.setDefaultEncoding(own.encoding);
    return undefined;
}
defineCommon(WriteStream, Writable, '_writableState', openWrite);

const noProgress = () => new ERR_SYSTEM_ERROR({
    errno: -11, code: 'EAGAIN', message: 'resource temporarily unavailable',
    syscall: 'write',
});

/*
 * What was not written is written again, from where it ended. `step(pos, done)`
 * writes the rest; `skip(n)` takes off what was written and returns how much is
 * left.
 */
function writeAll(stream, pos, step, skip, callback, retries = 0) {
    step(pos, (error, n) => goOnWriting(stream, pos, step, skip, callback,
                                        retries, error, n));
}

function goOnWriting(stream, pos, step, skip, callback, retries, error, n) {
    if (error?.code === 'EAGAIN') {
        error = null;
        n = 0;
    }
    if (stream.destroyed || error) {
        callback(error || new ERR_STREAM_DESTROYED('write'));
        return;
    }
    stream.bytesWritten += n;
    retries = n > 0 ? 0 : retries + 1;
    if (skip(n) === 0)
        callback();
    else if (retries > MAX_RETRIES)
        callback(noProgress());
    else
        writeAll(stream, pos === undefined ? pos : pos + n, step, skip,
                 callback, retries);
}

function endWrite(stream, file, callback, error) {
    file.isBusy = false;
    callback(error);
    if (stream.destroyed)
        file.finish(stream, error);
}

WriteStream.prototype._write = function(data, encoding, callback) {
    const file = this[kFile];
    const { pos } = this;
    file.onWritten ??= (error, n) => onWritten(this, file, error, n);
    file.data = data;
    file.position = pos;
    file.callback = callback;
    file.isBusy = true;
    try {
        file.calls.write(this.fd, data, 0, data.length, pos, file.onWritten);
    } catch (error) {
        file.isBusy = false;
        throw error;
    }
    if (pos !== undefined)
        this.pos += data.length;
};

/* Mostly all of the chunk was written. */
function onWritten(stream, file, error, n) {
    let { data } = file;
    const { position, callback } = file;
    file.data = file.callback = null;
    if (!error && n === data.length && !stream.destroyed) {
        stream.bytesWritten += n;
        endWrite(stream, file, callback);
        return;
    }
    const step = (pos, done) =>
        file.calls.write(stream.fd, data, 0, data.length, pos, done);
    const skip = (count) => {
        if (count > 0)
            data = data.slice(count);
        return data.length;
    };
    goOnWriting(stream, position, step, skip,
                (reason) => endWrite(stream, file, callback, reason), 0, error,
                n);
}

/* The chunks that remain when `n` bytes of them were written. */
function dropWritten(chunks, n) {
    let i = 0;
    while (i < chunks.length && n >= chunks[i].length)
        n -= chunks[i++].length;
    const rest = chunks.slice(i);
    if (n > 0)
        rest[0] = rest[0].slice(n);
    return rest;
}

WriteStream.prototype._writev = function(data, callback) {
    const { calls } = this[kFile];
    let chunks = data.map(({ chunk }) => chunk);
    const size = chunks.reduce((sum, { length }) => sum + length, 0);
    const step = (pos, done) => calls.writev(this.fd, chunks, pos ?? null, done);
    const skip = (n) => {
        chunks = dropWritten(chunks, n);
        return chunks.length;
    };
    const file = this[kFile];
    const end = (error) => endWrite(this, file, callback, error);
    file.isBusy = true;
    try {
        writeAll(this, this.pos, step, skip, end);
    } catch (error) {
        file.isBusy = false;
        throw error;
    }
    if (this.pos !== undefined)
        this.pos += size;
};

WriteStream.prototype.close = function(callback) {
    const isOver = this.closed;
    if (callback && isOver)
        process.nextTick(callback);
    else if (callback)
        this.on('close', callback);
    if (callback && isOver)
        return;
    if (!this.autoClose) // end() alone would not destroy it
        this.on('finish', this.destroy);
    this.end();
};

/* The name that node:http and old programs use for it. */
WriteStream.prototype.destroySoon = WriteStream.prototype.end;

module.exports = { ReadStream, WriteStream };
