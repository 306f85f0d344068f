// Messages come one by one, each with its ticks and microtasks.
// prints: 1 t1 m1 2 t2 m2 3 t3 m3
// also: node18
const { port1, port2 } = new MessageChannel();
port2.on('message', (n) => {
    console.log(n);
    process.nextTick(() => console.log('t' + n));
    Promise.resolve().then(() => console.log('m' + n));
    if (n === 3)
        port2.close();
});
for (const n of [1, 2, 3])
    port1.postMessage(n);
