// An exception in an exit listener gives 1.
// exit: 1
// says: Error: late
// prints: exit
// also: node18 node10
process.on('exit', () => {
    console.log('exit');
    throw new Error('late');
});
process.on('exit', () => console.log('never'));
