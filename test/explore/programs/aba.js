'use strict';
/*
 * A chain of three steps takes a value, works, and puts it back if it is
 * unchanged. Others change it and change it back between two steps, and the
 * work is lost.
 */
const assert = require('assert');
const fs = require('fs').promises;

let top = 'a';
let version = 0;
const lost = [];

function set(value) {
    top = value;
    version++;
}

async function chain() {
    const seen = top, at = version;
    await fs.stat('.');
    await fs.stat('.');
    if (isSame(seen, at) && version !== at)
        lost.push(seen);
}

function isSame(seen, at) {
    return top === seen;
}

async function other() {
    for (let i = 0; i < 5; i++)
        await fs.stat('.');
    set('b');
    await fs.stat('.');
    set('a');
}

chain();
other();
process.on('exit', () => assert.strictEqual(lost.length, 0));
