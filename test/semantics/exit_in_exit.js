// A nested exit() ends at once with the new code.
// exit: 7
// prints: first
// also: node18 node10
process.on('exit', () => {
    console.log('first');
    process.exit(7);
});
process.on('exit', () => console.log('never'));
process.exit(2);
