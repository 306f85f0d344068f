'use strict';
/*
 * One short read is expected to be over long before a chain of six. It takes
 * longer, and the end of the chain finds nothing.
 *
 * Fixed: this one has no such order.
 */
const assert = require('assert');
const fs = require('fs').promises;

let config = null;

const reading = fs.stat('.').then(() => {
    config = { port: 80 };
});

async function chain() {
    for (let i = 0; i < 6; i++)
        await fs.stat('.');
    await reading;
    assert.notStrictEqual(config, null);
}

chain();
