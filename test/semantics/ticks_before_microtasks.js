// A CommonJS main drains ticks first, then microtasks.
// prints: sync t1 t2 m1 q1 m2
// also: node18
console.log('sync');
Promise.resolve().then(() => console.log('m1')).then(() => console.log('m2'));
queueMicrotask(() => console.log('q1'));
process.nextTick(() => console.log('t1'));
process.nextTick(() => console.log('t2'));
