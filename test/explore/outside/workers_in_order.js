'use strict';
/* Two workers answer, and the answers are taken to come in the order of asking. */
const assert = require('assert');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

if (!isMainThread) {
    parentPort.postMessage(workerData);
} else {
    const answers = [];
    for (const n of [0, 1]) {
        const worker = new Worker(__filename, { workerData: n });
        worker.on('message', (answer) => answers.push(answer));
    }
    process.on('exit', () => assert.deepStrictEqual(answers, [0, 1]));
}
