// Also if a tick in between does it.
// prints: i1 tick i3
// also: node18
// node10 prints: i1 i2 i3 tick
setImmediate(() => {
    console.log('i1');
    process.nextTick(() => {
        console.log('tick');
        clearImmediate(second);
    });
});
const second = setImmediate(() => console.log('i2'));
setImmediate(() => console.log('i3'));
