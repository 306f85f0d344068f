'use strict';
/* A debounced save: each one begins when the one before is done. */
const assert = require('assert');
const fs = require('fs').promises;

const file = '/tmp/late-save/state';
let state = 0;
let timer = null;
let saved = Promise.resolve();

async function save() {
    const text = String(state);
    await fs.mkdir('/tmp/late-save', { recursive: true });
    await fs.writeFile(file, text);
}

function change(to) {
    state = to;
    clearTimeout(timer);
    timer = setTimeout(() => {
        saved = saved.then(save);
    }, 10);
}

change(1);
setTimeout(() => change(2), 30);
setTimeout(async () => {
    await saved;
    assert.strictEqual(await fs.readFile(file, 'utf8'), '2');
}, 1500);
