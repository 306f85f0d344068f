'use strict';
/* No input at all is an error of what decompresses, and empty for the others. */

const assert = require('assert');
const zlib = require('zlib');

const names = ['gunzip', 'inflate', 'inflateRaw', 'unzip', 'brotliDecompress',
               'zstdDecompress'];
const expected = { code: 'Z_BUF_ERROR', message: 'unexpected end of file' };

function later(name, data) {
    return new Promise((resolve, reject) => {
        zlib[name](data, (error, result) => {
            if (error)
                reject(error);
            else
                resolve(result);
        });
    });
}

(async () => {
    for (const name of names) {
        assert.throws(() => zlib[`${name}Sync`](''), expected, name);
        await assert.rejects(later(name, ''), expected, name);
        await assert.rejects(later(name, undefined), expected, name);
    }
    const empty = await later('gzip', null);
    assert.strictEqual(zlib.gunzipSync(empty).length, 0);
    assert.throws(() => zlib.gzip(5, () => {}), {
        code: 'ERR_INVALID_ARG_TYPE', message: /^The "chunk" argument/,
    });
    const frame = zlib.zstdCompressSync('hello');
    assert.strictEqual(zlib.zstdDecompressSync(frame).toString(), 'hello');
    const two = Buffer.concat([frame, frame]);
    assert.strictEqual(zlib.zstdDecompressSync(two).toString(), 'hello');
})();
