'use strict';
/* TextEncoder, TextDecoder, atob() and btoa(): what Node 24 gives and says. */

const { inspect } = require('util');
const { check, finish } = require('./support/check.js');

function bytes(...values) {
    return new Uint8Array(values);
}

/* ---- TextDecoder ------------------------------------------------------ */

check(() => new TextDecoder().encoding, 'utf-8');
check(() => new TextDecoder(' L1\n').encoding, 'windows-1252');
check(() => new TextDecoder('unicodefeff').encoding, 'utf-16le');
check(() => new TextDecoder('utf-16be').decode(bytes(0, 65, 0x20, 0xac)),
      'A\u20ac');
check(() => new TextDecoder('utf-16').decode(bytes(65, 0, 66)), 'A\ufffd');
check(() => new TextDecoder('utf-16', { fatal: true })
      .decode(bytes(0, 0xd8)),
      'TypeError [ERR_ENCODING_INVALID_ENCODED_DATA]: The encoded data was ' +
      'not valid for encoding utf-16le');
check(() => {
    const decoder = new TextDecoder('utf-16');
    return decoder.decode(bytes(0x3d, 0xd8), { stream: true }) +
           decoder.decode(bytes(0, 0xde));
}, '\u{1f600}');
check(() => {
    const decoder = new TextDecoder();
    return decoder.decode(bytes(0xef, 0xbb), { stream: true }) +
           decoder.decode(bytes(0xbf, 65), { stream: true }) +
           decoder.decode(bytes(0xef, 0xbb, 0xbf));
}, 'A\ufeff');
check(() => new TextDecoder('latin1').decode(bytes(0x80, 0xe9)),
      '\u20ac\xe9');
check(() => new TextDecoder('nothing', 5),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options" argument must be of ' +
      'type object. Received type number (5)');
check(() => new TextDecoder('nothing'),
      'RangeError [ERR_ENCODING_NOT_SUPPORTED]: The "nothing" encoding is ' +
      'not supported');
check(() => new TextDecoder().decode(''),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "list" argument must be an ' +
      'instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.');
check(() => new TextDecoder('utf-16').decode(''),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "input" argument must be an ' +
      'instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.');
check(() => new TextDecoder('latin1').decode(5),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "input" argument must be an ' +
      'instance of ArrayBuffer or ArrayBufferView. Received type number (5)');
check(() => new TextDecoder().decode(bytes(65), 5),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options" argument must be of ' +
      'type object. Received type number (5)');
check(() => new TextDecoder().decode(bytes(65), null), 'A');
check(() => TextDecoder.prototype.decode.call({}),
      'TypeError [ERR_INVALID_THIS]: Value of "this" must be of type ' +
      'TextDecoder');
check(() => inspect(new TextDecoder('utf8', { fatal: true })),
      "TextDecoder { encoding: 'utf-8', fatal: true, ignoreBOM: false }");
check(() => inspect({ a: new TextDecoder() }, { depth: 0 }),
      '{ a: [TextDecoder] }');

/* Encodings with one byte a character: all 256 of each, as one sum. */
const tables = ['ibm866', 'iso-8859-2', 'iso-8859-3', 'iso-8859-4',
                'iso-8859-5', 'iso-8859-6', 'iso-8859-7', 'iso-8859-8',
                'iso-8859-8-i', 'iso-8859-10', 'iso-8859-13', 'iso-8859-14',
                'iso-8859-15', 'iso-8859-16', 'koi8-r', 'koi8-u', 'macintosh',
                'windows-874', 'windows-1250', 'windows-1251', 'windows-1252',
                'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256',
                'windows-1257', 'windows-1258', 'x-mac-cyrillic',
                'x-user-defined'];
const all = Uint8Array.from({ length: 256 }, (_, i) => i);

function sumOf(text) {
    let sum = 0;
    for (let i = 0; i < text.length; i++)
        sum = (Math.imul(sum, 31) + text.charCodeAt(i)) >>> 0;
    return sum.toString(36);
}

check(() => tables.map((name) => sumOf(new TextDecoder(name).decode(all)))
    .join(' '),
      '178de5y 1su5r8l xa9wr5 1o1p558 mxe0uc hmfcum g2coss iuyte1 ' +
      'iuyte1 u5rfc9 8nwqr7 al0p6f 1ou994s j4m35k 17yprx8 lck93k ' +
      '2w2old 1f88p36 gms9o6 s2wxdo 1rh540a 1fgin1u nw8siq 5roam6 ' +
      '52ten9 1fbsajr u7hvu5 1fkzx7b tbyf7k');
check(() => new TextDecoder('\tCP1251\n').encoding, 'windows-1251');
check(() => new TextDecoder('\u00a0utf-8'),
      'RangeError [ERR_ENCODING_NOT_SUPPORTED]: The "\u00a0utf-8" encoding is ' +
      'not supported');
check(() => new TextDecoder('iso-8859-7', { fatal: true }).decode(bytes(0xff)),
      'TypeError [ERR_ENCODING_INVALID_ENCODED_DATA]: The encoded data was ' +
      'not valid for encoding iso-8859-7');

/* ---- TextEncoder ------------------------------------------------------ */

check(() => inspect(new TextEncoder()), "{ encoding: 'utf-8' }");
check(() => new TextEncoder().encodeInto('a\u20acb', new Uint8Array(4)),
      '{"read":2,"written":4}');
check(() => new TextEncoder().encodeInto('a', 'b'),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "dest" argument must be an ' +
      "instance of Uint8Array. Received type string ('b')");
check(() => TextEncoder.prototype.encode.call(1, 'x'),
      'TypeError [ERR_INVALID_THIS]: Value of "this" must be of type ' +
      'TextEncoder');

/* ---- Base64 ----------------------------------------------------------- */

check(() => atob(' a b '), 'i');
check(() => atob('*'), 'InvalidCharacterError [5]: Invalid character');
check(() => atob('aaa=a'), 'InvalidCharacterError [5]: Invalid character');
check(() => atob('ab='), 'InvalidCharacterError [5]: Invalid character');
check(() => atob('a='),
      'InvalidCharacterError [5]: The string to be decoded is not correctly ' +
        'encoded.');
check(() => atob('a'),
      'InvalidCharacterError [5]: The string to be decoded is not correctly ' +
      'encoded.');
check(() => btoa('\xe9'), '6Q==');
check(() => btoa('\u2603'), 'InvalidCharacterError [5]: Invalid character');

finish();

const assert = require('assert');

/* ---- Names of encodings ---- */
{
    assert.strictEqual(new TextDecoder(' \t\n\f\rUTF-8 ').encoding, 'utf-8');
    for (const label of ['\vutf-8', '\u00a0utf-8', 'utf-8\0', '\u2028utf-8', '']) {
        assert.throws(() => new TextDecoder(label),
                      { name: 'RangeError', code: 'ERR_ENCODING_NOT_SUPPORTED' });
    }
}
{
    const target = new Uint8Array(5);
    assert.deepStrictEqual(new TextEncoder().encodeInto('a\u20acbc', target),
                           { read: 3, written: 5 });
    assert.deepStrictEqual([...target], [0x61, 0xe2, 0x82, 0xac, 0x62]);
    assert.deepStrictEqual(new TextEncoder().encodeInto('\u{1f600}', target.subarray(0, 3)),
                           { read: 0, written: 0 });
}
