'use strict';
/* Two files are moved to one name, and nothing may be lost: one is refused. */
const { name, load, inside, after } = require('./common');
const assert = require('assert');
const fs = require('fs');

const made = load();
const move = {
    'mv': (a, b) => new Promise((resolve, reject) =>
        made(a, b, { clobber: false }, (e) => (e ? reject(e) : resolve()))),
    'move-file': (a, b) => made(a, b, { overwrite: false }),
    'fs-extra': (a, b) => made.move(a, b, { overwrite: false }),
}[name];
fs.writeFileSync(inside('one'), '1');
fs.writeFileSync(inside('two'), '2');
const moves = [move(inside('one'), inside('name')),
    new Promise((done) => after(8, done)).then(() =>
        move(inside('two'), inside('name')))];
Promise.allSettled(moves).then((results) => {
    const won = results.filter((r) => r.status === 'fulfilled').length;
    assert.strictEqual(won, 1, 'both were moved: one is lost');
});
