// From an I/O callback an immediate comes before a timer.
// prints: imm t
// also: node18 node10
require('fs').stat('.', () => {
    setTimeout(() => console.log('t'), 0);
    setImmediate(() => console.log('imm'));
});
