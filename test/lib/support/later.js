'use strict';
/*
 * later(fn): a check that comes later. A program whose checks did not all come
 * ends with a code other than zero, and says how many were missing.
 */
let promised = 0;

function later(fn) {
    promised++;
    return (...args) => {
        promised--;
        return fn(...args);
    };
}

process.on('exit', () => {
    if (promised === 0)
        return;
    process.stderr.write(`${promised} checks never came\n`);
    process.exitCode = 1;
});

module.exports = { later };
