// All are told before their ticks.
// prints: T UR1 UR2 UR3 t1 t2 t3 m1 m2 m3
// also: node18 node10
process.on('unhandledRejection', (reason) => {
    console.log(`UR${reason}`);
    process.nextTick(() => console.log(`t${reason}`));
    Promise.resolve().then(() => console.log(`m${reason}`));
});
for (const n of [1, 2, 3])
    Promise.reject(n);
process.nextTick(() => console.log('T'));
