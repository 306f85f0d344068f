'use strict';
// A descriptor that a worker leaves open is closed after the last operation that
// uses it, never before: its number may be that of another file by then.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Worker } = require('worker_threads');
const { execFileSync } = require('child_process');

if (process.argv[2] === undefined) {
    // With this back end an operation that has begun cannot be canceled.
    const env = { ...process.env, ORRERY_BACKEND: 'epoll' };
    execFileSync(process.execPath, [__filename, 'inside'],
                 { env, stdio: 'inherit' });
    return;
}

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-'));
const fifo = path.join(dir, 'fifo');
execFileSync('mkfifo', [fifo]);
const own = fs.openSync(fifo, 'r+');
const SIZE = 1 << 20; // more than a FIFO holds: the write waits for a reader

const worker = new Worker(`
    const { parentPort, workerData } = require('worker_threads');
    const fs = require('fs');
    const fd = fs.openSync(workerData.fifo, 'w');
    fs.write(fd, Buffer.alloc(workerData.SIZE), () => {});
    parentPort.postMessage(fd);
    parentPort.on('message', () => process.exit());`,
                          { eval: true, workerData: { fifo, SIZE } });

const isOpen = (fd) => fs.existsSync(`/proc/self/fd/${fd}`);

function read(size) {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size;)
        at += fs.readSync(own, bytes, at, size - at);
}

worker.on('message', (fd) => {
    worker.on('exit', () => assert.ok(!isOpen(fd)));
    read(1); // so the write has begun
    worker.postMessage('end');
    setTimeout(() => {
        const wasOpen = isOpen(fd);
        read(SIZE - 1);
        assert.ok(wasOpen);
    }, 100);
});

worker.on('exit', () => {
    fs.closeSync(own);
    fs.rmSync(dir, { recursive: true });
});
