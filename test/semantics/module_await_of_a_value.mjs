// After a top-level await microtasks still come before ticks.
// prints: a m1 b m2 t1 t2
// also: node18
process.nextTick(() => console.log('t1'));
Promise.resolve().then(() => console.log('m1'));
console.log('a');
await null;
process.nextTick(() => console.log('t2'));
Promise.resolve().then(() => console.log('m2'));
console.log('b');
