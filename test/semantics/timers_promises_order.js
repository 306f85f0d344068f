// The promise of a timer settles as that timer's microtask.
// prints: t1 p t2
// also: node18
const timers = require('timers/promises');
setTimeout(() => console.log('t1'), 2);
timers.setTimeout(2).then(() => console.log('p'));
setTimeout(() => console.log('t2'), 2);
const end = Date.now() + 8;
while (Date.now() < end);
