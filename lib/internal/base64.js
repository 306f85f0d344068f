'use strict';
/* internal/base64 - the globals atob() and btoa(). */

const { codes } = require('internal/errors');

const digits =
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map([...digits].map((digit, i) => [digit, i]));

function makeError(message) {
    return new DOMException(message, 'InvalidCharacterError');
}

function btoa(input) {
    if (arguments.length === 0)
        throw new codes.ERR_MISSING_ARGS('input');
    const text = `${input}`;
    let result = '';
    for (let i = 0; i < text.length; i += 3) {
        const codesOf = [0, 1, 2].map((k) => text.charCodeAt(i + k));
        if (codesOf.some((code) => code > 255))
            throw makeError('Invalid character');
        const bits = codesOf[0] << 16 | (codesOf[1] || 0) << 8 |
            (codesOf[2] || 0);
        result += digits[bits >> 18] + digits[bits >> 12 & 63] +
            (i + 1 < text.length ? digits[bits >> 6 & 63] : '=') +
            (i + 2 < text.length ? digits[bits & 63] : '=');
    }
    return result;
}

/* White space goes, and at most two '=', which must make four of a group. A
 * character that is no digit is told first, then a digit that is left alone. */
function clean(input) {
    const padded = `${input}`.replace(/[\t\n\f\r ]/g, '');
    const text = padded.replace(/={1,2}$/, '');
    if (/[^A-Za-z0-9+/]/.test(text))
        throw makeError('Invalid character');
    if (text.length % 4 === 1)
        throw makeError('The string to be decoded is not correctly encoded.');
    if (text.length < padded.length && padded.length % 4 !== 0)
        throw makeError('Invalid character');
    return text;
}

function atob(input) {
    if (arguments.length === 0)
        throw new codes.ERR_MISSING_ARGS('input');
    let result = '';
    let bits = 0;
    let count = 0;
    for (const digit of clean(input)) {
        bits = bits << 6 | values.get(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            result += String.fromCharCode(bits >> count & 255);
            bits &= (1 << count) - 1;
        }
    }
    return result;
}

module.exports = { atob, btoa };
