'use strict';
/*
 * querystring - the query of a URL as an object and back, as Node had it before
 * there was URLSearchParams.
 */

const { codes: { ERR_INVALID_URI } } = require('internal/errors');
const { validateNumber } = require('internal/validators');
/* Loaded when first used: buffer. */

const ObjectKeys = Object.keys;

/* Letters, digits and these stay as they are. */
const safe = /^[A-Za-z0-9!'()*\-._~]*$/;

function qsEscape(text) {
    if (typeof text !== 'string') {
        if (typeof text === 'object')
            text = String(text);
        else
            text += '';
    }
    if (safe.test(text))
        return text;
    if (!text.isWellFormed()) {
        /* A high surrogate is combined with the next unit; a lone one at the
         * end is an error. */
        if (hasLoneHighAtEnd(text))
            throw new ERR_INVALID_URI();
        return escapeIllFormed(text);
    }
    return encodeURIComponent(text);
}

function hasLoneHighAtEnd(text) {
    let i = 0;
    while (i < text.length) {
        const unit = text.charCodeAt(i);
        if (unit >= 0xd800 && unit < 0xe000) {
            if (i + 1 >= text.length)
                return true;
            i++;
        }
        i++;
    }
    return false;
}

function escapeIllFormed(text) {
    let result = '';
    for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit < 0xd800 || unit >= 0xe000) {
            result += encodeURIComponent(text[i]);
            continue;
        }
        const low = text.charCodeAt(++i) & 0x3ff;
        const code = 0x10000 + (((unit & 0x3ff) << 10) | low);
        result += encodeURIComponent(String.fromCodePoint(code));
    }
    return result;
}

function hexValue(code) {
    if (code >= 48 && code <= 57)
        return code - 48;
    code |= 32;
    return code >= 97 && code <= 102 ? code - 87 : -1;
}

/* The bytes of a text with "%xx" decoded; never fails. */
function unescapeBytes(text, decodeSpaces) {
    const bytes = [];
    for (let i = 0; i < text.length; i++) {
        let code = text.charCodeAt(i);
        if (code === 43 && decodeSpaces) {
            code = 32;
        } else if (code === 37 && i + 2 < text.length) {
            const high = hexValue(text.charCodeAt(i + 1));
            const low = hexValue(text.charCodeAt(i + 2));
            if (high >= 0 && low >= 0) {
                code = high * 16 + low;
                i += 2;
            }
        }
        bytes.push(code & 255);
    }
    return bytes;
}

/* What is not a text is as long as it says, and is read as its text. */
function unescapeBuffer(text, decodeSpaces) {
    if (typeof text !== 'string') {
        const { length } = text;
        validateNumber(length, 'size', 0, require('buffer').kMaxLength);
        text = `${text}`.padEnd(length, '\0').slice(0, length);
    }
    return require('buffer').Buffer.from(unescapeBytes(text, decodeSpaces));
}

function qsUnescape(text, decodeSpaces) {
    try {
        return decodeURIComponent(text);
    } catch {
        if (QueryString.unescapeBuffer !== unescapeBuffer)
            return QueryString.unescapeBuffer(text, decodeSpaces).toString();
        const { decodeUtf8 } = internalBinding('encoding');
        return decodeUtf8(Uint8Array.from(unescapeBytes(text, decodeSpaces)),
                          false);
    }
}

function stringifyPrimitive(value) {
    switch (typeof value) {
    case 'string':
        return value;
    case 'number':
        return Number.isFinite(value) ? `${value}` : '';
    case 'bigint':
        return `${value}`;
    case 'boolean':
        return value ? 'true' : 'false';
    default:
        return '';
    }
}

/* Numbers are not put through the escape function unless it is the user's. */
function encodeValue(value, encode) {
    if (typeof value === 'string')
        return value.length > 0 ? encode(value) : '';
    if (typeof value === 'number') {
        if (!Number.isFinite(value))
            return '';
        return encode === qsEscape && Math.abs(value) < 1e21
            ? `${value}` : encode(`${value}`);
    }
    if (typeof value === 'bigint')
        return encode === qsEscape ? `${value}` : encode(`${value}`);
    return stringifyPrimitive(value);
}

function stringify(object, separator, equals, options) {
    separator ||= '&';
    equals ||= '=';
    const encode = typeof options?.encodeURIComponent === 'function'
        ? options.encodeURIComponent : QueryString.escape;
    if (object === null || typeof object !== 'object')
        return '';
    const keys = ObjectKeys(object);
    let fields;
    const add = (field) => {
        fields = fields === undefined ? field : fields + separator + field;
    };
    for (let i = 0; i < keys.length; i++) {
        const value = object[keys[i]];
        const start = encodeValue(keys[i], encode) + equals;
        if (Array.isArray(value)) {
            for (let j = 0; j < value.length; j++)
                add(start + encodeValue(value[j], encode));
        } else {
            add(start + encodeValue(value, encode));
        }
    }
    return fields ?? '';
}

function decodeText(text, decode) {
    try {
        return decode(text);
    } catch {
        return QueryString.unescape(text, true);
    }
}

const encoded = /%[0-9a-fA-F]{2}/;

/* "+" is a space, also for a decoder of the user's. */
function decodePart(text, decode, isOwn) {
    if (text.includes('+'))
        text = text.replaceAll('+', isOwn ? ' ' : '%20');
    if (isOwn)
        return encoded.test(text) ? decodeText(text, decode) : text;
    return decodeText(text, decode);
}

function addField(result, name, value) {
    const existing = result[name];
    if (existing === undefined)
        result[name] = value;
    else if (existing.pop)
        existing[existing.length] = value;
    else
        result[name] = [existing, value];
}

function parse(text, separator, equals, options) {
    const result = { __proto__: null };
    if (typeof text !== 'string' || text.length === 0)
        return result;
    separator = separator ? `${separator}` : '&';
    equals = equals ? `${equals}` : '=';
    let left = 1000;
    if (typeof options?.maxKeys === 'number')
        left = options.maxKeys > 0 ? options.maxKeys : -1;
    const decode = typeof options?.decodeURIComponent === 'function'
        ? options.decodeURIComponent : QueryString.unescape;
    const isOwn = decode === qsUnescape;

    let from = 0;
    while (from <= text.length) {
        /* An empty separator (from an array, say) separates nothing. */
        let end = separator === '' ? -1 : text.indexOf(separator, from);
        if (end === -1)
            end = text.length;
        const part = text.slice(from, end);
        from = end + (separator.length || 1);
        if (part === '') {
            if (--left === 0)
                break;
            continue;
        }
        const at = part.indexOf(equals);
        const name = at === -1 ? part : part.slice(0, at);
        const value = at === -1 ? '' : part.slice(at + equals.length);
        addField(result, decodePart(name, decode, isOwn),
                 decodePart(value, decode, isOwn));
        if (--left === 0)
            break;
    }
    return result;
}

const QueryString = module.exports = {
    unescapeBuffer,
    unescape: qsUnescape,
    escape: qsEscape,
    stringify,
    encode: stringify,
    parse,
    decode: parse,
};
