'use strict';
/*
 * A test polls for a result by interval, and ends when it sees it. The look at
 * the result takes longer than the interval, and it ends twice.
 *
 * Fixed: this one has no such order.
 */
const assert = require('assert');
const fs = require('fs');

let calls = 0;
const done = () => {
    calls++;
};

const poll = setInterval(() => {
    fs.stat('.', (error) => {
        if (error || calls > 0)
            return;
        clearInterval(poll);
        done();
    });
}, 15);
process.on('exit', () => assert.strictEqual(calls, 1));
