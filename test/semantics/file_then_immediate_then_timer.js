// After a file callback: its ticks, its microtasks, immediates, timers.
// prints: cb tick micro imm imm-tick t
// also: node18 node10
require('fs').stat('.', () => {
    setTimeout(() => console.log('t'), 0);
    setImmediate(() => {
        console.log('imm');
        process.nextTick(() => console.log('imm-tick'));
    });
    Promise.resolve().then(() => console.log('micro'));
    process.nextTick(() => console.log('tick'));
    console.log('cb');
});
