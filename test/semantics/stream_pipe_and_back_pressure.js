// pipe(): the source is paused when the sink is full, and resumes in a tick
// after 'drain'.
// prints: w-pipe main r-resume w0 r-pause w-drain r-resume w1 r-pause w-drain r-resume w2 r-pause r-end r-close w-finish w-unpipe w-close
const { Readable, Writable } = require('stream');
let n = 0;
const source = new Readable({
    objectMode: true,
    highWaterMark: 1,
    read() { this.push(n < 3 ? n++ : null); },
});
const sink = new Writable({
    objectMode: true,
    highWaterMark: 1,
    write(chunk, encoding, callback) {
        console.log(`w${chunk}`);
        setImmediate(callback);
    },
});
for (const name of ['pause', 'resume', 'end', 'close'])
    source.on(name, () => console.log(`r-${name}`));
for (const name of ['pipe', 'unpipe', 'drain', 'finish', 'close'])
    sink.on(name, () => console.log(`w-${name}`));
source.pipe(sink);
console.log('main');
