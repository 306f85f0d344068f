'use strict';
/*
 * A timeout cancels a job through a queue, and the job ends by a timer a little
 * later. If both timers are due in the same phase, the job ends before it is
 * cancelled.
 *
 * Fixed: this one has no such order.
 */
const assert = require('assert');

const job = { cancelled: false, ended: false };

setTimeout(() => {
    job.cancelled = true;
}, 5);
setTimeout(() => {
    if (!job.cancelled)
        job.ended = true;
}, 25);
process.on('exit', () => assert.strictEqual(job.ended, false));
