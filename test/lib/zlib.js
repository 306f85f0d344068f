'use strict';
// zlib: what is deflated is inflated again, at once, later and as a stream.

const assert = require('assert');
const zlib = require('zlib');

const pairs = [['deflate', 'inflate'], ['gzip', 'gunzip'], ['gzip', 'unzip'],
               ['deflate', 'unzip'], ['deflateRaw', 'inflateRaw']];
const data = Buffer.alloc(200000, 'hello zlib ');
let done = 0;

// What makes a stream may be called with `new`.
assert.ok(new zlib.createGzip() instanceof zlib.Gzip);

process.on('exit', () => assert.strictEqual(done, pairs.length + 4));

for (const [pack, unpack] of pairs) {
    const packed = zlib[`${pack}Sync`](data);
    assert.ok(packed.length < 2000);
    assert.deepStrictEqual(zlib[`${unpack}Sync`](packed), data);
    zlib[pack](data, (error, bytes) => {
        assert.ifError(error);
        zlib[unpack](bytes, (second, result) => {
            assert.ifError(second);
            assert.deepStrictEqual(result, data);
            done++;
        });
    });
}

// A gzip file may have several members, and zeros behind them.
{
    const members = Buffer.concat([zlib.gzipSync('abc'), zlib.gzipSync('def'),
                                   Buffer.alloc(10)]);
    assert.strictEqual(zlib.gunzipSync(members).toString(), 'abcdef');
}

// A dictionary is needed on both sides, and the same one.
{
    const dictionary = Buffer.from('abcd');
    const packed = zlib.deflateSync('abc', { dictionary });
    assert.strictEqual(zlib.inflateSync(packed, { dictionary }).toString(),
                       'abc');
    assert.throws(() => zlib.inflateSync(packed),
                  { code: 'Z_NEED_DICT', message: 'Missing dictionary' });
    assert.throws(
        () => zlib.inflateSync(packed, { dictionary: Buffer.from('x') }),
        { code: 'Z_NEED_DICT', message: 'Bad dictionary' });
}

// What is damaged, cut off or too long is an error.
assert.throws(() => zlib.inflateSync(Buffer.from('junk')),
              { code: 'Z_DATA_ERROR', errno: -3,
                message: 'incorrect header check' });
assert.throws(() => zlib.gunzipSync(zlib.gzipSync('abc').subarray(0, 10)),
              { code: 'Z_BUF_ERROR', message: 'unexpected end of file' });
assert.throws(() => zlib.inflateSync(zlib.deflateSync(data),
                                     { maxOutputLength: 5 }),
              { code: 'ERR_BUFFER_TOO_LARGE' });
assert.throws(() => zlib.createGzip({ level: 77 }),
              { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => zlib.deflateSync(5), { code: 'ERR_INVALID_ARG_TYPE' });
zlib.gunzip(Buffer.from('bad'), (error) => {
    assert.strictEqual(error.code, 'Z_DATA_ERROR');
    done++;
});

// A stream gives what was flushed before it ends.
{
    const packer = zlib.createDeflate();
    const unpacker = zlib.createInflate();
    packer.pipe(unpacker);
    unpacker.once('data', (chunk) => {
        assert.strictEqual(chunk.toString(), 'first');
        done++;
        packer.end();
    });
    packer.write('first');
    packer.flush();
}

// Much goes through with little memory, in order.
{
    const packer = zlib.createGzip({ chunkSize: 1024 });
    const unpacker = zlib.createGunzip({ chunkSize: 1024 });
    let n = 0;
    unpacker.on('data', (chunk) => { n += chunk.length; });
    unpacker.on('end', () => {
        assert.strictEqual(n, 50 * data.length);
        done++;
    });
    packer.pipe(unpacker);
    for (let i = 0; i < 50; i++)
        packer.write(data);
    packer.end();
}

assert.strictEqual(zlib.crc32('hello'), 907060870);

// unzip() finds out which format it has, and reads all members of a gzip file.
{
    const member = zlib.gzipSync(data);
    const two = Buffer.concat([member, member]);
    for (const chunkSize of [64, 16384]) {
        for (const unpack of [zlib.gunzipSync, zlib.unzipSync])
            assert.strictEqual(unpack(two, { chunkSize }).length,
                               2 * data.length);
    }
    const junk = Buffer.concat([zlib.deflateSync(data),
                                Buffer.from([0x1f, 0x1f])]);
    assert.strictEqual(zlib.unzipSync(junk, { chunkSize: 64 }).length,
                       data.length);
    for (const unpack of [zlib.gunzipSync, zlib.unzipSync])
        assert.throws(() => unpack(two, { rejectGarbageAfterEnd: true }),
                      { code: 'ERR_TRAILING_JUNK_AFTER_STREAM_END' });
}

// Packages drive the handle of a stream by themselves, step by step.
{
    const stream = new zlib.Inflate();
    const packed = zlib.deflateSync('hello');
    stream._handle.writeSync(zlib.constants.Z_FINISH, packed, 0,
                             packed.length, stream._outBuffer,
                             stream._outOffset, 100);
    assert.deepStrictEqual([...stream._writeState], [95, 0]);
    assert.strictEqual(stream._outBuffer.toString('latin1', 0, 5), 'hello');
    const broken = new zlib.Inflate();
    broken.on('error', (error) => {
        assert.strictEqual(error.code, 'Z_DATA_ERROR');
        done++;
    });
    broken._handle.writeSync(zlib.constants.Z_FINISH, Buffer.from('junk'), 0, 4,
                             broken._outBuffer, 0, 100);
    assert.ok(broken.destroyed);
}
