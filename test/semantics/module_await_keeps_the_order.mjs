// The same after a top-level await.
// prints: sync m t after m2 t2
// also: node18
process.nextTick(() => console.log('t'));
Promise.resolve().then(() => console.log('m'));
console.log('sync');
await new Promise((resolve) => setImmediate(resolve));
console.log('after');
process.nextTick(() => console.log('t2'));
Promise.resolve().then(() => console.log('m2'));
