'use strict';
/*
 * tty - whether a descriptor is a terminal. The streams of this module come
 * with node:stream; process.stdout has of them what programs print with.
 */

const kMaxFd = 2147483647;

function isatty(fd) {
    return Number.isInteger(fd) && fd >= 0 && fd <= kMaxFd &&
        internalBinding('stdio').fdType(fd) === 'TTY';
}

module.exports = { isatty };
