// ref: false does not keep the program alive.
// prints: exit
// also: node18
const timers = require('timers/promises');
timers.setTimeout(60000, null, { ref: false }).then(() => console.log('never'));
process.on('exit', () => console.log('exit'));
