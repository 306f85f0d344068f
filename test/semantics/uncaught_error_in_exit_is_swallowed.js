// An error in exit after an uncaught one does not hide the first.
// exit: 1
// says: Error: first
// prints: exit
// also: node18 node10
process.on('exit', () => {
    console.log('exit');
    throw new Error('second');
});
throw new Error('first');
