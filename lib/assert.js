'use strict';
/*
 * assert - functions that throw an AssertionError when something is not as it
 * should be.
 *
 * Each check is a method of Assert.prototype; the module's own functions are
 * the same functions. They may be taken off their object, so `this` may be
 * missing, and then there are no options. The function that the user called is
 * handed on as `above`: the error's stack begins with its caller, and its name
 * is the operator.
 */

const { codes } = require('internal/errors');
const { deprecate, isError, setOwnProperty } = require('internal/util');
const { isPromise, isRegExp } = require('internal/util/types');
const { validateFunction, validateOneOf } = require('internal/validators');
/* Loaded when first used: internal/assert/assertion_error,
 * internal/assert/calltracker, internal/assert/source,
 * internal/util/comparisons, internal/util/inspect. */

const ReflectApply = Reflect.apply;
const ObjectKeys = Object.keys;
const IsPrototypeOf = Object.prototype.isPrototypeOf;
const RegExpExec = RegExp.prototype.exec;

const kOptions = Symbol('options');

/* Stands for the exception of a function that did not throw. */
const nothing = {};

/* Loaded at the first failure, or when assert.AssertionError is read. */
let errorClass;
function getAssertionError() {
    errorClass ??= require('internal/assert/assertion_error');
    return errorClass;
}

let comparisonModule;
function comparisons() {
    comparisonModule ??= require('internal/util/comparisons');
    return comparisonModule;
}

function inspect(value, options) {
    return require('internal/util/inspect').inspect(value, options);
}

function matches(regexp, text) {
    return ReflectApply(RegExpExec, regexp, [text]) !== null;
}

/* ---- Failing ---------------------------------------------------------- */

function makeError(self, fields) {
    const AssertionError = getAssertionError();
    return new AssertionError({ ...fields, diff: self?.[kOptions]?.diff });
}

function failWith(self, actual, expected, message, operator, above) {
    if (message instanceof Error)
        throw message;
    throw makeError(self, { actual, expected, message, operator,
                            stackStartFn: above });
}

/* Fail with a generated message, unless the user gave one;
 * error.generatedMessage says which. */
function failOwn(self, fields, own, message) {
    const error = makeError(self, { ...fields, message: message || own });
    error.generatedMessage = !message;
    throw error;
}

function describeFalsy(above) {
    const text = require('internal/assert/source').getExpression(above);
    return text === undefined
        ? undefined
        : `The expression evaluated to a falsy value:\n\n  ${text}\n`;
}

function checkOk(above, count, value, message) {
    if (value)
        return;
    if (count > 0 && isError(message))
        throw message;
    const isGenerated = count === 0 || message == null;
    const own = count === 0 ? 'No value argument passed to `assert.ok()`'
                            : isGenerated ? describeFalsy(above) : undefined;
    const error = makeError(undefined, {
        actual: value, expected: true, operator: '==', stackStartFn: above,
        message: isGenerated ? own : message,
    });
    error.generatedMessage = isGenerated;
    throw error;
}

/* ---- The class -------------------------------------------------------- */

/* In strict mode the short names stand for the strict checks. */
const strictNames = ['equal', 'deepEqual', 'notEqual', 'notDeepEqual'];

function strictNameOf(name) {
    return name.replace(/[Ee]qual$/, (end) => end === 'equal'
        ? 'strictEqual' : 'StrictEqual');
}

function makeStrict(target) {
    for (const name of strictNames)
        target[name] = checks[strictNameOf(name)];
}

function Assert(options) {
    if (new.target === undefined)
        throw new codes.ERR_CONSTRUCT_CALL_REQUIRED('Assert');
    const given = { __proto__: null, strict: true, skipPrototype: false,
                    ...options };
    if (given.diff !== undefined)
        validateOneOf(given.diff, 'options.diff', ['simple', 'full']);
    this.AssertionError = getAssertionError();
    Object.defineProperty(this, kOptions, { __proto__: null, value: given });
    if (given.strict)
        makeStrict(this);
}

const checks = Assert.prototype;
let hasWarnedOfFail = false;

function warnOfFail() {
    if (hasWarnedOfFail)
        return;
    hasWarnedOfFail = true;
    process.emitWarning(
        'assert.fail() with more than one argument is deprecated. ' +
        'Please use assert.strictEqual() instead or only pass a ' +
        'message.', 'DeprecationWarning', 'DEP0094');
}

/* One argument is the message; two are compared by "!="; all five are the old
 * form. */
checks.fail = function fail(actual, expected, message, operator,
                            stackStartFn) {
    const isLong = arguments.length > 1;
    if (isLong)
        warnOfFail();
    const text = isLong ? message : actual ?? 'Failed';
    if (text instanceof Error)
        throw text;
    const error = makeError(this, {
        actual: isLong || actual == null ? actual : undefined, expected,
        message: text,
        operator: arguments.length === 2 ? '!=' : operator ?? 'fail',
        stackStartFn: stackStartFn || fail,
    });
    if (!isLong && actual == null)
        error.generatedMessage = true;
    throw error;
};

checks.ok = function ok(...args) {
    checkOk(ok, args.length, ...args);
};

/* ---- Two values ------------------------------------------------------- */

function isNaNPair(a, b) {
    return a !== a && b !== b;
}

function isLooselyEqual(a, b) {
    // eslint-disable-next-line eqeqeq
    return a == b || isNaNPair(a, b);
}

function isStrictlyDeepEqual(a, b, self) {
    return comparisons().isDeepStrictEqual(a, b,
                                           self?.[kOptions]?.skipPrototype);
}

/* By the name of each check: how the two are compared, what the answer should
 * be, and how the comparison is named in the error, if not like the check. */
const pairs = {
    __proto__: null,
    equal: [isLooselyEqual, true, '=='],
    notEqual: [isLooselyEqual, false, '!='],
    deepEqual: [(a, b) => comparisons().isDeepEqual(a, b), true],
    notDeepEqual: [(a, b) => comparisons().isDeepEqual(a, b), false],
    deepStrictEqual: [isStrictlyDeepEqual, true],
    notDeepStrictEqual: [isStrictlyDeepEqual, false],
    strictEqual: [Object.is, true],
    notStrictEqual: [Object.is, false],
    partialDeepStrictEqual: [
        (a, b) => comparisons().isPartialStrictEqual(a, b), true],
};

function makePairCheck(name, compare, wanted, operator) {
    const holder = {
        [name]: function(actual, expected, message) {
            if (arguments.length < 2)
                throw new codes.ERR_MISSING_ARGS('actual', 'expected');
            if (compare(actual, expected, this) !== wanted) {
                failWith(this, actual, expected, message, operator,
                         holder[name]);
            }
        },
    };
    return holder[name];
}

for (const name in pairs) {
    const [compare, wanted, operator = name] = pairs[name];
    checks[name] = makePairCheck(name, compare, wanted, operator);
}

/* ---- Exceptions ------------------------------------------------------- */

/* A pattern in the place of a text that it matches. */
function isMatchedBy(value, pattern) {
    return typeof value === 'string' && isRegExp(pattern) &&
           matches(pattern, value);
}

/* Stands for an error in the message: only the expected fields. A pattern that
 * matches is shown as the text that it matched. */
class Comparison {
    constructor(object, keys, actual) {
        for (const key of keys.filter((name) => name in object)) {
            this[key] = isMatchedBy(actual?.[key], object[key])
                ? actual[key] : object[key];
        }
    }
}

function isFieldRight(actual, expected, key) {
    return isMatchedBy(actual[key], expected[key]) ||
           (key in actual &&
            comparisons().isDeepStrictEqual(actual[key], expected[key]));
}

function compareFields(actual, expected, message, above) {
    const keys = ObjectKeys(expected);
    if (expected instanceof Error)
        keys.push('name', 'message');
    if (keys.length === 0) {
        throw new codes.ERR_INVALID_ARG_VALUE('error', expected,
                                              'may not be an empty object');
    }
    if (keys.every((key) => isFieldRight(actual, expected, key)))
        return;
    if (message)
        failWith(undefined, actual, expected, message, above.name, above);
    const error = makeError(undefined, {
        actual: new Comparison(actual, keys),
        expected: new Comparison(expected, keys, actual),
        operator: 'deepStrictEqual', stackStartFn: above,
    });
    throw Object.assign(error, { actual, expected, operator: above.name });
}

function describeWrongClass(actual, expected) {
    const start = 'The error is expected to be an instance of ' +
                  `"${expected.name}". Received `;
    if (!isError(actual))
        return `${start}"${inspect(actual, { depth: -1 })}"`;
    const name = actual.constructor?.name || actual.name;
    const what = expected.name === name
        ? 'an error with identical name but a different prototype.'
        : `"${name}"`;
    const rest = actual.message
        ? `\n\nError message:\n\n${actual.message}` : '';
    return `${start}${what}${rest}`;
}

function describeBadResult(actual, expected, result) {
    const name = expected.name ? `"${expected.name}" ` : '';
    const rest = isError(actual) ? `\n\nCaught error:\n\n${actual}` : '';
    return `The ${name}validation function is expected to return "true". ` +
           `Received ${inspect(result)}${rest}`;
}

/* Undefined if what was thrown fits the pattern, class or function that was
 * given, else what is wrong with it. */
function judge(actual, expected) {
    if (isRegExp(expected)) {
        const text = String(actual);
        return matches(expected, text)
            ? undefined : describeMismatch(text, expected, true);
    }
    if (expected.prototype !== undefined && actual instanceof expected)
        return undefined;
    if (ReflectApply(IsPrototypeOf, Error, [expected]))
        return describeWrongClass(actual, expected);
    const result = ReflectApply(expected, {}, [actual]);
    return result === true ? undefined
                           : describeBadResult(actual, expected, result);
}

function isJudge(value) {
    return typeof value === 'function' || isRegExp(value);
}

function checkThrown(actual, expected, message, above) {
    if (isJudge(expected)) {
        const fault = judge(actual, expected);
        if (fault !== undefined) {
            failOwn(undefined, { actual, expected, operator: above.name,
                                 stackStartFn: above }, fault, message);
        }
    } else if (typeof actual === 'object' && actual !== null) {
        compareFields(actual, expected, message, above);
    } else {
        const error = makeError(undefined, {
            actual, expected, message, operator: 'deepStrictEqual',
            stackStartFn: above,
        });
        throw Object.assign(error, { operator: above.name });
    }
}

function catchThrown(fn) {
    validateFunction(fn, 'fn');
    try {
        fn();
    } catch (error) {
        return error;
    }
    return nothing;
}

function isPromiseLike(value) {
    return isPromise(value) ||
           (value !== null && typeof value === 'object' &&
            typeof value.then === 'function' &&
            typeof value.catch === 'function');
}

function getPromise(promiseFn) {
    const isCalled = typeof promiseFn === 'function';
    const promise = isCalled ? promiseFn() : promiseFn;
    if (isPromiseLike(promise))
        return promise;
    throw isCalled
        ? new codes.ERR_INVALID_RETURN_VALUE('instance of Promise',
                                             'promiseFn', promise)
        : new codes.ERR_INVALID_ARG_TYPE('promiseFn',
                                         ['Function', 'Promise'], promise);
}

async function catchRejected(promiseFn) {
    const promise = getPromise(promiseFn);
    try {
        await promise;
    } catch (error) {
        return error;
    }
    return nothing;
}

function wrongKind(error) {
    return new codes.ERR_INVALID_ARG_TYPE(
        'error', ['Object', 'Error', 'Function', 'RegExp'], error);
}

/* A string in the place of the error is a message, unless it might have been
 * meant as what to look for. */
function checkAmbiguity(actual, text) {
    const isObject = typeof actual === 'object' && actual !== null;
    const [same, what] = isObject ? [actual.message, 'error message']
                                  : [actual, 'error'];
    if (same === text) {
        throw new codes.ERR_AMBIGUOUS_ARGUMENT(
            'error/message',
            `The ${what} "${same}" is identical to the message.`);
    }
}

function isAsync(above) {
    return above === checks.rejects || above === checks.doesNotReject;
}

function withMessage(text, message) {
    return `${text}${message ? `: ${message}` : '.'}`;
}

/* The rest of the arguments: what is expected, and the message. */
function readExpectation(actual, args) {
    const [error, message] = args;
    if (typeof error === 'string') {
        if (args.length === 2)
            throw wrongKind(error);
        checkAmbiguity(actual, error);
        return { error: undefined, message: error };
    }
    if (error != null && typeof error !== 'object' &&
        typeof error !== 'function')
        throw wrongKind(error);
    return { error, message };
}

function expectError(above, actual, ...args) {
    const { error, message } = readExpectation(actual, args);
    if (actual === nothing) {
        const kind = isAsync(above) ? 'rejection' : 'exception';
        const name = error?.name ? ` (${error.name})` : '';
        failWith(undefined, undefined, error,
                 withMessage(`Missing expected ${kind}${name}`, message),
                 above.name, above);
    }
    if (error)
        checkThrown(actual, error, message, above);
}

function expectNoError(above, actual, error, message) {
    if (actual === nothing)
        return;
    const isMessage = typeof error === 'string';
    const expected = isMessage ? undefined : error;
    if (expected && !isJudge(expected)) {
        throw new codes.ERR_INVALID_ARG_TYPE(
            'expected', ['Function', 'RegExp'], expected);
    }
    if (expected && judge(actual, expected) !== undefined)
        throw actual;
    const kind = isAsync(above) ? 'rejection' : 'exception';
    const start = withMessage(`Got unwanted ${kind}`,
                            isMessage ? error : message);
    failWith(undefined, actual, expected,
             `${start}\nActual message: "${actual?.message}"`, above.name,
             above);
}

checks.throws = function throws(fn, ...args) {
    expectError(throws, catchThrown(fn), ...args);
};

checks.rejects = async function rejects(promiseFn, ...args) {
    expectError(rejects, await catchRejected(promiseFn), ...args);
};

checks.doesNotThrow = function doesNotThrow(fn, ...args) {
    expectNoError(doesNotThrow, catchThrown(fn), ...args);
};

checks.doesNotReject = async function doesNotReject(promiseFn, ...args) {
    expectNoError(doesNotReject, await catchRejected(promiseFn), ...args);
};

/* ---- The rest --------------------------------------------------------- */

function describeUnwantedError(error) {
    if (typeof error !== 'object' || typeof error.message !== 'string')
        return inspect(error);
    return error.message.length === 0 && error.constructor
        ? error.constructor.name : error.message;
}

/* Put the frames of the original error below those that are new. */
function mergeStacks(error, original) {
    if (typeof original !== 'string')
        return;
    const start = original.indexOf('\n    at');
    if (start === -1)
        return;
    const below = original.slice(start + 1).split('\n');
    let above = `${error.stack}`.split('\n');
    for (let i = 0; i < below.length; i++) {
        const at = above.indexOf(below[i]);
        if (at !== -1) {
            above = above.slice(0, at);
            break;
        }
    }
    error.stack = `${above.join('\n')}\n${below.join('\n')}`;
}

checks.ifError = function ifError(error) {
    if (error === null || error === undefined)
        return;
    const failure = makeError(this, {
        actual: error, expected: null, operator: 'ifError',
        message: 'ifError got unwanted exception: ' +
                 describeUnwantedError(error),
        stackStartFn: ifError,
    });
    mergeStacks(failure, error.stack);
    throw failure;
};

function describeMismatch(text, regexp, shouldMatch) {
    const what = shouldMatch ? 'did not' : 'was expected to not';
    return `The input ${what} match the regular expression ` +
           `${inspect(regexp)}. Input:\n\n${inspect(text)}\n`;
}

function checkMatch(string, regexp, message, above, shouldMatch) {
    if (!isRegExp(regexp))
        throw new codes.ERR_INVALID_ARG_TYPE('regexp', 'RegExp', regexp);
    const isString = typeof string === 'string';
    if (isString && matches(regexp, string) === shouldMatch)
        return;
    if (message instanceof Error)
        throw message;
    const fault = isString
        ? describeMismatch(string, regexp, shouldMatch)
        : 'The "string" argument must be of type string. Received ' +
          `type ${typeof string} (${inspect(string)})`;
    failOwn(undefined, { actual: string, expected: regexp,
                         operator: above.name, stackStartFn: above },
            fault, message);
}

checks.match = function match(string, regexp, message) {
    checkMatch(string, regexp, message, match, true);
};

checks.doesNotMatch = function doesNotMatch(string, regexp, message) {
    checkMatch(string, regexp, message, doesNotMatch, false);
};

/* ---- The module ------------------------------------------------------- */

function ok(...args) {
    checkOk(ok, args.length, ...args);
}

function strict(...args) {
    checkOk(strict, args.length, ...args);
}

const assert = module.exports = ok;

Object.defineProperty(assert, 'AssertionError', {
    __proto__: null, enumerable: true, configurable: true,
    get: getAssertionError,
    set(value) { setOwnProperty(assert, 'AssertionError', value); },
});

let callTracker;
function getCallTracker() {
    callTracker ??= deprecate(require('internal/assert/calltracker'),
                              'assert.CallTracker is deprecated.',
                              'DEP0173');
    return callTracker;
}

/* The functions of the module are those of the class, but ok() is itself. */
function fill(target) {
    for (const name of Object.keys(checks))
        setOwnProperty(target, name, name === 'ok' ? assert : checks[name]);
    target.Assert = Assert;
    Object.defineProperty(target, 'CallTracker', {
        __proto__: null, enumerable: true, configurable: true,
        get: getCallTracker,
    });
    target.strict = strict;
}

fill(assert);
fill(strict);
Object.defineProperty(strict, 'AssertionError',
                      Object.getOwnPropertyDescriptor(assert,
                                                      'AssertionError'));
makeStrict(strict);
