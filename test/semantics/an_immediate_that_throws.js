// The ticks of an immediate that throws come after the next immediate.
// prints: a U b a-tick c next
// node10 prints: a U b c a-tick next
// also: node18
process.on('uncaughtException', () => console.log('U'));
setImmediate(() => {
    console.log('a');
    process.nextTick(() => console.log('a-tick'));
    setImmediate(() => console.log('next'));
    throw new Error('x');
});
setImmediate(() => console.log('b'));
setImmediate(() => console.log('c'));
