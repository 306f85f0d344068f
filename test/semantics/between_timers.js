// Ticks and microtasks run between two timers.
// prints: a at am b bt bm
// node10 prints: a b at bt am bm
// also: node18
for (const name of ['a', 'b']) {
    setTimeout(() => {
        console.log(name);
        Promise.resolve().then(() => console.log(`${name}m`));
        process.nextTick(() => console.log(`${name}t`));
    }, 1);
}
