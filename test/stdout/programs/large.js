// forms: stuck file null full gone
const fs = require('fs');
const out = process.stdout;
watch(out, 'error', 'drain', 'close', 'finish');
const tell = (name) => (error) => say(name, error, state(out));
say(out.write('a'.repeat(300000), tell('a')), state(out));
say(out.write('\u20ac'.repeat(1000), tell('euro')), state(out));
say(out.write(new Uint8Array(1000), tell('bytes')), state(out));
console.log('line');
process.nextTick(() => say('tick', state(out)));
setImmediate(() => {
    say('immediate', state(out));
    say(out.write('b'), state(out), out.errored ? '' : out.bytesWritten);
    out.end(tell('end'));
    fs.writeFileSync(process.env.GO, '');
});
