// UTF-8 and base64 are read in blocks of 64 bytes; each byte must count the same
// wherever it lies: at a border, in the rest, in a view of any alignment. All is
// compared with decoders that read one byte after the other.
'use strict';

const assert = require('node:assert');
const { isUtf8 } = require('node:buffer');

// [units, whole] of the bytes, as the WHATWG standard has it.
function slowUtf8(bytes) {
    const units = [];
    let whole = true;
    for (let i = 0; i < bytes.length;) {
        const lead = bytes[i++];
        const more = lead >= 0xc2 && lead < 0xe0 ? 1 :
            lead >= 0xe0 && lead < 0xf0 ? 2 :
                lead >= 0xf0 && lead < 0xf5 ? 3 : 0;
        let lower = { 0xe0: 0xa0, 0xf0: 0x90 }[lead] ?? 0x80;
        let upper = { 0xed: 0x9f, 0xf4: 0x8f }[lead] ?? 0xbf;
        let char = more ? lead & (0x3f >> more) : lead;
        let left = more;
        for (; left > 0 && bytes[i] >= lower && bytes[i] <= upper; left--) {
            char = char << 6 | bytes[i++] & 0x3f;
            lower = 0x80;
            upper = 0xbf;
        }
        if (left > 0 || (more === 0 && lead >= 0x80)) {
            char = 0xfffd;
            whole = false;
        }
        units.push(char);
    }
    return [String.fromCodePoint(...units), whole];
}

// The same bytes at one of 16 alignments, with others around them.
const space = new Uint8Array(1024);
let turn = 0;
function place(bytes) {
    const start = 16 + turn++ % 16;
    space.fill(turn & 1 ? 0xbf : 0xf0);
    space.set(bytes, start);
    return Buffer.from(space.buffer, start, bytes.length);
}

function checkUtf8(bytes, [text, whole] = slowUtf8(bytes)) {
    const view = place(bytes);
    if (view.toString() !== text || isUtf8(view) !== whole)
        assert.fail(`${view.toString('hex')}: ${view} is not ${text}`);
}

const fillers = ['a', '\xe9', '\u20ac', '\u{1f600}', 'a\u20ac\xe9\u{1f600}'];
const pieces = [
    '', '61', 'c3a9', 'e282ac', 'f09f9880', 'ed9fbf', 'ee8080', 'f48fbfbf',
    '80', 'bf', 'c0', 'c1bf', 'c2', 'e0', 'e09f80', 'e0a0', 'eda080', 'edbfbf',
    'ef', 'efbf', 'f0', 'f08f8080', 'f090', 'f09080', 'f4908080', 'f5', 'ff',
    'f8808080', 'e28228a1', '00',
].map((hex) => Buffer.from(hex, 'hex'));

// The filler is cut wherever the piece lies, also within a character.
for (const filler of fillers) {
    const text = Buffer.from(filler.repeat(140));
    for (let at = 0; at < 136; at++)
        checkUtf8(text.subarray(0, at));
    for (let at = 0; at < 136; at += at % 64 < 60 && at % 64 > 6 ? 9 : 1) {
        for (const piece of pieces) {
            const start = Buffer.concat([text.subarray(0, at), piece]);
            checkUtf8(start);
            checkUtf8(Buffer.concat([start, text.subarray(0, 70)]));
        }
    }
}

// Each two bytes from c0 on, across a border.
for (let lead = 0x7f; lead < 256; lead = lead < 0xc0 ? 0xc0 : lead + 1) {
    for (let second = 0; second < 256; second++) {
        const four = [lead, second, 0x80, 0xbf];
        const [text, whole] = slowUtf8(four);
        const bytes = new Uint8Array(200).fill(97);
        bytes.set(four, 125 + second % 4);
        checkUtf8(bytes, ['a'.repeat(125 + second % 4) + text +
            'a'.repeat(71 - second % 4), whole]);
    }
}

// ---- Base64

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const alphabets = { base64: `${letters}+/`, base64url: `${letters}-_` };

function slowBase64(bytes, alphabet) {
    let text = '';
    for (let bit = 0; bit < bytes.length * 8; bit += 6) {
        const pair = bytes[bit >> 3] << 8 | bytes[(bit >> 3) + 1];
        text += alphabet[pair >> 10 - bit % 8 & 63];
    }
    return text;
}

// What a text of digits and other characters stands for.
function slowBytes(text) {
    const bytes = [];
    let bits = 0;
    let count = 0;
    for (const c of text.split('=')[0]) {
        const value = Math.max(alphabets.base64.indexOf(c),
                               alphabets.base64url.indexOf(c));
        if (value < 0)
            continue;
        bits = bits << 6 & 0xffff | value;
        count += 6;
        if (count >= 8)
            bytes.push(bits >> (count -= 8) & 255);
    }
    return Buffer.from(bytes);
}

function checkBase64(bytes) {
    const view = place(bytes);
    for (const [encoding, alphabet] of Object.entries(alphabets)) {
        const digits = slowBase64(bytes, alphabet);
        const text = encoding === 'base64' ?
            digits.padEnd(Math.ceil(bytes.length / 3) * 4, '=') : digits;
        assert.strictEqual(view.toString(encoding), text);
        assert(Buffer.from(text, encoding).equals(bytes));
        const part = Buffer.alloc(bytes.length + 8, 0x55);
        assert.strictEqual(part.write(text, 3, encoding), bytes.length);
        assert(part.subarray(3, -5).equals(bytes));
        assert.strictEqual(part.toString('latin1', bytes.length + 3), 'UUUUU');
    }
    const latin1 = view.latin1Slice();
    assert.strictEqual(btoa(latin1), view.toString('base64'));
    assert.strictEqual(atob(btoa(latin1)), latin1);
}

let seed = 1;
function random() {
    seed = Math.imul(seed, 1103515245) + 12345 >>> 0;
    return seed >>> 16 & 255;
}
const randomBytes = (n) => Buffer.from(Array.from({ length: n }, random));
for (let n = 0; n < 150; n++)
    for (let round = 0; round < 3; round++)
        checkBase64(randomBytes(n));

// Long ones are done in larger steps.
for (const middle of [192, 768, 960, 1536, 3072, 6144]) {
    for (let n = middle - 4; n <= middle + 4; n++) {
        const bytes = randomBytes(n);
        for (const [encoding, alphabet] of Object.entries(alphabets)) {
            const digits = slowBase64(bytes, alphabet);
            assert.strictEqual(bytes.toString(encoding).replace(/=+$/, ''), digits);
            assert(Buffer.from(digits, encoding).equals(bytes));
            const at = n * 7 % digits.length;
            const cut = `${digits.slice(0, at)}\r\n${digits.slice(at)}`;
            assert(Buffer.from(cut, encoding).equals(bytes));
        }
        const latin1 = bytes.latin1Slice();
        assert.strictEqual(atob(btoa(latin1)), latin1);
    }
}

// Every character at every place: a digit, passed over, or refused.
const line = slowBase64(randomBytes(111), alphabets.base64);
const refuses = (text) => {
    try {
        atob(text);
    } catch (error) {
        return error.name === 'InvalidCharacterError';
    }
    return false;
};
for (let c = 0; c < 256; c++) {
    const char = String.fromCharCode(c);
    for (let at = c % 7; at < line.length; at += 7) {
        const text = line.slice(0, at) + char + line.slice(at + 1);
        assert(Buffer.from(text, 'base64').equals(slowBytes(text)), text);
        const wide = `${text}=\u0100`;
        assert(Buffer.from(wide, 'base64').equals(slowBytes(text)), text);
        if (alphabets.base64.includes(char) || '\t\n\f\r '.includes(char))
            assert.strictEqual(atob(text), slowBytes(text).latin1Slice());
        else
            assert(refuses(text), text);
    }
}
