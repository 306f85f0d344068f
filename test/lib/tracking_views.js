'use strict';
/* A view without a length follows its resizable buffer: built-ins see the
 * length that it has now, not the one that it was made with. */
const assert = require('node:assert');
const crypto = require('node:crypto');
const fs = require('node:fs');
const zlib = require('node:zlib');

function hash(bytes) {
    return crypto.createHash('sha1').update(bytes).digest('hex');
}

const sink = fs.openSync('/dev/null', 'w');

for (const [made, now] of [[10, 1000], [1000, 10], [1000, 0]]) {
    const buffer = new ArrayBuffer(made, { maxByteLength: 4000 });
    const views = [new Uint8Array(buffer), new Uint8ClampedArray(buffer),
                   new Uint16Array(buffer), new DataView(buffer)];
    buffer.resize(now);
    const expected = Buffer.alloc(now);

    for (const view of views) {
        const what = `${view.constructor.name} of ${made}, now ${now}`;
        assert.strictEqual(view.byteLength, now, what);
        assert.strictEqual(fs.writeSync(sink, view), now, what);
        assert.strictEqual(hash(view), hash(expected), what);
        assert.deepStrictEqual(zlib.inflateSync(zlib.deflateSync(view)),
                               expected, what);
        assert.strictEqual(new TextDecoder('latin1').decode(view).length, now);
        assert.strictEqual(structuredClone(view).byteLength, now, what);
    }
    const bytes = Buffer.from(buffer);
    assert.strictEqual(bytes.toString('latin1').length, now);
    assert.strictEqual(Buffer.concat([views[0]]).length, now);
}
fs.closeSync(sink);

/* What coercion of an argument takes away was still there at the call. */
{
    const buffer = new ArrayBuffer(10, { maxByteLength: 20 });
    const view = new Uint8Array(buffer);
    buffer.resize(20);
    const from = { valueOf() { buffer.resize(5); return 15; } };
    assert.strictEqual(view.includes(undefined, from), true);
}

/* A view whose buffer has gone has no bytes, whether the call waits or not. */
{
    const bytes = new Uint8Array(100);
    bytes.buffer.transfer();
    const buffer = new ArrayBuffer(100, { maxByteLength: 200 });
    const outside = new Uint8Array(buffer, 10, 50);
    const view = new DataView(buffer, 10, 50);
    buffer.resize(5);
    const file = fs.openSync('/dev/null', 'w');
    let calls = 0;

    function expectNothing(error, count) {
        assert.ifError(error);
        assert.strictEqual(count, 0);
        calls++;
    }

    for (const gone of [bytes, outside]) {
        fs.write(file, gone, expectNothing);
        fs.write(file, gone, 0, 0, null, expectNothing);
        fs.writev(file, [gone], expectNothing);
        fs.writeFile('/dev/null', gone, (e) => expectNothing(e, 0));
        assert.strictEqual(fs.writeSync(file, gone), 0);
        assert.strictEqual(zlib.inflateSync(zlib.deflateSync(gone)).length, 0);
    }
    process.on('exit', () => assert.strictEqual(calls, 8));

    const clone = (value) => () => structuredClone(value);
    const refused = (message) => ({ name: 'DataCloneError', message });
    assert.throws(clone(bytes), refused(
        'An ArrayBuffer is detached and could not be cloned.'));
    assert.throws(clone(outside), refused(
        '[object Object] could not be cloned.'));
    assert.throws(clone(view), refused('#<DataView> could not be cloned.'));
    assert.match(require('node:util').inspect(view),
                 /^DataView \{\s+\[?byteLength/);
}

/* What is written when its turn comes is what the view has then. */
{
    const buffer = new ArrayBuffer(1000, { maxByteLength: 2000 });
    fs.writeFile('/dev/null', new Uint8Array(buffer, 0, 500),
                 (error) => assert.ifError(error));
    buffer.resize(0);
}

/* What is still to be read of a chunk may go while a first part is at work.
 * (Node never answers then.) */
if (process.versions.orrery) {
    const packed = zlib.deflateSync(crypto.randomBytes(100000));
    const buffer = new ArrayBuffer(packed.length, { maxByteLength: 200000 });
    const chunk = new Uint8Array(buffer, 0, packed.length);
    let ended = false;
    chunk.set(packed);
    zlib.inflate(chunk, (error) => {
        assert.strictEqual(error.code, 'Z_BUF_ERROR');
        ended = true;
    });
    buffer.resize(0);
    process.on('exit', () => assert.ok(ended));
}
