// prints: exit:0 terminated:0
'use strict';
// A worker that has no environment yet when it is terminated has run nothing, and
// so ends with 0; later it would be 1.
const { Worker } = require('worker_threads');

const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
worker.on('exit', (code) => console.log('exit:' + code));
worker.terminate().then((code) => console.log('terminated:' + code));
