// Ticks added by ticks run before any microtask.
// prints: t1 t2 t3 m1 m2
// also: node18
process.nextTick(() => {
    console.log('t1');
    Promise.resolve().then(() => console.log('m1'));
    process.nextTick(() => {
        console.log('t3');
        queueMicrotask(() => console.log('m2'));
    });
});
process.nextTick(() => console.log('t2'));
