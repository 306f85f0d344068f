// prints: close written: second:ERR_STREAM_DESTROYED
'use strict';
// The chunk that a thread works on is over when the thread says so, also if the
// stream was destroyed; those behind it fail then.
const zlib = require('zlib');

const gzip = zlib.createGzip();
gzip.on('close', () => console.log('close'));
gzip.write('a', (error) => console.log('written:' + (error?.code ?? '')));
gzip.write('b', (error) => console.log('second:' + error.code));
process.nextTick(() => gzip.destroy());
