// Ticks, then microtasks, then again, until both are empty.
// prints: t1 m1 m2 t2 m3 t3
// also: node18 node10
process.nextTick(() => {
    console.log('t1');
    Promise.resolve().then(() => {
        console.log('m1');
        process.nextTick(() => {
            console.log('t2');
            Promise.resolve().then(() => {
                console.log('m3');
                process.nextTick(() => console.log('t3'));
            });
        });
    }).then(() => console.log('m2'));
});
