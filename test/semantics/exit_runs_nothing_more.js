// What is queued in exit never runs, but microtasks at a natural end.
// prints: exit micro
// also: node18 node10
process.on('exit', () => {
    console.log('exit');
    setTimeout(() => console.log('never'), 0);
    setImmediate(() => console.log('never'));
    process.nextTick(() => console.log('never'));
    Promise.resolve().then(() => console.log('micro'));
});
