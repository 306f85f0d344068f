// Without a listener a rejection ends the program; nothing that is queued runs.
// exit: 1
// prints: m exit 1
// also: node18
// node10 prints: m never never exit 0
// node10 exit: 0
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => console.log('never'), 1);
setImmediate(() => console.log('never'));
Promise.reject(new Error('x'));
Promise.resolve().then(() => console.log('m'));
