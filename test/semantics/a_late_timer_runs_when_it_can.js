// A timer of 100 ms after a callback of 200 ms runs at 200 ms.
// prints: 200
// on: sim
const start = performance.now();
const passed = () => Math.round(performance.now() - start);
setTimeout(() => console.log(passed()), 100);
setImmediate(() => {
    while (passed() < 200);
});
