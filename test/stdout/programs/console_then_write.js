// forms: pipe full gone
console.log('a');
process.stdout.write('b\n');
process.nextTick(() => console.log('c'));
setTimeout(() => say('timer'), 1);
