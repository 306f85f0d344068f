// forms: pipe full gone terminal
process.stdout.on('error', (error) => say('error', error));
console.log('a');
setImmediate(() => console.log('b'));
