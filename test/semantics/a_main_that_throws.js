// What the main script queued runs after the handler.
// prints: sync U tick micro imm timeout
// prints: sync U timeout tick micro imm
// prints: sync U tick micro timeout imm
// prints: sync U timeout tick imm micro
// also: node18
// node10 prints: sync U timeout tick micro imm
// node10 prints: sync U imm tick micro timeout
process.on('uncaughtException', () => console.log('U'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('micro'));
setImmediate(() => console.log('imm'));
setTimeout(() => console.log('timeout'), 1);
console.log('sync');
throw new Error('x');
