// scheduler.wait() is a timer, yield() an immediate.
// prints: yield wait
// also: node18
const { scheduler } = require('timers/promises');
scheduler.wait(500).then(() => console.log('wait'));
scheduler.yield().then(() => console.log('yield'));
