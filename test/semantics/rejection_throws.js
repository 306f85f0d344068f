// An unhandled rejection ends the program with 1.
// exit: 1
// says: Error: no
// prints: tick exit 1
// also: node18
// node10 prints: tick never exit 0
// node10 exit: 0
// node10 says: UnhandledPromiseRejectionWarning: Error: no
process.on('exit', (code) => console.log('exit', code));
Promise.reject(new Error('no'));
process.nextTick(() => console.log('tick'));
setImmediate(() => console.log('never'));
