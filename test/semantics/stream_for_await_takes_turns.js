// for await: each chunk takes two microtasks; a break destroys the stream, and
// the loop does not wait for its 'close'.
// prints: a 0 1 b 2 3 c 4 5 left 6 7 8 9 10 11 12 13 14 close
const { Readable } = require('stream');
const source = Readable.from(['a', 'b', 'c', 'd']);
source.on('close', () => console.log('close'));
let n = 0;
const count = () => {
    console.log(n);
    if (n++ < 14)
        queueMicrotask(count);
};
(async () => {
    for await (const chunk of source) {
        console.log(chunk);
        if (chunk === 'a')
            queueMicrotask(count);
        if (chunk === 'c')
            break;
    }
    console.log('left');
})();
