'use strict';
/*
 * string_decoder - text from bytes that come in pieces. A character that is cut
 * between two of them waits for its rest: see src/bind/bytes/string_decoder.c, whose
 * state is an array of bytes in kNativeDecoder.
 */

const { decode, flush } = internalBinding('string_decoder');
const { codecs, toBuffer } = require('internal/buffer/buffer');
const { normalizeEncoding } = require('internal/util');
const {
    codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_UNKNOWN_ENCODING },
} = require('internal/errors');

const kNativeDecoder = Symbol('kNativeDecoder');

/* Where things stand in the state. */
const kKept = 4;
const kMissing = 5;
const kCodec = 6;

function StringDecoder(encoding) {
    const name = normalizeEncoding(encoding);
    if (name === undefined)
        throw new ERR_UNKNOWN_ENCODING(encoding);
    this.encoding = name;
    this[kNativeDecoder] = new Uint8Array(7);
    this[kNativeDecoder][kCodec] = codecs[name];
}

StringDecoder.prototype.write = function write(value) {
    if (typeof value === 'string')
        return value;
    const state = this[kNativeDecoder];
    if (!ArrayBuffer.isView(value)) {
        throw new ERR_INVALID_ARG_TYPE(
            'buf', ['Buffer', 'TypedArray', 'DataView'], value);
    }
    if (state === undefined)
        throw new ERR_INVALID_THIS('StringDecoder');
    return decode(state, value);
};

StringDecoder.prototype.end = function end(value) {
    const text = value === undefined ? '' : this.write(value);
    return this[kNativeDecoder][kKept] > 0
        ? text + flush(this[kNativeDecoder]) : text;
};

StringDecoder.prototype.text = function text(bytes, offset) {
    this[kNativeDecoder][kKept] = 0;
    this[kNativeDecoder][kMissing] = 0;
    return this.write(bytes.slice(offset));
};

Object.defineProperties(StringDecoder.prototype, {
    lastChar: {
        __proto__: null, configurable: true, enumerable: true,
        get() { return toBuffer(this[kNativeDecoder].subarray(0, 4)); },
    },
    lastNeed: {
        __proto__: null, configurable: true, enumerable: true,
        get() { return this[kNativeDecoder][kMissing]; },
    },
    lastTotal: {
        __proto__: null, configurable: true, enumerable: true,
        get() {
            return this[kNativeDecoder][kKept] +
                   this[kNativeDecoder][kMissing];
        },
    },
});

module.exports = { StringDecoder };
