'use strict';
/*
 * A file is read again when it changes. Only the newest read
 * counts.
 */
const assert = require('assert');
const fs = require('fs');

const dir = fs.mkdtempSync('/tmp/watched-');
const file = `${dir}/settings`;
let text = '1';
fs.writeFileSync(file, text);

let reads = 0;
const watcher = fs.watch(dir, () => {
    const number = ++reads;
    fs.readFile(file, 'utf8', (error, now) => {
        if (number === reads)
            text = now;
    });
});
setTimeout(() => fs.writeFileSync(file, '2'), 20);
setTimeout(() => fs.writeFileSync(file, '3'), 320);
setTimeout(() => {
    assert.strictEqual(text, '3');
    watcher.close();
}, 9000);
