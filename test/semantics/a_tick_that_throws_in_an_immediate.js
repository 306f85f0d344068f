// The rest of the ticks waits for the next scope exit: after the next
// immediate, here.
// prints: a t1 U b t2 b-tick m
// node10 prints: a b t1 U t2 b-tick m
// also: node18
process.on('uncaughtException', () => console.log('U'));
setImmediate(() => {
    console.log('a');
    process.nextTick(() => {
        console.log('t1');
        throw new Error('x');
    });
    process.nextTick(() => console.log('t2'));
    Promise.resolve().then(() => console.log('m'));
});
setImmediate(() => {
    console.log('b');
    process.nextTick(() => console.log('b-tick'));
});
