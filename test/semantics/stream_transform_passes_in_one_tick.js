// What is written to a transform that flows comes out before write() returns; its
// end takes ticks.
// prints: 2 t1 written 4 t2 flush rest prefinish main end finish tick close
const { Transform } = require('stream');
const double = new Transform({
    objectMode: true,
    transform(chunk, encoding, callback) {
        callback(null, chunk * 2);
        console.log(`t${chunk}`);
    },
    flush(callback) {
        console.log('flush');
        callback(null, 'rest');
    },
});
for (const name of ['prefinish', 'finish', 'end', 'close'])
    double.on(name, () => console.log(name));
double.on('data', (chunk) => console.log(chunk));
setImmediate(() => {
    double.write(1);
    console.log('written');
    double.end(2);
    console.log('main');
    process.nextTick(() => console.log('tick'));
});
