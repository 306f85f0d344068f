// What does fs.readFile() cost, of 4 KiB in the page cache, one and eight at a time?
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { measure, size } = require('./measure.js');
const n = size(2e4);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-'));
const file = path.join(folder, 'file');
fs.writeFileSync(file, 'x'.repeat(4096));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

function run(name, atOnce, next) {
    const stop = measure(name);
    let begun = 0;
    let done = 0;
    function read() {
        if (begun++ < n)
            fs.readFile(file, onRead);
    }
    function onRead(error, bytes) {
        if (error || bytes.length !== 4096)
            throw error ?? new Error(`${bytes.length} bytes`);
        if (++done === n) {
            stop(n);
            next();
        }
        read();
    }
    for (let i = 0; i < atOnce; i++)
        read();
}

run('readfile_one', 1, () => run('readfile_eight', 8, () => {}));
