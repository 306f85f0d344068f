const out = process.stdout;
watch(out, 'error', 'drain', 'close', 'prefinish', 'finish');
out.end('a\n', (error) => say('end', error));
say(out.write('b\n', (error) => say('b', error)), state(out));
say(out.write('c\n', (error) => say('c', error)), state(out));
out.end('d\n', (error) => say('end again', error));
process.nextTick(() => say('tick', state(out)));
setImmediate(() => say(out.write('e\n'), state(out)));
