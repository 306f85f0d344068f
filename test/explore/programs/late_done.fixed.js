'use strict';
/*
 * Callbacks are counted, and the last one calls what was attached at the end.
 * All of them are over before it is attached, and it is never called.
 *
 * Fixed: this one has no such order.
 */
const fs = require('fs');

let left = 0;
let whenDone = null;
let ended = false;

function counted() {
    left++;
    return () => {
        if (--left === 0 && whenDone !== null)
            whenDone();
    };
}

function attach(callback) {
    whenDone = callback;
    if (left === 0)
        callback();
}

const first = counted();
fs.readFile(__filename, first);
fs.stat('.', () => attach(() => {
    ended = true;
}));
process.on('exit', () => {
    if (!ended) {
        console.error('never called back');
        process.exitCode = 1;
    }
});
