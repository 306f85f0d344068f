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
