// The handler may end the program itself.
// exit: 3
// prints: U exit 3
// also: node18 node10
process.on('exit', (code) => console.log('exit', code));
process.on('uncaughtException', () => {
    console.log('U');
    process.exit(3);
});
throw new Error('x');
