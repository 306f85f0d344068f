'use strict';
/*
 * internal/assert/calltracker - assert.CallTracker: functions that must be
 * called a certain number of times. Deprecated, and still used.
 *
 * The calls of a function are recorded under its wrapper, in one map; the lists
 * that users get are made from it on demand.
 */

const { codes } = require('internal/errors');
const { validateUint32 } = require('internal/validators');
/* Loaded when first used: internal/assert/assertion_error. */

const { freeze } = Object;

function makeWrapper(fn, record) {
    return new Proxy(fn, {
        __proto__: null,
        apply(target, thisArg, args) {
            record.calls.push(freeze({ thisArg,
                                       arguments: freeze(args.slice()) }));
            return Reflect.apply(target, thisArg, args);
        },
    });
}

/* The report of verify() on a function called too often or not enough. */
function makeReport({ name, wanted, calls, stack }) {
    return {
        message: `Expected the ${name} function to be executed ${wanted} ` +
                 `time(s) but was executed ${calls.length} time(s).`,
        actual: calls.length,
        expected: wanted,
        operator: name,
        stack,
    };
}

class CallTracker {
    #records = new Map();

    #find(wrapper) {
        const record = this.#records.get(wrapper);
        if (record !== undefined)
            return record;
        throw new codes.ERR_INVALID_ARG_VALUE('tracked', wrapper,
                                              'is not a tracked function');
    }

    reset(tracked) {
        const records = tracked === undefined ? this.#records.values()
                                              : [this.#find(tracked)];
        for (const record of records)
            record.calls = [];
    }

    getCalls(tracked) {
        return freeze(this.#find(tracked).calls.slice());
    }

    /* The function may be left out, with or without the number. */
    calls(fn, expected = 1) {
        if (process._exiting)
            throw new codes.ERR_UNAVAILABLE_DURING_EXIT();
        const wanted = typeof fn === 'number' ? fn : expected;
        const target = fn === undefined || typeof fn === 'number'
            ? () => undefined : fn;
        validateUint32(wanted, 'expected', true);
        const name = (target === fn && fn.name) || 'calls';
        const record = { name, wanted, calls: [], stack: new Error() };
        const wrapper = makeWrapper(target, record);
        this.#records.set(wrapper, record);
        return wrapper;
    }

    report() {
        return [...this.#records.values()]
            .filter(({ calls, wanted }) => calls.length !== wanted)
            .map(makeReport);
    }

    verify() {
        const details = this.report();
        if (details.length === 0)
            return;
        const AssertionError = require('internal/assert/assertion_error');
        const [only] = details.length === 1 ? details : [{
            message: 'Functions were not called the expected number of times',
        }];
        throw new AssertionError({ message: only.message, details });
    }
}

module.exports = CallTracker;
