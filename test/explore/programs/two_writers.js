'use strict';
/*
 * Two writers of one file each read back what they have written. The second
 * write takes effect between the first one and its check.
 */
const fs = require('fs');
const os = require('os');
const path = require('path');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'explore-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

const assert = require('assert');
const file = path.join(dir, 'file');

function save(text, callback) {
    fs.writeFile(file, text, () => {
        fs.readFile(file, 'utf8', (error, found) => {
            assert.strictEqual(found, text);
            callback();
        });
    });
}

save('first', () => {});
setTimeout(() => save('other', () => {}), 20);
