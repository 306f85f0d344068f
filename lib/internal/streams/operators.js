'use strict';
/*
 * internal/streams/operators - the methods of Readable that iterators have:
 * map, filter, forEach and so on. Each takes the stream as its first argument.
 *
 * Those that give a stream again (map, filter, flatMap, drop, take) check their
 * arguments at once and make a Readable of an async generator; the others are
 * async functions.
 */

const {
    AbortError, codes: { ERR_MISSING_ARGS, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const {
    validateAbortSignal, validateFunction, validateInteger, validateObject,
} = require('internal/validators');
/* Loaded when first used: internal/events/abort_controller,
 * internal/events/event_target, internal/streams/end-of-stream,
 * internal/streams/readable. */

const kEmpty = Symbol('kEmpty'); /* fn has filtered it out */
const kEof = Symbol('kEof');

function checkOptions(options) {
    if (options === undefined || options === null)
        return;
    validateObject(options, 'options');
    if (options.signal !== undefined && options.signal !== null)
        validateAbortSignal(options.signal, 'options.signal');
}

function throwIfAborted(options) {
    if (options?.signal?.aborted)
        throw new AbortError();
}

function toStream(generator) {
    return require('internal/streams/readable').from(generator);
}

/* ---- map -------------------------------------------------------------- */

function readLimits(options) {
    let concurrency = 1;
    if (options?.concurrency !== undefined && options.concurrency !== null)
        concurrency = Math.floor(options.concurrency);
    let ahead = concurrency - 1;
    if (options?.highWaterMark !== undefined && options.highWaterMark !== null)
        ahead = Math.floor(options.highWaterMark);
    validateInteger(concurrency, 'options.concurrency', 1);
    validateInteger(ahead, 'options.highWaterMark', 0);
    return { concurrency, highWaterMark: ahead + concurrency };
}

/*
 * pump() reads the stream and calls fn, results() yields what that gave in the
 * order of the stream:
 *
 *      stream --fn--> [ promise, promise, ... ] --> results
 *
 * pump() waits (`resume`) while `concurrency` calls run or the queue is full;
 * results() waits (`wake`) while the queue is empty.
 */
class Mapping {
    constructor(stream, fn, options) {
        this.stream = stream;
        this.fn = fn;
        this.options = options;
        this.limits = readLimits(options);
        this.queue = [];
        this.running = 0;
        this.isDone = false;
        this.wake = null;
        this.resume = null;
        this.onSettled = () => {
            this.running--;
            this.resumeIfFree();
        };
        this.onFailed = () => {
            this.isDone = true;
            this.onSettled();
        };
    }

    resumeIfFree() {
        if (this.resume !== null && !this.isDone &&
            this.running < this.limits.concurrency &&
            this.queue.length < this.limits.highWaterMark)
            this.callOnce('resume');
    }

    callOnce(name) {
        const fn = this[name];
        this[name] = null;
        fn?.();
    }

    isFull() {
        return this.queue.length >= this.limits.highWaterMark ||
            this.running >= this.limits.concurrency;
    }

    /* The promise of what fn makes of it; kEmpty: nothing, at once. */
    call(chunk) {
        try {
            const result = this.fn(chunk, { signal: this.signal });
            return result === kEmpty ? kEmpty : Promise.resolve(result);
        } catch (error) {
            return Promise.reject(error);
        }
    }

    add(promise) {
        promise.then(this.onSettled, this.onFailed);
        this.queue.push(promise);
    }

    async pump() {
        try {
            for await (const chunk of this.stream) {
                if (this.isDone)
                    return;
                if (this.signal.aborted)
                    throw new AbortError();
                const promise = this.call(chunk);
                if (promise === kEmpty)
                    continue;
                this.running++;
                this.add(promise);
                this.callOnce('wake');
                if (!this.isDone && this.isFull()) {
                    await new Promise((resolve) => {
                        this.resume = resolve;
                    });
                }
            }
            this.queue.push(kEof);
        } catch (error) {
            this.add(Promise.reject(error));
        } finally {
            this.isDone = true;
            this.callOnce('wake');
        }
    }

    async* results() {
        const { AbortSignal } = require('internal/events/abort_controller');
        const outer = this.options?.signal;
        this.signal = AbortSignal.any(outer ? [outer] : []);
        this.pump();
        try {
            while (true) {
                while (this.queue.length > 0) {
                    const value = await this.queue[0];
                    if (value === kEof)
                        return;
                    if (this.signal.aborted)
                        throw new AbortError();
                    if (value !== kEmpty)
                        yield value;
                    this.queue.shift();
                    this.resumeIfFree();
                }
                await new Promise((resolve) => { this.wake = resolve; });
            }
        } finally {
            this.isDone = true;
            this.callOnce('resume');
        }
    }
}

function generateMapped(stream, fn, options) {
    validateFunction(fn, 'fn');
    checkOptions(options);
    return new Mapping(stream, fn, options).results();
}

function generateFiltered(stream, fn, options) {
    validateFunction(fn, 'fn');
    return generateMapped(stream, async (value, given) =>
        await fn(value, given) ? value : kEmpty, options);
}

async function* generateFlat(values) {
    for await (const value of values)
        yield* value;
}

/* ---- drop and take ---------------------------------------------------- */

function toCount(number) {
    number = Number(number);
    if (Number.isNaN(number))
        return 0;
    if (number < 0)
        throw new ERR_OUT_OF_RANGE('number', '>= 0', number);
    return number;
}

async function* generateAfter(stream, count, options) {
    throwIfAborted(options);
    for await (const value of stream) {
        throwIfAborted(options);
        if (count-- <= 0)
            yield value;
    }
}

/* After the last one the stream is not asked again. */
async function* generateFirst(stream, count, options) {
    throwIfAborted(options);
    for await (const value of stream) {
        throwIfAborted(options);
        if (count-- > 0)
            yield value;
        if (count <= 0)
            return;
    }
}

/* ---- reduce ----------------------------------------------------------- */

function emptyReduceError() {
    const error = new ERR_MISSING_ARGS('reduce');
    error.message = 'Reduce of an empty stream requires an initial value';
    return error;
}

/* A signal that was aborted before: the stream ends with the same error. */
async function destroyAborted(stream, signal) {
    const { finished } = require('internal/streams/end-of-stream');
    const error = new AbortError(undefined, { cause: signal.reason });
    stream.once('error', () => {});
    await finished(stream.destroy(error));
    throw error;
}

/* The signal that a reducer sees aborts with the caller's, and at the end. */
function followingController(stream, signal) {
    const { AbortController } = require('internal/events/abort_controller');
    const { kResistStopPropagation, kWeakHandler } =
        require('internal/events/event_target');
    const controller = new AbortController();
    signal?.addEventListener('abort', () => controller.abort(), {
        __proto__: null, once: true, [kWeakHandler]: stream,
        [kResistStopPropagation]: true,
    });
    return controller;
}

async function reduceFrom(stream, reducer, hasValue, value, options) {
    validateFunction(reducer, 'reducer');
    checkOptions(options);
    const outer = options?.signal;
    if (outer?.aborted)
        await destroyAborted(stream, outer);
    const controller = followingController(stream, outer);
    const { signal } = controller;
    try {
        for await (const chunk of stream) {
            throwIfAborted(options);
            if (hasValue) {
                value = await reducer(value, chunk, { signal });
            } else {
                value = chunk;
                hasValue = true;
            }
        }
        if (!hasValue)
            throw emptyReduceError();
    } finally {
        controller.abort();
    }
    return value;
}

/* ---- The methods ------------------------------------------------------ */

async function some(stream, fn, options) {
    for await (const value of generateFiltered(stream, fn, options)) {
        void value;
        return true;
    }
    return false;
}

module.exports = {
    drop(stream, number, options) {
        checkOptions(options);
        return toStream(generateAfter(stream, toCount(number), options));
    },

    filter(stream, fn, options) {
        return toStream(generateFiltered(stream, fn, options));
    },

    flatMap(stream, fn, options) {
        return toStream(generateFlat(generateMapped(stream, fn, options)));
    },

    map(stream, fn, options) {
        return toStream(generateMapped(stream, fn, options));
    },

    take(stream, number, options) {
        checkOptions(options);
        return toStream(generateFirst(stream, toCount(number), options));
    },

    async every(stream, fn, options) {
        validateFunction(fn, 'fn');
        return !(await some(stream,
                            async (...args) => !(await fn(...args)), options));
    },

    async find(stream, fn, options) {
        for await (const value of generateFiltered(stream, fn, options))
            return value;
        return undefined;
    },

    async forEach(stream, fn, options) {
        validateFunction(fn, 'fn');
        const call = async (value, given) => {
            await fn(value, given);
            return kEmpty;
        };
        for await (const value of generateMapped(stream, call, options))
            void value;
    },

    reduce(stream, reducer, ...rest) {
        return reduceFrom(stream, reducer, rest.length > 0, rest[0], rest[1]);
    },

    some,

    async toArray(stream, options) {
        checkOptions(options);
        const all = [];
        for await (const value of stream) {
            if (options?.signal?.aborted) {
                throw new AbortError(undefined,
                                     { cause: options.signal.reason });
            }
            all.push(value);
        }
        return all;
    },
};
