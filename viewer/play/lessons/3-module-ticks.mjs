// In an ES module microtasks come before ticks.
// A module's body runs as a microtask, and microtasks go on until none is left.
process.nextTick(() => console.log('tick'));
queueMicrotask(() => console.log('microtask'));
setTimeout(() => console.log('timeout'), 0);
console.log('main');
