// Ticks run before microtasks, after every callback
setImmediate(() => {
    console.log('immediate');
    Promise.resolve().then(() => console.log('microtask'));
    process.nextTick(() => {
        console.log('tick');
        process.nextTick(() => console.log('tick of the tick'));
    });
});
setImmediate(() => console.log('the next immediate waits for all of them'));
