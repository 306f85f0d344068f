'use strict';
/* internal/test_runner/context - `t`: what the function of a test or of a suite
 * gets. */

const { codes: { ERR_INVALID_ARG_TYPE, ERR_TEST_FAILURE } } =
    require('internal/errors');
const {
    validateFunction, validateNumber, validateObject, validateUint32,
} = require('internal/validators');
const { getLocation } = require('internal/test_runner/location');
const clock = require('internal/test_runner/clock');
/* Loaded when first used: internal/assert/source, internal/test_runner/assert,
 * internal/test_runner/mock, internal/test_runner/test. */

const TIMEOUT_MAX = 2 ** 31 - 1;

/* How many assertions and subtests a test must see. With `wait`, it waits for
 * them, for so long or forever. */
class Plan {
    #actual = 0;
    #waiting = null;
    #timer;

    constructor(count, { wait }) {
        validateUint32(count, 'count');
        if (typeof wait === 'number') {
            validateNumber(wait, 'options.wait', 0, TIMEOUT_MAX);
        } else if (wait !== undefined && typeof wait !== 'boolean') {
            throw new ERR_INVALID_ARG_TYPE('options.wait',
                                           ['boolean', 'number'], wait);
        }
        this.expected = count;
        this.wait = wait ?? false;
    }

    count() {
        this.#actual++;
        if (this.#waiting !== null && this.#actual >= this.expected) {
            clock.clearTimeout(this.#timer);
            this.#settle();
        }
    }

    #settle() {
        if (this.#actual === this.expected)
            this.#waiting.resolve();
        else
            this.#waiting.reject(this.#makeError());
    }

    #makeError() {
        return new ERR_TEST_FAILURE(
            `plan expected ${this.expected} assertions but received ` +
            `${this.#actual}`, 'testCodeFailure');
    }

    /* A promise while there is something to wait for. */
    check() {
        if (this.#actual === this.expected)
            return undefined;
        if (this.wait === false || this.#actual > this.expected)
            throw this.#makeError();
        this.#waiting = Promise.withResolvers();
        if (typeof this.wait === 'number')
            this.#timer = clock.setTimeout(() => this.#onTimeout(), this.wait);
        return this.#waiting.promise;
    }

    #onTimeout() {
        this.#waiting.reject(new ERR_TEST_FAILURE(
            `plan timed out after ${this.wait}ms with ${this.#actual} ` +
            `assertions when expecting ${this.expected}`, 'testTimeoutFailure'));
    }
}

/* The message of ok() has the source of its caller, which is not a file of
 * lib. */
function quoteCaller(error, above) {
    if (!error?.generatedMessage)
        return;
    const text = require('internal/assert/source').getExpression(above);
    if (text !== undefined) {
        error.message = 'The expression evaluated to a falsy value:\n\n' +
            `  ${text}\n`;
    }
}

function makeAsserts(context, test) {
    const asserts = { __proto__: null };
    for (const [name, fn] of
        require('internal/test_runner/assert').getMethods()) {
        asserts[name] = {
            [name](...args) {
                test.plan?.count();
                try {
                    return Reflect.apply(fn, context, args);
                } catch (error) {
                    if (name === 'ok' && args.length > 0)
                        quoteCaller(error, asserts[name]);
                    throw error;
                }
            },
        }[name];
    }
    return asserts;
}

class TestContext {
    #test;
    #asserts;

    constructor(test) {
        this.#test = test;
    }

    get signal() {
        return this.#test.signal;
    }

    get name() {
        return this.#test.name;
    }

    get filePath() {
        return this.#test.file;
    }

    get fullName() {
        return this.#test.fullName;
    }

    get tags() {
        return this.#test.tags;
    }

    get error() {
        return this.#test.error;
    }

    get passed() {
        return this.#test.passed;
    }

    get attempt() {
        return this.#test.attempt ?? 0;
    }

    get workerId() {
        return Number(process.env.NODE_TEST_WORKER_ID) || undefined;
    }

    get assert() {
        return this.#asserts ??= makeAsserts(this, this.#test);
    }

    get mock() {
        return this.#test.mock ??=
            new (require('internal/test_runner/mock').MockTracker)();
    }

    diagnostic(message) {
        this.#test.diagnostic(message);
    }

    plan(count, options = {}) {
        if (this.#test.plan !== null) {
            throw new ERR_TEST_FAILURE('cannot set plan more than once',
                                       'testCodeFailure');
        }
        validateObject(options, 'options');
        this.#test.plan = new Plan(count, options);
    }

    runOnly(value) {
        this.#test.runOnlySubtests = Boolean(value);
    }

    skip(message) {
        this.#test.skip(message);
    }

    todo(message) {
        this.#test.todo(message);
    }

    test(name, options, fn) {
        this.#test.plan?.count();
        return this.#test.createSubtest(
            require('internal/test_runner/test').Test, name, options, fn,
            { loc: getLocation(this.test) }).start();
    }

    before(fn, options) {
        this.#test.createHook('before', fn, {
            ...options, loc: getLocation(this.before),
        });
    }

    after(fn, options) {
        this.#test.createHook('after', fn, {
            ...options, loc: getLocation(this.after),
        });
    }

    beforeEach(fn, options) {
        this.#test.createHook('beforeEach', fn, {
            ...options, loc: getLocation(this.beforeEach),
        });
    }

    afterEach(fn, options) {
        this.#test.createHook('afterEach', fn, {
            ...options, loc: getLocation(this.afterEach),
        });
    }

    waitFor(condition, options = {}) {
        validateFunction(condition, 'condition');
        validateObject(options, 'options');
        const { interval = 50, timeout = 1000 } = options;
        validateNumber(interval, 'options.interval', 0, TIMEOUT_MAX);
        validateNumber(timeout, 'options.timeout', 0, TIMEOUT_MAX);
        return poll(condition, interval, timeout);
    }
}

/* Calls `condition` until it does not throw. */
function poll(condition, interval, timeout) {
    const { promise, resolve, reject } = Promise.withResolvers();
    let last;
    let next;
    let isOver = false;
    const end = clock.setTimeout(() => {
        isOver = true;
        clock.clearTimeout(next);
        reject(new Error('waitFor() timed out', last));
    }, timeout);
    async function attempt() {
        try {
            resolve(await condition());
            clock.clearTimeout(end);
        } catch (error) {
            last = { cause: error };
            if (!isOver)
                next = clock.setTimeout(attempt, interval);
        }
    }
    attempt();
    return promise;
}

class SuiteContext {
    #suite;

    constructor(suite) {
        this.#suite = suite;
    }

    get signal() {
        return this.#suite.signal;
    }

    get name() {
        return this.#suite.name;
    }

    get filePath() {
        return this.#suite.file;
    }

    get fullName() {
        return this.#suite.fullName;
    }

    get tags() {
        return this.#suite.tags;
    }

    get passed() {
        return this.#suite.passed;
    }

    get attempt() {
        return this.#suite.attempt ?? 0;
    }

    diagnostic(message) {
        this.#suite.diagnostic(message);
    }
}

module.exports = { SuiteContext, TestContext };
