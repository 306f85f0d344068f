// prints: online message error exit
'use strict';
// Messages and errors come through two ports. An error still does not overtake the
// messages that were posted before.
const { Worker } = require('worker_threads');

const worker = new Worker(`
    require('worker_threads').parentPort.postMessage(1);
    throw new Error('in worker');
`, { eval: true });
for (const event of ['online', 'message', 'error', 'exit'])
    worker.on(event, () => console.log(event));
