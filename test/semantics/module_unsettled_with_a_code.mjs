// A code that was set is kept.
// exit: 7
// prints: exit 7
// also: node18
process.exitCode = 7;
process.on('exit', (code) => console.log('exit', code));
await new Promise(() => {});
