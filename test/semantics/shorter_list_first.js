// Both due, the list that expires first runs first.
// prints: one two
// also: node18 node10
setTimeout(() => console.log('two'), 20);
setTimeout(() => console.log('one'), 1);
const end = Date.now() + 30;
while (Date.now() < end);
