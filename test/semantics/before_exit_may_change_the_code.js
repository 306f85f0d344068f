// What beforeExit sets is what exit gets.
// exit: 4
// prints: be 0 exit 4
// also: node18 node10
process.on('beforeExit', (code) => {
    console.log('be', code);
    process.exitCode = 4;
});
process.on('exit', (code) => console.log('exit', code));
