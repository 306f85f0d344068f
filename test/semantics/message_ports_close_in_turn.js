// The closing of a port reaches the other one as its last message, so it closes
// one turn later, after it has read what was sent before.
// prints: 1 2 close1 imm close2
// also: node18
const { MessageChannel } = require('worker_threads');
const { port1, port2 } = new MessageChannel();
port1.on('close', () => {
    console.log('close1');
    setImmediate(() => console.log('imm'));
});
port2.on('close', () => console.log('close2'));
port2.on('message', (value) => console.log(value));
port1.postMessage(1);
port1.postMessage(2);
port1.close();
port1.postMessage(3);
