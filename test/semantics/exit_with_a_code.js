// process.exit(code) sets exitCode before the listeners see it.
// exit: 6
// prints: 6 6
// also: node18 node10
process.on('exit', (code) => console.log(code, process.exitCode));
process.exit(6);
