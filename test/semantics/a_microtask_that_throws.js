// A microtask that throws holds nothing up.
// prints: q1 U q2 p
// also: node18
process.on('uncaughtException', () => console.log('U'));
queueMicrotask(() => {
    console.log('q1');
    throw new Error('x');
});
queueMicrotask(() => console.log('q2'));
Promise.resolve().then(() => console.log('p'));
