// Between two timers: Node 10 runs both first
// beside: node10
for (const name of ['a', 'b']) {
    setTimeout(() => {
        console.log(`timer ${name}`);
        process.nextTick(() => console.log(`tick of ${name}`));
        Promise.resolve().then(() => console.log(`microtask of ${name}`));
    }, 1);
}
