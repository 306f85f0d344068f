// After every callback all ticks run, then all microtasks, until both are empty.
setTimeout(() => {
    console.log('timer 1');
    Promise.resolve().then(() => console.log('  microtask'));
    process.nextTick(() => console.log('  tick'));
}, 1);
setTimeout(() => console.log('timer 2'), 1);
