// Everything that the main script queued runs before the loop starts.
// prints: sync tick micro t
// also: node18 node10
setTimeout(() => console.log('t'), 1);
Promise.resolve().then(() => console.log('micro'));
process.nextTick(() => console.log('tick'));
const end = Date.now() + 5;
while (Date.now() < end);
console.log('sync');
