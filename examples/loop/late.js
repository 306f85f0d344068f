// Timers that are late run together, the earliest first.
const cell = new Int32Array(new SharedArrayBuffer(4));
const block = (ms) => Atomics.wait(cell, 0, 0, ms); // stops the whole thread

setTimeout(() => console.log('30 ms'), 30);
setTimeout(() => {
    console.log('20 ms');
    Promise.resolve().then(() => console.log('microtask'));
}, 20);
const interval = setInterval(() => {
    console.log('every 10 ms');
    if (++runs === 2)
        clearInterval(interval);
}, 10);
let runs = 0;
block(50);
