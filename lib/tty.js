'use strict';
/*
 * tty - whether a descriptor is a terminal, and the streams of one. A
 * ReadStream is there for standard input only.
 */

const { defineLazy } = require('internal/util');
/* Loaded when first used: internal/process/stdin, internal/process/terminal. */

const kMaxFd = 2147483647;

function isatty(fd) {
    return Number.isInteger(fd) && fd >= 0 && fd <= kMaxFd &&
        internalBinding('stdio').fdType(fd) === 'TTY';
}

module.exports = { isatty };
defineLazy(module.exports, 'ReadStream',
           () => require('internal/process/stdin').TerminalInput);
defineLazy(module.exports, 'WriteStream',
           () => require('internal/process/terminal').WriteStream);
