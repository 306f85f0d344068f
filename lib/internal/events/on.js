'use strict';
/*
 * internal/events/on - events.on(): the events of an emitter as an async
 * iterator.
 *
 * Either events wait for a reader or readers wait for an event, never both:
 *
 *     events  --> [ e1 e2 e3 ]  --> next() takes e1
 *     next()  --> [ p1 p2 p3 ]  --> the next event resolves p1
 *
 * When more than highWaterMark events wait, the emitter is paused until fewer
 * than lowWaterMark do, if it can be paused at all.
 */

const EventEmitter = require('events');
const { AbortError, codes: { ERR_INVALID_ARG_TYPE } } =
    require('internal/errors');
const {
    validateAbortSignal,
    validateInteger,
    validateObject,
} = require('internal/validators');
const { addAbortListener } = require('internal/events/abort_listener');

const { listen, unlisten } = EventEmitter[Symbol.for('orrery.events')];
const kWatermarkData = Symbol.for('nodejs.watermarkData');

const AsyncIteratorPrototype = Object.getPrototypeOf(
    Object.getPrototypeOf(async function*() {}).prototype);

/* A FIFO queue with constant costs that frees what was taken. */
class Queue {
    constructor() {
        this.items = [];
        this.head = 0;
    }

    get size() {
        return this.items.length - this.head;
    }

    push(item) {
        this.items[this.items.length] = item;
    }

    shift() {
        const item = this.items[this.head];
        this.items[this.head++] = undefined;
        if (this.head === this.items.length) {
            this.items = [];
            this.head = 0;
        } else if (this.head > 1024 && this.head * 2 > this.items.length) {
            this.items = this.items.slice(this.head);
            this.head = 0;
        }
        return item;
    }
}

/* The listeners of one iterator, removed together. */
class Listening {
    constructor() {
        this.list = [];
    }

    add(target, name, listener, flags) {
        listen(target, name, listener, flags);
        this.list[this.list.length] = [target, name, listener, flags];
    }

    removeAll() {
        while (this.list.length > 0) {
            const entry = this.list.pop();
            unlisten(entry[0], entry[1], entry[2], entry[3]);
        }
    }
}

function readOptions(options) {
    validateObject(options, 'options');
    const { signal } = options;
    validateAbortSignal(signal, 'options.signal');
    if (signal?.aborted)
        throw new AbortError(undefined, { cause: signal.reason });
    /* The names with "water" in one word are how readline once spelt them. */
    const high = options.highWaterMark ?? options.highWatermark ??
                 Number.MAX_SAFE_INTEGER;
    validateInteger(high, 'options.highWaterMark', 1);
    const low = options.lowWaterMark ?? options.lowWatermark ?? 1;
    validateInteger(low, 'options.lowWaterMark', 1);
    return { signal, high, low };
}

/* What one iterator is made of. */
class Reading {
    constructor(emitter, { signal, high, low }) {
        this.emitter = emitter;
        this.signal = signal;
        this.high = high;
        this.low = low;
        this.events = new Queue();
        this.readers = new Queue();
        this.listening = new Listening();
        this.paused = false;
        this.error = null;
        this.finished = false;
        this.abortListener = undefined;
    }

    onEvent(value) {
        if (this.readers.size > 0) {
            this.readers.shift().resolve({ value, done: false });
            return;
        }
        this.events.push(value);
        if (!this.paused && this.events.size > this.high) {
            this.paused = true;
            this.emitter.pause();
        }
    }

    onError(reason) {
        if (this.readers.size > 0)
            this.readers.shift().reject(reason);
        else
            this.error = reason;
        this.close();
    }

    close() {
        this.abortListener?.[Symbol.dispose]();
        this.listening.removeAll();
        this.finished = true;
        this.paused = false; // nobody has to be resumed any more
        const done = { value: undefined, done: true };
        while (this.readers.size > 0)
            this.readers.shift().resolve(done);
        return Promise.resolve(done);
    }

    next() {
        if (this.events.size > 0) {
            const value = this.events.shift();
            if (this.paused && this.events.size < this.low) {
                this.emitter.resume();
                this.paused = false;
            }
            return Promise.resolve({ value, done: false });
        }
        if (this.error) {
            const rejected = Promise.reject(this.error);
            this.error = null;
            return rejected;
        }
        if (this.finished)
            return this.close();
        return new Promise((resolve, reject) => {
            this.readers.push({ resolve, reject });
        });
    }

    listen(event, options) {
        const first = options[Symbol.for('nodejs.kFirstEventParam')];
        this.listening.add(this.emitter, event, first
            ? (value) => this.onEvent(value)
            : (...args) => this.onEvent(args));
        if (event !== 'error' && typeof this.emitter.on === 'function') {
            this.listening.add(this.emitter, 'error',
                               (reason) => this.onError(reason));
        }
        const closing = options.close;
        if (closing?.length) {
            for (let i = 0; i < closing.length; i++)
                this.listening.add(this.emitter, closing[i],
                                   () => this.close());
        }
        if (this.signal) {
            this.abortListener = addAbortListener(this.signal, () => {
                this.onError(new AbortError(undefined,
                                            { cause: this.signal.reason }));
            });
        }
    }
}

function on(emitter, event, options) {
    const reading = new Reading(emitter, readOptions(options));
    const iterator = {
        __proto__: AsyncIteratorPrototype,

        next() {
            return reading.next();
        },

        return() {
            return reading.close();
        },

        throw(reason) {
            if (!reason || !(reason instanceof Error)) {
                throw new ERR_INVALID_ARG_TYPE('EventEmitter.AsyncIterator',
                                               'Error', reason);
            }
            reading.onError(reason);
        },

        [Symbol.asyncIterator]() {
            return this;
        },

        [kWatermarkData]: {
            get size() { return reading.events.size; },
            get low() { return reading.low; },
            get high() { return reading.high; },
            get isPaused() { return reading.paused; },
        },
    };
    reading.listen(event, options);
    return iterator;
}

module.exports = on;
