// A worker has a thread and a loop of its own.
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

if (isMainThread) {
    const cell = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(__filename, { workerData: cell });
    worker.on('message', (text) => {
        console.log(text);
        worker.postMessage('the worker may end');
    });
    Atomics.wait(cell, 0, 0); // this thread stands still until the worker wakes it
    console.log('the worker ran, and wrote', cell[0]);
} else {
    parentPort.postMessage('a message waits for a turn of the loop');
    parentPort.once('message', (text) => console.log(text));
    Atomics.store(workerData, 0, 42);
    Atomics.notify(workerData, 0);
}
