// process.exit() while an await is pending gives 0.
// prints: exit 0
// also: node18
process.on('exit', (code) => console.log('exit', code));
setImmediate(() => process.exit());
await new Promise(() => {});
