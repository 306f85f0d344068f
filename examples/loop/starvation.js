// Ticks that queue ticks starve the loop.
let left = 1000;
setImmediate(() => console.log('immediate, at last'));
process.nextTick(function again() {
    if (--left > 0)
        process.nextTick(again);
    else
        console.log('1000 ticks');
});
