// The loop starts after the body of an ES module main. Older Nodes read it by
// the loop, and the body runs in the poll phase.
// prints: sync micro tick t imm
// node18 prints: sync micro tick imm t
setImmediate(() => console.log('imm'));
setTimeout(() => console.log('t'), 1);
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('micro'));
const end = Date.now() + 5;
while (Date.now() < end);
console.log('sync');
