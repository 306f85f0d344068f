'use strict';
/* A worker is asked, and its answer is waited for. */
const { Worker, isMainThread, parentPort } = require('worker_threads');

if (!isMainThread) {
    parentPort.once('message', (n) => parentPort.postMessage(n + 1));
} else {
    const worker = new Worker(__filename);
    worker.on('message', (n) => {
        setTimeout(() => {
            if (n !== 2)
                throw new Error('no answer yet');
        }, 300);
    });
    worker.postMessage(1);
}
