const out = process.stdout;
watch(out, 'error', 'drain', 'close', 'prefinish', 'finish');
out.write('a\n', (error) => say('a', error));
say(out.end('b\n', (error) => say('end', error)) === out, state(out));
out.end((error) => say('again', error));
process.nextTick(() => say('tick', state(out)));
setImmediate(() => {
    say('immediate', state(out));
    setImmediate(() => {
        say(out.write('c\n', (error) => say('c', error)), state(out));
        console.log('d');
        out.end((error) => say('last', error));
    });
});
