// An uncaught exception emits no beforeExit.
// exit: 1
// prints: exit 1
// also: node18 node10
process.on('beforeExit', () => console.log('never'));
process.on('exit', (code) => console.log('exit', code));
setImmediate(() => { throw new Error('x'); });
