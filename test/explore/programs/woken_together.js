'use strict';
/*
 * A lock wakes all who wait when it is released, and they do not look whether
 * it is free: two are inside.
 */
const assert = require('assert');
const fs = require('fs').promises;

let held = false;
let waiting = [];
let inside = 0;
let max = 0;

async function lock() {
    if (held)
        await new Promise((resolve) => waiting.push(resolve));
    held = true;
}

function unlock() {
    held = false;
    for (const resolve of waiting.splice(0))
        resolve();
}

async function work() {
    await lock();
    max = Math.max(max, ++inside);
    await fs.stat('.');
    inside--;
    unlock();
}

async function later(steps) {
    for (let n = 0; n < steps; n++)
        await fs.readFile(__filename);
    await work();
}

Promise.all([work(), later(1), later(2)]).then(() => assert.strictEqual(max, 1));
