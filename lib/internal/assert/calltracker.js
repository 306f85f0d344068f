'use strict';
/*
 * internal/assert/calltracker - assert.CallTracker: functions that must be
 * called a certain number of times. Deprecated, and still used.
 */

const {
    codes: { ERR_INVALID_ARG_VALUE, ERR_UNAVAILABLE_DURING_EXIT },
} = require('internal/errors');
const { validateUint32 } = require('internal/validators');

const ReflectApply = Reflect.apply;

function noop() {}

/* One tracked function: what it was called with, and how often it should. */
class Tracked {
    constructor(expected, stackTrace, name) {
        this.expected = expected;
        this.stackTrace = stackTrace;
        this.name = name;
        this.calls = [];
    }

    note(thisArg, args) {
        this.calls.push(Object.freeze({
            thisArg, arguments: Object.freeze([...args]) }));
    }

    report() {
        const actual = this.calls.length;
        if (actual === this.expected)
            return undefined;
        return {
            message: `Expected the ${this.name} function to be executed ` +
                     `${this.expected} time(s) but was executed ${actual} ` +
                     'time(s).',
            actual,
            expected: this.expected,
            operator: this.name,
            stack: this.stackTrace,
        };
    }
}

class CallTracker {
    #tracked = new Map();

    #get(fn) {
        const tracked = this.#tracked.get(fn);
        if (tracked === undefined) {
            throw new ERR_INVALID_ARG_VALUE(
                'tracked', fn, 'is not a tracked function');
        }
        return tracked;
    }

    reset(fn) {
        if (fn === undefined) {
            for (const tracked of this.#tracked.values())
                tracked.calls = [];
            return;
        }
        this.#get(fn).calls = [];
    }

    getCalls(fn) {
        return Object.freeze([...this.#get(fn).calls]);
    }

    calls(fn, expected = 1) {
        if (process._exiting)
            throw new ERR_UNAVAILABLE_DURING_EXIT();
        if (typeof fn === 'number') {
            expected = fn;
            fn = noop;
        } else if (fn === undefined) {
            fn = noop;
        }
        validateUint32(expected, 'expected', true);
        const tracked = new Tracked(expected, new Error(),
                                    fn.name || 'calls');
        const wrapped = new Proxy(fn, {
            __proto__: null,
            apply(target, thisArg, args) {
                tracked.note(thisArg, args);
                return ReflectApply(target, thisArg, args);
            },
        });
        this.#tracked.set(wrapped, tracked);
        return wrapped;
    }

    report() {
        const errors = [];
        for (const tracked of this.#tracked.values()) {
            const error = tracked.report();
            if (error !== undefined)
                errors.push(error);
        }
        return errors;
    }

    verify() {
        const errors = this.report();
        if (errors.length === 0)
            return;
        const AssertionError = require('internal/assert/assertion_error');
        throw new AssertionError({
            message: errors.length === 1 ? errors[0].message
                : 'Functions were not called the expected number of times',
            details: errors,
        });
    }
}

module.exports = CallTracker;
