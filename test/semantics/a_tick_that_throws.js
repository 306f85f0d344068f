// A tick that throws leaves the rest for the next callback.
// prints: t1 U timeout t2
// prints: t1 U t2 timeout
// prints: t1 U t2 imm timeout
// prints: t1 U timeout t2 imm
// also: node18 node10
process.on('uncaughtException', () => console.log('U'));
setTimeout(() => console.log('timeout'), 1);
process.nextTick(() => {
    console.log('t1');
    throw new Error('x');
});
process.nextTick(() => console.log('t2'));
