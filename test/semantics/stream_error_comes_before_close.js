// destroy(error): _destroy() at once; in a tick after its callback 'error', then
// 'close' in the same tick. The error of a write comes after its callback.
// prints: a-destroy main a-error-D a-close b-callback-W b-destroy a-tick b-error-W b-close b-tick a-microtask b-microtask
const { Writable } = require('stream');
const make = (name) => {
    const sink = new Writable({
        write(chunk, encoding, callback) { callback(new Error('W')); },
        destroy(error, callback) {
            console.log(`${name}-destroy`);
            callback(error);
        },
    });
    sink.on('error', (error) => {
        console.log(`${name}-error-${error.message}`);
        process.nextTick(() => console.log(`${name}-tick`));
        queueMicrotask(() => console.log(`${name}-microtask`));
    });
    sink.on('close', () => console.log(`${name}-close`));
    return sink;
};
make('a').destroy(new Error('D'));
make('b').write('x', (error) => console.log(`b-callback-${error.message}`));
console.log('main');
