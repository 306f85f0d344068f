// prints: online exit terminated
'use strict';
// A worker that never comes to an end, nor to a turn of its loop, can be terminated.
// On the simulator, where one thread runs at a time, others get a turn all the same.
const { Worker } = require('worker_threads');

const worker = new Worker('while (true);', { eval: true });
worker.on('online', () => {
    console.log('online');
    setTimeout(() => worker.terminate().then(() => console.log('terminated')), 20);
});
worker.on('exit', () => console.log('exit'));
