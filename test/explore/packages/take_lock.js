'use strict';
/* Three want one lock and wait for it: one at a time has it. */
const { load, inside, check } = require('./common');

const lockfile = load();
const file = inside('lock');
const options = { wait: 2000, pollPeriod: 10, stale: 1000, retries: 10, retryWait: 20 };
let holders = 0;

function work() {
    lockfile.lock(file, options, (error) => {
        check(error);
        if (++holders > 1)
            throw new Error('two have the lock');
        setTimeout(() => {
            holders--;
            lockfile.unlock(file, check);
        }, 30);
    });
}
for (let n = 0; n < 3; n++)
    work();
