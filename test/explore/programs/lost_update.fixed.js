'use strict';
/*
 * `total += await f()` reads the total before it waits. Whoever adds to it
 * meanwhile is overwritten.
 *
 * Fixed: this one has no such order.
 */
const assert = require('assert');
const fs = require('fs').promises;

let total = 0;

async function price(n) {
    await fs.stat('.');
    return n;
}

async function add(n) {
    const found = await price(n);
    total += found;
}

async function later(fn) {
    await fs.readFile(__filename);
    await fs.readFile(__filename);
    return fn();
}

Promise.all([add(1), later(() => add(2))]).then(() => {
    assert.strictEqual(total, 3);
});
