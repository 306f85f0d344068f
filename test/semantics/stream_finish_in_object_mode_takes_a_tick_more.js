// Without a callback, a chunk that is written at once takes a tick to be counted
// in object mode, and none in bytes: so 'finish' comes later there.
// prints: tick0 bytes tick1 objects tick2 tick3
const { Writable } = require('stream');
for (const objectMode of [true, false]) {
    const name = objectMode ? 'objects' : 'bytes';
    const sink = new Writable({
        objectMode,
        write(chunk, encoding, callback) { callback(); },
    });
    sink.on('finish', () => console.log(name));
    sink.write('x');
    sink.end();
}
let ticks = 0;
(function count() {
    console.log(`tick${ticks}`);
    if (ticks++ < 3)
        process.nextTick(count);
})();
