// A timer that is due when the loop starts comes before the first immediate.
// prints: t imm
// also: node18 node10
setImmediate(() => console.log('imm'));
setTimeout(() => console.log('t'), 1);
const end = Date.now() + 5;
while (Date.now() < end);
