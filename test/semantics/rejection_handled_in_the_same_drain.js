// A rejection made in a microtask and handled by a later tick is in time.
// prints: tick caught x
process.on('unhandledRejection', () => console.log('never'));
Promise.resolve().then(() => {
    const p = Promise.reject('x');
    process.nextTick(() => {
        console.log('tick');
        p.catch((x) => console.log('caught', x));
    });
});
