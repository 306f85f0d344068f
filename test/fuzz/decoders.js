'use strict';
/*
 * Random texts in pieces, through StringDecoder and TextDecoder: one line for
 * each text, with what came of its pieces. As with buffer.js, the same seed
 * gives the same lines everywhere.
 */

const { StringDecoder } = require('string_decoder');

let state = 1;

function random(n) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
}

function pick(list) {
    return list[random(list.length)];
}

/* ---- Texts ------------------------------------------------------------ */

const pieces = ['a', 'some text', '\u00e9', '\u20ac', '\u{1f600}', '\ud83d',
                '\ude00', '\x80\x9f'];

/* A byte order mark stands at the start only: Node 24 takes a second one away too, if
 * the pieces lie so. */

function text() {
    let result = random(4) === 0 ? '\ufeff' : '';
    for (let n = random(12); n > 0; n--)
        result += pieces[random(pieces.length)];
    return result;
}

function bytes() {
    const buffer = Buffer.from(text(), pick(['utf8', 'utf8', 'ucs2']));
    if (random(3) === 0 && buffer.length > 0)
        buffer[random(buffer.length)] = random(256);
    return random(8) === 0 ? swapped(buffer) : buffer;
}

function swapped(buffer) {
    return buffer.subarray(0, buffer.length & ~1).swap16();
}

function cut(buffer) {
    const parts = [];
    while (buffer.length > 0) {
        const n = 1 + random(random(3) === 0 ? buffer.length : 4);
        parts.push(buffer.subarray(0, n));
        buffer = buffer.subarray(n);
    }
    return parts;
}

/* ---- Decoders --------------------------------------------------------- */

const encodings = ['utf8', 'utf16le', 'base64', 'base64url', 'hex', 'latin1',
                   'ascii'];
const labels = ['utf-8', 'utf-8', 'utf-16le', 'utf-16be', 'latin1', 'ibm866',
                'iso-8859-7', 'windows-1251', 'windows-1255', 'koi8-u',
                'windows-874', 'macintosh', 'x-user-defined', 'iso-8859-8-i'];

function decodeString(parts) {
    const decoder = new StringDecoder(pick(encodings));
    const results = parts.map((part) => [
        decoder.write(part), decoder.lastNeed, decoder.lastTotal,
        decoder.lastChar.toString('hex', 0, decoder.lastTotal -
                                            decoder.lastNeed),
    ]);
    results.push(decoder.end());
    return [decoder.encoding, results];
}

function decodeText(parts) {
    const label = pick(labels);
    const options = { fatal: random(3) === 0, ignoreBOM: random(3) === 0 };
    const decoder = new TextDecoder(label, options);
    const results = [];
    try {
        for (const part of parts)
            results.push(decoder.decode(part, { stream: random(9) > 0 }));
        results.push(decoder.decode());
    } catch (error) {
        results.push(`${error.name} ${error.code} ${error.message}`);
    }
    return [label, options, results];
}

function encodeInto(source) {
    const target = new Uint8Array(random(20));
    const { read, written } = new TextEncoder().encodeInto(source, target);
    return [read, written, Buffer.from(target).toString('hex')];
}

/* The lines of `count` texts, one after the other. */
function *makeLines(seed, count) {
    state = (seed * 2654435761 + 1) >>> 0;
    for (let i = 0; i < count; i++) {
        const whole = bytes();
        const result = pick([
            () => decodeString(cut(whole)),
            () => decodeText(cut(whole)),
            () => encodeInto(text()),
        ])();
        yield `${i} ${whole.toString('hex')} => ${JSON.stringify(result)}`;
    }
}

if (require.main === module) {
    const [seed = 1, count = 1000] = process.argv.slice(2).map(Number);
    for (const line of makeLines(seed, count))
        console.log(line);
}

module.exports = { makeLines };
