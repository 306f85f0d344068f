'use strict';
/*
 * string_decoder - text from bytes that come in pieces.
 *
 * A character may be cut where one piece ends. Its beginning is kept (kKept),
 * and the next piece begins with as many bytes as it lacks (kMissing), whatever
 * they are: whether all that makes a character is for the decoder to say. So
 * each half of a surrogate pair is whole by itself where the cut went through
 * one of them. end() gives what is left.
 */

const { toResult } = require('internal/buffer');
const { normalizeEncoding } = require('internal/util');
const {
    codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_UNKNOWN_ENCODING },
} = require('internal/errors');

const kKept = Symbol('kKept');
const kMissing = Symbol('kMissing');
const nothing = new Uint8Array(0);

function StringDecoder(encoding) {
    const name = normalizeEncoding(encoding);
    if (name === undefined)
        throw new ERR_UNKNOWN_ENCODING(encoding);
    this.encoding = name;
    reset(this);
}

function reset(decoder) {
    decoder[kKept] = nothing;
    decoder[kMissing] = 0;
}

/* ---- What is cut off -------------------------------------------------- */

/* How long a character is that begins with this byte; 0: none does. */
function lengthInUtf8(byte) {
    if ((byte & 0xe0) === 0xc0)
        return 2;
    if ((byte & 0xf0) === 0xe0)
        return 3;
    return (byte & 0xf8) === 0xf0 ? 4 : 0;
}

/* How many bytes at the end begin a character, and how many it lacks. */
function findCutInUtf8(bytes) {
    const { length } = bytes;
    for (let count = 1; count <= 3 && count <= length; count++) {
        const byte = bytes[length - count];
        if ((byte & 0xc0) === 0x80)
            continue;
        const missing = lengthInUtf8(byte) - count;
        return missing > 0 ? [count, missing] : [0, 0];
    }
    return [0, 0];
}

function findCut(encoding, bytes) {
    const { length } = bytes;
    switch (encoding) {
    case 'utf8':
        return findCutInUtf8(bytes);
    case 'utf16le':
        if (length % 2 === 1)
            return [1, 1];
        /* The first half of a pair waits for the second. */
        return (bytes[length - 1] & 0xfc) === 0xd8 ? [2, 2] : [0, 0];
    case 'base64':
    case 'base64url':
        return [length % 3, (3 - length % 3) % 3];
    default:
        return [0, 0];
    }
}

/* ---- What was cut off before ------------------------------------------ */

/* How many of the bytes belong to the character that is kept. In UTF-8 it ends
 * before a byte that cannot go on with one. */
function countBelonging(decoder, bytes) {
    const missing = Math.min(decoder[kMissing], bytes.length);
    if (decoder.encoding !== 'utf8')
        return missing;
    for (let i = 0; i < missing; i++) {
        if ((bytes[i] & 0xc0) !== 0x80) {
            decoder[kMissing] = i;
            return i;
        }
    }
    return missing;
}

function join(a, b) {
    const both = new Uint8Array(a.length + b.length);
    both.set(a);
    both.set(b, a.length);
    return both;
}

/* Its text, if it is whole now, and how many bytes that took. */
function complete(decoder, bytes) {
    const count = countBelonging(decoder, bytes);
    const kept = join(decoder[kKept], bytes.subarray(0, count));
    decoder[kMissing] -= count;
    if (decoder[kMissing] > 0) {
        decoder[kKept] = kept;
        return ['', count];
    }
    decoder[kKept] = nothing;
    return [toResult(kept, decoder.encoding), count];
}

/* ---- The class -------------------------------------------------------- */

function toBytes(value) {
    if (!ArrayBuffer.isView(value)) {
        throw new ERR_INVALID_ARG_TYPE(
            'buf', ['Buffer', 'TypedArray', 'DataView'], value);
    }
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

StringDecoder.prototype.write = function write(value) {
    if (typeof value === 'string')
        return value;
    let bytes = toBytes(value);
    if (this[kKept] === undefined)
        throw new ERR_INVALID_THIS('StringDecoder');
    let before = '';
    if (this[kMissing] > 0) {
        const { 0: text, 1: count } = complete(this, bytes);
        before = text;
        bytes = bytes.subarray(count);
    }
    if (bytes.length === 0)
        return before;
    const { 0: kept, 1: missing } = findCut(this.encoding, bytes);
    const whole = bytes.length - kept;
    /* A copy: the piece may be written over. */
    this[kKept] = bytes.slice(whole);
    this[kMissing] = missing;
    return before + toResult(bytes.subarray(0, whole), this.encoding);
};

StringDecoder.prototype.end = function end(value) {
    const text = value === undefined ? '' : this.write(value);
    const kept = this[kKept];
    const isOdd = this.encoding === 'utf16le' ? kept.length % 2 : 0;
    reset(this);
    return text + toResult(kept.subarray(0, kept.length - isOdd),
                           this.encoding);
};

StringDecoder.prototype.text = function text(bytes, offset) {
    reset(this);
    return this.write(bytes.slice(offset));
};

Object.defineProperties(StringDecoder.prototype, {
    lastChar: {
        __proto__: null, configurable: true, enumerable: true,
        get() {
            const bytes = new Uint8Array(4);
            bytes.set(this[kKept]);
            return toResult(bytes);
        },
    },
    lastNeed: {
        __proto__: null, configurable: true, enumerable: true,
        get() { return this[kMissing]; },
    },
    lastTotal: {
        __proto__: null, configurable: true, enumerable: true,
        get() { return this[kKept].length + this[kMissing]; },
    },
});

module.exports = { StringDecoder };
