// What does it cost to start a child with pipes, one without, and a worker that
// answers a message? The processor time is this process's, not the children's.
'use strict';
const { spawn } = require('child_process');
const { Worker, isMainThread, parentPort } = require('worker_threads');
const { measure, size } = require('./measure.js');

function repeat(name, n, once) {
    return new Promise((resolve) => {
        const stop = measure(name);
        let left = n;
        (function next() {
            if (left-- > 0) {
                once(next);
            } else {
                stop(n);
                resolve();
            }
        })();
    });
}

const children = size(2000) / 10;
const workers = size(200) / 10;
const startWorker = (next) => {
    const worker = new Worker(__filename);
    worker.on('message', () => worker.terminate());
    worker.on('exit', next);
    worker.postMessage('hello');
};

async function main() {
    await repeat('spawn_pipe', children,
                 (next) => spawn('true').on('close', next));
    await repeat('spawn_ignore', children, (next) =>
        spawn('true', { stdio: 'ignore' }).on('exit', next));
    await repeat('worker_start', workers, startWorker);
}

if (isMainThread)
    main();
else
    parentPort.on('message', (message) => parentPort.postMessage(message));
