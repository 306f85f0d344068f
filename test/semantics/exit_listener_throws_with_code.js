// Unless a code was set.
// exit: 4
// prints: exit
// also: node18 node10
process.exitCode = 4;
process.on('exit', () => {
    console.log('exit');
    throw new Error('late');
});
