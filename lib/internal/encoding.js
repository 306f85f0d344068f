'use strict';
/* internal/encoding - TextEncoder and TextDecoder: UTF-8, UTF-16LE, Latin-1. */

const binding = internalBinding('encoding');
const { codes } = require('internal/errors');
const { defineEnumerable, defineTag } = require('internal/util');

const labels = new Map([
    ['utf-8', 'utf-8'], ['utf8', 'utf-8'], ['unicode-1-1-utf-8', 'utf-8'],
    ['utf-16le', 'utf-16le'], ['utf-16', 'utf-16le'], ['ucs-2', 'utf-16le'],
    ['latin1', 'windows-1252'], ['iso-8859-1', 'windows-1252'],
    ['ascii', 'windows-1252'], ['us-ascii', 'windows-1252'],
    ['windows-1252', 'windows-1252'],
]);

function toBytes(input) {
    if (input === undefined)
        return new Uint8Array(0);
    if (ArrayBuffer.isView(input)) {
        return new Uint8Array(input.buffer, input.byteOffset,
                              input.byteLength);
    }
    if (input instanceof ArrayBuffer || input instanceof SharedArrayBuffer)
        return new Uint8Array(input);
    throw new codes.ERR_INVALID_ARG_TYPE(
        'list', ['SharedArrayBuffer', 'ArrayBuffer', 'ArrayBufferView'],
        input);
}

class TextEncoder {
    get encoding() { return 'utf-8'; }

    encode(input = '') {
        return binding.encodeUtf8(`${input}`);
    }

    encodeInto(source, target) {
        require('internal/validators').validateString(source, 'src');
        let read = 0;
        let written = 0;
        for (const character of source) {
            const bytes = binding.encodeUtf8(character);
            if (written + bytes.length > target.length)
                break;
            target.set(bytes, written);
            written += bytes.length;
            read += character.length;
        }
        return { read, written };
    }
}

function join(a, b) {
    if (a.length === 0)
        return b;
    const both = new Uint8Array(a.length + b.length);
    both.set(a);
    both.set(b, a.length);
    return both;
}

function decodeUtf16(bytes) {
    let text = '';
    for (let i = 0; i + 1 < bytes.length; i += 2)
        text += String.fromCharCode(bytes[i] | bytes[i + 1] << 8);
    return text.toWellFormed();
}

// The 32 characters in which windows-1252 differs from Latin-1.
const high = '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160' +
    '\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014' +
    '\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

function decodeLatin1(bytes) {
    let text = '';
    for (const byte of bytes) {
        text += byte >= 0x80 && byte < 0xa0 ? high[byte - 0x80] :
            String.fromCharCode(byte);
    }
    return text;
}

class TextDecoder {
    #encoding;
    #fatal;
    #ignoreBOM;
    #rest = new Uint8Array(0);
    #started = false;

    constructor(label = 'utf-8', options = {}) {
        const found = labels.get(`${label}`.trim().toLowerCase());
        if (found === undefined)
            throw new codes.ERR_ENCODING_NOT_SUPPORTED(label);
        this.#encoding = found;
        this.#fatal = !!options?.fatal;
        this.#ignoreBOM = !!options?.ignoreBOM;
    }

    get encoding() { return this.#encoding; }

    get fatal() { return this.#fatal; }

    get ignoreBOM() { return this.#ignoreBOM; }

    /* Keep back what is only the start of a character. */
    #cut(bytes, isLast) {
        if (isLast || this.#encoding === 'windows-1252')
            return bytes;
        const n = this.#encoding === 'utf-8' ? binding.cutLength(bytes) :
            bytes.length % 2;
        this.#rest = bytes.slice(bytes.length - n);
        return bytes.subarray(0, bytes.length - n);
    }

    #decode(bytes) {
        if (this.#encoding === 'windows-1252')
            return decodeLatin1(bytes);
        const isOdd = this.#encoding === 'utf-16le' && bytes.length % 2 === 1;
        if (this.#encoding === 'utf-16le' && !(isOdd && this.#fatal))
            return decodeUtf16(bytes) + (isOdd ? '\ufffd' : '');
        const text = isOdd ? undefined :
            binding.decodeUtf8(bytes, this.#fatal);
        if (text === undefined) {
            throw new codes.ERR_ENCODING_INVALID_ENCODED_DATA(this.#encoding,
                                                             undefined);
        }
        return text;
    }

    decode(input = undefined, options = {}) {
        const isLast = !options?.stream;
        const all = join(this.#rest, toBytes(input));
        this.#rest = new Uint8Array(0);
        let text = this.#decode(this.#cut(all, isLast));
        if (!this.#started && !this.#ignoreBOM && text[0] === '\ufeff')
            text = text.slice(1);
        this.#started = !isLast && (this.#started || all.length > 0);
        return text;
    }
}

defineEnumerable(TextEncoder.prototype, ['encode', 'encodeInto', 'encoding']);
defineTag(TextEncoder.prototype, 'TextEncoder');
defineEnumerable(TextDecoder.prototype, ['decode', 'encoding', 'fatal',
                                         'ignoreBOM']);
defineTag(TextDecoder.prototype, 'TextDecoder');

module.exports = { TextDecoder, TextEncoder };
