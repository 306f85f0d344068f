const out = process.stdout;
watch(out, 'error', 'drain', 'close', 'finish');
out.cork();
out.cork();
say(out.write('a\n', (error) => say('a', error)), state(out));
say(out.write('\u20ac\n', (error) => say('euro', error)), state(out));
out.uncork();
say(state(out));
process.nextTick(() => {
    say('tick');
    out.uncork();
    say(state(out));
    out.uncork();
    say(out.write('b\n', (error) => say('b', error)), state(out));
    process.nextTick(() => say('next', state(out)));
});
setImmediate(() => {
    out.cork();
    say(out.write('c'.repeat(70000)), state(out));
    say(out.write('\n'), state(out));
    out.uncork();
    say(state(out));
});
