// A waiter of Atomics.waitAsync() is called by the first of those who wake the
// loop, so a message posted there is delivered in the same poll.
// prints: woken message imm
const { MessageChannel } = require('worker_threads');
const { port1, port2 } = new MessageChannel();
const words = new Int32Array(new SharedArrayBuffer(4));
port2.on('message', () => {
    port2.close();
    console.log('message');
});
Atomics.waitAsync(words, 0, 0).value.then(() => {
    console.log('woken');
    setImmediate(() => console.log('imm'));
    port1.postMessage(1);
});
setTimeout(() => Atomics.notify(words, 0), 1);
