// A chunk that comes while the stream flows is emitted inside push(); 'end' takes
// a tick.
// prints: a data1 b data2 c tick end microtask
const { Readable } = require('stream');
const source = new Readable({ objectMode: true, read() {} });
source.on('data', (chunk) => console.log(`data${chunk}`));
source.on('end', () => console.log('end'));
setImmediate(() => {
    console.log('a');
    source.push(1);
    console.log('b');
    source.push(2);
    process.nextTick(() => console.log('tick'));
    source.push(null);
    console.log('c');
    queueMicrotask(() => console.log('microtask'));
});
