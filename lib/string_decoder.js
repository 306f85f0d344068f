'use strict';
/*
 * string_decoder - text from bytes that come in pieces.
 *
 * A character may be cut where one piece ends. What is not whole yet is kept
 * (`kept`) and put before the next piece. end() gives what is left: for UTF-8
 * one U+FFFD, for UTF-16 the odd unit, for base64 the last group.
 */

const { toResult } = require('internal/fs/bytes');
const { normalizeEncoding } = require('internal/util');
const {
    codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_UNKNOWN_ENCODING },
} = require('internal/errors');

const kKept = Symbol('kKept');
const nothing = new Uint8Array(0);

function StringDecoder(encoding) {
    const name = normalizeEncoding(encoding);
    if (name === undefined)
        throw new ERR_UNKNOWN_ENCODING(encoding);
    this.encoding = name;
    this[kKept] = nothing;
}

/* How many bytes at the end belong to a character that is not whole. */
function countOpenUtf8(bytes) {
    const length = bytes.length;
    for (let back = 1; back <= 3 && back <= length; back++) {
        const byte = bytes[length - back];
        if ((byte & 0xc0) === 0x80)
            continue;
        const need = byte >= 0xf0 && byte <= 0xf4 ? 4
            : byte >= 0xe0 && byte < 0xf0 ? 3
                : byte >= 0xc2 && byte < 0xe0 ? 2 : 1;
        return need > back && isStartValid(bytes, length - back, back)
            ? back : 0;
    }
    return 0;
}

/* Whether the second byte, if it is there, may follow the first. */
function isStartValid(bytes, at, have) {
    if (have < 2)
        return true;
    const first = bytes[at];
    const second = bytes[at + 1];
    if (first === 0xe0)
        return second >= 0xa0;
    if (first === 0xed)
        return second <= 0x9f;
    if (first === 0xf0)
        return second >= 0x90;
    return first !== 0xf4 || second <= 0x8f;
}

function countOpenUtf16(bytes) {
    const length = bytes.length;
    const odd = length % 2;
    /* A high surrogate waits for its low one. */
    if (length - odd >= 2) {
        const high = bytes[length - odd - 1];
        if (high >= 0xd8 && high <= 0xdb)
            return odd + 2;
    }
    return odd;
}

function countOpen(encoding, bytes) {
    switch (encoding) {
    case 'utf8':
        return countOpenUtf8(bytes);
    case 'utf16le':
        return countOpenUtf16(bytes);
    case 'base64':
    case 'base64url':
        return bytes.length % 3;
    default:
        return 0;
    }
}

function toBytes(value) {
    if (!ArrayBuffer.isView(value)) {
        throw new ERR_INVALID_ARG_TYPE(
            'buf', ['Buffer', 'TypedArray', 'DataView'], value);
    }
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

function join(a, b) {
    const both = new Uint8Array(a.length + b.length);
    both.set(a);
    both.set(b, a.length);
    return both;
}

StringDecoder.prototype.write = function write(value) {
    if (typeof value === 'string')
        return value;
    let bytes = toBytes(value);
    if (this[kKept] === undefined)
        throw new ERR_INVALID_THIS('StringDecoder');
    if (this[kKept].length > 0)
        bytes = join(this[kKept], bytes);
    const open = countOpen(this.encoding, bytes);
    const whole = bytes.length - open;
    /* A copy: the piece may be written over. */
    this[kKept] = bytes.slice(whole);
    return toResult(bytes.subarray(0, whole), this.encoding);
};

StringDecoder.prototype.end = function end(value) {
    let text = value === undefined ? '' : this.write(value);
    if (this[kKept].length > 0) {
        text += this.encoding === 'utf8'
            ? '\ufffd' : toResult(this[kKept], this.encoding);
        this[kKept] = nothing;
    }
    return text;
};

StringDecoder.prototype.text = function text(bytes, offset) {
    this[kKept] = nothing;
    return this.write(bytes.slice(offset));
};

function need(decoder) {
    const kept = decoder[kKept];
    if (decoder.encoding === 'utf8' && kept.length > 0)
        return kept[0] >= 0xf0 ? 4 : kept[0] >= 0xe0 ? 3 : 2;
    if (decoder.encoding === 'utf16le' && kept.length > 0)
        return kept.length >= 2 ? 4 : 2;
    return kept.length > 0 ? 3 : 0;
}

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
        get() { return need(this) - this[kKept].length; },
    },
    lastTotal: {
        __proto__: null, configurable: true, enumerable: true,
        get() { return need(this); },
    },
});

module.exports = { StringDecoder };
