'use strict';
/*
 * internal/crypto/random - bytes, numbers and identifiers by chance. The bytes
 * come from the world: on the simulator a seed gives the same again.
 */

const binding = internalBinding('crypto');
const { ErrnoException, codes } = require('internal/errors');
const {
    validateBoolean, validateFunction, validateNumber, validateObject,
} = require('internal/validators');
const { isArrayBufferView, isAnyArrayBuffer } = require('internal/util/types');
const { FastBuffer } = require('internal/buffer/buffer');
const { toView } = require('internal/crypto/util');
/* Loaded when first used: buffer. */

const MAX = 2 ** 31 - 1;
const RANGE_MAX = 2 ** 48 - 1;

// ---- Bytes -----------------------------------------------------------------

function checkSize(size, scale, offset, length) {
    validateNumber(size, 'size');
    size *= scale;
    if (Number.isNaN(size) || size > MAX || size < 0)
        throw new codes.ERR_OUT_OF_RANGE('size', `>= 0 && <= ${MAX}`, size);
    if (size + offset > length)
        throw new codes.ERR_OUT_OF_RANGE('size + offset', `<= ${length}`,
                                         size + offset);
    return size >>> 0;
}

function checkOffset(offset, scale, length) {
    validateNumber(offset, 'offset');
    offset *= scale;
    const max = Math.min(length, MAX);
    if (Number.isNaN(offset) || offset > max || offset < 0)
        throw new codes.ERR_OUT_OF_RANGE('offset', `>= 0 && <= ${max}`,
                                         offset);
    return offset >>> 0;
}

/* The view and the part of it, in bytes. */
function readPart(buffer, offset, size) {
    if (!isArrayBufferView(buffer) && !isAnyArrayBuffer(buffer))
        throw new codes.ERR_INVALID_ARG_TYPE(
            'buf', ['ArrayBuffer', 'ArrayBufferView'], buffer);
    const scale = buffer.BYTES_PER_ELEMENT || 1;
    const from = checkOffset(offset ?? 0, scale, buffer.byteLength);
    const n = size === undefined ? buffer.byteLength - from :
        checkSize(size, scale, from, buffer.byteLength);
    const view = toView(buffer);
    return [new Uint8Array(view.buffer, view.byteOffset, view.byteLength),
            from, n];
}

function failIf(error) {
    if (error < 0)
        throw new ErrnoException(error, 'getrandom');
}

function randomFillSync(buffer, offset = 0, size) {
    const [view, from, n] = readPart(buffer, offset, size);
    if (n > 0)
        failIf(binding.randomFill(view, from, n, undefined));
    return buffer;
}

function fillLater(view, from, n, result, callback) {
    failIf(binding.randomFill(view, from, n, {
        oncomplete(status) {
            if (status < 0)
                callback(new ErrnoException(status, 'getrandom'));
            else
                callback(null, result);
        },
    }));
}

function randomFill(buffer, offset, size, callback) {
    if (typeof offset === 'function') {
        callback = offset;
        offset = 0;
        size = undefined;
    } else if (typeof size === 'function') {
        callback = size;
        size = undefined;
    }
    if (!isArrayBufferView(buffer) && !isAnyArrayBuffer(buffer))
        throw new codes.ERR_INVALID_ARG_TYPE(
            'buf', ['ArrayBuffer', 'ArrayBufferView'], buffer);
    validateFunction(callback, 'callback');
    const [view, from, n] = readPart(buffer, offset, size);
    if (n === 0)
        process.nextTick(callback, null, buffer);
    else
        fillLater(view, from, n, buffer, callback);
}

function randomBytes(size, callback) {
    require('buffer'); // for the methods; the global crypto does not need them
    size = checkSize(size, 1, 0, Infinity);
    if (callback !== undefined)
        validateFunction(callback, 'callback');
    const buffer = new FastBuffer(size);
    if (callback === undefined) {
        if (size > 0)
            failIf(binding.randomFill(buffer, 0, size, undefined));
        return buffer;
    }
    fillLater(buffer, 0, size, buffer, callback);
    return undefined;
}

function getRandomValues(array) {
    const isIntegers = isArrayBufferView(array) &&
        /^(Big)?(Ui|I)nt/.test(array[Symbol.toStringTag]);
    if (!isIntegers)
        throw new DOMException(
            'The data argument must be an integer-type TypedArray',
            'TypeMismatchError');
    if (array.byteLength > 65536)
        throw new DOMException('The requested length exceeds 65,536 bytes',
                               'QuotaExceededError');
    return randomFillSync(array, 0);
}

// ---- Numbers ---------------------------------------------------------------

/* Six bytes a number: 48 bits. A store of them saves calls. */
const store = { bytes: null, at: 0 };

function next48() {
    if (store.bytes === null || store.at === store.bytes.length) {
        store.bytes ??= new FastBuffer(6 * 256);
        failIf(binding.randomFill(store.bytes, 0, store.bytes.length,
                                  undefined));
        store.at = 0;
    }
    const n = store.bytes.readUIntBE(store.at, 6);
    store.at += 6;
    return n;
}

/* Numbers beyond the last multiple of the range would favour the small ones,
 * so they are drawn again. */
function drawBelow(range) {
    const limit = RANGE_MAX - RANGE_MAX % range;
    let n = next48();
    while (n >= limit)
        n = next48();
    return n % range;
}

function randomInt(min, max, callback) {
    const minNotGiven = max === undefined || typeof max === 'function';
    if (minNotGiven) {
        callback = max;
        max = min;
        min = 0;
    }
    if (callback !== undefined)
        validateFunction(callback, 'callback');
    if (!Number.isSafeInteger(min))
        throw new codes.ERR_INVALID_ARG_TYPE('min', 'a safe integer', min);
    if (!Number.isSafeInteger(max))
        throw new codes.ERR_INVALID_ARG_TYPE('max', 'a safe integer', max);
    if (max <= min)
        throw new codes.ERR_OUT_OF_RANGE(
            'max', `greater than the value of "min" (${min})`, max);
    const range = max - min;
    if (!(range <= RANGE_MAX))
        throw new codes.ERR_OUT_OF_RANGE(
            minNotGiven ? 'max' : 'max - min', `<= ${RANGE_MAX}`, range);
    const n = min + drawBelow(range);
    if (callback === undefined)
        return n;
    process.nextTick(callback, undefined, n);
    return undefined;
}

// ---- Identifiers -----------------------------------------------------------

function toUuid(bytes) {
    const hex = bytes.hexSlice(0, 16);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-` +
        `${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function checkUuidOptions(options) {
    if (options === undefined)
        return;
    validateObject(options, 'options');
    if (options.disableEntropyCache !== undefined)
        validateBoolean(options.disableEntropyCache,
                        'options.disableEntropyCache');
}

/* Version 4: chance but for six bits. */
function randomUUID(options) {
    checkUuidOptions(options);
    const bytes = randomBytes(16);
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return toUuid(bytes);
}

/* Version 7: the milliseconds first, so that they sort by age. */
function randomUUIDv7(options) {
    checkUuidOptions(options);
    const bytes = randomBytes(16);
    bytes.writeUIntBE(Date.now(), 0, 6);
    bytes[6] = (bytes[6] & 0x0f) | 0x70;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return toUuid(bytes);
}

module.exports = {
    getRandomValues, randomBytes, randomFill, randomFillSync, randomInt,
    randomUUID, randomUUIDv7,
};
