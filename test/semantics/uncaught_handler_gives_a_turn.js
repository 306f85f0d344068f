// A handled exception leaves an empty immediate behind, so that what was
// queued runs even if nothing else would.
// prints: U tick micro
// also: node18 node10
process.on('uncaughtException', () => console.log('U'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('micro'));
throw new Error('x');
