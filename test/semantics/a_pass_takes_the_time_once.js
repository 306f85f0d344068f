// A timer that falls due while a pass runs waits for the next pass, and the
// immediates come in between.
// prints: a imm b
// also: node18 node10
require('fs').stat('.', () => {
    setTimeout(() => {
        console.log('a');
        setImmediate(() => console.log('imm'));
        const end = Date.now() + 150;
        while (Date.now() < end);
    }, 5);
    setTimeout(() => console.log('b'), 120);
});
