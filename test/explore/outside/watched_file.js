'use strict';
/*
 * A file is read again when it changes. An older read that is slow brings the
 * older text back.
 */
const assert = require('assert');
const fs = require('fs');

const dir = fs.mkdtempSync('/tmp/watched-');
const file = `${dir}/settings`;
let text = '1';
fs.writeFileSync(file, text);

const watcher = fs.watch(dir, () => {
    fs.readFile(file, 'utf8', (error, now) => {
        text = now;
    });
});
setTimeout(() => fs.writeFileSync(file, '2'), 20);
setTimeout(() => fs.writeFileSync(file, '3'), 320);
setTimeout(() => {
    assert.strictEqual(text, '3');
    watcher.close();
}, 3000);
