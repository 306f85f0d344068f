// Nothing that was queued runs after an unhandled exception.
// exit: 1
// prints: a exit
// also: node18 node10
process.on('exit', () => console.log('exit'));
setImmediate(() => {
    console.log('a');
    process.nextTick(() => console.log('never'));
    throw new Error('x');
});
setImmediate(() => console.log('never'));
