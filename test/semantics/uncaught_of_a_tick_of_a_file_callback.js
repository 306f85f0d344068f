// The same for a tick.
// prints: cb t1 U t2 imm
// also: node18
// node10 prints: cb t1 U imm t2
process.on('uncaughtException', () => console.log('U'));
require('fs').stat('.', () => {
    console.log('cb');
    setImmediate(() => console.log('imm'));
    process.nextTick(() => {
        console.log('t1');
        throw new Error('x');
    });
    process.nextTick(() => console.log('t2'));
});
