// From the main script a timer of 1 ms and an immediate race.
// prints: imm t
// prints: t imm
setTimeout(() => console.log('t'), 0);
setImmediate(() => console.log('imm'));
