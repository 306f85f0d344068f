// A rejection made in a microtask and handled by a later tick is in time.
// prints: tick caught x
// also: node18 node10
process.on('unhandledRejection', () => console.log('never'));
Promise.resolve().then(() => {
    const p = Promise.reject('x');
    process.nextTick(() => {
        console.log('tick');
        p.catch((x) => console.log('caught', x));
    });
});
