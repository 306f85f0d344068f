const out = process.stdout;
watch(out, 'error', 'drain', 'close', 'prefinish', 'finish');
say(out.write('a\n', (error) => say('a', error)));
say(out.destroy() === out, state(out));
say(out.write('b\n', (error) => say('b', error)), state(out));
out.destroy(new Error('mine'), (error) => say('destroyed', error));
say(state(out));
process.nextTick(() => say('tick', state(out)));
setImmediate(() => {
    say(out.write('c\n', (error) => say('c', error)), state(out));
    out.destroySoon();
});
