// end(): what is queued, _final(), 'prefinish', then in a tick the callback of
// end() and 'finish', and then in a tick 'close'.
// prints: w1 main w2 cb1 final prefinish called t-prefinish ended finish t-finish close t-close
const { Writable } = require('stream');
const sink = new Writable({
    write(chunk, encoding, callback) {
        console.log(`w${chunk}`);
        setImmediate(callback);
    },
    final(callback) {
        console.log('final');
        callback();
        console.log('called');
    },
});
for (const name of ['prefinish', 'finish', 'close', 'drain']) {
    sink.on(name, () => {
        console.log(name);
        process.nextTick(() => console.log(`t-${name}`));
    });
}
sink.write('1', () => console.log('cb1'));
sink.end('2', () => console.log('ended'));
console.log('main');
