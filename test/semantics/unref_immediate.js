// An unref'd immediate runs only if the loop turns.
// prints: exit
// also: node18 node10
setImmediate(() => console.log('never')).unref();
process.on('exit', () => console.log('exit'));
