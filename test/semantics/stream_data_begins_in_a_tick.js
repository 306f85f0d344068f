// A listener of 'data' starts the flow in a tick; what _read() pushes at once is
// emitted in that tick, 'end' and 'close' in ticks of their own.
// prints: main resume d0 d1 tick t0 end t1 close microtask m0 m1 immediate
const { Readable } = require('stream');
let n = 0;
const source = new Readable({
    objectMode: true,
    read() { this.push(n < 2 ? n++ : null); },
});
for (const name of ['resume', 'end', 'close'])
    source.on(name, () => console.log(name));
source.on('data', (chunk) => {
    console.log(`d${chunk}`);
    process.nextTick(() => console.log(`t${chunk}`));
    queueMicrotask(() => console.log(`m${chunk}`));
});
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('microtask'));
setImmediate(() => console.log('immediate'));
console.log('main');
