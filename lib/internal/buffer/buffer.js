'use strict';
/*
 * internal/buffer/buffer - what other built-in modules need of Buffers: the class that
 * they are made by, the numbers by which C knows encodings, bytes of text and
 * text of bytes with an option `encoding`.
 */

const binding = internalBinding('buffer');
/* Loaded when first used: buffer. */

/* As in src/text/codec.h; the numbers are Node's. */
const codecs = {
    '__proto__': null,
    'ascii': 0,
    'utf8': 1, 'utf-8': 1,
    'base64': 2,
    'ucs2': 3, 'ucs-2': 3, 'utf16le': 3, 'utf-16le': 3,
    'latin1': 4, 'binary': 4,
    'hex': 5,
    'base64url': 7,
};
const UTF8 = codecs.utf8;

/* The one way from the name of an encoding, in any case, to its number.
 * Undefined if there is none of that name. */
function codecOf(encoding) {
    return codecs[encoding] ?? codecs[`${encoding}`.toLowerCase()];
}

/* The class of all Buffers; Buffer() itself only calls it. */
class FastBuffer extends Uint8Array {}

/* The engine's own error for more memory than there can be. */
function refuseSize(size) {
    return new FastBuffer(size);
}

/* Memory that is not zeroed, and not shared with others. */
function createUnsafeBuffer(size) {
    return binding.allocate(size, 0) ?? refuseSize(size);
}

/* V8's limits, the first of which no machine comes near. */
const kMaxLength = Number.MAX_SAFE_INTEGER;
const kStringMaxLength = 2 ** 29 - 24;

function refuseLongString() {
    const error = new Error('Cannot create a string longer than ' +
                            `0x${kStringMaxLength.toString(16)} characters`);
    error.code = 'ERR_STRING_TOO_LONG';
    throw error;
}

/* start and end are integers, and not negative. */
function sliceToString(bytes, start, end, codec) {
    return binding.slice(bytes, start, end, codec) ?? refuseLongString();
}

/* ---- For calls with an option `encoding` ------------------------------ */

/* A Buffer of the same memory. */
function toBuffer(bytes) {
    require('buffer');
    return binding.wrap(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function encode(text, encoding) {
    const { Buffer } = require('buffer');
    return Buffer.from(text, encoding);
}

/* The text, or without an encoding a Buffer of these bytes. */
function toResult(bytes, encoding) {
    if (encoding === undefined || encoding === null || encoding === 'buffer')
        return toBuffer(bytes);
    return sliceToString(bytes, 0, bytes.byteLength, codecOf(encoding));
}

/* A file name from the kernel: a string, or a Buffer if `encoding` says so. */
function nameToResult(name, encoding) {
    if (encoding === undefined || encoding === null ||
        codecOf(encoding) === UTF8)
        return name;
    return toResult(encode(name, 'utf8'), encoding);
}

module.exports = {
    FastBuffer,
    UTF8,
    codecs,
    createUnsafeBuffer,
    encode,
    codecOf,
    kMaxLength,
    kStringMaxLength,
    nameToResult,
    refuseSize,
    sliceToString,
    toBuffer,
    toResult,
};
