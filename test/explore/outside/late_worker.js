'use strict';
/* A worker is asked, and a timer takes it for granted that it has answered. */
const { Worker, isMainThread, parentPort } = require('worker_threads');

if (!isMainThread) {
    parentPort.once('message', (n) => parentPort.postMessage(n + 1));
} else {
    let answer;
    const worker = new Worker(__filename);
    worker.on('message', (n) => {
        answer = n;
    });
    worker.postMessage(1);
    setTimeout(() => {
        if (answer !== 2)
            throw new Error('no answer yet');
    }, 300);
}
