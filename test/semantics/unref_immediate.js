// An unref'd immediate runs only if the loop turns.
// prints: exit
setImmediate(() => console.log('never')).unref();
process.on('exit', () => console.log('exit'));
