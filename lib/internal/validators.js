'use strict';
/*
 * internal/validators - arguments are checked where they enter, with Node's
 * codes.
 *
 * Each check returns nothing and throws if the value is invalid. They run on
 * nearly every call of the API, so the good case is a comparison or two; the
 * bad case captures the stack again without the check itself, so that the error
 * points at the function that the user called.
 */

const {
    codes: {
        ERR_INVALID_ARG_TYPE,
        ERR_INVALID_ARG_VALUE,
        ERR_OUT_OF_RANGE,
        ERR_SOCKET_BAD_PORT,
        ERR_UNKNOWN_SIGNAL,
    },
    dropFrame,
} = require('internal/errors');

const ArrayIsArray = Array.isArray;
const NumberIsInteger = Number.isInteger;
const NumberIsNaN = Number.isNaN;
const MIN_SAFE = Number.MIN_SAFE_INTEGER;
const MAX_SAFE = Number.MAX_SAFE_INTEGER;

function isUint32(value) {
    return value === (value >>> 0);
}

const octal = /^[0-7]+$/;

/* A file mode: a number, or a string of octal digits. */
function parseFileMode(value, name, fallback) {
    value ??= fallback;
    if (typeof value === 'string') {
        if (!octal.test(value)) {
            throw dropFrame(new ERR_INVALID_ARG_VALUE(
                name, value, 'must be a 32-bit unsigned integer or an ' +
                'octal string'), parseFileMode);
        }
        value = parseInt(value, 8);
    }
    validateUint32(value, name);
    return value;
}

/* The error for what is not an integer from min to max. Stacks begin at the
 * caller of `validate`. */
function refuseInteger(value, name, min, max, validate) {
    const range = NumberIsInteger(value) ? `>= ${min} && <= ${max}` :
        'an integer';
    throw dropFrame(typeof value === 'number' ?
        new ERR_OUT_OF_RANGE(name, range, value) :
        new ERR_INVALID_ARG_TYPE(name, 'number', value), validate);
}

function isIntegerWithin(value, min, max) {
    return NumberIsInteger(value) && !(value < min) && !(value > max);
}

function validateInteger(value, name, min = MIN_SAFE, max = MAX_SAFE) {
    if (!isIntegerWithin(value, min, max))
        refuseInteger(value, name, min, max, validateInteger);
}

function validateInt32(value, name, min = -0x80000000, max = 0x7fffffff) {
    if (!isIntegerWithin(value, min, max))
        refuseInteger(value, name, min, max, validateInt32);
}

function validateUint32(value, name, positive = false) {
    if (!isIntegerWithin(value, +positive, 0xffffffff))
        refuseInteger(value, name, +positive, 0xffffffff, validateUint32);
}

function validateString(value, name) {
    if (typeof value !== 'string') {
        throw dropFrame(new ERR_INVALID_ARG_TYPE(name, 'string', value),
                        validateString);
    }
}

function describeRange(min, max) {
    const low = min === undefined ? '' : `>= ${min}`;
    const high = max === undefined ? '' : `<= ${max}`;
    return low && high ? `${low} && ${high}` : low || high;
}

function validateNumber(value, name, min = undefined, max = undefined) {
    if (typeof value !== 'number') {
        throw dropFrame(new ERR_INVALID_ARG_TYPE(name, 'number', value),
                        validateNumber);
    }
    /* NaN is within no range, but compares as if it were within all. */
    const bounded = min !== undefined || max !== undefined;
    if ((min !== undefined && value < min) ||
        (max !== undefined && value > max) ||
        (bounded && NumberIsNaN(value))) {
        throw dropFrame(new ERR_OUT_OF_RANGE(
            name, describeRange(min, max), value), validateNumber);
    }
}

function validateOneOf(value, name, oneOf) {
    for (let i = 0; i < oneOf.length; i++) {
        if (oneOf[i] === value)
            return;
    }
    let allowed = '';
    for (let i = 0; i < oneOf.length; i++) {
        const one = oneOf[i];
        allowed += (i === 0 ? '' : ', ') +
                   (typeof one === 'string' ? `'${one}'` : String(one));
    }
    throw dropFrame(new ERR_INVALID_ARG_VALUE(
        name, value, `must be one of: ${allowed}`), validateOneOf);
}

function validateBoolean(value, name) {
    if (typeof value !== 'boolean') {
        throw dropFrame(new ERR_INVALID_ARG_TYPE(name, 'boolean', value),
                        validateBoolean);
    }
}

/* Bits for validateObject(). */
const kValidateObjectNone = 0;
const kValidateObjectAllowNullable = 1;
const kValidateObjectAllowArray = 2;
const kValidateObjectAllowFunction = 4;
const kValidateObjectAllowObjects = kValidateObjectAllowArray |
                                    kValidateObjectAllowFunction;
const kValidateObjectAllowObjectsAndNull = kValidateObjectAllowObjects |
                                           kValidateObjectAllowNullable;

function isObjectAllowed(value, options) {
    if (value === null)
        return (options & kValidateObjectAllowNullable) !== 0;
    if (typeof value === 'function')
        return (options & kValidateObjectAllowFunction) !== 0;
    if (typeof value !== 'object')
        return false;
    return (options & kValidateObjectAllowArray) !== 0 ||
           !ArrayIsArray(value);
}

function validateObject(value, name, options = kValidateObjectNone) {
    if (!isObjectAllowed(value, options)) {
        throw dropFrame(new ERR_INVALID_ARG_TYPE(name, 'Object', value),
                        validateObject);
    }
}

function validateArray(value, name, minLength = 0) {
    if (ArrayIsArray(value) && value.length >= minLength)
        return;
    throw dropFrame(ArrayIsArray(value) ?
        new ERR_INVALID_ARG_VALUE(
            name, value, `must be longer than ${minLength}`) :
        new ERR_INVALID_ARG_TYPE(name, 'Array', value), validateArray);
}

function validateEach(value, name, validateOne) {
    validateArray(value, name);
    for (let i = 0; i < value.length; i++)
        validateOne(value[i], `${name}[${i}]`);
}

function validateStringArray(value, name) {
    validateEach(value, name, validateString);
}

function validateBooleanArray(value, name) {
    validateEach(value, name, validateBoolean);
}

function validateSignalName(signal, name = 'signal') {
    validateString(signal, name);
    const { signals } = internalBinding('constants').os;
    if (signals[signal] !== undefined)
        return;
    if (signals[signal.toUpperCase()] !== undefined) {
        throw dropFrame(new ERR_UNKNOWN_SIGNAL(
            `${signal} (signals must use all capital letters)`),
                        validateSignalName);
    }
    throw dropFrame(new ERR_UNKNOWN_SIGNAL(signal), validateSignalName);
}

function validateBuffer(buffer, name = 'buffer') {
    if (!ArrayBuffer.isView(buffer)) {
        throw dropFrame(new ERR_INVALID_ARG_TYPE(
            name, ['Buffer', 'TypedArray', 'DataView'], buffer),
                        validateBuffer);
    }
}

function validateEncoding(data, encoding) {
    if (typeof encoding === 'string' && encoding.toLowerCase() === 'hex' &&
        data.length % 2 !== 0) {
        throw dropFrame(new ERR_INVALID_ARG_VALUE(
            'encoding', encoding, 'is invalid for data of length ' +
            data.length), validateEncoding);
    }
}

function isPort(port) {
    if (typeof port === 'string') {
        if (port.trim().length === 0)
            return false;
    } else if (typeof port !== 'number') {
        return false;
    }
    return +port === (+port >>> 0) && port <= 0xffff;
}

function validatePort(port, name = 'Port', allowZero = true) {
    if (!isPort(port) || (port === 0 && !allowZero)) {
        throw dropFrame(new ERR_SOCKET_BAD_PORT(name, port, allowZero),
                        validatePort);
    }
    return port | 0;
}

function validateAbortSignal(signal, name) {
    if (signal !== undefined && (signal === null ||
        typeof signal !== 'object' || !('aborted' in signal))) {
        throw dropFrame(new ERR_INVALID_ARG_TYPE(name, 'AbortSignal', signal),
                        validateAbortSignal);
    }
}

function validateFunction(value, name) {
    if (typeof value !== 'function') {
        throw dropFrame(new ERR_INVALID_ARG_TYPE(name, 'Function', value),
                        validateFunction);
    }
}

function validateUnion(value, name, union) {
    for (let i = 0; i < union.length; i++) {
        if (union[i] === value)
            return;
    }
    throw dropFrame(new ERR_INVALID_ARG_TYPE(
        name, `('${union.join('|')}')`, value), validateUnion);
}

/* "<uri>; rel=preload": what an early hint's Link header may look like. */
const linkValue = /^(?:<[^>\r\n]*>)(?:\s*;\s*[^;"\s]+(?:=(")?[^;"\s]*\1)?)*$/;

function validateLinkHeaderFormat(value, name) {
    if (typeof value === 'undefined' || !linkValue.test(value)) {
        throw new ERR_INVALID_ARG_VALUE(
            name, value, 'must be an array or string of format ' +
            '"</styles.css>; rel=preload; as=style"');
    }
}

function validateLinkHeaderValue(hints) {
    if (typeof hints === 'string') {
        validateLinkHeaderFormat(hints, 'hints');
        return hints;
    }
    if (ArrayIsArray(hints)) {
        for (let i = 0; i < hints.length; i++)
            validateLinkHeaderFormat(hints[i], 'hints');
        return hints.join(', ');
    }
    throw new ERR_INVALID_ARG_VALUE(
        'hints', hints, 'must be an array or string of format ' +
        '"</styles.css>; rel=preload; as=style"');
}

module.exports = {
    isUint32,
    kValidateObjectAllowArray,
    kValidateObjectAllowFunction,
    kValidateObjectAllowNullable,
    kValidateObjectAllowObjects,
    kValidateObjectAllowObjectsAndNull,
    kValidateObjectNone,
    parseFileMode,
    validateAbortSignal,
    validateArray,
    validateBoolean,
    validateBooleanArray,
    validateBuffer,
    validateEncoding,
    validateFunction,
    validateInt32,
    validateInteger,
    validateLinkHeaderValue,
    validateNumber,
    validateObject,
    validateOneOf,
    validatePort,
    validateSignalName,
    validateString,
    validateStringArray,
    validateUint32,
    validateUnion,
};
