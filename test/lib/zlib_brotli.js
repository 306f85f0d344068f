'use strict';
// zlib: brotli and zstd as streams, at once and with a callback.

const assert = require('assert');
const zlib = require('zlib');
const { promisify } = require('util');

const text = Buffer.from('what was said, and said again. '.repeat(500));
const { constants } = zlib;
let done = 0;

for (const { 0: name, 1: options } of [
    ['brotli', { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }],
    ['zstd', { params: { [constants.ZSTD_c_compressionLevel]: 4 } }],
]) {
    const Name = name[0].toUpperCase() + name.slice(1);
    const compressSync = zlib[`${name}CompressSync`];
    const decompressSync = zlib[`${name}DecompressSync`];

    // At once, and what is cut off is an error.
    const packed = compressSync(text, options);
    assert.ok(packed.length < text.length / 10);
    assert.deepStrictEqual(decompressSync(packed), text);
    assert.throws(() => decompressSync(packed.subarray(0, 20)), {
        code: 'Z_BUF_ERROR', errno: -5, message: 'unexpected end of file',
    });
    assert.throws(() => decompressSync(packed, { maxOutputLength: 10 }),
                  { code: 'ERR_BUFFER_TOO_LARGE' });
    assert.deepStrictEqual(decompressSync(compressSync('')),
                           Buffer.alloc(0));

    // With a callback and as a promise.
    promisify(zlib[`${name}Compress`])(text)
        .then((bytes) => promisify(zlib[`${name}Decompress`])(bytes))
        .then((bytes) => {
            assert.deepStrictEqual(bytes, text);
            done++;
        });

    // As streams; a flush gives out what was written before it.
    const encoder = zlib[`create${Name}Compress`]({ chunkSize: 64 });
    const decoder = zlib[`create${Name}Decompress`]({ chunkSize: 64 });
    assert.ok(encoder instanceof zlib[`${Name}Compress`]);
    let read = '';
    decoder.setEncoding('utf8').on('data', (part) => {
        read += part;
        if (read === 'first') {
            encoder.end(text);
        }
    }).on('end', () => {
        assert.strictEqual(read, `first${text}`);
        assert.strictEqual(encoder.bytesWritten, 5 + text.length);
        done++;
    });
    encoder.pipe(decoder);
    encoder.write('first');
    encoder.flush();

    // Options are checked.
    assert.throws(() => compressSync(text, { params: { 9999: 1 } }),
                  { code: `ERR_${name.toUpperCase()}_INVALID_PARAM` });
    assert.throws(() => compressSync(text, { params: { 1: 'x' } }),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => compressSync(text, { flush: 4 }),
                  { code: 'ERR_OUT_OF_RANGE' });
}

// Errors have the names of the libraries.
assert.throws(() => zlib.brotliDecompressSync(Buffer.from('no brotli')),
              { message: 'Decompression failed', code: /^ERR__ERROR_FORMAT_/ });
assert.throws(() => zlib.zstdDecompressSync(Buffer.from('no zstandard')),
              { message: 'Unknown frame descriptor', errno: 10,
                code: 'ZSTD_error_prefix_unknown' });
process.on('exit', () => assert.strictEqual(done, 4));
