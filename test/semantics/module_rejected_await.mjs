// An await that rejects ends the program with 1.
// exit: 1
// says: Error: late
// prints: a exit 1
// also: node18
process.on('exit', (code) => console.log('exit', code));
console.log('a');
await new Promise((_, reject) => setImmediate(() => reject(new Error('late'))));
