const out = process.stdout;
out.end('a\n');
out.write('b\n');
setTimeout(() => say('not reached'), 1000);
