// Each closing callback is one of its own, with its ticks and microtasks; the last
// to be closed comes first.
// prints: b b-tick b-micro a a-tick a-micro
// also: node18
const { MessageChannel } = require('worker_threads');
for (const name of ['a', 'b']) {
    const { port1 } = new MessageChannel();
    port1.on('close', () => {
        console.log(name);
        Promise.resolve().then(() => console.log(`${name}-micro`));
        process.nextTick(() => console.log(`${name}-tick`));
    });
    port1.close();
}
