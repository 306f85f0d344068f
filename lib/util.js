'use strict';
/*
 * util - helpers for programs. Nearly all of it lives in internal modules; each
 * is loaded when its function is first used.
 */

const {
    codes: { ERR_FALSY_VALUE_REJECTION, ERR_INVALID_ARG_TYPE,
             ERR_OUT_OF_RANGE },
    ErrnoException,
    ExceptionWithHostPort,
    dropFrame,
} = require('internal/errors');
const { defineLazy, deprecate, promisify, toUSVString } =
    require('internal/util');
const {
    validateFunction,
    validateNumber,
    validateString,
} = require('internal/validators');
const { format, formatWithOptions } = require('internal/util/format');
/* Loaded when first used: internal/assert/diff, internal/encoding/encoding,
 * internal/events/abort_controller, internal/events/abort_transfer,
 * internal/util/comparisons, internal/util/debuglog, internal/util/inspect,
 * internal/util/mime, internal/util/parse_args, internal/util/parse_env,
 * internal/util/string_width, internal/util/style_text, internal/util/types. */

const ReflectApply = Reflect.apply;
const ObjectSetPrototypeOf = Object.setPrototypeOf;
const ObjectDefineProperties = Object.defineProperties;
const ObjectGetOwnPropertyDescriptors = Object.getOwnPropertyDescriptors;

/* ---- Old ways --------------------------------------------------------- */

function inherits(ctor, superCtor) {
    for (const [name, value] of [['ctor', ctor], ['superCtor', superCtor]]) {
        if (value == null)
            throw new ERR_INVALID_ARG_TYPE(name, 'Function', value);
    }
    const { prototype } = superCtor;
    if (prototype === undefined) {
        throw new ERR_INVALID_ARG_TYPE('superCtor.prototype', 'Object',
                                       prototype);
    }
    Object.defineProperty(ctor, 'super_', {
        __proto__: null, configurable: true, writable: true, value: superCtor,
    });
    ObjectSetPrototypeOf(ctor.prototype, prototype);
}

/* From the last key to the first, as it always was. */
function extend(target, source) {
    if (typeof source === 'object' && source !== null) {
        for (const key of Object.keys(source).reverse())
            target[key] = source[key];
    }
    return target;
}

/* ---- Promises as callbacks -------------------------------------------- */

/* A callback cannot distinguish a falsy reason from success. */
function rejectWith(reason, callback) {
    if (!reason) {
        reason = dropFrame(new ERR_FALSY_VALUE_REJECTION(reason),
                           rejectWith);
    }
    return callback(reason);
}

function callbackify(original) {
    validateFunction(original, 'original');

    return dressCallbackified(original, function callbackified(...args) {
        const given = args.pop();
        validateFunction(given, 'last argument');
        const promise = ReflectApply(original, this, args);
        settleInTick(promise, given.bind(this));
    });
}

/* Call back in a tick, so that what the callback throws is an uncaught exception
 * and not one more rejection. */
function settleInTick(promise, callback) {
    const fulfil = (value) => { process.nextTick(callback, null, value); };
    const reject = (reason) => {
        process.nextTick(rejectWith, reason, callback);
    };
    promise.then(fulfil, reject);
}

/* The properties of the original, with another name and a parameter more. */
function dressCallbackified(original, made) {
    const own = ObjectGetOwnPropertyDescriptors(original);
    const { length, name } = own;
    for (const key of Reflect.ownKeys(own))
        ObjectSetPrototypeOf(own[key], null);
    if (typeof length.value === 'number')
        length.value += 1;
    if (typeof name.value === 'string')
        name.value = `${name.value}Callbackified`;
    return ObjectDefineProperties(made, own);
}

/* ---- Errors of the system --------------------------------------------- */

function validateErrno(errno) {
    validateNumber(errno, 'err');
    if (errno >= 0 || !Number.isSafeInteger(errno))
        throw new ERR_OUT_OF_RANGE('err', 'a negative integer', errno);
}

function lookUp(errno) {
    validateErrno(errno);
    return internalBinding('uv').getErrorMap().get(errno);
}

function _errnoException(...args) {
    validateErrno(args[0]);
    return dropFrame(new ErrnoException(...args), _errnoException);
}

function _exceptionWithHostPort(...args) {
    return dropFrame(new ExceptionWithHostPort(...args),
                     _exceptionWithHostPort);
}

function getSystemErrorName(errno) {
    const entry = lookUp(errno);
    return entry ? entry[0] : `Unknown system error ${errno}`;
}

function getSystemErrorMessage(errno) {
    const entry = lookUp(errno);
    return entry ? entry[1] : `Unknown system error ${errno}`;
}

function getSystemErrorMap() {
    return new Map(internalBinding('uv').getErrorMap());
}

function convertProcessSignalToExitCode(signal) {
    const { signals } = internalBinding('constants').os;
    require('internal/validators').validateOneOf(signal, 'signalCode',
                                                 Object.keys(signals));
    return 128 + signals[signal];
}

/* ---- Text ------------------------------------------------------------- */

function stripVTControlCharacters(text) {
    validateString(text, 'str');
    return require('internal/util/string_width')
        .stripVTControlCharacters(text);
}

function styleText(style, text, options) {
    return require('internal/util/style_text')(style, text, options);
}

function getCallSites(frameCount = 8, options) {
    if (typeof frameCount === 'object') {
        require('internal/validators').validateObject(frameCount, 'options');
        options = frameCount;
        frameCount = 8;
    }
    const { validateBoolean, validateInteger, validateObject } =
        require('internal/validators');
    if (options !== undefined)
        validateObject(options, 'options');
    validateInteger(frameCount, 'frameCount', 1, 200);
    if (options?.sourceMap !== undefined)
        validateBoolean(options.sourceMap, 'options.sourceMap');
    return readCallSites(frameCount);
}

/* The frames above the caller of getCallSites(), as plain objects. A user's
 * prepareStackTrace() is not called. */
function readCallSites(count) {
    const { prepareStackTrace, stackTraceLimit } = Error;
    const holder = {};
    try {
        Error.prepareStackTrace = (_, sites) => sites;
        Error.stackTraceLimit = count;
        Error.captureStackTrace(holder, getCallSites);
        const { stack } = holder;
        const result = [];
        for (let i = 0; i < stack.length; i++) {
            const column = stack[i].getColumnNumber();
            result.push({
                functionName: stack[i].getFunctionName() ?? '',
                scriptId: `${stack[i].getScriptHash?.() ?? ''}`,
                scriptName: stack[i].getFileName() ?? '',
                lineNumber: stack[i].getLineNumber(),
                columnNumber: column,
                column,
            });
        }
        return result;
    } finally {
        Error.prepareStackTrace = prepareStackTrace;
        Error.stackTraceLimit = stackTraceLimit;
    }
}

function diff(actual, expected) {
    const { diffLines } = require('internal/assert/diff');
    const { validateStringArray } = require('internal/validators');
    if (Array.isArray(actual))
        validateStringArray(actual, 'actual');
    else
        validateString(actual, 'actual');
    if (Array.isArray(expected))
        validateStringArray(expected, 'expected');
    else
        validateString(expected, 'expected');
    if (actual === expected)
        return [];
    const left = typeof actual === 'string' ? actual.split('') : actual;
    const right = typeof expected === 'string' ? expected.split('')
                                               : expected;
    return diffLines(left, right, false).reverse();
}

function parseEnv(content) {
    validateString(content, 'content');
    return require('internal/util/parse_env')(content);
}

function isDeepStrictEqual(a, b, options) {
    if (options !== null && typeof options === 'object') {
        return require('internal/util/comparisons').isDeepStrictEqual(
            a, b, options.skipPrototype);
    }
    return require('internal/util/comparisons').isDeepStrictEqual(a, b,
                                                                  options);
}

module.exports = {
    _errnoException,
    _exceptionWithHostPort,
    _extend: deprecate(extend,
                       'The `util._extend` API is deprecated. Please use ' +
                       'Object.assign() instead.', 'DEP0060'),
    callbackify,
    convertProcessSignalToExitCode,
    deprecate,
    format,
    styleText,
    formatWithOptions,
    getCallSites,
    getSystemErrorMap,
    getSystemErrorName,
    getSystemErrorMessage,
    inherits,
    isArray: deprecate(Array.isArray,
                       'The `util.isArray` API is deprecated. Please use ' +
                       '`Array.isArray()` instead.', 'DEP0044'),
    isDeepStrictEqual,
    promisify,
    stripVTControlCharacters,
    toUSVString(input) {
        return toUSVString(`${input}`);
    },
    parseEnv,
    diff,
};

function lazy(name, id, key = name) {
    defineLazy(module.exports, name, () => {
        const loaded = require(id);
        return key === undefined ? loaded : loaded[key];
    });
}

lazy('inspect', 'internal/util/inspect');
defineLazy(module.exports, 'types', () => require('internal/util/types'));
lazy('debug', 'internal/util/debuglog', 'debuglog');
lazy('debuglog', 'internal/util/debuglog');
lazy('aborted', 'internal/events/abort_controller');
lazy('transferableAbortController', 'internal/events/abort_transfer');
lazy('transferableAbortSignal', 'internal/events/abort_transfer');
lazy('parseArgs', 'internal/util/parse_args');
lazy('TextDecoder', 'internal/encoding/encoding');
lazy('TextEncoder', 'internal/encoding/encoding');
lazy('MIMEType', 'internal/util/mime');
lazy('MIMEParams', 'internal/util/mime');
