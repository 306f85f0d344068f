// forms: full gone
const out = process.stdout;
watch(out, 'error', 'close', 'drain');
out.cork();
out.write('a\n', (error) => say('a', error));
out.write('b\n', (error) => say('b', error));
say(state(out));
out.uncork();
say(state(out));
out.end('c\n', (error) => say('end', error));
setImmediate(() => say(state(out)));
