// Ticks and microtasks, queued by each other.
const order = [];

function tick(n) {
    order.push(`tick ${n}`);
    if (n > 0) {
        process.nextTick(tick, n - 1);
        queueMicrotask(() => order.push(`microtask ${n}`));
    }
}

process.nextTick(tick, 3);
process.nextTick((...args) => order.push(args.join(' ')), 1, 2, 3, 4, 5, 6);
queueMicrotask(() => process.nextTick(() => console.log(order.join('\n'))));
