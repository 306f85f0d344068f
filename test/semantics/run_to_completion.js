// A callback is never interrupted: a timer due at 5 waits for it.
// prints: long-end t5
// also: node18 node10
setImmediate(() => {
    const end = Date.now() + 15;
    while (Date.now() < end);
    console.log('long-end');
});
setTimeout(() => console.log('t5'), 5);
