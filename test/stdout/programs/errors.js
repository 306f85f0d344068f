// forms: full stderr
console.error('a');
process.stderr.write('b\n', (error) => say('b', error));
process.stderr.on('error', (error) => say('error', error));
process.exitCode = 3;
setImmediate(() => {
    console.warn('c');
    Promise.reject(new Error('mine'));
});
