// An ES module main runs in a microtask, so its microtasks come first.
// prints: sync m q t
// also: node18
process.nextTick(() => console.log('t'));
Promise.resolve().then(() => console.log('m'));
queueMicrotask(() => console.log('q'));
console.log('sync');
