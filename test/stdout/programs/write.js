const out = process.stdout;
watch(out, 'error', 'drain', 'close', 'finish');
const same = (error) => say('same', error);
say(out.write('1\n', same), state(out));
process.nextTick(() => say('tick'));
say(out.write('2\n', same), state(out));
say(out.write('3\n', (error) => say('other', error)));
say(out.write('4\n', same));
say(out.write(new Uint8Array([53, 10]), 'hex', (error) => say('bytes', error)));
say(out.write(''), state(out));
Promise.resolve().then(() => say('microtask'));
setImmediate(() => {
    say('immediate', state(out));
    say(out.write('6\n', same), state(out));
    process.nextTick(() => say('tick', state(out)));
});
