// The main script's scope drains although it threw; before Node 11 it did not.
// prints: U tick micro timeout imm
// node10 prints: U timeout tick micro imm
// also: node18
process.on('uncaughtException', () => console.log('U'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('micro'));
setTimeout(() => console.log('timeout'), 1);
setImmediate(() => console.log('imm'));
const end = Date.now() + 10;
while (Date.now() < end);
throw new Error('x');
