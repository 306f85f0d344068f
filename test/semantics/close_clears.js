// close() clears and returns the timer.
// prints: true end
// also: node18 node10
const timer = setTimeout(() => console.log('never'), 1);
console.log(timer.close() === timer);
setTimeout(() => console.log('end'), 3);
