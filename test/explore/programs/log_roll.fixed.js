'use strict';
/*
 * A log file is rolled when it has grown too large; each write looks at the
 * size first. Two writes in flight both find it too large, and it is rolled
 * twice.
 *
 * Fixed: this one has no such order.
 */
const assert = require('assert');
const fs = require('fs');

const log = { size: 0, lines: [], rolled: [] };
let rolling = null;

function roll(callback) {
    if (rolling !== null) {
        rolling.push(callback);
        return;
    }
    rolling = [callback];
    fs.stat('.', () => {
        log.rolled.push(log.lines);
        log.lines = [];
        log.size = 0;
        const callbacks = rolling;
        rolling = null;
        for (const fn of callbacks)
            fn();
    });
}

function write(line) {
    const append = () => {
        log.lines.push(line);
        log.size += line.length;
    };
    fs.stat('.', () => {
        if (log.size > 5)
            roll(append);
        else
            append();
    });
}

write('first line');
fs.stat('.', () => fs.stat('.', () => {
    write('2nd');
    fs.stat('.', () => fs.stat('.', () => fs.stat('.', () => write('3rd'))));
}));
process.on('exit', () => assert.strictEqual(log.rolled.length, 1));
