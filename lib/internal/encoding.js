'use strict';
/* internal/encoding - TextEncoder and TextDecoder: UTF-8, UTF-16, Latin-1. */

const binding = internalBinding('encoding');
const { codes } = require('internal/errors');
const { validateObject, validateString, kValidateObjectAllowObjectsAndNull } =
    require('internal/validators');
const { customInspectSymbol, defineEnumerable, defineTag } =
    require('internal/util');

/* The names that the web gives to each, in lower case. */
const labelsOf = {
    'utf-8': 'unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 ' +
             'x-unicode20utf8',
    'utf-16le': 'csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff ' +
                'utf-16 utf-16le',
    'utf-16be': 'unicodefffe utf-16be',
    'windows-1252': 'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 ' +
                    'iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 ' +
                    'iso_8859-1:1987 l1 latin1 us-ascii windows-1252 ' +
                    'x-cp1252',
};
const labels = new Map();
for (const [encoding, names] of Object.entries(labelsOf))
    names.split(' ').forEach((name) => labels.set(name, encoding));

/* Errors that Node makes in C++ do not show their code in the stack. */
function refuseInput(input, encoding) {
    if (encoding === 'windows-1252') {
        throw new codes.ERR_INVALID_ARG_TYPE(
            'input', ['ArrayBuffer', 'ArrayBufferView'], input);
    }
    const name = encoding === 'utf-8' ? 'list' : 'input';
    throw Object.assign(
        new TypeError(`The "${name}" argument must be an instance of ` +
                      'SharedArrayBuffer, ArrayBuffer or ArrayBufferView.'),
        { code: 'ERR_INVALID_ARG_TYPE' });
}

function toBytes(input, encoding) {
    if (input === undefined)
        return new Uint8Array(0);
    if (ArrayBuffer.isView(input)) {
        return new Uint8Array(input.buffer, input.byteOffset,
                              input.byteLength);
    }
    if (input instanceof ArrayBuffer || input instanceof SharedArrayBuffer)
        return new Uint8Array(input);
    return refuseInput(input, encoding);
}

/* Web interfaces take any object for options, and null. */
function checkOptions(options) {
    validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
}

/* What console.log() shows: what is behind accessors, as if it were own. */
function show(self, prefix, fields, depth, options) {
    if (typeof depth === 'number' && depth < 0)
        return options.stylize(`[${self.constructor.name}]`, 'special');
    const { inspect } = require('internal/util/inspect');
    return `${prefix}${inspect(fields, options)}`;
}

/* ---- TextEncoder ------------------------------------------------------ */

let checkEncoder;

class TextEncoder {
    #isEncoder = true;

    static {
        checkEncoder = (value) => {
            if (value === null || typeof value !== 'object' ||
                !(#isEncoder in value))
                throw new codes.ERR_INVALID_THIS('TextEncoder');
        };
    }

    get encoding() {
        checkEncoder(this);
        return 'utf-8';
    }

    encode(input = '') {
        checkEncoder(this);
        return binding.encodeUtf8(`${input}`);
    }

    encodeInto(source, target) {
        checkEncoder(this);
        validateString(source, 'src');
        if (!(target instanceof Uint8Array))
            throw new codes.ERR_INVALID_ARG_TYPE('dest', 'Uint8Array', target);
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

    [customInspectSymbol](depth, options) {
        checkEncoder(this);
        return show(this, '', { encoding: this.encoding }, depth, options);
    }
}

/* ---- TextDecoder ------------------------------------------------------ */

function join(a, b) {
    if (a.length === 0)
        return b;
    const both = new Uint8Array(a.length + b.length);
    both.set(a);
    both.set(b, a.length);
    return both;
}

/* `low` is where the lower byte of each pair stands. */
function decodeUtf16(bytes, low) {
    let text = '';
    for (let i = 0; i + 1 < bytes.length; i += 2)
        text += String.fromCharCode(bytes[i + low] | bytes[i + 1 - low] << 8);
    return text;
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

/* How many bytes at the end are only the start of a character. */
const startLength = {
    'utf-8': (bytes) => binding.cutLength(bytes),
    'utf-16le': (bytes) => startLengthOfPair(bytes, 1),
    'utf-16be': (bytes) => startLengthOfPair(bytes, 0),
    'windows-1252': () => 0,
};

/* An odd byte, and the first half of a surrogate pair before it. */
function startLengthOfPair(bytes, highByte) {
    const odd = bytes.length % 2;
    const last = bytes.length - odd - 2;
    const isHalf = last >= 0 && (bytes[last + highByte] & 0xfc) === 0xd8;
    return odd + (isHalf ? 2 : 0);
}

/* Undefined if something is wrong and `isFatal`. */
function decodePairs(bytes, low, isFatal) {
    const isOdd = bytes.length % 2 === 1;
    const text = decodeUtf16(bytes, low);
    if (isFatal)
        return isOdd || !text.isWellFormed() ? undefined : text;
    return text.toWellFormed() + (isOdd ? '\ufffd' : '');
}

const decoders = {
    'utf-8': (bytes, isFatal) => binding.decodeUtf8(bytes, isFatal),
    'utf-16le': (bytes, isFatal) => decodePairs(bytes, 0, isFatal),
    'utf-16be': (bytes, isFatal) => decodePairs(bytes, 1, isFatal),
    'windows-1252': decodeLatin1,
};

let stateOf;

class TextDecoder {
    #state;

    static {
        stateOf = (value) => {
            if (value === null || typeof value !== 'object' ||
                !(#state in value))
                throw new codes.ERR_INVALID_THIS('TextDecoder');
            return value.#state;
        };
    }

    constructor(label = 'utf-8', options = {}) {
        const name = `${label}`;
        checkOptions(options);
        const encoding = labels.get(name.trim().toLowerCase());
        if (encoding === undefined)
            throw new codes.ERR_ENCODING_NOT_SUPPORTED(name);
        this.#state = {
            encoding,
            fatal: Boolean(options?.fatal),
            ignoreBOM: Boolean(options?.ignoreBOM),
            rest: new Uint8Array(0), /* the start of a character */
            isStarted: false,        /* the byte order mark is behind us */
        };
    }

    get encoding() {
        return stateOf(this).encoding;
    }

    get fatal() {
        return stateOf(this).fatal;
    }

    get ignoreBOM() {
        return stateOf(this).ignoreBOM;
    }

    decode(input = undefined, options = {}) {
        const state = stateOf(this);
        checkOptions(options);
        const isLast = !options?.stream;
        const all = join(state.rest, toBytes(input, state.encoding));
        const kept = isLast ? 0 : startLength[state.encoding](all);
        state.rest = all.slice(all.length - kept);
        const text = decodeBytes(state, all.subarray(0, all.length - kept));
        const hasMark = !state.isStarted && !state.ignoreBOM &&
                        text[0] === '\ufeff';
        state.isStarted = !isLast && (state.isStarted || text !== '');
        return hasMark ? text.slice(1) : text;
    }

    [customInspectSymbol](depth, options) {
        const { encoding, fatal, ignoreBOM } = stateOf(this);
        return show(this, `${this.constructor.name} `,
                    { encoding, fatal, ignoreBOM }, depth, options);
    }
}

function decodeBytes({ encoding, fatal }, bytes) {
    const text = decoders[encoding](bytes, fatal);
    if (text === undefined)
        throw new codes.ERR_ENCODING_INVALID_ENCODED_DATA(encoding, undefined);
    return text;
}

defineEnumerable(TextEncoder.prototype, ['encode', 'encodeInto', 'encoding']);
defineTag(TextEncoder.prototype, 'TextEncoder');
defineEnumerable(TextDecoder.prototype, ['decode', 'encoding', 'fatal',
                                         'ignoreBOM']);
defineTag(TextDecoder.prototype, 'TextDecoder');

module.exports = { TextDecoder, TextEncoder };
