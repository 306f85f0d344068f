// A chain of ticks runs to its end before any timer or immediate.
// prints: 10000 imm
// also: node18 node10
let n = 0;
setImmediate(() => console.log('imm'));
process.nextTick(function next() {
    if (++n < 10000)
        process.nextTick(next);
    else
        console.log(n);
});
