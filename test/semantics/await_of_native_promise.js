// await of a native promise takes one microtask.
// prints: start 1 after 2 3
// also: node18
queueMicrotask(() => console.log('1'));
(async () => {
    console.log('start');
    await Promise.resolve();
    console.log('after');
})();
Promise.resolve().then(() => console.log('2')).then(() => console.log('3'));
