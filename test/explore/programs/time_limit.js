'use strict';
/*
 * A job with a time limit: what comes in time and what comes too late both
 * count it as done.
 */
const assert = require('assert');
const fs = require('fs').promises;

let running = 0;

async function limited(job, ms) {
    const control = new AbortController();
    running++;
    const timer = setTimeout(() => {
        control.abort();
        running--;
    }, ms);
    await job(control.signal);
    clearTimeout(timer);
    running--;
}

limited(() => fs.stat('.'), 100);
process.on('exit', () => assert.strictEqual(running, 0));
