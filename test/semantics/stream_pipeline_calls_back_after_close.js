// pipeline(): the callback comes a tick after the last stream is over.
// prints: main a b r-end p-end p-finish w-finish p-close w-close r-close done immediate
const { PassThrough, Readable, Writable, pipeline } = require('stream');
const watch = (name, stream) => {
    for (const event of ['end', 'finish', 'close'])
        stream.on(event, () => console.log(`${name}-${event}`));
    return stream;
};
pipeline(
    watch('r', Readable.from(['a', 'b'])),
    watch('p', new PassThrough({ objectMode: true })),
    watch('w', new Writable({
        objectMode: true,
        write(chunk, encoding, callback) {
            console.log(chunk);
            callback();
        },
    })),
    () => console.log('done'));
setImmediate(() => console.log('immediate'));
console.log('main');
