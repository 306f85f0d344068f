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
