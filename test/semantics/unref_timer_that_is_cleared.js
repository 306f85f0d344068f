// In Node 10 the handle of an unref'd timer is closed when it is cleared, and that
// takes a turn: an unref'd immediate runs in it.
// prints: end
// also: node18
// node10 prints: immediate end
clearTimeout(setTimeout(() => console.log('never'), 5).unref());
setImmediate(() => console.log('immediate')).unref();
process.on('exit', () => console.log('end'));
