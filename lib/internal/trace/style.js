'use strict';
/*
 * internal/trace/style - text on a terminal: colours, and a right column.
 * Without a terminal there are no colours, and the same words.
 */

const { printable } = require('internal/trace/printable');

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34,
                magenta: 35, cyan: 36 };
const WIDEST = 100;

function make(isColored, columns = 100) {
    const style = { width: Math.max(60, Math.min(columns, WIDEST)) };
    for (const name in CODES) {
        style[name] = (text) => isColored && text !== '' ?
            `\x1b[${CODES[name]}m${text}\x1b[0m` : text;
    }
    /* So much of a text that `right` has space beside it; a status stays. */
    style.fit = (text, indent, right) => {
        const max = Math.max(30, style.width - indent - right.length - 2);
        const [status] = text.match(/ -> \d+$/) ?? [''];
        return text.length <= max ? text :
            `${text.slice(0, max - 3 - status.length)}...${status}`;
    };
    /* Left text, and a place at the right end of the line or after it. */
    style.line = (indent, leftText, rightText = '', paint = (text) => text) => {
        const left = printable(leftText);
        const right = printable(rightText);
        const used = indent + left.length + right.length;
        const gap = right === '' ? '' :
            ' '.repeat(Math.max(2, style.width - used));
        return ' '.repeat(indent) + paint(left) + gap +
            style.dim(right) + '\n';
    };
    return style;
}

module.exports = { make };
