// From the main script a timer of 1 ms and an immediate race.
// prints: imm t
// prints: t imm
// also: node18 node10
setTimeout(() => console.log('t'), 0);
setImmediate(() => console.log('imm'));
