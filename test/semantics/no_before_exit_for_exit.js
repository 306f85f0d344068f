// process.exit() and errors emit no beforeExit.
// exit: 3
// prints: exit 3
// also: node18 node10
process.on('beforeExit', () => console.log('never'));
process.on('exit', (code) => console.log('exit', code));
setImmediate(() => process.exit(3));
setTimeout(() => console.log('never'), 5);
