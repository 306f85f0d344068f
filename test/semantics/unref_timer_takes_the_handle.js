// In Node 10 the last timer of a list takes its handle along when it is unref'd:
// nothing is closed that would give an unref'd immediate a turn.
// prints: end
// also: node18 node10
setTimeout(() => console.log('never'), 5).unref();
setImmediate(() => console.log('immediate')).unref();
process.on('exit', () => console.log('end'));
