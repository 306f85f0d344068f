// process.exit() takes the exitCode that was set.
// exit: 8
// prints: 8
// also: node18 node10
process.exitCode = 8;
process.on('exit', (code) => console.log(code));
process.exit();
