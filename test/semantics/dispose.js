// Timers can be disposed of.
// prints: end
// also: node18
setTimeout(() => console.log('never'), 1)[Symbol.dispose]();
setInterval(() => console.log('never'), 1)[Symbol.dispose]();
setImmediate(() => console.log('never'))[Symbol.dispose]();
setTimeout(() => console.log('end'), 5);
