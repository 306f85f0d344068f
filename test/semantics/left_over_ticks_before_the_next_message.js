// The idle handle that keeps the poll from waiting opens no scope: what a
// throwing tick left behind runs after the next real callback.
// prints: U message tick
// also: node18
const { MessageChannel } = require('worker_threads');
process.on('uncaughtException', () => console.log('U'));
process.nextTick(() => {
    const { port1, port2 } = new MessageChannel();
    port2.on('message', () => {
        port2.close();
        console.log('message');
    });
    port1.postMessage(1);
    throw new Error('x');
});
process.nextTick(() => console.log('tick'));
