'use strict';
/*
 * internal/readline/cursor - the functions of readline that move the cursor of a
 * terminal and clear parts of it, and their texts.
 */

const { validateFunction } = require('internal/validators');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_CURSOR_POS } } =
    require('internal/errors');

function checkCallback(callback) {
    if (callback !== undefined)
        validateFunction(callback, 'callback');
}

/* Write a text, or call back later if there is nothing to write. */
function send(stream, text, callback) {
    if (stream !== null && stream !== undefined && text !== '')
        return stream.write(text, callback);
    if (typeof callback === 'function')
        process.nextTick(callback, null);
    return true;
}

function cursorText(x, y) {
    if (Number.isNaN(x))
        throw new ERR_INVALID_ARG_VALUE('x', x);
    if (Number.isNaN(y))
        throw new ERR_INVALID_ARG_VALUE('y', y);
    if (typeof x !== 'number' && typeof y !== 'number')
        return '';
    if (typeof x !== 'number')
        throw new ERR_INVALID_CURSOR_POS();
    return typeof y === 'number' ? `\x1b[${y + 1};${x + 1}H` :
        `\x1b[${x + 1}G`;
}

function cursorTo(stream, x, y, callback) {
    checkCallback(callback);
    if (typeof y === 'function') {
        callback = y;
        y = undefined;
    }
    return send(stream, cursorText(x, y), callback);
}

function moveText(dx, dy) {
    let text = '';
    if (dx !== 0 && dx)
        text += dx < 0 ? `\x1b[${-dx}D` : `\x1b[${dx}C`;
    if (dy !== 0 && dy)
        text += dy < 0 ? `\x1b[${-dy}A` : `\x1b[${dy}B`;
    return text;
}

function moveCursor(stream, dx, dy, callback) {
    checkCallback(callback);
    return send(stream, moveText(dx, dy), callback);
}

function clearText(direction) {
    if (direction < 0)
        return '\x1b[1K';
    return direction > 0 ? '\x1b[0K' : '\x1b[2K';
}

function clearLine(stream, direction, callback) {
    checkCallback(callback);
    return send(stream, clearText(direction), callback);
}

const kClearScreenDown = '\x1b[0J';

function clearScreenDown(stream, callback) {
    checkCallback(callback);
    return send(stream, kClearScreenDown, callback);
}

module.exports = {
    clearLine,
    clearScreenDown,
    clearText,
    cursorText,
    cursorTo,
    kClearScreenDown,
    moveCursor,
    moveText,
};
