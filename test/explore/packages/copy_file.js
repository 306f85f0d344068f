'use strict';
/* Two files are copied to one name that must be new: one is refused. */
const { name, load, inside, after } = require('./common');
const assert = require('assert');
const fs = require('fs');

const made = load();
const copy = {
    'cp-file': (a, b) => made(a, b, { overwrite: false }),
    'fs-extra': (a, b) => made.copy(a, b, { overwrite: false,
        errorOnExist: true }),
}[name];
fs.writeFileSync(inside('one'), '1');
fs.writeFileSync(inside('two'), '2');
const copies = [copy(inside('one'), inside('name')),
    new Promise((done) => after(12, done)).then(() =>
        copy(inside('two'), inside('name')))];
Promise.allSettled(copies).then((results) => {
    const won = results.filter((r) => r.status === 'fulfilled').length;
    assert.strictEqual(won, 1, 'both were copied');
});
