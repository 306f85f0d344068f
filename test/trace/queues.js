// Each queue, from the main script and from one another.
process.nextTick(() => {                        // <- tick.queue tick+
    queueMicrotask(() => {});                   // <- micro+
});
Promise.resolve().then(() => {                  // <- micro+
    process.nextTick(() => {});                 // <- tick.queue tick+
});
setImmediate(() => {                            // <- imm.queue immediate+
    process.nextTick(() => {});                 // <- tick.queue tick+
    setImmediate(() => {});                     // <- imm.queue immediate+
});
const never = setImmediate(() => {});           // <- imm.queue
clearImmediate(never);                          // <- imm.clear
clearImmediate(never);
setTimeout(() => {                              // <- timer.arm timer+
    console.log('é "quoted"\n\tand more');      // <- console
}, 2);
console.log('main');                            // <- console
