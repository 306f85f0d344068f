console.log('a');
console.log('%s', 'b');
console.log({ c: 1 });
setTimeout(() => say('timer', state(process.stdout)), 1);
