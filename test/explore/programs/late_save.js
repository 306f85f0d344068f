'use strict';
/*
 * A debounced save: the second one begins while the first still waits for its
 * folder, and the older state is written last.
 */
const assert = require('assert');
const fs = require('fs').promises;

const file = '/tmp/late-save/state';
let state = 0;
let timer = null;

async function save() {
    const text = String(state);
    await fs.mkdir('/tmp/late-save', { recursive: true });
    await fs.writeFile(file, text);
}

function change(to) {
    state = to;
    clearTimeout(timer);
    timer = setTimeout(save, 10);
}

change(1);
setTimeout(() => change(2), 30);
setTimeout(async () => {
    assert.strictEqual(await fs.readFile(file, 'utf8'), '2');
}, 1500);
