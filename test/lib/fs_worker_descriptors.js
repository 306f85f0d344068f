'use strict';
// A file that a worker was reading when it ended is closed.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Worker } = require('worker_threads');
const { execFileSync } = require('child_process');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-'));
const fifo = path.join(dir, 'fifo');
execFileSync('mkfifo', [fifo]);
const fd = fs.openSync(fifo, 'r+'); // so that opening it waits for nobody

function countOpen() {
    return fs.readdirSync('/proc/self/fd').filter((name) => {
        try {
            return fs.readlinkSync(`/proc/self/fd/${name}`) === fifo;
        } catch {
            return false; // that of the listing itself
        }
    }).length;
}

const worker = new Worker(`
    const { parentPort, workerData } = require('worker_threads');
    parentPort.on('message', () => process.exit());
    require('fs').readFile(workerData, () => {});`,
                          { eval: true, workerData: fifo });

// The thread that waits for bytes gets some, so that it can end.
let isTold = false;
const timer = setInterval(() => {
    if (!isTold && countOpen() === 2) {
        worker.postMessage('end');
        isTold = true;
    } else if (isTold) {
        fs.writeSync(fd, 'x');
    }
}, 5);

worker.on('exit', () => {
    clearInterval(timer);
    assert.strictEqual(countOpen(), 1);
    fs.closeSync(fd);
    fs.rmSync(dir, { recursive: true });
});
