// finished(): of a stream that is over the callback comes in a tick; of one that
// will close, after 'close'.
// prints: end written finish close finished again tick microtask
const { PassThrough, finished } = require('stream');
const pass = new PassThrough();
pass.on('close', () => {
    console.log('close');
    finished(pass, () => console.log('again'));
    process.nextTick(() => console.log('tick'));
    queueMicrotask(() => console.log('microtask'));
});
finished(pass, () => console.log('finished'));
finished(pass, { readable: false }, () => console.log('written'));
pass.on('end', () => console.log('end'));
pass.on('finish', () => console.log('finish'));
pass.resume();
pass.end('x');
