// exit: 1
// says: Error: from a module
// prints: exit 1
// also: node18 node10
process.on('exit', (code) => console.log('exit', code));
throw new Error('from a module');
