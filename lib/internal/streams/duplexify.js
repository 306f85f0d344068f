'use strict';
/*
 * internal/streams/duplexify - Duplex.from(): a duplex out of a stream, a pair
 * of streams, an iterable, an async function or generator, a promise, a blob.
 */

const {
    isDuplexNodeStream, isIterable, isNodeStream, isReadable,
    isReadableNodeStream, isReadableStream, isWritable, isWritableNodeStream,
    isWritableStream,
} = require('internal/streams/utils');
const { eos } = require('internal/streams/end-of-stream');
const {
    AbortError, codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_RETURN_VALUE },
} = require('internal/errors');
const { destroyer } = require('internal/streams/destroy');
const Duplex = require('internal/streams/duplex');
const Readable = require('internal/streams/readable');
const Writable = require('internal/streams/writable');
const from = require('internal/streams/from');
/* Loaded when first used: internal/events/abort_controller. */

const { nextTick } = process;

/* The name that its errors and console.log() show. */
class Duplexify extends Duplex {}

function isNull(value) {
    return value === null || value === undefined;
}

function isPair(body) {
    return typeof body?.writable === 'object' ||
        typeof body?.readable === 'object';
}

function isBlob(body) {
    return typeof Blob === 'function' && body instanceof Blob;
}

function duplexify(body, name) {
    if (isDuplexNodeStream(body))
        return body;
    if (isReadableNodeStream(body))
        return fromPair(body, undefined);
    if (isWritableNodeStream(body))
        return fromPair(undefined, body);
    if (isNodeStream(body))
        return fromPair(false, false);
    if (isReadableStream(body))
        return fromPair(Readable.fromWeb(body), undefined);
    if (isWritableStream(body))
        return fromPair(undefined, Writable.fromWeb(body));
    if (typeof body === 'function')
        return fromFunction(body, name);
    if (isBlob(body))
        return duplexify(body.arrayBuffer());
    if (isIterable(body))
        return from(Duplexify, body, { objectMode: true, writable: false });
    if (isReadableStream(body?.readable) && isWritableStream(body?.writable))
        return Duplexify.fromWeb(body);
    if (isPair(body)) {
        return fromPair(
            toSide(body.readable, isReadableNodeStream),
            toSide(body.writable, isWritableNodeStream));
    }
    if (typeof body?.then === 'function')
        return fromPromise(body);
    throw new ERR_INVALID_ARG_TYPE(
        name,
        ['Blob', 'ReadableStream', 'WritableStream', 'Stream', 'Iterable',
         'AsyncIterable', 'Function', '{ readable, writable } pair',
         'Promise'],
        body);
}

function toSide(value, isFit) {
    if (!value)
        return undefined;
    return isFit(value) ? value : duplexify(value);
}

function fromPromise(promise) {
    const duplex = new Duplexify({
        objectMode: true, writable: false, read() {},
    });
    promise.then((value) => {
        if (!isNull(value))
            duplex.push(value);
        duplex.push(null);
    }, (error) => { destroyer(duplex, error); });
    return duplex;
}

/* ---- A function that is given what is written ------------------------- */

/*
 * What is written goes one by one through a promise to the generator that the
 * function reads:
 *
 *      write() --resolve--> { chunk, done, callback } --yield--> fn
 */
class Input {
    constructor() {
        const { AbortController } = require('internal/events/abort_controller');
        this.controller = new AbortController();
        this.renew();
    }

    renew() {
        ({ promise: this.promise, resolve: this.resolve } =
            Promise.withResolvers());
    }

    send(chunk, done, callback) {
        const { resolve } = this;
        this.resolve = null;
        resolve({ __proto__: null, chunk, done, callback });
    }

    async* chunks() {
        const { signal } = this.controller;
        while (true) {
            const { promise } = this;
            this.promise = null;
            const { chunk, done, callback } = await promise;
            nextTick(callback);
            if (done)
                return;
            if (signal.aborted)
                throw new AbortError(undefined, { cause: signal.reason });
            this.renew();
            yield chunk;
        }
    }

    /* What the duplex does with it. */
    options() {
        return {
            write: (chunk, encoding, callback) =>
                this.send(chunk, false, callback),
            final: (callback) => this.send(undefined, true, callback),
            destroy: (error, callback) => {
                this.controller.abort(error);
                if (this.resolve !== null)
                    this.send(undefined, true, () => {});
                callback(error);
            },
        };
    }
}

function fromFunction(fn, name) {
    const input = new Input();
    const value = fn(input.chunks(), { signal: input.controller.signal });
    if (isDuplexNodeStream(value))
        return value;
    if (isIterable(value)) {
        return from(Duplexify, value,
                    { objectMode: true, ...input.options() });
    }
    if (typeof value?.then === 'function')
        return sinkInto(input, value);
    throw new ERR_INVALID_RETURN_VALUE(
        'Iterable, AsyncIterable or AsyncFunction', name, value);
}

/* An async function that reads everything and returns nothing. */
function sinkInto(input, returned) {
    let duplex;
    const promise = returned.then((value) => {
        if (!isNull(value))
            throw new ERR_INVALID_RETURN_VALUE('nully', 'body', value);
    }, (error) => { destroyer(duplex, error); });
    const { write, final, destroy } = input.options();
    duplex = new Duplexify({
        objectMode: true,
        readable: false,
        write,
        final(callback) {
            final(async () => {
                try {
                    await promise;
                    nextTick(callback, null);
                } catch (error) {
                    nextTick(callback, error);
                }
            });
        },
        destroy,
    });
    return duplex;
}

/* ---- A readable and a writable ---------------------------------------- */

/* Two streams behind one duplex. `held` has the callbacks that wait for an
 * event of theirs. */
class Pair {
    constructor(readable, writable) {
        this.readable = readable;
        this.writable = writable;
        this.held = { __proto__: null, drain: null, finish: null,
                      readable: null };
        this.isOver = false;
        this.onDestroyed = null;
        const isRead = !!isReadable(readable);
        const isWritten = !!isWritable(writable);
        this.duplex = new Duplexify({
            readableObjectMode: !!readable?.readableObjectMode,
            writableObjectMode: !!writable?.writableObjectMode,
            readable: isRead,
            writable: isWritten,
        });
        if (isWritten)
            this.connectWritable();
        if (isRead)
            this.connectReadable();
        this.duplex._destroy = (error, callback) =>
            this.destroy(error, callback);
    }

    release(name) {
        const callback = this.held[name];
        this.held[name] = null;
        callback?.();
    }

    /* One stream has ended; an error destroys the other, too. */
    onEnd(other, error) {
        if (error)
            destroyer(other, error);
        const callback = this.onDestroyed;
        this.onDestroyed = null;
        this.isOver = true;
        if (callback)
            callback(error);
        else if (error)
            this.duplex.destroy(error);
    }

    connectWritable() {
        const { duplex, held, writable } = this;
        eos(writable, (error) => this.onEnd(this.readable, error));
        duplex._write = (chunk, encoding, callback) => {
            if (writable.write(chunk, encoding))
                callback();
            else
                held.drain = callback;
        };
        duplex._final = (callback) => {
            writable.end();
            held.finish = callback;
        };
        writable.on('drain', () => this.release('drain'));
        writable.on('finish', () => this.release('finish'));
    }

    connectReadable() {
        const { duplex, held, readable } = this;
        eos(readable, (error) => this.onEnd(this.writable, error));
        readable.on('readable', () => this.release('readable'));
        readable.on('end', () => { duplex.push(null); });
        duplex._read = () => {
            let chunk;
            do {
                chunk = readable.read();
                if (chunk === null)
                    held.readable = duplex._read;
            } while (chunk !== null && duplex.push(chunk));
        };
    }

    destroy(error, callback) {
        if (!error && !this.isOver)
            error = new AbortError();
        this.held.readable = this.held.drain = this.held.finish = null;
        if (this.isOver) {
            callback(error);
        } else {
            this.onDestroyed = callback;
            destroyer(this.writable, error);
            destroyer(this.readable, error);
        }
    }
}

function fromPair(readable, writable) {
    if (readable && typeof readable.read !== 'function')
        readable = Readable.wrap(readable);
    return new Pair(readable, writable).duplex;
}

module.exports = duplexify;
