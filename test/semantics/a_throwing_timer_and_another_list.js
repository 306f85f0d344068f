// The pass goes on with the same time. The thrower's own list is the first one
// again, if only to be dropped, so its ticks run before the next list.
// prints: a U a-tick b b-tick imm
// also: node18 node10
process.on('uncaughtException', () => console.log('U'));
setTimeout(() => {
    console.log('a');
    process.nextTick(() => console.log('a-tick'));
    setImmediate(() => console.log('imm'));
    throw new Error('x');
}, 2);
setTimeout(() => {
    console.log('b');
    process.nextTick(() => console.log('b-tick'));
}, 6);
const end = Date.now() + 20;
while (Date.now() < end);
