// A tick queued by a microtask waits until the microtasks are done.
// prints: m1 m2 t1
// also: node18 node10
Promise.resolve().then(() => {
    console.log('m1');
    process.nextTick(() => console.log('t1'));
}).then(() => console.log('m2'));
