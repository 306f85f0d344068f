'use strict';
/* internal/webstreams/iterate - a readable stream as an asynchronous iterator,
 * and one made from what can be iterated. */

const { codes } = require('internal/errors');
const { isObject, kParked, soon } = require('internal/webstreams/util');
const { ReaderCore } = require('internal/webstreams/readable_core');
const { createReadableStream, coreOfReadable } =
    require('internal/webstreams/readablestream');

const { ERR_INVALID_STATE } = codes;

/* ---- A stream as an iterator ------------------------------------------ */

class Iteration {
    reader;
    preventCancel;
    isStarted = false;
    isDone = false;
    current = undefined; /* the promise of the last call, while it waits */

    constructor(core, preventCancel) {
        this.reader = new ReaderCore(core, false);
        this.preventCancel = preventCancel;
    }

    /* The first read waits for a microtask, in which the source may start. */
    next() {
        if (!this.isStarted) {
            this.isStarted = true;
            this.current = Promise.resolve();
        }
        if (this.current !== undefined) {
            const read = () => this.#read();
            this.current = this.current.then(read, read);
            return this.current;
        }
        /* A chunk that is there already leaves nothing to wait for. */
        const hasChunk = this.#hasChunk();
        const promise = this.#read();
        if (!hasChunk)
            this.current = promise;
        return promise;
    }

    #hasChunk() {
        const { core } = this.reader;
        return core !== undefined && core.state === 'readable' &&
               core.source.queue.length > 0;
    }

    #read() {
        if (this.isDone)
            return Promise.resolve({ done: true, value: undefined });
        if (this.reader.core === undefined)
            return Promise.reject(makeUnboundError());
        const { promise, resolve, reject } = Promise.withResolvers();
        this.reader.read({
            chunk: (value) => {
                this.current = undefined;
                resolve({ value, done: false });
            },
            close: () => {
                this.#end();
                resolve({ done: true, value: undefined });
            },
            error: (reason) => {
                this.#end();
                reject(reason);
            },
        });
        return promise;
    }

    #end() {
        this.current = undefined;
        this.isDone = true;
        this.reader.detach();
    }

    return(value) {
        this.isStarted = true;
        const end = () => this.#return(value);
        this.current = this.current === undefined
            ? end() : this.current.then(end, end);
        return this.current;
    }

    async #return(value) {
        if (this.isDone)
            return { done: true, value };
        this.isDone = true;
        const { core } = this.reader;
        if (core === undefined)
            throw makeUnboundError();
        const result = this.preventCancel ? undefined : core.cancel(value);
        this.reader.detach();
        if (result !== undefined)
            await result;
        return { done: true, value };
    }
}

function makeUnboundError() {
    return new ERR_INVALID_STATE.TypeError(
        'The reader is not bound to a ReadableStream');
}

const AsyncIteratorPrototype = Object.getPrototypeOf(
    Object.getPrototypeOf(async function*() {}.prototype));

/* Iterations by iterator. */
const iterations = new WeakMap();

function callIteration(iterator, name, args) {
    const iteration = iterations.get(iterator);
    if (iteration === undefined) {
        return Promise.reject(
            new codes.ERR_INVALID_THIS('ReadableStreamAsyncIterator'));
    }
    return iteration[name](...args);
}

const iteratorPrototype = {
    __proto__: AsyncIteratorPrototype,
    next() {
        return callIteration(this, 'next', []);
    },
    return(value) {
        return callIteration(this, 'return', [value]);
    },
};

function makeIterator(core, preventCancel) {
    const iterator = { __proto__: iteratorPrototype };
    iterations.set(iterator, new Iteration(core, preventCancel));
    return iterator;
}

/* ---- A stream from an iterator ---------------------------------------- */

function openIterator(iterable) {
    const method = iterable[Symbol.asyncIterator] ??
                   iterable[Symbol.iterator];
    if (typeof method !== 'function')
        throw new codes.ERR_ARG_NOT_ITERABLE(iterable);
    const iterator = Reflect.apply(method, iterable, []);
    if (!isObject(iterator)) {
        throw new ERR_INVALID_STATE.TypeError(
            'The iterator method must return an object');
    }
    return iterator;
}

function checkResult(result, name) {
    if (typeof result !== 'object' || result === null) {
        throw new ERR_INVALID_STATE.TypeError(
            `The promise returned by the iterator.${name}() method must ` +
            'fulfill with an object');
    }
    return result;
}

/* What a stream reads from an iterator. Values may be promises. */
class IteratorSource {
    #iterator;
    #next;
    #source; /* of the stream */
    #onResult = (result) => this.#try(() => this.#useResult(result));
    #onValue = (value) => this.#try(() => this.#give(value));
    #onError = (error) => this.#source.error(error);

    constructor(iterator) {
        this.#iterator = iterator;
        this.#next = iterator.next;
    }

    tie(source) {
        this.#source = source;
    }

    pull() {
        const result = Reflect.apply(this.#next, this.#iterator, []);
        if (isObject(result))
            Promise.resolve(result).then(this.#onResult, this.#onError);
        else
            soon(() => this.#onResult(result));
        return kParked;
    }

    #try(fn) {
        try {
            fn();
        } catch (error) {
            this.#source.error(error);
        }
    }

    #useResult(result) {
        checkResult(result, 'next');
        if (result.done) {
            this.#source.close();
            this.#source.onPulled();
            return;
        }
        const { value } = result;
        if (isObject(value))
            Promise.resolve(value).then(this.#onValue, this.#onError);
        else
            this.#give(value);
    }

    #give(value) {
        this.#source.enqueue(value);
        this.#source.onPulled();
    }

    async cancel(reason) {
        const method = this.#iterator.return;
        if (method === undefined)
            return;
        const result = Reflect.apply(method, this.#iterator, [reason]);
        checkResult(await result, 'return');
    }
}

function fromIterable(iterable) {
    const from = new IteratorSource(openIterator(iterable));
    const stream = createReadableStream({
        __proto__: null,
        pull: () => from.pull(),
        cancel: (reason) => from.cancel(reason),
    }, 0);
    from.tie(coreOfReadable(stream).source);
    return stream;
}

module.exports = { fromIterable, makeIterator };
