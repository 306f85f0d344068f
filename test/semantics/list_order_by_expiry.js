// Lists are ordered by their expiry and then by when they were made.
// prints: b a c
// also: node18 node10
setTimeout(() => console.log('a'), 20);
setTimeout(() => console.log('b'), 5);
setTimeout(() => console.log('c'), 40);
const end = Date.now() + 60;
while (Date.now() < end);
