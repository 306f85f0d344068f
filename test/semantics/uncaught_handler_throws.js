// The handler itself throws: 7, and no exit event.
// exit: 7
// says: Error: second
// prints: handler
// also: node18 node10
process.on('exit', () => console.log('never'));
process.on('uncaughtException', () => {
    console.log('handler');
    throw new Error('second');
});
throw new Error('first');
