// From an I/O callback an immediate comes before a timer.
// prints: imm t
require('fs').stat('.', () => {
    setTimeout(() => console.log('t'), 0);
    setImmediate(() => console.log('imm'));
});
