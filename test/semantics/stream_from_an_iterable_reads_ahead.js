// Readable.from(): a generator is asked for one chunk ahead of its reader.
// prints: main make-a make-b a make-c b closed c end close
const { Readable } = require('stream');
const source = Readable.from((function*() {
    try {
        for (const name of ['a', 'b', 'c']) {
            console.log(`make-${name}`);
            yield name;
        }
    } finally {
        console.log('closed');
    }
})());
source.on('data', (chunk) => console.log(chunk));
source.on('end', () => console.log('end'));
source.on('close', () => console.log('close'));
console.log('main');
