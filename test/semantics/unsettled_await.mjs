// A top-level await that never ends: 13.
// exit: 13
// prints: exit 13 13
// node18 prints: exit 0 13
process.on('exit', (code) => console.log('exit', code, process.exitCode));
await new Promise(() => {});
