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

const {
    codes: {
        ERR_AMBIGUOUS_ARGUMENT,
        ERR_CONSTRUCT_CALL_REQUIRED,
        ERR_INVALID_ARG_TYPE,
        ERR_INVALID_ARG_VALUE,
        ERR_INVALID_RETURN_VALUE,
        ERR_MISSING_ARGS,
    },
} = require('internal/errors');
const { deprecate, isError, setOwnProperty } = require('internal/util');
const { isPromise, isRegExp } = require('internal/util/types');
const { validateFunction, validateOneOf } = require('internal/validators');

const ReflectApply = Reflect.apply;
const ObjectIs = Object.is;
const ObjectKeys = Object.keys;
const IsPrototypeOf = Object.prototype.isPrototypeOf;
const RegExpExec = RegExp.prototype.exec;

const kOptions = Symbol('options');

/* What a function that threw nothing threw. */
const nothing = {};

/* Loaded at the first failure, or when somebody asks for it. */
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

function checkArguments(count) {
    if (count < 2)
        throw new ERR_MISSING_ARGS('actual', 'expected');
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
    let isGenerated = false;
    if (count === 0) {
        isGenerated = true;
        message = 'No value argument passed to `assert.ok()`';
    } else if (message == null) {
        isGenerated = true;
        message = describeFalsy(above);
    } else if (isError(message)) {
        throw message;
    }
    const error = makeError(undefined, {
        actual: value, expected: true, message, operator: '==',
        stackStartFn: above,
    });
    error.generatedMessage = isGenerated;
    throw error;
}

/* ---- The class -------------------------------------------------------- */

function Assert(options) {
    if (!new.target)
        throw new ERR_CONSTRUCT_CALL_REQUIRED('Assert');
    options = { __proto__: null, strict: true, skipPrototype: false,
                ...options };
    if (options.diff !== undefined)
        validateOneOf(options.diff, 'options.diff', ['simple', 'full']);
    this.AssertionError = getAssertionError();
    Object.defineProperty(this, kOptions, {
        __proto__: null, value: options, enumerable: false,
        configurable: false, writable: false,
    });
    if (options.strict) {
        this.equal = this.strictEqual;
        this.deepEqual = this.deepStrictEqual;
        this.notEqual = this.notStrictEqual;
        this.notDeepEqual = this.notDeepStrictEqual;
    }
}

const checks = Assert.prototype;
let warnedOfFail = false;

checks.fail = function fail(actual, expected, message, operator,
                            stackStartFn) {
    const count = arguments.length;
    let isGenerated = false;
    if (actual == null && count <= 1) {
        isGenerated = true;
        message = 'Failed';
    } else if (count === 1) {
        message = actual;
        actual = undefined;
    } else {
        if (!warnedOfFail) {
            warnedOfFail = true;
            process.emitWarning(
                'assert.fail() with more than one argument is deprecated. ' +
                'Please use assert.strictEqual() instead or only pass a ' +
                'message.', 'DeprecationWarning', 'DEP0094');
        }
        if (count === 2)
            operator = '!=';
    }
    if (message instanceof Error)
        throw message;
    const error = makeError(this, {
        actual, expected, operator: operator ?? 'fail',
        stackStartFn: stackStartFn || fail, message,
    });
    if (isGenerated)
        error.generatedMessage = true;
    throw error;
};

checks.ok = function ok(...args) {
    checkOk(ok, args.length, ...args);
};

checks.equal = function equal(actual, expected, message) {
    checkArguments(arguments.length);
    // eslint-disable-next-line eqeqeq
    if (actual != expected && (actual === actual || expected === expected))
        failWith(this, actual, expected, message, '==', equal);
};

checks.notEqual = function notEqual(actual, expected, message) {
    checkArguments(arguments.length);
    // eslint-disable-next-line eqeqeq
    if (actual == expected || (actual !== actual && expected !== expected))
        failWith(this, actual, expected, message, '!=', notEqual);
};

checks.deepEqual = function deepEqual(actual, expected, message) {
    checkArguments(arguments.length);
    if (!comparisons().isDeepEqual(actual, expected))
        failWith(this, actual, expected, message, 'deepEqual', deepEqual);
};

checks.notDeepEqual = function notDeepEqual(actual, expected, message) {
    checkArguments(arguments.length);
    if (comparisons().isDeepEqual(actual, expected)) {
        failWith(this, actual, expected, message, 'notDeepEqual',
                 notDeepEqual);
    }
};

checks.deepStrictEqual = function deepStrictEqual(actual, expected,
                                                  message) {
    checkArguments(arguments.length);
    if (!comparisons().isDeepStrictEqual(actual, expected,
                                         this?.[kOptions]?.skipPrototype)) {
        failWith(this, actual, expected, message, 'deepStrictEqual',
                 deepStrictEqual);
    }
};

checks.notDeepStrictEqual = function notDeepStrictEqual(actual, expected,
                                                        message) {
    checkArguments(arguments.length);
    if (comparisons().isDeepStrictEqual(actual, expected,
                                        this?.[kOptions]?.skipPrototype)) {
        failWith(this, actual, expected, message, 'notDeepStrictEqual',
                 notDeepStrictEqual);
    }
};

checks.strictEqual = function strictEqual(actual, expected, message) {
    checkArguments(arguments.length);
    if (!ObjectIs(actual, expected))
        failWith(this, actual, expected, message, 'strictEqual', strictEqual);
};

checks.notStrictEqual = function notStrictEqual(actual, expected, message) {
    checkArguments(arguments.length);
    if (ObjectIs(actual, expected)) {
        failWith(this, actual, expected, message, 'notStrictEqual',
                 notStrictEqual);
    }
};

checks.partialDeepStrictEqual =
    function partialDeepStrictEqual(actual, expected, message) {
        checkArguments(arguments.length);
        if (!comparisons().isPartialStrictEqual(actual, expected)) {
            failWith(this, actual, expected, message,
                     'partialDeepStrictEqual', partialDeepStrictEqual);
        }
    };

/* ---- Exceptions ------------------------------------------------------- */

/* Stands for an error in the message: only the fields that were asked for. A
 * pattern that matches is shown as what it matched. */
class Comparison {
    constructor(object, keys, actual) {
        for (let i = 0; i < keys.length; i++) {
            const key = keys[i];
            if (!(key in object))
                continue;
            const isMatch = actual !== undefined &&
                typeof actual[key] === 'string' && isRegExp(object[key]) &&
                matches(object[key], actual[key]);
            this[key] = isMatch ? actual[key] : object[key];
        }
    }
}

function compareField(actual, expected, key, message, keys, above) {
    if (key in actual &&
        comparisons().isDeepStrictEqual(actual[key], expected[key]))
        return;
    if (message)
        failWith(undefined, actual, expected, message, above.name, above);
    const error = makeError(undefined, {
        actual: new Comparison(actual, keys),
        expected: new Comparison(expected, keys, actual),
        operator: 'deepStrictEqual', stackStartFn: above,
    });
    error.actual = actual;
    error.expected = expected;
    error.operator = above.name;
    throw error;
}

function compareFields(actual, expected, message, above) {
    const keys = ObjectKeys(expected);
    if (expected instanceof Error) {
        keys.push('name', 'message');
    } else if (keys.length === 0) {
        throw new ERR_INVALID_ARG_VALUE('error', expected,
                                        'may not be an empty object');
    }
    for (let i = 0; i < keys.length; i++) {
        const key = keys[i];
        const isMatch = typeof actual[key] === 'string' &&
            isRegExp(expected[key]) && matches(expected[key], actual[key]);
        if (!isMatch)
            compareField(actual, expected, key, message, keys, above);
    }
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

/* Undefined if the thrown value will do, else what is wrong with it. */
function judge(actual, expected) {
    if (typeof expected !== 'function') {
        const text = String(actual);
        if (matches(expected, text))
            return undefined;
        return 'The input did not match the regular expression ' +
               `${inspect(expected)}. Input:\n\n${inspect(text)}\n`;
    }
    if (expected.prototype !== undefined && actual instanceof expected)
        return undefined;
    if (ReflectApply(IsPrototypeOf, Error, [expected]))
        return describeWrongClass(actual, expected);
    const result = ReflectApply(expected, {}, [actual]);
    return result === true ? undefined
                           : describeBadResult(actual, expected, result);
}

function checkThrown(actual, expected, message, above) {
    if (typeof expected !== 'function' && !isRegExp(expected)) {
        if (typeof actual === 'object' && actual !== null) {
            compareFields(actual, expected, message, above);
            return;
        }
        const error = makeError(undefined, {
            actual, expected, message, operator: 'deepStrictEqual',
            stackStartFn: above,
        });
        error.operator = above.name;
        throw error;
    }
    const fault = judge(actual, expected);
    if (fault === undefined)
        return;
    const error = makeError(undefined, {
        actual, expected, message: message || fault, operator: above.name,
        stackStartFn: above,
    });
    error.generatedMessage = !message;
    throw error;
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

async function catchRejected(promiseFn) {
    let promise = promiseFn;
    if (typeof promiseFn === 'function') {
        promise = promiseFn();
        if (!isPromiseLike(promise)) {
            throw new ERR_INVALID_RETURN_VALUE('instance of Promise',
                                               'promiseFn', promise);
        }
    } else if (!isPromiseLike(promiseFn)) {
        throw new ERR_INVALID_ARG_TYPE('promiseFn', ['Function', 'Promise'],
                                       promiseFn);
    }
    try {
        await promise;
    } catch (error) {
        return error;
    }
    return nothing;
}

/* A string in the place of the error is a message, unless it might have been
 * meant as what to look for. */
function checkAmbiguity(actual, error, count) {
    if (count === 4) {
        throw new ERR_INVALID_ARG_TYPE(
            'error', ['Object', 'Error', 'Function', 'RegExp'], error);
    }
    if (typeof actual === 'object' && actual !== null) {
        if (actual.message === error) {
            throw new ERR_AMBIGUOUS_ARGUMENT(
                'error/message', `The error message "${actual.message}" is ` +
                'identical to the message.');
        }
    } else if (actual === error) {
        throw new ERR_AMBIGUOUS_ARGUMENT(
            'error/message',
            `The error "${actual}" is identical to the message.`);
    }
}

function getKind(above) {
    return above === checks.rejects || above === checks.doesNotReject
        ? 'rejection' : 'exception';
}

function expectError(above, actual, error, message) {
    if (typeof error === 'string') {
        checkAmbiguity(actual, error, arguments.length);
        message = error;
        error = undefined;
    } else if (error != null && typeof error !== 'object' &&
               typeof error !== 'function') {
        throw new ERR_INVALID_ARG_TYPE(
            'error', ['Object', 'Error', 'Function', 'RegExp'], error);
    }
    if (actual === nothing) {
        const name = error?.name ? ` (${error.name})` : '';
        failWith(undefined, undefined, error,
                 `Missing expected ${getKind(above)}${name}` +
                 `${message ? `: ${message}` : '.'}`, above.name, above);
    }
    if (error)
        checkThrown(actual, error, message, above);
}

function isMatchingError(actual, expected) {
    if (typeof expected !== 'function') {
        if (isRegExp(expected))
            return matches(expected, String(actual));
        throw new ERR_INVALID_ARG_TYPE('expected', ['Function', 'RegExp'],
                                       expected);
    }
    if (expected.prototype !== undefined && actual instanceof expected)
        return true;
    if (ReflectApply(IsPrototypeOf, Error, [expected]))
        return false;
    return ReflectApply(expected, {}, [actual]) === true;
}

function expectNoError(above, actual, error, message) {
    if (actual === nothing)
        return;
    if (typeof error === 'string') {
        message = error;
        error = undefined;
    }
    if (!error || isMatchingError(actual, error)) {
        failWith(undefined, actual, error,
                 `Got unwanted ${getKind(above)}` +
                 `${message ? `: ${message}` : '.'}\n` +
                 `Actual message: "${actual?.message}"`, above.name, above);
    }
    throw actual;
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

function checkMatch(string, regexp, message, above, shouldMatch) {
    if (!isRegExp(regexp))
        throw new ERR_INVALID_ARG_TYPE('regexp', 'RegExp', regexp);
    const isString = typeof string === 'string';
    if (isString && matches(regexp, string) === shouldMatch)
        return;
    if (message instanceof Error)
        throw message;
    let fault;
    if (!isString) {
        fault = 'The "string" argument must be of type string. Received ' +
                `type ${typeof string} (${inspect(string)})`;
    } else {
        fault = (shouldMatch
            ? 'The input did not match the regular expression '
            : 'The input was expected to not match the regular expression ') +
            `${inspect(regexp)}. Input:\n\n${inspect(string)}\n`;
    }
    const error = makeError(undefined, {
        actual: string, expected: regexp, message: message || fault,
        operator: above.name, stackStartFn: above,
    });
    error.generatedMessage = !message;
    throw error;
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

const names = ['fail', 'equal', 'notEqual', 'deepEqual', 'notDeepEqual',
               'deepStrictEqual', 'notDeepStrictEqual', 'strictEqual',
               'notStrictEqual', 'partialDeepStrictEqual', 'match',
               'doesNotMatch', 'throws', 'rejects', 'doesNotThrow',
               'doesNotReject', 'ifError'];

function fill(target) {
    setOwnProperty(target, 'ok', assert);
    for (let i = 0; i < names.length; i++)
        setOwnProperty(target, names[i], checks[names[i]]);
    target.Assert = Assert;
    Object.defineProperty(target, 'CallTracker', {
        __proto__: null, enumerable: true, configurable: true,
        get: getCallTracker,
    });
    target.strict = strict;
}

let callTracker;
function getCallTracker() {
    callTracker ??= deprecate(require('internal/assert/calltracker'),
                              'assert.CallTracker is deprecated.',
                              'DEP0173');
    return callTracker;
}

fill(assert);
fill(strict);
Object.defineProperty(strict, 'AssertionError',
                      Object.getOwnPropertyDescriptor(assert,
                                                      'AssertionError'));
strict.equal = checks.strictEqual;
strict.deepEqual = checks.deepStrictEqual;
strict.notEqual = checks.notStrictEqual;
strict.notDeepEqual = checks.notDeepStrictEqual;
