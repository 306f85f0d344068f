// Ticks of a file callback that threw wait for the next scope exit.
// prints: cb U tick micro imm
// also: node18
// node10 prints: cb U imm tick micro
process.on('uncaughtException', () => console.log('U'));
require('fs').stat('.', () => {
    console.log('cb');
    setImmediate(() => console.log('imm'));
    process.nextTick(() => console.log('tick'));
    Promise.resolve().then(() => console.log('micro'));
    throw new Error('x');
});
