'use strict';
// The last chunk is flushed by the option `flush` or by `finishFlush`, whichever
// flushes more. All of it holds for Node 24 as well.
const assert = require('assert');
const zlib = require('zlib');
const { buffer } = require('stream/consumers');
const { later } = require('./support/later.js');

// From the one that flushes least.
const KINDS = ['Z_NO_FLUSH', 'Z_BLOCK', 'Z_PARTIAL_FLUSH', 'Z_SYNC_FLUSH',
               'Z_FULL_FLUSH', 'Z_FINISH'].map((name) => zlib.constants[name]);
const text = 'hello, world; '.repeat(50);

async function compare(flush, finishFlush) {
    const rank = Math.max(KINDS.indexOf(flush), KINDS.indexOf(finishFlush));
    const stream = zlib.createDeflateRaw({ flush, finishFlush });
    stream.end(text);
    const packed = await buffer(stream);
    if (rank < KINDS.indexOf(zlib.constants.Z_SYNC_FLUSH))
        return; // what was written need not all have come out
    const unpacked = zlib.inflateRawSync(
        packed, { finishFlush: zlib.constants.Z_SYNC_FLUSH });
    assert.strictEqual(unpacked.toString(), text);
    const end = packed.subarray(-4).toString('hex'); // of an empty block
    if (KINDS[rank] !== zlib.constants.Z_FINISH)
        assert.strictEqual(end, '0000ffff');
}

const pairs = KINDS.flatMap((a) => KINDS.map((b) => [a, b]))
    .filter(([flush]) => flush !== zlib.constants.Z_FINISH);
Promise.all(pairs.map(([a, b]) => compare(a, b))).then(later(() => {}));

// A stream that is written to after its end says so in zlib's own words.
const ended = zlib.createDeflate({ flush: zlib.constants.Z_FINISH });
ended.on('error', later((error) => {
    assert.strictEqual(error.message, 'buffer error');
    assert.strictEqual(error.code, 'Z_BUF_ERROR');
}));
ended.write('a');
ended.write('b');
ended.resume();
