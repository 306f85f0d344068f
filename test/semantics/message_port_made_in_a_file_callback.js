// A port that is made there comes too late for that poll.
// prints: file imm message
// also: node18
const { MessageChannel } = require('worker_threads');
const fs = require('fs');
fs.stat('.', () => {
    console.log('file');
    const { port1, port2 } = new MessageChannel();
    port2.on('message', () => {
        port2.close();
        console.log('message');
    });
    setImmediate(() => console.log('imm'));
    port1.postMessage(1);
});
