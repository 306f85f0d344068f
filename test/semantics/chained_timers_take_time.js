// A chain of timers of no delay takes a millisecond each, one of immediates none.
// prints: immediates 0 timers 100
// on: sim
function chain(schedule, left, done) {
    if (left === 0)
        done();
    else
        schedule(() => chain(schedule, left - 1, done));
}
const start = performance.now();
const passed = () => Math.round(performance.now() - start);
chain(setImmediate, 100, () => {
    console.log('immediates', passed());
    chain((fn) => setTimeout(fn, 0), 100, () => console.log('timers', passed()));
});
