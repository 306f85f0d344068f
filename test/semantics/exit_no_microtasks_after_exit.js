// After process.exit() not even the microtasks of exit listeners run.
// prints: exit
// also: node18
process.on('exit', () => {
    console.log('exit');
    Promise.resolve().then(() => console.log('never'));
    queueMicrotask(() => console.log('never'));
});
setImmediate(() => process.exit());
