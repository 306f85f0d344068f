// Ticks run before microtasks.
Promise.resolve().then(() => {
    console.log('microtask 1');
    process.nextTick(() => console.log('tick of microtask 1'));
});
queueMicrotask(() => console.log('microtask 2'));
process.nextTick(() => {
    console.log('tick 1');
    queueMicrotask(() => console.log('microtask of tick 1'));
});
process.nextTick(() => console.log('tick 2'));
console.log('main');
