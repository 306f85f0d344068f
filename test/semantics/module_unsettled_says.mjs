// An unsettled await is told, with the line.
// exit: 13
// says: Warning: Detected unsettled top-level await at
// prints: start be 13
// node18 prints: start be 0
// node18 says:
process.on('beforeExit', () => console.log('be'));
process.on('exit', (code) => console.log(code));
console.log('start');
await new Promise(() => {});
console.log('never');
