'use strict';
/*
 * A database appends a line to its file while another part writes the file
 * anew. The new file is made of what was read before the line came, and
 * replaces it.
 */
const fs = require('fs');
const os = require('os');
const path = require('path');
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'explore-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

const assert = require('assert');
const file = path.join(dir, 'data');
fs.writeFileSync(file, 'one\n');

function compact(callback) {
    fs.readFile(file, 'utf8', (error, text) => {
        fs.writeFile(file, text, callback);
    });
}

function append(line, callback) {
    fs.appendFile(file, `${line}\n`, callback);
}

compact(() => {});
setTimeout(() => append('two', () => {}), 20);
process.prependListener('exit', () => {
    assert.strictEqual(fs.readFileSync(file, 'utf8'), 'one\ntwo\n');
});
