// Microtasks added by microtasks run before any tick.
// prints: m0 m1 m2 m3 m4 tick
// also: node18 node10
let n = 0;
function next() {
    console.log('m' + n);
    if (n === 0)
        process.nextTick(() => console.log('tick'));
    if (++n < 5)
        Promise.resolve().then(next);
}
Promise.resolve().then(next);
