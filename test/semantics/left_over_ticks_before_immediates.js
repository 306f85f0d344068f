// Ticks left over by a handled exception run before the first immediate, in
// the scope of the empty one.
// prints: t1 U t2 m imm
// also: node18
// node10 prints: t1 U imm t2 m
process.on('uncaughtException', () => console.log('U'));
process.nextTick(() => {
    console.log('t1');
    throw new Error('x');
});
process.nextTick(() => {
    console.log('t2');
    Promise.resolve().then(() => console.log('m'));
});
setImmediate(() => console.log('imm'));
