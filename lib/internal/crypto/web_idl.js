'use strict';
/*
 * internal/crypto/web_idl - what a program gives to Web Crypto, as the types of
 * Web IDL have it: texts, numbers of so many bits, bytes, keys, lists, and
 * dictionaries of them.
 *
 * A converter is called with the value and with `where`: the prefix of a
 * message and the name of what is converted.
 */

const { makePlainError } = require('internal/errors');
const { slotsOf } = require('internal/crypto/crypto_key');
const {
    isArrayBuffer, isArrayBufferView, isSharedArrayBuffer, isUint8Array,
} = require('internal/util/types');

const { isFinite: isFiniteNumber } = Number;
const { trunc } = Math;

function fail(where, code, text) {
    const prefix = where.prefix === undefined ? '' : `${where.prefix}: `;
    return makePlainError(TypeError, code,
                          `${prefix}${where.context} ${text}`);
}

/* For a part of what is converted. */
function inside(where, context) {
    return { prefix: where.prefix, context };
}

function isObject(value) {
    return (typeof value === 'object' && value !== null) ||
        typeof value === 'function';
}

function text(value, where) {
    if (typeof value === 'symbol')
        throw fail(where, 'ERR_INVALID_ARG_TYPE',
                   'is a Symbol and cannot be converted to a string.');
    return `${value}`;
}

function flag(value) {
    return Boolean(value);
}

/* A whole number of so many bits. Within a dictionary a larger one is an error
 * at once; as an argument it is one, too, as Node has it. */
function integer(bits) {
    const max = 2 ** bits - 1;
    return (value, where) => {
        const type = typeof value;
        if (type === 'bigint' || type === 'symbol')
            throw fail(where, 'ERR_INVALID_ARG_TYPE',
                       `is a ${type === 'bigint' ? 'BigInt' : 'Symbol'} and ` +
                       'cannot be converted to a number.');
        const number = +value;
        if (!isFiniteNumber(number))
            throw fail(where, 'ERR_INVALID_ARG_TYPE',
                       'is not a finite number.');
        const whole = trunc(number) + 0;
        if (whole < 0 || whole > max)
            throw fail(where, 'ERR_OUT_OF_RANGE',
                       `is outside the expected range of 0 to ${max}.`);
        return whole;
    };
}

/* A copy: the program may change its own meanwhile. What was transferred away
 * has no bytes. */
function bytes(value, where) {
    const isView = isArrayBufferView(value);
    if ((!isView && !isArrayBuffer(value)) ||
        (isView && isSharedArrayBuffer(value.buffer)))
        throw fail(where, 'ERR_INVALID_ARG_TYPE', isView ?
            'is a view on a SharedArrayBuffer, which is not allowed.' :
            'is not instance of ArrayBuffer, Buffer, TypedArray, or ' +
            'DataView.');
    const { buffer, byteOffset, byteLength } = isView ? value :
        { buffer: value, byteOffset: 0, byteLength: value.byteLength };
    return buffer.detached ? new Uint8Array(0) :
        new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

/* Bytes of a number. */
function bigInteger(value, where) {
    if (!isUint8Array(value))
        throw fail(where, 'ERR_INVALID_ARG_TYPE',
                   'is not an Uint8Array object.');
    return new Uint8Array(value);
}

/* A key as it is; who only inherits from one is none. */
function key(value, where) {
    if (slotsOf(value) === undefined) {
        const { CryptoKey } = require('internal/crypto/crypto_key');
        const { codes } = require('internal/errors');
        if (isObject(value) && value instanceof CryptoKey)
            throw new codes.ERR_INVALID_THIS('CryptoKey');
        throw fail(where, 'ERR_INVALID_ARG_TYPE',
                   'is not of type CryptoKey.');
    }
    return value;
}

function sequence(convert) {
    return (value, where) => {
        const iterate = isObject(value) ? value[Symbol.iterator] : undefined;
        if (typeof iterate !== 'function')
            throw fail(where, 'ERR_INVALID_ARG_TYPE',
                       'cannot be converted to sequence.');
        const list = [];
        for (const item of { [Symbol.iterator]: () => iterate.call(value) }) {
            list.push(convert(item, inside(
                where, `${where.context}[${list.length}]`)));
        }
        return list;
    };
}

function oneOf(name, values) {
    return (value, where) => {
        const given = text(value, where);
        if (!values.includes(given))
            throw fail(where, 'ERR_INVALID_ARG_VALUE',
                       `'${given}' is not a valid enum value of type ${name}.`);
        return given;
    };
}

/*
 * A dictionary: `members` are lists of a name, its converter, whether it must
 * be there, and a check(value, the dictionary so far).
 */
function dictionary(name, members) {
    return (value, where) => {
        if (value !== undefined && value !== null && !isObject(value))
            throw fail(where, 'ERR_INVALID_ARG_TYPE',
                       'cannot be converted to a dictionary');
        const result = { __proto__: null };
        for (const { 0: member, 1: convert, 2: must, 3: check } of members) {
            const given = value?.[member];
            if (given !== undefined) {
                result[member] = convert(given, inside(
                    where, `${member} in ${where.context}`));
                check?.(result[member], value);
            } else if (must) {
                throw fail(where, 'ERR_MISSING_OPTION',
                           `cannot be converted to '${name}' because ` +
                           `'${member}' is required in '${name}'.`);
            }
        }
        return result;
    };
}

const order = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th'];

/*
 * The arguments of a method, converted from left to right; a converter gets
 * those before as well. There must be at least `least`.
 */
function convertAll(prefix, given, converters, min = converters.length) {
    if (given.length < min)
        throw makePlainError(
            TypeError, 'ERR_MISSING_ARGS',
            `${prefix}: ${min} argument${min === 1 ? '' : 's'} required, ` +
            `but only ${given.length} present.`);
    const list = [];
    for (const convert of converters) {
        const i = list.length;
        list.push(convert(given[i], { prefix, context: `${order[i]} argument` },
                          list));
    }
    return list;
}

const texts = (names) => names.map((name) => [name, text]);
const otherPrime = dictionary('RsaOtherPrimesInfo', texts(['d', 'r', 't']));

const jsonWebKey = dictionary('JsonWebKey', [
    ...texts(['alg', 'crv', 'd', 'dp', 'dq', 'e']), ['ext', flag],
    ...texts(['k']), ['key_ops', sequence(text)], ...texts(['kty', 'n']),
    ['oth', sequence(otherPrime)],
    ...texts(['p', 'priv', 'pub', 'q', 'qi', 'use', 'x', 'y']),
]);

module.exports = {
    bigInteger, bytes, convertAll, dictionary, fail, flag, integer, isObject,
    jsonWebKey, key, oneOf, sequence, text,
};
