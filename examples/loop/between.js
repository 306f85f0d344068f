// Ticks and microtasks run between two timers, since Node 11.
// beside: node10
for (const name of ['a', 'b'])
    setTimeout(() => {
        console.log('timeout', name);
        process.nextTick(() => console.log('tick of', name));
        Promise.resolve().then(() => console.log('microtask of', name));
    }, 1);
