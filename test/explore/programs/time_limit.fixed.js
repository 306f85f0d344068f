'use strict';
/* A job with a time limit: whichever comes first counts it as done. */
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
    if (!control.signal.aborted)
        running--;
}

limited(() => fs.stat('.'), 100);
process.on('exit', () => assert.strictEqual(running, 0));
