'use strict';
/*
 * internal/buffer/transcode - buffer.transcode(): bytes of one encoding into
 * those of another, with what ICU does to what is wrong or cannot be said:
 * between UTF-8 and UTF-16 that is an error, and else U+FFFD or a '?'.
 */

const { codes } = require('internal/errors');
const { codecs, sliceToString } = require('internal/buffer/buffer');
const { Buffer } = require('buffer');
const { isUint8Array } = require('internal/util/types');
const { normalizeEncoding } = require('internal/util');

const { ascii, latin1, utf8, utf16le } = codecs;
const known = [ascii, latin1, utf8, utf16le];
const errors = { U_ILLEGAL_ARGUMENT_ERROR: 1, U_INVALID_CHAR_FOUND: 10 };

function refuse(code) {
    const error = new Error(`Unable to transcode Buffer [${code}]`);
    error.code = code;
    error.errno = errors[code];
    throw error;
}

function decode(source, from, to) {
    const codec = from === ascii ? latin1 : from;
    const text = sliceToString(source, 0, source.length, codec);
    if (from === utf8 && to === utf16le) {
        if (!internalBinding('buffer').isUtf8(source))
            refuse('U_INVALID_CHAR_FOUND');
        return text;
    }
    if (from === utf16le && to === utf8) {
        if (text === '' || !text.isWellFormed())
            refuse('U_INVALID_CHAR_FOUND');
        return text;
    }
    /* What is cut off at the end, by one byte or three, is one fault. */
    if (from === utf16le && to === utf16le && source.length % 2 === 1)
        return `${text.replace(/[\ud800-\udbff]$/, '').toWellFormed()}\ufffd`;
    if (from === ascii && to !== utf16le)
        return text.replace(/[\x80-\xff]/g, '\ufffd');
    return text.toWellFormed();
}

/* Characters that the target encoding lacks; a surrogate pair is one. */
const unknown = {
    __proto__: null,
    [ascii]: /[^\0-\x7f]/gu,
    [latin1]: /[^\0-\xff]/gu,
};

/* ICU leaves out characters that are not displayed. */
function toQuestionMark(character) {
    return /\p{Default_Ignorable_Code_Point}/u.test(character) ? '' : '?';
}

function transcode(source, fromEncoding, toEncoding) {
    if (!isUint8Array(source)) {
        throw new codes.ERR_INVALID_ARG_TYPE(
            'source', ['Buffer', 'Uint8Array'], source);
    }
    if (source.length === 0)
        return Buffer.alloc(0);
    const from = codecs[normalizeEncoding(fromEncoding)];
    const to = codecs[normalizeEncoding(toEncoding)];
    if (!known.includes(from) || !known.includes(to))
        refuse('U_ILLEGAL_ARGUMENT_ERROR');
    const text = decode(source, from, to);
    const name = normalizeEncoding(toEncoding);
    if (unknown[to] === undefined)
        return Buffer.from(text, name);
    return Buffer.from(text.replace(unknown[to], toQuestionMark), name);
}

module.exports = { transcode };
