// options: trace -o @/trace
// With a trace: promises, timers, ticks, a thrown error, all told to a file.
setTimeout(async () => {
    await null;
    process.nextTick(() => console.log('tick'));
    setImmediate(() => console.log('immediate'));
}, 1);
queueMicrotask(() => console.log('microtask'));
Promise.reject(new Error('caught')).catch(e => {
    if (e.message !== 'caught')
        throw e;
    console.log(e.message);
});
