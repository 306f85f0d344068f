'use strict';
/*
 * internal/trace/printable - text of a program where people read it.
 *
 * A name or a line of output may have bytes that a terminal obeys and marks that turn
 * the order of what stands beside them. What a trace is told of comes from somebody
 * else, perhaps: so colours go, and other such characters are written as escapes.
 * viewer/build puts this file into its pages as it is, so it requires nothing.
 */

const ESCAPES = /\x1b\[[\d;:]*[A-Za-z]|\r(?=\n|$)/g;
const UNSEEN =
    /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function escapeOf(character) {
    const code = character.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` :
        `\\x${code.padStart(2, '0')}`;
}

function printable(text) {
    return text.replace(ESCAPES, '').replace(UNSEEN, escapeOf);
}

module.exports = { printable };
