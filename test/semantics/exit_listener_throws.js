// An exception in an exit listener gives 1.
// exit: 1
// says: Error: late
// prints: exit
process.on('exit', () => {
    console.log('exit');
    throw new Error('late');
});
process.on('exit', () => console.log('never'));
