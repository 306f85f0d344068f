// beforeExit is given the exit code.
// exit: 3
// prints: be 3 exit 3
// also: node18 node10
process.exitCode = 3;
process.on('beforeExit', (code) => console.log('be', code));
process.on('exit', (code) => console.log('exit', code));
