'use strict';
/*
 * internal/webstreams/util - what readable, writable and transform streams of
 * the web have in common.
 *
 * Each public class keeps a "core" in a private field: an object with plain
 * fields and methods, which holds the state and does the work. Cores call each
 * other directly, so nothing that a program puts on a prototype is ever in
 * between.
 */

const { queueMicrotask } = internalBinding('order');
const { codes } = require('internal/errors');
const { customInspectSymbol, defineEnumerable, defineTag } =
    require('internal/util');
const { validateFunction } = require('internal/validators');
/* Loaded when first used: internal/util/inspect. */

const { ERR_INVALID_ARG_VALUE } = codes;

/* The first argument of a constructor that only these files may call. */
const kMake = Symbol('kMake');

function noop() {}

/* ---- Promises --------------------------------------------------------- */

function markHandled(promise) {
    promise.then(undefined, noop);
}

/*
 * A promise that is made when somebody looks at it: most of the promises that
 * the standard gives to a reader or a writer are never looked at. A rejection
 * counts as handled.
 */
class LazyPromise {
    state = 'pending';
    reason = undefined;
    record = undefined;

    static resolved() {
        const made = new LazyPromise();
        made.state = 'fulfilled';
        return made;
    }

    static rejected(reason) {
        const made = new LazyPromise();
        made.reject(reason);
        return made;
    }

    /* With the fields of Promise.withResolvers(). */
    getRecord() {
        if (this.record === undefined) {
            this.record = Promise.withResolvers();
            this.settle();
        }
        return this.record;
    }

    get promise() {
        return this.getRecord().promise;
    }

    resolve() {
        if (this.state === 'pending') {
            this.state = 'fulfilled';
            this.settle();
        }
    }

    reject(reason) {
        if (this.state === 'pending') {
            this.state = 'rejected';
            this.reason = reason;
            this.settle();
        }
    }

    settle() {
        if (this.record === undefined || this.state === 'pending')
            return;
        if (this.state === 'fulfilled') {
            this.record.resolve();
        } else {
            markHandled(this.record.promise);
            this.record.reject(this.reason);
        }
    }
}

/* ---- Queues ----------------------------------------------------------- */

/* How many places in front are given up before the rest moves up. */
const slack = 64;

/* Values with sizes, and the sum of those. */
class SizedQueue {
    values = [];
    sizes = [];
    head = 0;
    length = 0;
    total = 0;

    push(value, size) {
        const number = +size;
        if (!(number >= 0 && number < Infinity))
            throw new ERR_INVALID_ARG_VALUE.RangeError('size', size);
        this.values.push(value);
        this.sizes.push(number);
        this.length++;
        this.total += number;
    }

    peek() {
        return this.values[this.head];
    }

    shift() {
        const at = this.head++;
        const value = this.values[at];
        /* Sums of fractions may end below zero. */
        this.total = Math.max(0, this.total - this.sizes[at]);
        this.values[at] = undefined;
        this.length--;
        if (this.length === 0 && this.head <= slack) {
            /* A queue of a chunk or two uses the same places over and over. */
            this.values.length = 0;
            this.sizes.length = 0;
            this.head = 0;
        } else if (this.head > slack && this.head > this.length) {
            this.moveUp();
        }
        return value;
    }

    clear() {
        this.values = [];
        this.sizes = [];
        this.head = 0;
        this.length = 0;
        this.total = 0;
    }

    moveUp() {
        this.values = this.values.slice(this.head);
        this.sizes = this.sizes.slice(this.head);
        this.head = 0;
    }
}

/* ---- What constructors take ------------------------------------------- */

function toHighWaterMark(value, otherwise) {
    if (value === undefined)
        return otherwise;
    const mark = +value;
    if (!(mark >= 0))
        throw new ERR_INVALID_ARG_VALUE.RangeError('strategy.highWaterMark',
                                                   value);
    return mark;
}

function countOne() {
    return 1;
}

function toSize(size) {
    if (size === undefined)
        return countOne;
    validateFunction(size, 'strategy.size');
    return (chunk) => Reflect.apply(size, undefined, [chunk]);
}

async function doNothing() {}

/* A method of the program's source, sink or transformer that is called once. It
 * gives a promise, whatever it returns or throws. */
function toAlgorithm(object, method, name) {
    if (!method)
        return doNothing;
    validateFunction(method, name);
    return async (...args) => Reflect.apply(method, object, args);
}

/* One that is called for each chunk: see react(). */
function toCallback(object, method, name) {
    if (!method)
        return noop;
    validateFunction(method, name);
    return (...args) => Reflect.apply(method, object, args);
}

/* start() runs while the constructor does, and so may throw there. */
function toStart(object, method, controller) {
    return method ? () => Reflect.apply(method, object, [controller]) : noop;
}

function isObject(value) {
    return (typeof value === 'object' && value !== null) ||
           typeof value === 'function';
}

/* Go on after start(). What is no object can't be a promise, and then its
 * reaction is a plain microtask. */
function afterStart(result, onStarted, onFailed) {
    if (isObject(result))
        new Promise((resolve) => resolve(result)).then(onStarted, onFailed);
    else
        queueMicrotask(onStarted);
}

const resolvedPromise = Promise.resolve();

/* A microtask, as the reaction to a promise is one. */
function soon(fn) {
    resolvedPromise.then(fn);
}

/* Returned by a method of ours that will itself call what follows. */
const kParked = Symbol('kParked');

/* Go on after a method that was called for a chunk, by what it returned: what
 * is no object costs no promise. What it threw comes as a rejection. */
function react(result, onFulfilled, onRejected) {
    if (isObject(result))
        Promise.resolve(result).then(onFulfilled, onRejected);
    else if (result !== kParked)
        soon(onFulfilled);
}

/* ---- Classes ---------------------------------------------------------- */

/* What console.log() shows of an object of such a class. */
function show(self, name, fields, depth, options) {
    if (depth < 0)
        return self;
    const { inspect } = require('internal/util/inspect');
    const shown = inspect(fields, {
        ...options, depth: options.depth == null ? null : options.depth - 1,
    });
    return `${name} ${shown}`;
}

/* Members as an interface of the web has them; getFields(object) gives what
 * console.log() shows. */
function defineInterface(constructor, names, getFields) {
    const { name, prototype } = constructor;
    defineEnumerable(prototype, names);
    defineTag(prototype, name);
    Object.defineProperty(prototype, customInspectSymbol, {
        __proto__: null, configurable: true, enumerable: false,
        writable: true,
        value(depth, options) {
            return show(this, name, getFields(this), depth, options);
        },
    });
}

/* Errors that many share, so that they do not hold anybody's stack. */
function makeSharedError(message) {
    let error;
    return () => error ??= new codes.ERR_INVALID_STATE.TypeError(message);
}

module.exports = {
    LazyPromise,
    SizedQueue,
    afterStart,
    countOne,
    defineInterface,
    isObject,
    kMake,
    kParked,
    makeSharedError,
    markHandled,
    noop,
    react,
    resolvedPromise,
    show,
    soon,
    toAlgorithm,
    toCallback,
    toHighWaterMark,
    toSize,
    toStart,
};
