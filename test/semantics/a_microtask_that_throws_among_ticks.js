// The checkpoint goes on after a handled exception; ticks follow it.
// prints: q1 U q2 tick
// also: node18
process.on('uncaughtException', () => {
    console.log('U');
    process.nextTick(() => console.log('tick'));
});
queueMicrotask(() => {
    console.log('q1');
    throw new Error('x');
});
queueMicrotask(() => console.log('q2'));
