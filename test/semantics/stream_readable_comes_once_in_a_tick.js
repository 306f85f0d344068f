// 'readable' is emitted in a tick, once for all chunks that came before it. At
// the end it is emitted inside push(), and once more for the reader that looks.
// prints: main tick readable[a,b] readable[c] pushed readable[] end
const { Readable } = require('stream');
const source = new Readable({ objectMode: true, read() {} });
source.on('readable', () => {
    const chunks = [];
    for (let chunk; (chunk = source.read()) !== null;)
        chunks.push(chunk);
    console.log(`readable[${chunks}]`);
});
source.on('end', () => console.log('end'));
process.nextTick(() => console.log('tick'));
source.push('a');
source.push('b');
console.log('main');
setImmediate(() => {
    source.push('c');
    source.push(null);
    console.log('pushed');
});
