// In Node 10 each list of timers is a handle of the loop. When its last timer is
// cleared it is closed, and that takes a turn: an unref'd immediate runs in it.
// prints: end
// also: node18
// node10 prints: immediate end
const timer = setTimeout(() => console.log('never'), 5);
clearTimeout(timer);
setImmediate(() => console.log('immediate')).unref();
process.on('exit', () => console.log('end'));
