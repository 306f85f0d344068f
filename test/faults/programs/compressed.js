'use strict';
// zlib: at once, by a callback, as a stream; and input that is damaged.
const zlib = require('zlib');

const text = 'compressed '.repeat(3000);
const packed = zlib.gzipSync(text);
console.log(zlib.gunzipSync(packed).length);
console.log(zlib.brotliDecompressSync(zlib.brotliCompressSync('brotli')).length);
try {
    zlib.inflateSync(Buffer.from('damaged'));
} catch (error) {
    if (error.code !== 'Z_DATA_ERROR')
        throw error;
    console.log(error.code);
}
zlib.deflate(text, (error, bytes) => {
    if (error)
        throw error;
    zlib.inflate(bytes, (failed, back) => {
        if (failed)
            throw failed;
        console.log(back.length);
        const stream = zlib.createGunzip();
        let length = 0;
        stream.on('data', (chunk) => { length += chunk.length; });
        stream.on('end', () => console.log(length));
        stream.write(packed.subarray(0, 20));
        stream.end(packed.subarray(20));
    });
});
