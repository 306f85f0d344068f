// A due timer runs before the ticks that a handled exception left over.
// prints: t1 U timeout t2 imm
// also: node18 node10
process.on('uncaughtException', () => console.log('U'));
setImmediate(() => console.log('imm'));
setTimeout(() => console.log('timeout'), 1);
process.nextTick(() => {
    console.log('t1');
    throw new Error('x');
});
process.nextTick(() => console.log('t2'));
const end = Date.now() + 5;
while (Date.now() < end);
