'use strict';
/*
 * internal/streams/from - Readable.from(): a stream out of an iterable.
 *
 * The iterator is asked for as long as push() wants more. One that is not
 * async is asked without a tick in between, up to its first promise: from then
 * on (`mode` 'awaiting') values that are promises are awaited, others not.
 */

const { Buffer } = require('buffer');
const {
    aggregateTwoErrors,
    codes: { ERR_INVALID_ARG_TYPE, ERR_STREAM_NULL_VALUES },
} = require('internal/errors');

const { nextTick } = process;

function isPromise(value) {
    return value && typeof value.then === 'function';
}

class Source {
    constructor(iterator, isAsync, readable) {
        this.iterator = iterator;
        this.readable = readable;
        this.mode = isAsync ? 'async' : 'sync';
        this.isReading = false;
    }

    read() {
        if (this.isReading)
            return;
        this.isReading = true;
        if (this.mode === 'sync')
            this.readSync();
        else if (this.mode === 'async')
            this.readAsync();
        else
            this.readAwaiting();
    }

    /* False: the stream has enough for now. */
    give(value) {
        if (value === null) {
            this.isReading = false;
            throw new ERR_STREAM_NULL_VALUES();
        }
        if (this.readable.push(value))
            return true;
        this.isReading = false;
        return false;
    }

    readSync() {
        try {
            let value, done;
            do {
                ({ value, done } = this.iterator.next());
                if (done) {
                    this.readable.push(null);
                    return;
                }
                if (isPromise(value)) {
                    this.mode = 'awaiting';
                    this.giveFirstPromised(value);
                    return;
                }
            } while (this.give(value));
        } catch (error) {
            this.readable.destroy(error);
        }
    }

    async giveFirstPromised(promise) {
        try {
            if (this.give(await promise))
                this.readAwaiting();
        } catch (error) {
            this.readable.destroy(error);
        }
    }

    async readAwaiting() {
        try {
            let value, done;
            do {
                ({ value, done } = this.iterator.next());
                if (done) {
                    this.readable.push(null);
                    return;
                }
                if (isPromise(value))
                    value = await value;
            } while (this.give(value));
        } catch (error) {
            this.readable.destroy(error);
        }
    }

    async readAsync() {
        try {
            let value, done;
            do {
                ({ value, done } = await this.iterator.next());
                if (done) {
                    this.readable.push(null);
                    return;
                }
            } while (this.give(value));
        } catch (error) {
            this.readable.destroy(error);
        }
    }

    /* A generator may catch the error, and go on. */
    async close(error) {
        const { iterator } = this;
        if (error !== undefined && error !== null &&
            typeof iterator.throw === 'function') {
            const { value, done } = await iterator.throw(error);
            await value;
            if (done)
                return;
        }
        if (typeof iterator.return === 'function') {
            const { value } = await iterator.return();
            await value;
        }
    }
}

function fromWhole(Class, value, options) {
    return new Class({
        objectMode: true,
        ...options,
        read() {
            this.push(value);
            this.push(null);
        },
    });
}

function from(Class, iterable, options) {
    if (typeof iterable === 'string' || iterable instanceof Buffer)
        return fromWhole(Class, iterable, options);
    const isAsync = !!iterable?.[Symbol.asyncIterator];
    if (!isAsync && !iterable?.[Symbol.iterator])
        throw new ERR_INVALID_ARG_TYPE('iterable', ['Iterable'], iterable);
    const iterator = isAsync ? iterable[Symbol.asyncIterator]()
                             : iterable[Symbol.iterator]();
    const readable = new Class({
        objectMode: true, highWaterMark: 1, ...options,
    });
    const source = new Source(iterator, isAsync, readable);
    readable._read = () => { source.read(); };
    closeWith(readable, source);
    return readable;
}

function closeWith(readable, source) {
    const { _destroy: destroy } = readable;
    readable._destroy = function(error, callback) {
        destroy.call(this, error, (destroyError) => {
            const first = destroyError || error;
            source.close(first).then(
                () => nextTick(callback, first),
                (another) => nextTick(callback,
                                      aggregateTwoErrors(first, another)));
        });
    };
}

module.exports = from;
