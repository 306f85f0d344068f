'use strict';
// A file call uses the bytes of a buffer until its callback, whoever detaches,
// resizes, transfers or drops the buffer meanwhile.
//
// A resize to nothing and back writes zeros over bytes that the thread pool may
// be writing to the file. That race is the program's own, here and in Node: the
// memory is pinned, but the thread sanitizer reports the bytes.
// not with: san-thread
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { later } = require('./support/later.js');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'pinned-'));
const file = path.join(dir, 'file');
fs.writeFileSync(file, 'x'.repeat(4096));
const fd = fs.openSync(file, 'r+');

const changes = [
    (ab) => ab.resize(0),
    (ab) => ab.resize(65536),
    (ab) => { ab.resize(0); ab.resize(65536); },
    (ab) => structuredClone(ab, { transfer: [ab] }),
    (ab) => ab.transfer(),
    (ab) => ab.transfer(1),
    (ab) => ab.transferToFixedLength(),
    (ab) => {
        const { port1, port2 } = new MessageChannel();
        port1.postMessage(ab, [ab]);
        port1.close();
        port2.close();
    },
    () => {},
];

// Live memory that a write into freed memory would meet.
function surround() {
    return Array.from({ length: 50 }, () => new Uint8Array(4096).fill(7));
}

function isWhole(arrays) {
    return arrays.every((array) => array.every((byte) => byte === 7));
}

// Read or write with a buffer that only this function has.
function call(method, change) {
    const ab = new ArrayBuffer(4096, { maxByteLength: 65536 });
    const around = surround();
    return new Promise((resolve) => {
        fs[method](fd, new Uint8Array(ab).fill(120), 0, 4096, 0, (error, n) => {
            assert.ok(error === null ? n <= 4096 : error.code === 'EFAULT');
            assert.ok(isWhole(around));
            resolve();
        });
        change(ab);
        around.push(...surround());
        globalThis.gc?.();
    });
}

(async () => {
    for (const method of ['read', 'write']) {
        for (const change of changes)
            await call(method, change);
    }
    await Promise.all(changes.map((change) => call('read', change)));
    fs.closeSync(fd);
    fs.rmSync(dir, { recursive: true });
})().then(later(() => {}));
