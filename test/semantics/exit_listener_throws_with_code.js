// Unless a code was set.
// exit: 4
// prints: exit
process.exitCode = 4;
process.on('exit', () => {
    console.log('exit');
    throw new Error('late');
});
