// The same for immediates.
// prints: i1 p i2
// also: node18
const timers = require('timers/promises');
setImmediate(() => console.log('i1'));
timers.setImmediate().then(() => console.log('p'));
setImmediate(() => console.log('i2'));
