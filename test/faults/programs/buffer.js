'use strict';
// Buffers, Blobs and decoders: memory for bytes and for the strings made of them.
const { StringDecoder } = require('string_decoder');
const { transcode } = require('buffer');

const text = 'some text \u20ac '.repeat(400);
for (const encoding of ['utf8', 'ucs2', 'latin1', 'hex', 'base64']) {
    const buffer = Buffer.from(text, 'utf8');
    const shown = buffer.toString(encoding);
    if (encoding !== 'latin1' && !Buffer.from(shown, encoding).equals(
        encoding === 'ucs2' ? buffer.subarray(0, buffer.length & ~1) : buffer))
        throw new Error(`${encoding} is wrong`);
}
const joined = Buffer.concat([Buffer.from('ab'), Buffer.alloc(5000, 'xyz')]);
if (joined.indexOf('yzx'.repeat(200)) !== 3)
    throw new Error('nothing found');
joined.fill('\u20ac'.repeat(3000)).swap16();
transcode(Buffer.from('abc'), 'utf8', 'ucs2');
const decoder = new StringDecoder('utf8');
decoder.write(Buffer.from([0xe2]));
decoder.end(Buffer.from([0x82, 0xac]));
new TextDecoder('utf-16').decode(joined);
new TextDecoder('koi8-r').decode(joined);
atob(btoa('abc'.repeat(200)));
joined.writeUInt32LE(joined.readUInt32BE(1), 2);
structuredClone(new Blob([joined, text])).text();
