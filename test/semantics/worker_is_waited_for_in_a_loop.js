// prints: seen
'use strict';
// A program that waits for another thread without ever letting its loop turn sees
// what that thread writes to shared memory.
const { Worker } = require('worker_threads');

const shared = new Int32Array(new SharedArrayBuffer(4));
new Worker(`Atomics.store(require('worker_threads').workerData, 0, 1);`,
           { eval: true, workerData: shared });
while (Atomics.load(shared, 0) === 0);
console.log('seen');
