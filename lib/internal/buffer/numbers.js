'use strict';
/*
 * internal/buffer/numbers - what C refuses of buffer.readInt32LE() and the
 * like: wrong arguments, which throw here, and unusual ones, which are
 * converted and handed to C once more.
 *
 * A receiver that is not a Uint8Array has its elements read as bytes, as in
 * Node, where these functions are JavaScript.
 */

const { codes } = require('internal/errors');
const { validateNumber } = require('internal/validators');
const { isUint8Array } = require('internal/util/types');
const { ERR_BUFFER_OUT_OF_BOUNDS, ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE } =
    codes;
const MathFloor = Math.floor;
const ReflectApply = Reflect.apply;
const ObjectAssign = Object.assign;
const BigInt = globalThis.BigInt;
const NumberIsInteger = Number.isInteger;

/* The methods of Buffer.prototype, whatever a program makes of it later. */
const methods = { __proto__: null };

const digits = /\d+/;

/* The size in bytes that the name of a method says; undefined for readIntLE()
 * and the like, which get it as an argument. */
function sizeOf(name) {
    if (name.startsWith('Float'))
        return 4;
    if (name.startsWith('Double'))
        return 8;
    const match = digits.exec(name);
    return match === null ? undefined : match[0] / 8;
}

function refuseOffset(value, last, name) {
    const isInteger = MathFloor(value) === value;
    if (!isInteger)
        validateNumber(value, name);
    if (isInteger && last < 0)
        throw new ERR_BUFFER_OUT_OF_BOUNDS();
    const range = isInteger ? `>= ${name ? 1 : 0} and <= ${last}` :
        'an integer';
    throw new ERR_OUT_OF_RANGE(name ?? 'offset', range, value);
}

function isSize(value) {
    return value === 1 || value === 2 || value === 3 || value === 4 ||
           value === 5 || value === 6;
}

function checkPlace(buffer, offset, size) {
    validateNumber(offset, 'offset');
    if (buffer[offset] === undefined ||
        buffer[offset + size - 1] === undefined)
        refuseOffset(offset, buffer.length - size);
}

/* Call the method with bytes that C takes: the receiver's, or a copy. */
function callOnCopy(buffer, method, args, offset, size) {
    const bytes = new Uint8Array(size);
    for (let i = 0; i < size; i++)
        bytes[i] = buffer[offset + i];
    const result = ReflectApply(methods[method], bytes, args);
    return { bytes, result };
}

function read(buffer, name, offset, given) {
    const fixed = sizeOf(name);
    if (fixed === undefined) {
        if (offset === undefined)
            throw new ERR_INVALID_ARG_TYPE('offset', 'number', offset);
        if (!isSize(given))
            refuseOffset(given, 6, 'byteLength');
    }
    const size = fixed ?? given;
    if (offset === undefined)
        offset = 0;
    checkPlace(buffer, offset, size);
    return callOnCopy(buffer, `read${name}`, [0, size], offset, size).result;
}

/* ---- Writing ---------------------------------------------------------- */

function describeRange(size, isSigned, n) {
    const bits = size * 8;
    if (size > 4) {
        return isSigned
            ? `>= -(2${n} ** ${bits - 1}${n}) and < 2${n} ** ${bits - 1}${n}`
            : `>= 0${n} and < 2${n} ** ${bits}${n}`;
    }
    return isSigned ? `>= ${-(2 ** (bits - 1))} and <= ${2 ** (bits - 1) - 1}`
                    : `>= 0 and <= ${2 ** bits - 1}`;
}

/* Smaller and larger numbers than these do not fit. */
function limitsOf(size, isSigned, isBig) {
    const all = isBig ? 2n ** BigInt(size * 8) : 2 ** (size * 8);
    const one = isBig ? 1n : 1;
    const half = isBig ? all / 2n : all / 2;
    return isSigned ? [-half, half - one] : [isBig ? 0n : 0, all - one];
}

function checkValue(value, name, size) {
    const isBig = name.startsWith('Big');
    const isSigned = !name.includes('UInt');
    const [min, max] = limitsOf(size, isSigned, isBig);
    if (value > max || value < min) {
        throw new ERR_OUT_OF_RANGE(
            'value', describeRange(size, isSigned, isBig ? 'n' : ''), value);
    }
}

function write(buffer, name, value, offset, given) {
    const fixed = sizeOf(name);
    if (fixed === undefined) {
        if (!isSize(given))
            refuseOffset(given, 6, 'byteLength');
    } else if (offset === undefined) {
        offset = 0;
    }
    const size = fixed ?? given;
    const isBig = name.startsWith('Big');
    const isFloat = name.startsWith('Float') || name.startsWith('Double');
    if (!isBig)
        value = +value;
    if (size === 1)
        validateNumber(offset, 'offset');
    if (!isFloat)
        checkValue(value, name, size);
    checkPlace(buffer, offset, size);
    if (isBig && typeof value !== 'bigint') {
        throw new TypeError('Cannot mix BigInt and other types, use explicit ' +
                            'conversions');
    }
    if (isUint8Array(buffer) && NumberIsInteger(offset)) {
        return ReflectApply(methods[`write${name}`], buffer,
                            [value, offset, size]);
    }
    const { bytes } = callOnCopy(buffer, `write${name}`, [value, 0, size],
                                 offset, size);
    for (let i = 0; i < size; i++)
        buffer[offset + i] = bytes[i];
    return offset + size;
}

/* Give Buffer.prototype the methods, under both spellings. */
function install(prototype) {
    internalBinding('buffer').defineNumbers(prototype, read, write);
    ObjectAssign(methods, prototype);
}

module.exports = { install };
