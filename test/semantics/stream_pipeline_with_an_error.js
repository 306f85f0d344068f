// pipeline(): an error destroys the others with the same error, in the order of
// the pipeline; the callback comes last.
// prints: tick w-error w-close r-error r-close p-error p-close done-W immediate
const { PassThrough, Readable, Writable, pipeline } = require('stream');
const watch = (name, stream) => {
    for (const event of ['error', 'close'])
        stream.on(event, () => console.log(`${name}-${event}`));
    return stream;
};
pipeline(
    watch('r', new Readable({ read() { this.push('x'); } })),
    watch('p', new PassThrough()),
    watch('w', new Writable({
        write(chunk, encoding, callback) { callback(new Error('W')); },
    })),
    (error) => console.log(`done-${error.message}`));
process.nextTick(() => console.log('tick'));
setImmediate(() => console.log('immediate'));
