'use strict';
/*
 * internal/webstreams/adapters - streams of node:stream as streams of the web,
 * and the other way round: what toWeb() and fromWeb() do.
 *
 * Neither side is polled: a web stream that is full pauses the stream of Node's
 * under it, and a pull resumes it; a write to a full stream of Node's waits for
 * 'drain'. An end, an error or a cancellation of one is one of the other.
 */

const { Buffer } = require('buffer');
const { AbortError, codes } = require('internal/errors');
const { eos, kEosNodeSynchronousCallback } =
    require('internal/streams/end-of-stream');
const { isDestroyed, isReadable, isWritable, isWritableEnded } =
    require('internal/streams/utils');
const { kEmptyObject, normalizeEncoding } = require('internal/util');
const { isAnyArrayBuffer } = require('internal/util/types');
const { validateBoolean, validateObject, validateOneOf } =
    require('internal/validators');
const { ByteLengthQueuingStrategy, CountQueuingStrategy } =
    require('internal/webstreams/queuingstrategies');
const { PromiseRequest, ReaderCore } =
    require('internal/webstreams/readable_core');
const { ReadableStream, coreOfReadable } =
    require('internal/webstreams/readablestream');
const { WritableStream, acquireWriter, isWritableStream } =
    require('internal/webstreams/writablestream');
const { noop } = require('internal/webstreams/util');
const { Duplex, Readable, Writable, destroy } = require('stream');

const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE,
        ERR_STREAM_PREMATURE_CLOSE } = codes;

/* ---- To the web ------------------------------------------------------- */

/* The codes of zlib's errors, and those of brotli's decoder. */
const compressionCode =
    /^(Z_(ERRNO|\w+_ERROR|NEED_DICT)|ERR__ERROR_.*)$/;

/* An error of a stream of Node's, as the web has it. */
function toWebError(cause) {
    const code = cause?.code;
    if (code === 'ERR_STREAM_PREMATURE_CLOSE')
        return new AbortError(undefined, { cause });
    if (typeof code === 'string' && compressionCode.test(code))
        return Object.assign(new TypeError(undefined, { cause }), { code });
    return cause;
}

/* Streams that are over, and whose further errors are ignored. */
const ended = new WeakSet();

/* Old streams may emit 'error' more than once. */
function ignoreErrors(stream) {
    if (!ended.has(stream)) {
        ended.add(stream);
        stream.on('error', noop);
    }
}

function getByteSize(chunk) {
    return chunk?.byteLength ?? chunk?.length ?? 1;
}

/* Where a WritableStream writes to. `check`, if it is there, may refuse a
 * chunk; what throws then ends the stream of Node's. */
class NodeSink {
    #stream;
    #check;
    #controller;
    #drained = undefined; /* a write waits */
    #closed = undefined;  /* close() waits */

    constructor(stream, check) {
        this.#stream = stream;
        this.#check = check;
        const stop = eos(stream, (error) => {
            stop();
            ignoreErrors(stream);
            this.#onFinished(toWebError(error));
        });
        stream.on('drain', () => this.#drained?.resolve());
    }

    #onFinished(error) {
        const closed = this.#closed;
        this.#closed = undefined;
        if (error != null) {
            this.#drained?.reject(error);
            closed?.reject(error);
            this.#controller?.error(error);
        } else if (closed !== undefined) {
            closed.resolve();
        } else {
            this.#controller?.error(new AbortError());
        }
    }

    start(controller) {
        this.#controller = controller;
    }

    write(chunk) {
        try {
            this.#check?.(chunk);
            return this.#writeChunk(chunk);
        } catch (error) {
            if (this.#check !== undefined)
                destroy(this.#stream, error);
            throw error;
        }
    }

    #writeChunk(chunk) {
        const stream = this.#stream;
        const data = !stream.writableObjectMode && isAnyArrayBuffer(chunk)
            ? new Uint8Array(chunk) : chunk;
        if (!stream.writableNeedDrain && stream.write(data))
            return undefined;
        this.#drained = Promise.withResolvers();
        if (!stream.writableNeedDrain)
            this.#drained.resolve();
        return this.#drained.promise.finally(() => {
            this.#drained = undefined;
        });
    }

    abort(reason) {
        destroy(this.#stream, reason);
    }

    close() {
        if (this.#closed === undefined && !isWritableEnded(this.#stream)) {
            this.#closed = Promise.withResolvers();
            const { promise } = this.#closed;
            this.#stream.end();
            return promise;
        }
        this.#controller = undefined;
        return undefined;
    }
}

function makeClosedWritable() {
    const writable = new WritableStream();
    writable.close();
    return writable;
}

/* A Duplex whose writable side is off is fine too. */
function newWritableStreamFromStreamWritable(stream, check = undefined) {
    if (typeof stream?.write !== 'function' ||
        typeof stream.on !== 'function') {
        throw new ERR_INVALID_ARG_TYPE('streamWritable', 'stream.Writable',
                                       stream);
    }
    if (isDestroyed(stream) || !isWritable(stream))
        return makeClosedWritable();
    const highWaterMark = stream.writableHighWaterMark;
    const strategy = stream.writableObjectMode
        ? new CountQueuingStrategy({ highWaterMark })
        : { highWaterMark, size: getByteSize };
    return new WritableStream(new NodeSink(stream, check), strategy);
}

/* Where a ReadableStream reads from. */
class NodeSource {
    type;
    #stream;
    #isOver = false;

    constructor(stream, type) {
        this.type = type;
        this.#stream = stream;
    }

    start(controller) {
        this.controller = controller;
    }

    cancel(reason) {
        this.#isOver = true;
        destroy(this.#stream, reason);
    }

    /* True while there is something to come. It does not matter what becomes
     * of the writable side of a Duplex. */
    watch() {
        let stop = noop;
        let isEnded = false;
        stop = eos(this.#stream, {
            __proto__: null,
            writable: false,
            [kEosNodeSynchronousCallback]: true,
        }, (error) => {
            isEnded = true;
            stop();
            ignoreErrors(this.#stream);
            this.#onFinished(toWebError(error));
        });
        if (isEnded)
            stop();
        return !isEnded;
    }

    #onFinished(error) {
        if (this.#isOver)
            return;
        this.#isOver = true;
        if (error) {
            this.controller.error(error);
            return;
        }
        this.controller.close();
        /* A read into a buffer that waits is answered with the end. */
        if (this.type === 'bytes')
            this.controller.byobRequest?.respond(0);
    }
}

/* One that can still be read. */
class FlowingSource extends NodeSource {
    #stream;

    constructor(stream, type) {
        super(stream, type);
        this.#stream = stream;
    }

    pull() {
        this.#stream.resume();
    }

    listen() {
        this.#stream.pause();
        this.#stream.on('data', (chunk) => this.#onData(chunk));
    }

    #onData(chunk) {
        /* A Buffer may share its memory with others. */
        const isPooled = Buffer.isBuffer(chunk) &&
                         !this.#stream.readableObjectMode;
        this.controller.enqueue(isPooled ? new Uint8Array(chunk) : chunk);
        if (this.controller.desiredSize <= 0)
            this.#stream.pause();
    }
}

function makeClosedReadable(type) {
    const readable = new ReadableStream({ type });
    readable.cancel();
    return readable;
}

function chooseStrategy(stream, { type, strategy }) {
    const highWaterMark = stream.readableHighWaterMark;
    if (type === 'bytes')
        return { highWaterMark };
    if (strategy != null)
        return strategy;
    return stream.readableObjectMode
        ? new CountQueuingStrategy({ highWaterMark })
        : new ByteLengthQueuingStrategy({ highWaterMark });
}

function newReadableStreamFromStreamReadable(stream, options = kEmptyObject) {
    if (typeof stream?._readableState !== 'object') {
        throw new ERR_INVALID_ARG_TYPE('streamReadable', 'stream.Readable',
                                       stream);
    }
    validateObject(options, 'options');
    const { type } = options;
    if (type !== undefined)
        validateOneOf(type, 'options.type', ['bytes', undefined]);
    if (!isReadable(stream)) {
        const source = new NodeSource(stream, type);
        const readable = new ReadableStream(source);
        source.watch();
        return readable;
    }
    const source = new FlowingSource(stream, type);
    const readable = new ReadableStream(source,
                                        chooseStrategy(stream, options));
    if (source.watch())
        source.listen();
    return readable;
}

/* `check`: see NodeSink. */
function newReadableWritablePairFromDuplex(duplex, options = kEmptyObject,
                                           check = undefined) {
    if (typeof duplex?._writableState !== 'object' ||
        typeof duplex._readableState !== 'object')
        throw new ERR_INVALID_ARG_TYPE('duplex', 'stream.Duplex', duplex);
    validateObject(options, 'options');
    const type = options.readableType ?? options.type;
    const isOver = isDestroyed(duplex);
    const writable = !isOver && isWritable(duplex)
        ? newWritableStreamFromStreamWritable(duplex, check)
        : makeClosedWritable();
    const readable = !isOver && isReadable(duplex)
        ? newReadableStreamFromStreamReadable(duplex, { type })
        : makeClosedReadable(type);
    return { writable, readable };
}

/* ---- From the web ----------------------------------------------------- */

/* A callback that throws within a reaction would be a rejection. */
function callSafely(callback, error, onThrown) {
    try {
        callback(error);
    } catch (thrown) {
        onThrown(thrown);
    }
}

function throwSoon(error) {
    process.nextTick(() => { throw error; });
}

function encode(chunk, encoding) {
    if (normalizeEncoding(encoding) === 'utf8')
        return new TextEncoder().encode(chunk);
    const { buffer, byteOffset, byteLength } = Buffer.from(chunk, encoding);
    return new Uint8Array(buffer, byteOffset, byteLength);
}

/* What a Writable of Node's does with a WritableStream. */
class WebWriter {
    isClosed = false;
    #writer;
    #encodesText;

    constructor(stream, encodesText) {
        this.#writer = acquireWriter(stream);
        this.#encodesText = encodesText;
    }

    /* A promise: fulfilled at its end, or rejected. */
    get closed() {
        return this.#writer.getClosed();
    }

    #send(chunk) {
        return this.#writer.core.write(this.#writer, chunk);
    }

    write(stream, chunk, encoding, callback) {
        const data = typeof chunk === 'string' && this.#encodesText
            ? encode(chunk, encoding) : chunk;
        const done = (error) => callSafely(callback, error, (thrown) => {
            destroy(stream, thrown);
        });
        this.#writer.ready.promise.then(() => this.#send(data))
            .then(done, done);
    }

    writev(stream, chunks, callback) {
        const done = (error) => finishSafely(stream, callback, error);
        this.#writer.ready.promise
            .then(() => sendAll(chunks, (chunk) => this.#send(chunk)))
            .then(done, done);
    }

    close() {
        const { core } = this.#writer;
        return core.isCloseQueuedOrInFlight()
            ? Promise.reject(new codes.ERR_INVALID_STATE.TypeError(
                'Failure to close WritableStream'))
            : core.close();
    }

    abort(error) {
        return this.#writer.core.abort(error);
    }

    final(stream, callback) {
        if (this.isClosed)
            return;
        const done = (error) => finishSafely(stream, callback, error);
        this.close().then(done, done);
    }
}

/* A promise of undefined once all chunks were sent. */
function sendAll(chunks, send) {
    return new Promise((resolve, reject) => {
        let pending = chunks.length;
        const onSent = () => {
            if (--pending === 0)
                resolve();
        };
        for (const { chunk } of chunks)
            send(chunk).then(onSent, reject);
    });
}

function finishSafely(stream, callback, error) {
    callSafely(callback, error, (thrown) => {
        process.nextTick(() => destroy(stream, thrown));
    });
}

/* What a Readable of Node's does with a ReadableStream. */
class WebReader {
    isClosed = false;
    #reader;

    constructor(stream) {
        this.#reader = new ReaderCore(coreOfReadable(stream), false);
    }

    get closed() {
        return this.#reader.closed.promise;
    }

    read(stream) {
        const request = new PromiseRequest();
        this.#reader.read(request);
        request.promise.then(({ done, value }) => {
            stream.push(done ? null : value);
        }, (error) => destroy(stream, error));
    }

    cancel(error) {
        return this.#reader.core.cancel(error);
    }
}

function needWritable(value, name) {
    if (!isWritableStream(value))
        throw new ERR_INVALID_ARG_TYPE(name, 'WritableStream', value);
}

function needReadable(value, name) {
    if (coreOfReadable(value) === undefined)
        throw new ERR_INVALID_ARG_TYPE(name, 'ReadableStream', value);
}

function checkEncoding(encoding) {
    if (encoding !== undefined && !Buffer.isEncoding(encoding))
        throw new ERR_INVALID_ARG_VALUE('options.encoding', encoding);
}

function newStreamWritableFromWritableStream(stream,
                                             options = kEmptyObject) {
    needWritable(stream, 'writableStream');
    validateObject(options, 'options');
    const { highWaterMark, decodeStrings = true, objectMode = false, signal } =
        options;
    validateBoolean(objectMode, 'options.objectMode');
    validateBoolean(decodeStrings, 'options.decodeStrings');
    const web = new WebWriter(stream, decodeStrings && !objectMode);
    const writable = new Writable({
        highWaterMark, objectMode, decodeStrings, signal,
        write: (...args) => web.write(writable, ...args),
        writev: (...args) => web.writev(writable, ...args),
        final: (callback) => web.final(writable, callback),
        destroy(error, callback) {
            const done = () => callSafely(callback, error, throwSoon);
            if (web.isClosed)
                done();
            else
                (error != null ? web.abort(error) : web.close())
                    .then(done, done);
        },
    });
    web.closed.then(() => {
        web.isClosed = true;
        if (!isWritableEnded(writable))
            destroy(writable, new ERR_STREAM_PREMATURE_CLOSE());
    }, (error) => {
        web.isClosed = true;
        destroy(writable, error);
    });
    return writable;
}

function newStreamReadableFromReadableStream(stream,
                                             options = kEmptyObject) {
    needReadable(stream, 'readableStream');
    validateObject(options, 'options');
    const { highWaterMark, encoding, objectMode = false, signal } = options;
    checkEncoding(encoding);
    validateBoolean(objectMode, 'options.objectMode');
    const web = new WebReader(stream);
    const readable = new Readable({
        highWaterMark, encoding, objectMode, signal,
        read: () => web.read(readable),
        destroy(error, callback) {
            const done = () => callSafely(callback, error, throwSoon);
            if (web.isClosed)
                done();
            else
                web.cancel(error).then(done, done);
        },
    });
    web.closed.then(() => {
        web.isClosed = true;
    }, (error) => {
        web.isClosed = true;
        destroy(readable, error);
    });
    return readable;
}

/* Both ends are over when both promises are settled. */
function endBoth(writer, reader, error) {
    return Promise.all([
        (async () => writer.isClosed || await writer.abort(error))(),
        (async () => reader.isClosed || await reader.cancel(error))(),
    ]);
}

function makeDuplex(writer, reader, options) {
    const duplex = new Duplex({
        ...options,
        write: (...args) => writer.write(duplex, ...args),
        writev: (...args) => writer.writev(duplex, ...args),
        final: (callback) => writer.final(duplex, callback),
        read: () => reader.read(duplex),
        destroy(error, callback) {
            const done = () => callSafely(callback, error, throwSoon);
            if (writer.isClosed && reader.isClosed)
                done();
            else
                endBoth(writer, reader, error).then(done, done);
        },
    });
    return duplex;
}

function newStreamDuplexFromReadableWritablePair(pair = kEmptyObject,
                                                 options = kEmptyObject) {
    validateObject(pair, 'pair');
    needReadable(pair.readable, 'pair.readable');
    needWritable(pair.writable, 'pair.writable');
    validateObject(options, 'options');
    const { allowHalfOpen = false, objectMode = false, encoding,
            decodeStrings = true, highWaterMark, signal } = options;
    validateBoolean(objectMode, 'options.objectMode');
    checkEncoding(encoding);
    const writer = new WebWriter(pair.writable, decodeStrings && !objectMode);
    const reader = new WebReader(pair.readable);
    const duplex = makeDuplex(writer, reader, {
        allowHalfOpen, highWaterMark, objectMode, encoding, decodeStrings,
        signal,
    });
    const fail = (error) => {
        writer.isClosed = true;
        reader.isClosed = true;
        destroy(duplex, error);
    };
    writer.closed.then(() => {
        writer.isClosed = true;
        if (!isWritableEnded(duplex))
            destroy(duplex, new ERR_STREAM_PREMATURE_CLOSE());
    }, fail);
    reader.closed.then(() => { reader.isClosed = true; }, fail);
    return duplex;
}

module.exports = {
    newReadableStreamFromStreamReadable,
    newReadableWritablePairFromDuplex,
    newStreamDuplexFromReadableWritablePair,
    newStreamReadableFromReadableStream,
    newStreamWritableFromWritableStream,
    newWritableStreamFromStreamWritable,
};
