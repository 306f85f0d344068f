// A signal is one callback: all its listeners, then their ticks and microtasks.
// prints: a b a-tick b-tick a-micro b-micro end
// also: node18 node10
for (const name of ['a', 'b']) {
    process.on('SIGUSR2', () => {
        console.log(name);
        Promise.resolve().then(() => console.log(`${name}-micro`));
        process.nextTick(() => console.log(`${name}-tick`));
    });
}
process.on('exit', () => console.log('end'));
process.kill(process.pid, 'SIGUSR2');
setTimeout(() => {}, 50);
