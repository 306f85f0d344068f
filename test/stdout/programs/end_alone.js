const out = process.stdout;
watch(out, 'error', 'drain', 'close', 'prefinish', 'finish');
console.log('a');
out.end();
say(state(out));
process.nextTick(() => say('tick', state(out)));
