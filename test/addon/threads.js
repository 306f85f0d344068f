'use strict';
// Thread-safe functions that many threads call at once. Node 24 hangs in some of
// this: it wakes one waiting thread where several can go on.

const addon = require(process.argv[2]);
const log = (...args) => console.log(...args);

/* Eight threads through a queue of `limit`: all arrives, each in its order. */
function crowd(limit) {
    return new Promise((resolve) => {
        const next = new Array(8).fill(0);
        let inOrder = true;
        addon.start(8, 200, limit, (member, nth) => {
            inOrder &&= next[member]++ === nth;
        }, (result) => {
            log('limit', limit, inOrder, result);
            resolve();
        });
    });
}

/* Aborted in the middle of its tenth call, while the others wait for room or
 * are about to call: each is told once that it closes. */
function aborted(limit) {
    return new Promise((resolve) => {
        let n = 0;
        const handle = addon.start(6, 0, limit, () => {
            if (++n === 10)
                addon.abort_it(handle);
        }, (result) => {
            log('aborted', limit, n, result);
            resolve();
        });
    });
}

(async () => {
    for (const limit of [0, 1, 3, 7])
        await crowd(limit);
    for (const limit of [1, 4])
        await aborted(limit);
    log('full', addon.full(1), addon.full(5));
    addon.last((...statuses) => log('last', ...statuses));
})();
