// forms: full gone
process.stdout.write('a\n');
process.stdout.write('b\n');
process.nextTick(() => say('tick'));
setTimeout(() => say('not reached'), 1000);
