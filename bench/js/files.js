// What do file calls cost on 4 KiB in the page cache: fs.readFile() and fs.stat(), 64
// at a time with callbacks and promises, and their synchronous forms?
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { measure, size } = require('./measure.js');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-'));
const file = path.join(folder, 'file');
fs.writeFileSync(file, 'x'.repeat(4096));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

const AT_ONCE = 64;
const checkBytes = (bytes) => {
    if (bytes.length !== 4096)
        throw new Error(`${bytes.length} bytes`);
};
const checkStats = (stats) => {
    if (stats.size !== 4096)
        throw new Error(`${stats.size} bytes`);
};

function withCallbacks(name, n, call, check) {
    const stop = measure(name);
    let begun = 0;
    let done = 0;
    return new Promise((resolve, reject) => {
        function begin() {
            if (begun++ < n)
                call(file, onDone);
        }
        function onDone(error, result) {
            if (error)
                return reject(error);
            check(result);
            if (++done === n) {
                stop(n);
                resolve();
            }
            begin();
        }
        for (let i = 0; i < AT_ONCE; i++)
            begin();
    });
}

async function withPromises(name, n, call, check) {
    const stop = measure(name);
    let left = n;
    const run = async () => {
        while (left-- > 0)
            check(await call(file));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, run));
    stop(n);
}

function atOnce(name, n, call, check) {
    const stop = measure(name);
    for (let i = 0; i < n; i++)
        check(call(file));
    stop(n);
}

(async () => {
    const reads = size(2e4);
    const stats = size(5e4);
    await withCallbacks('readfile_64', reads, fs.readFile, checkBytes);
    await withPromises('readfile_promise_64', reads, fs.promises.readFile,
                       checkBytes);
    atOnce('readfile_sync', reads, fs.readFileSync, checkBytes);
    await withCallbacks('stat_64', stats, fs.stat, checkStats);
    await withPromises('stat_promise_64', stats, fs.promises.stat, checkStats);
    atOnce('stat_sync', stats, fs.statSync, checkStats);
})();
