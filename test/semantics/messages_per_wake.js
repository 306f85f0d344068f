// At most a thousand in a poll, or as many as there were when it began.
// prints: 1500 1000 1200
// also: node18
const { MessageChannel } = require('worker_threads');
const many = new MessageChannel();
const chain = new MessageChannel();
let got = 0;
let length = 0;
many.port2.on('message', () => got++);
for (let i = 0; i < 1500; i++)
    many.port1.postMessage(i);
chain.port2.on('message', () => {
    if (++length < 1200)
        chain.port1.postMessage(1);
});
chain.port1.postMessage(1);
setImmediate(() => {
    console.log(got);
    console.log(length);
    setImmediate(() => {
        console.log(length);
        many.port2.close();
        chain.port2.close();
    });
});
