'use strict';
/*
 * Callbacks are counted, and the last one calls what was attached at the end.
 * All of them are over before it is attached, and it is never called.
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
