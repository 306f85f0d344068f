// Each message is a callback of its own.
// prints: 1 tick1 micro1 2 tick2 micro2
// also: node18
const { MessageChannel } = require('worker_threads');
const { port1, port2 } = new MessageChannel();
port2.on('message', (value) => {
    console.log(value);
    process.nextTick(() => console.log(`tick${value}`));
    Promise.resolve().then(() => console.log(`micro${value}`));
    if (value === 2)
        port2.close();
});
port1.postMessage(1);
port1.postMessage(2);
