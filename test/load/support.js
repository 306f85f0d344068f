'use strict';
/*
 * What a process holds, and how much more of it is too much. Memory is compared
 * with what it was after a warm-up, never with a fixed figure. Sanitizers keep
 * freed memory back, so LOAD_MEMORY=no leaves that out. Node 24 is given ten
 * times as much: its heap grows before it is collected.
 */
const assert = require('assert');
const fs = require('fs');

const isOrrery = process.versions.orrery !== undefined;
const isMeasured = process.env.LOAD_MEMORY !== 'no';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/* Open descriptors; the one that lists them is not counted. */
const descriptors = () => fs.readdirSync('/proc/self/fd').length - 1;

const rssMiB = () => process.memoryUsage.rss() / 1048576;

/* Memory must not have grown by more than this since it was `before`. */
function checkMemory(before, limitMiB, name) {
    const grown = rssMiB() - before;
    const limit = isOrrery ? limitMiB : 10 * limitMiB;
    if (isMeasured)
        assert.ok(grown <= limit, `${name}: ${grown.toFixed(1)} MiB more`);
    return `${grown.toFixed(1)} MiB more`;
}

/* Descriptors close in their own time, but they do close. */
async function checkDescriptors(before, name) {
    for (let i = 0; i < 1000 && descriptors() > before; i++)
        await sleep(5);
    assert.strictEqual(descriptors(), before, `descriptors: ${name}`);
}

/* Run `make()` n times, `width` of them at a time. */
async function inBatches(n, width, make) {
    for (let i = 0; i < n; i += width) {
        const batch = [];
        for (let j = i; j < Math.min(i + width, n); j++)
            batch.push(make(j));
        await Promise.all(batch);
    }
}

module.exports = {
    isOrrery, isMeasured, turn, sleep, descriptors, rssMiB, checkMemory,
    checkDescriptors, inBatches,
};
