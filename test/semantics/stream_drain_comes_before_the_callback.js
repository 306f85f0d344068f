// 'drain' is emitted before the callback of the chunk that made it due.
// prints: false false tick a drain b
const { Writable } = require('stream');
const sink = new Writable({
    highWaterMark: 1,
    write(chunk, encoding, callback) { setImmediate(callback); },
});
sink.on('drain', () => console.log('drain'));
console.log(sink.write('a', () => console.log('a')));
console.log(sink.write('b', () => console.log('b')));
process.nextTick(() => console.log('tick'));
