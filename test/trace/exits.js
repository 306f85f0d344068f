// A program that leaves from deep within: all that began has its end.
// exit: 5
setTimeout(() => {                              // <- timer.arm timer+
    process.nextTick(() => {});                 // <- tick.queue
    require('fs').readFileSync(__filename);
    [1].forEach(() => process.exit(5));
}, 1);
setTimeout(() => {}, 1000);                     // <- timer.arm
