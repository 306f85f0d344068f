// forms: full gone
const out = process.stdout;
say(out.write('a\n', (error) => {
    say(error.name, error.message, error.errno, error.code, error.syscall);
    say(Object.keys(error), state(out));
}), state(out));
say(out.write('b\n', (error) => say('b', error)), state(out));
watch(out, 'error', 'close');
process.nextTick(() => say('tick', state(out)));
Promise.resolve().then(() => say('microtask', state(out)));
setImmediate(() => {
    say('immediate', state(out));
    say(out.write('c\n', (error) => say('c', error)), state(out));
});
