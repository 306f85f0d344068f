'use strict';
/*
 * Whether all files are done is asked where one has succeeded, not where one
 * has failed. If the one that fails comes last, nobody calls back: the program
 * waits for ever.
 *
 * Fixed: this one has no such order.
 */
const fs = require('fs');

let ended = false;

function statAll(names, callback) {
    let left = names.length;
    const check = () => {
        if (left === 0)
            callback();
    };
    for (const name of names) {
        fs.stat(name, (error) => {
            left--;
            check();
        });
    }
}

statAll(['no/such/file', '.', '.'], () => {
    ended = true;
});
process.on('exit', () => {
    if (!ended) {
        console.error('never called back');
        process.exitCode = 1;
    }
});
