// After process.exit() not even the microtasks of exit listeners run.
// prints: exit
process.on('exit', () => {
    console.log('exit');
    Promise.resolve().then(() => console.log('never'));
    queueMicrotask(() => console.log('never'));
});
setImmediate(() => process.exit());
