// Ticks and microtasks alone do not repeat it.
// prints: be tick micro exit
// also: node18 node10
process.on('beforeExit', () => {
    console.log('be');
    process.nextTick(() => console.log('tick'));
    Promise.resolve().then(() => console.log('micro'));
});
process.on('exit', () => console.log('exit'));
