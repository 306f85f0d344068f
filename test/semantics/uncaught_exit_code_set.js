// An exit listener may choose another one.
// exit: 5
// prints: exit
// also: node18 node10
process.on('exit', () => {
    console.log('exit');
    process.exitCode = 5;
});
throw new Error('boo');
