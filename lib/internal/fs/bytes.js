'use strict';
/*
 * internal/fs/bytes - what file calls hand out for bytes: an array of bytes
 * that reads as text wherever a text is wanted.
 *
 * Programs write JSON.parse(fs.readFileSync(file)) and `${bytes}`. A plain
 * Uint8Array would give '104,101,108', so the class has of Buffer what makes
 * text of bytes. The module buffer, and Buffer with it, come later.
 */

const { codes } = require('internal/errors');
const { customInspectSymbol, normalizeEncoding } = require('internal/util');

const shownBytes = 50;

class Buffer extends Uint8Array {
    static get [Symbol.species]() {
        return Buffer;
    }

    toString(encoding = 'utf8', start = 0, end = this.length) {
        const name = normalizeEncoding(encoding);
        if (name === undefined)
            throw new codes.ERR_UNKNOWN_ENCODING(encoding);
        return decode(this.subarray(Math.max(start, 0), Math.max(end, 0)),
                      name);
    }

    toJSON() {
        return { type: 'Buffer', data: Array.from(this) };
    }

    /* Unlike that of other arrays, it shares the memory. */
    slice(start, end) {
        return this.subarray(start, end);
    }

    [customInspectSymbol]() {
        const shown = this.subarray(0, shownBytes);
        const hex = Array.from(shown,
                               (byte) => byte.toString(16).padStart(2, '0'));
        const hidden = this.length - shown.length;
        if (hidden > 0)
            hex.push(`... ${hidden} more byte${hidden > 1 ? 's' : ''}`);
        return `<Buffer${hex.map((text) => ` ${text}`).join('')}>`;
    }
}

function decodeLatin1(bytes, mask) {
    let text = '';
    for (let i = 0; i < bytes.length; i++)
        text += String.fromCharCode(bytes[i] & mask);
    return text;
}

/* Text of bytes. */
function decode(bytes, encoding) {
    switch (encoding) {
    case 'utf8':
        return internalBinding('encoding').decodeUtf8(bytes, false);
    case 'hex':
        return bytes.toHex();
    case 'base64':
        return bytes.toBase64();
    case 'base64url':
        return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
    case 'latin1':
        return decodeLatin1(bytes, 255);
    case 'ascii':
        return decodeLatin1(bytes, 127);
    default:
        return decodeUtf16(bytes);
    }
}

/* As it stands: half of a pair is no error in a string, and an odd byte at the
 * end is no character. */
function decodeUtf16(bytes) {
    let text = '';
    for (let i = 0; i + 1 < bytes.length; i += 2)
        text += String.fromCharCode(bytes[i] | bytes[i + 1] << 8);
    return text;
}

/* ---- Bytes of text ---------------------------------------------------- */

/* Digits in pairs, as far as they are digits. */
function encodeHex(text) {
    const [digits] = /^(?:[\da-f]{2})*/i.exec(text);
    return Uint8Array.fromHex(digits);
}

/* Both alphabets; what belongs to none is left out, and what follows '='. */
function encodeBase64(text) {
    const digits = text.replace(/=[^]*$/, '').replace(/[^\w+/-]/g, '')
        .replaceAll('-', '+').replaceAll('_', '/');
    const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
    return Uint8Array.fromBase64(whole);
}

function encodeUtf16(text) {
    const units = new Uint16Array(text.length);
    for (let i = 0; i < text.length; i++)
        units[i] = text.charCodeAt(i);
    return new Uint8Array(units.buffer);
}

function encode(text, encoding) {
    switch (normalizeEncoding(encoding)) {
    case 'utf8':
        return internalBinding('encoding').encodeUtf8(text);
    case 'hex':
        return encodeHex(text);
    case 'base64':
    case 'base64url':
        return encodeBase64(text);
    case 'latin1':
    case 'ascii':
        return Uint8Array.from(text, (c) => c.charCodeAt(0) & 255);
    default:
        return encodeUtf16(text);
    }
}

/* ---- For calls with an option `encoding` ------------------------------ */

/* The text, or without an encoding the bytes themselves. */
function toResult(bytes, encoding) {
    if (encoding === undefined || encoding === null || encoding === 'buffer')
        return new Buffer(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return decode(bytes, normalizeEncoding(encoding));
}

/* A name that the kernel gave, which is text if nothing else is asked for. */
function nameToResult(name, encoding) {
    if (encoding === undefined || encoding === null ||
        normalizeEncoding(encoding) === 'utf8')
        return name;
    return toResult(encode(name, 'utf8'), encoding);
}

module.exports = { encode, nameToResult, toResult };
