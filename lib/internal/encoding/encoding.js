'use strict';
/* internal/encoding/encoding - TextEncoder and TextDecoder: see src/bind/bytes/encoding.c and
 * text_decoder.c; for encodings with several bytes a character encoding_bytes.js.
 */

const binding = internalBinding('encoding');
const { codes } = require('internal/errors');
const { validateObject, validateString, kValidateObjectAllowObjectsAndNull } =
    require('internal/validators');
const { customInspectSymbol, defineEnumerable, defineTag } =
    require('internal/util');
const { isAnyArrayBuffer, isUint8Array } = require('internal/util/types');
/* Loaded when first used: internal/encoding/bytes, internal/encoding/tables,
 * internal/util/inspect. */

/* The names that the web gives to each, in lower case. */
const labelsOf = {
    'utf-8': 'unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 ' +
             'x-unicode20utf8',
    'utf-16le': 'csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff ' +
                'utf-16 utf-16le',
    'utf-16be': 'unicodefffe utf-16be',
};
const labels = new Map();
for (const [encoding, names] of Object.entries(labelsOf))
    names.split(' ').forEach((name) => labels.set(name, encoding));

/* Undefined if there is none of that name. Only what the web calls white space
 * may stand around it. */
function findEncoding(label) {
    const name = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '')
        .toLowerCase();
    return labels.get(name) ??
           require('internal/encoding/tables').findEncoding(name) ??
           require('internal/encoding/bytes').findEncoding(name);
}

/* Errors that Node makes in C++ do not show their code in the stack. */
function refuseInput(input, encoding) {
    if (kinds[encoding] === undefined) {
        throw new codes.ERR_INVALID_ARG_TYPE(
            'input', ['ArrayBuffer', 'ArrayBufferView'], input);
    }
    const name = encoding === 'utf-8' ? 'list' : 'input';
    throw Object.assign(
        new TypeError(`The "${name}" argument must be an instance of ` +
                      'SharedArrayBuffer, ArrayBuffer or ArrayBufferView.'),
        { code: 'ERR_INVALID_ARG_TYPE' });
}

/* Web interfaces take any object for options, and null. */
function checkOptions(options) {
    validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
}

/* What console.log() shows: accessors as own properties. */
function show(self, prefix, fields, depth, options) {
    if (typeof depth === 'number' && depth < 0)
        return options.stylize(`[${self.constructor.name}]`, 'special');
    const { inspect } = require('internal/util/inspect');
    return `${prefix}${inspect(fields, options)}`;
}

/* ---- TextEncoder ------------------------------------------------------ */

let checkEncoder;

/* Where C writes what encodeInto() returns. */
const intoResults = new Uint32Array(2);

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
        if (!isUint8Array(target))
            throw new codes.ERR_INVALID_ARG_TYPE('dest', 'Uint8Array', target);
        binding.encodeInto(source, target, intoResults);
        return { read: intoResults[0], written: intoResults[1] };
    }

    [customInspectSymbol](depth, options) {
        checkEncoder(this);
        return show(this, '', { encoding: this.encoding }, depth, options);
    }
}

/* ---- TextDecoder ------------------------------------------------------ */

/* As in src/bind/bytes/text_decoder.c. */
const kinds = { '__proto__': null, 'utf-8': 0, 'utf-16le': 1, 'utf-16be': 2 };
const kFatal = 4;
const kIgnoreBOM = 8;
const kStream = 16;

let stateOf;

/* decode(input, stream) for an encoding that C does not know. */
function createDecode(encoding, fatal) {
    const table = require('internal/encoding/tables').getTable(encoding);
    if (table !== undefined)
        return (input) => binding.decodeTable(input, table, fatal);
    const decode = require('internal/encoding/bytes')
        .createDecoder(encoding, fatal);
    return (input, stream) => {
        const bytes = toBytes(input);
        return bytes === null ? null : decode(bytes, stream);
    };
}

/* Null if it has no bytes; what is detached has none, and is no error. */
function toBytes(input) {
    if (input === undefined)
        return new Uint8Array();
    const isView = ArrayBuffer.isView(input);
    if (!isView && !isAnyArrayBuffer(input))
        return null;
    const buffer = isView ? input.buffer : input;
    if (buffer.detached)
        return new Uint8Array();
    return isView
        ? new Uint8Array(buffer, input.byteOffset, input.byteLength)
        : new Uint8Array(buffer);
}

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
        const encoding = findEncoding(name);
        if (encoding === undefined)
            throw new codes.ERR_ENCODING_NOT_SUPPORTED(name);
        const fatal = Boolean(options?.fatal);
        const ignoreBOM = Boolean(options?.ignoreBOM);
        const kind = kinds[encoding];
        this.#state = {
            encoding,
            fatal,
            ignoreBOM,
            decode: kind === undefined
                ? createDecode(encoding, fatal) : undefined,
            flags: kind | (fatal ? kFatal : 0) | (ignoreBOM ? kIgnoreBOM : 0),
            native: new Uint8Array(6),
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

    decode(input = undefined, options = undefined) {
        const state = stateOf(this);
        if (options !== undefined)
            checkOptions(options);
        const text = state.decode !== undefined
            ? state.decode(input, Boolean(options?.stream))
            : binding.decode(state.native, input, options?.stream
                ? state.flags | kStream : state.flags);
        if (text === null)
            refuseInput(input, state.encoding);
        if (text === undefined) {
            throw new codes.ERR_ENCODING_INVALID_ENCODED_DATA(
                state.encoding, undefined);
        }
        return text;
    }

    [customInspectSymbol](depth, options) {
        const { encoding, fatal, ignoreBOM } = stateOf(this);
        return show(this, `${this.constructor.name} `,
                    { encoding, fatal, ignoreBOM }, depth, options);
    }
}

defineEnumerable(TextEncoder.prototype, ['encode', 'encodeInto', 'encoding']);
defineTag(TextEncoder.prototype, 'TextEncoder');
defineEnumerable(TextDecoder.prototype, ['decode', 'encoding', 'fatal',
                                         'ignoreBOM']);
defineTag(TextDecoder.prototype, 'TextDecoder');

module.exports = { TextDecoder, TextEncoder };
