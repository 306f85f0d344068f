// A sink that calls back at once is reported in a tick, in which equal callbacks
// in a row are called together; one that calls back late at once.
// prints: w1 w2 w3 w4 main same same other same tick m m m w5 late returned
const { Writable } = require('stream');
let isSync = true;
const sink = new Writable({
    write(chunk, encoding, callback) {
        console.log(`w${chunk}`);
        if (isSync)
            callback();
        else
            setImmediate(() => { callback(); console.log('returned'); });
    },
});
const same = () => {
    console.log('same');
    queueMicrotask(() => console.log('m'));
};
sink.write('1', same);
sink.write('2', same);
sink.write('3', () => console.log('other'));
sink.write('4', same);
process.nextTick(() => console.log('tick'));
console.log('main');
setImmediate(() => {
    isSync = false;
    sink.write('5', () => console.log('late'));
});
