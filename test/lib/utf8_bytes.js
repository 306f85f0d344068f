// Bytes that are no UTF-8 become U+FFFD as the WHATWG standard has it, wherever
// bytes become a string: in files, sources and Buffers.
'use strict';

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'utf8-'));
const file = path.join(dir, 'bytes.js');
process.on('exit', () => fs.rmSync(dir, { recursive: true }));

// The bytes, and how many U+FFFD they are; what follows them is ASCII.
const cases = [
    [[0xed, 0xa0, 0x80], 3], // half a pair of UTF-16
    [[0xed, 0xa0, 0x80, 0xed, 0xb0, 0x80], 6], // both halves
    [[0xc0, 0x80], 2], // too long for what it stands for
    [[0xe0, 0x80, 0x80], 3],
    [[0xf0, 0x80, 0x80, 0x80], 4],
    [[0xf4, 0x90, 0x80, 0x80], 4], // beyond U+10FFFF
    [[0xf8, 0x88, 0x80, 0x80, 0x80], 5],
    [[0x80], 1], // not the start of anything
    [[0xff], 1],
    [[0xc2], 1], // cut off
    [[0xe2, 0x82], 1],
    [[0xf0, 0x9f, 0x98], 1],
];

for (const [bytes, count] of cases) {
    const expected = `a${'\ufffd'.repeat(count)}b`;
    const text = Buffer.from([0x61, ...bytes, 0x62]);
    assert.strictEqual(text.toString(), expected);
    fs.writeFileSync(file, text);
    assert.strictEqual(fs.readFileSync(file, 'utf8'), expected);
    assert.strictEqual(fs.readFileSync(file, 'utf-8'), expected);
    assert.strictEqual(fs.readFileSync(file).toString(), expected);
    fs.readFile(file, 'utf8', () => {});

    // A source: a string, a template, a regular expression and a comment.
    fs.writeFileSync(file, Buffer.concat([
        Buffer.from('module.exports = ["'), text, Buffer.from('", `'), text,
        Buffer.from('`, /'), text, Buffer.from('/.source]; //'), text]));
    delete require.cache[file];
    assert.deepStrictEqual(require(file), [expected, expected, expected]);
}

// Half a pair that a program makes itself stays what it is.
assert.strictEqual(new Function('return "\ud800"')(), '\ud800');
assert.strictEqual((0, eval)('`\udc00`'), '\udc00');
assert.strictEqual(new RegExp('\ud800').source, '\ud800');
