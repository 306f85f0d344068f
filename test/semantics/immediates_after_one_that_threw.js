// The empty immediate that follows a handled exception is only there to make a
// turn: in Node 10, too, nothing is drained at its place in the batch.
// prints: a caught c a-tick b b-tick b-micro d
// also: node18
// node10 prints: a caught c a-tick b d b-tick b-micro
process.on('uncaughtException', () => console.log('caught'));
setImmediate(() => {
    console.log('a');
    setImmediate(() => {
        console.log('b');
        Promise.resolve().then(() => console.log('b-micro'));
        process.nextTick(() => console.log('b-tick'));
    });
    process.nextTick(() => {
        console.log('a-tick');
        setImmediate(() => console.log('d'));
    });
    throw new Error('a');
});
setImmediate(() => console.log('c'));
