// An unhandled exception: 'exit' listeners, then code 1.
// exit: 1
// says: Error: boo
// prints: exit 1 1
// also: node18 node10
process.on('exit', (code) => console.log('exit', code, process.exitCode));
setImmediate(() => console.log('never'));
process.nextTick(() => console.log('never'));
throw new Error('boo');
