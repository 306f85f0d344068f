// The pool is the first of those who wake the loop, so a message sent from the
// callback of a file call is delivered in the same poll.
// prints: file message imm
// also: node18
const { MessageChannel } = require('worker_threads');
const fs = require('fs');
const { port1, port2 } = new MessageChannel();
port2.on('message', () => {
    port2.close();
    console.log('message');
});
fs.stat('.', () => {
    console.log('file');
    setImmediate(() => console.log('imm'));
    port1.postMessage(1);
});
