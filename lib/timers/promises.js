'use strict';
/*
 * timers/promises - timers that are promises, and can be aborted.
 *
 * All three have { signal, ref }. An abort clears the timer and rejects with an
 * AbortError whose cause is the signal's reason; when the timer fires first,
 * the listener is removed.
 */

const order = internalBinding('order');
const { AbortError, codes } = require('internal/errors');
const {
    validateAbortSignal, validateBoolean, validateNumber, validateObject,
} = require('internal/validators');

function checkOptions(options) {
    validateObject(options, 'options');
    if (options.signal !== undefined)
        validateAbortSignal(options.signal, 'options.signal');
    if (options.ref !== undefined)
        validateBoolean(options.ref, 'options.ref');
}

function makeAbortError(signal) {
    return new AbortError(undefined, { cause: signal.reason });
}

/*
 * The listener is removed in a finally() between two more promises: with a
 * signal Node's take that many microtasks more to settle, which programs can
 * observe.
 */
function settleAfter(promise, onSettled) {
    return new Promise((resolve, reject) => {
        new Promise((pass, fail) => promise.then(pass, fail))
            .finally(onSettled)
            .then(resolve, reject);
    });
}

/* start(done) makes the timer, clear(timer) ends it early. */
function wait(start, clear, value, options) {
    const { signal, ref = true } = options;
    if (signal?.aborted)
        return Promise.reject(makeAbortError(signal));
    const { promise, resolve, reject } = Promise.withResolvers();
    const timer = start(() => resolve(value));
    if (!ref)
        timer.unref();
    if (signal === undefined)
        return promise;

    function onAbort() {
        clear(timer);
        reject(makeAbortError(signal));
    }
    signal.addEventListener('abort', onAbort, { once: true });
    return settleAfter(promise, () => {
        signal.removeEventListener('abort', onAbort);
    });
}

function setTimeout(delay, value, options = {}) {
    try {
        if (delay !== undefined)
            validateNumber(delay, 'delay');
        checkOptions(options);
    } catch (error) {
        return Promise.reject(error);
    }
    return wait((done) => order.setTimeout(done, delay), order.clearTimeout,
                value, options);
}

function setImmediate(value, options = {}) {
    try {
        checkOptions(options);
    } catch (error) {
        return Promise.reject(error);
    }
    return wait((done) => order.setImmediate(done), order.clearImmediate,
                value, options);
}

/*
 * Ticks of the interval are counted, and those that were missed are yielded one
 * after the other. An abort takes effect after the backlog.
 */
async function* setInterval(delay, value, options = {}) {
    checkOptions(options);
    if (delay !== undefined)
        validateNumber(delay, 'delay');
    const { signal, ref = true } = options;
    if (signal?.aborted)
        throw makeAbortError(signal);
    let due = 0;
    let wake = null;

    function onAbort() {
        order.clearInterval(interval);
        if (wake !== null)
            wake(Promise.reject(makeAbortError(signal)));
        wake = null;
    }
    const interval = order.setInterval(() => {
        due++;
        if (wake !== null)
            wake();
        wake = null;
    }, delay);
    if (!ref)
        interval.unref();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
        while (!signal?.aborted) {
            if (due === 0) {
                await new Promise((resolve) => {
                    wake = resolve;
                });
            }
            for (; due > 0; due--)
                yield value;
        }
        throw makeAbortError(signal);
    } finally {
        order.clearInterval(interval);
        signal?.removeEventListener('abort', onAbort);
    }
}

const key = Symbol('scheduler');

class Scheduler {
    constructor(given) {
        if (given !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    }

    yield() {
        if (!(this instanceof Scheduler))
            throw new codes.ERR_INVALID_THIS('Scheduler');
        return setImmediate();
    }

    wait(delay, options) {
        if (!(this instanceof Scheduler))
            throw new codes.ERR_INVALID_THIS('Scheduler');
        return setTimeout(delay, undefined, options);
    }
}

module.exports = {
    setTimeout, setImmediate, setInterval, scheduler: new Scheduler(key),
};
