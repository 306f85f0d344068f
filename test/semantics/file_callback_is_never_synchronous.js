// A file callback comes from the loop, after ticks and microtasks.
// prints: sync tick micro cb
// also: node18 node10
require('fs').stat('.', () => console.log('cb'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('micro'));
console.log('sync');
