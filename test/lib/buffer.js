'use strict';
/* Buffer: making them, text in every encoding, parts of them, bytes in them. */

const { inspect } = require('util');
const { check, finish } = require('./support/check.js');

const hex = (buffer) => buffer.toString('hex');
const text = 'h\u00e9llo \u20ac \u{1f600}';

/* ---- Making ----------------------------------------------------------- */

check(() => hex(Buffer.alloc(3)), '000000');
check(() => hex(Buffer.alloc(5, 'ab')), '6162616261');
check(() => hex(Buffer.alloc(4, 'q83v', 'base64')), 'abcdefab');
check(() => hex(Buffer.from([1, 258, -1, '7'])), '0102ff07');
check(() => hex(Buffer.from({ length: 2, 0: 5, 1: 6 })), '0506');
check(() => hex(Buffer.from(JSON.parse(JSON.stringify(Buffer.from('ab'))))),
      '6162');
check(() => hex(Buffer.from(new String('ab'))), '6162');
check(() => hex(Buffer.from({ [Symbol.toPrimitive]: () => 'ab' })), '6162');
check(() => hex(Buffer.from(new Uint16Array([1, 256]))), '0100');
check(() => hex(Buffer.from(new Uint16Array([1, 256]).buffer)), '01000001');
check(() => hex(Buffer.copyBytesFrom(new Uint16Array([1, 2, 3]), 1, 1)),
      '0200');
check(() => hex(Buffer.of(1, 2, 3)), '010203');
check(() => hex(Buffer.concat([Buffer.from('a'), new Uint8Array([1, 2])])),
      '610102');
check(() => hex(Buffer.concat([Buffer.from('abc')], 2)), '6162');
check(() => hex(Buffer.concat(new Proxy([Buffer.from('ab'), Buffer.from('c')],
                                        {}))), '616263');
check(() => hex(Buffer.concat([Buffer.from('abc')], 5)), '6162630000');
check(() => Buffer.alloc(0).length, '0');
check(() => Buffer.allocUnsafe(10).length, '10');
check(() => Buffer.from('x') instanceof Uint8Array, 'true');
check(() => Buffer.from('abc').map((byte) => byte + 1).toString(), 'bcd');
check(() => Buffer.isBuffer(Buffer.from('abc').filter((byte) => byte > 97)),
      'true');

/* Small ones share memory, and begin at multiples of eight. */
check(() => {
    Buffer.poolSize = 1024;
    Buffer.allocUnsafe(500);
    Buffer.allocUnsafe(500);
    const a = Buffer.from('abc');
    const b = Buffer.allocUnsafe(9);
    const c = Buffer.from('d');
    const large = Buffer.allocUnsafe(512);
    Buffer.poolSize = 65536;
    return [a.buffer === b.buffer, b.byteOffset - a.byteOffset,
            c.byteOffset - b.byteOffset, large.buffer === a.buffer,
            Buffer.alloc(3).byteOffset];
}, '[true,8,16,false,0]');

/* Nobody can take the memory away that they share. */
check(() => Buffer.from('abc').buffer.transfer(),
      'TypeError: ArrayBuffer is not detachable and could not be cloned.');

/* ---- Text ------------------------------------------------------------- */

check(() => hex(Buffer.from(text)), '68c3a96c6c6f20e282ac20f09f9880');
check(() => Buffer.from(text).toString(), text);
check(() => hex(Buffer.from(text, 'latin1')), '68e96c6c6f20ac203d00');
check(() => hex(Buffer.from(text, 'ascii')), '68e96c6c6f20ac203d00');
check(() => hex(Buffer.from('h\u20ac', 'UCS-2')), '6800ac20');
check(() => Buffer.from(text, 'utf16le').toString('ucs2'), text);
check(() => hex(Buffer.from('0aFf1', 'hex')), '0aff');
check(() => hex(Buffer.from('0axx11', 'hex')), '0a');
check(() => hex(Buffer.from('aGVsbG8', 'base64')), '68656c6c6f');
check(() => hex(Buffer.from(' aGV\nsb G8= ', 'base64')), '68656c6c6f');
check(() => hex(Buffer.from('-_8', 'base64')), 'fbff');
check(() => Buffer.from([0xfb, 0xff, 0xfe]).toString('base64'), '+//+');
check(() => Buffer.from([0xfb, 0xff]).toString('base64'), '+/8=');
check(() => Buffer.from([0xfb, 0xff]).toString('base64url'), '-_8');
check(() => Buffer.from([0xfb]).toString('base64'), '+w==');
check(() => Buffer.from([0x68, 0xe9]).toString('latin1'), 'h\u00e9');
check(() => Buffer.from([0x68, 0xe9]).toString('ascii'), 'hi');
check(() => Buffer.from([0x68, 0xc3, 0x28, 0xf0, 0x9f]).toString(),
      'h\ufffd(\ufffd');
check(() => hex(Buffer.from('\ud800x\udc00')), 'efbfbd78efbfbd');
check(() => Buffer.from('abcdef').toString('utf8', 1, 3), 'bc');
check(() => Buffer.from('abcdef').toString('utf8', -3, 100), 'abcdef');
check(() => Buffer.from('ab').toString('nope'),
      'TypeError [ERR_UNKNOWN_ENCODING]: Unknown encoding: nope');
check(() => [Buffer.byteLength(text), Buffer.byteLength(text, 'ucs2'),
             Buffer.byteLength('aGVsbG8=', 'base64'),
             Buffer.byteLength('abc', 'hex'),
             Buffer.byteLength(new ArrayBuffer(4))],
      '[15,20,5,1,4]');
check(() => {
    const buffer = Buffer.alloc(6);
    return [buffer.write('\u20ac\u20ac\u20ac'), hex(buffer),
            buffer.write('zz', 4, 'latin1'), buffer.write('abc', 0, 2),
            buffer.write('ffff', 2, 1, 'hex'), hex(buffer)];
}, '[6,"e282ace282ac",2,2,1,"6162ffe27a7a"]');

/* ---- Comparing, searching, filling ------------------------------------ */

check(() => Buffer.compare(Buffer.from('ab'), Buffer.from('abc')), '-1');
check(() => Buffer.from('b').compare(Buffer.from('abc')), '1');
check(() => Buffer.from('xxab').compare(Buffer.from('abyy'), 0, 2, 2, 4), '0');
check(() => Buffer.from('ab').equals(new Uint8Array([97, 98])), 'true');
check(() => {
    const buffer = Buffer.from('abcabcabc');
    return [buffer.indexOf('c'), buffer.indexOf('c', 3),
            buffer.lastIndexOf('abc'), buffer.lastIndexOf('abc', -4),
            buffer.indexOf(98), buffer.indexOf(Buffer.from('ca')),
            buffer.indexOf(''), buffer.indexOf('', 99), buffer.indexOf('x'),
            buffer.includes('bca', 2), buffer.indexOf('YmM=', 0, 'base64')];
}, '[2,5,6,3,1,2,0,9,-1,true,1]');
check(() => {
    const buffer = Buffer.from('a\u0100b\u0100', 'ucs2');
    return [buffer.indexOf('\u0100', 'ucs2'),
            buffer.lastIndexOf('\u0100', undefined, 'ucs2'),
            buffer.indexOf('b', 1, 'ucs2')];
}, '[2,6,4]');
check(() => hex(Buffer.alloc(5).fill('\u20ac')), 'e282ace282');
check(() => hex(Buffer.alloc(5).fill(0x161, 1, 3)), '0061610000');
check(() => hex(Buffer.alloc(4).fill('0102', 'hex')), '01020102');
check(() => Buffer.alloc(4).fill('zz', 'hex'),
      'TypeError [ERR_INVALID_ARG_VALUE]: The argument \'value\' is invalid. ' +
      "Received 'zz'");
check(() => {
    const source = Buffer.from('abcdef');
    const target = Buffer.alloc(4);
    return [source.copy(target, 1, 2), source.copy(source, 1, 0, 3),
            hex(target), source.toString()];
}, '[3,3,"00636465","aabcef"]');

/* ---- Parts ------------------------------------------------------------ */

check(() => {
    const buffer = Buffer.from('abcdef');
    const part = buffer.slice(1, -2);
    part[0] = 122;
    return [part.toString(), buffer.toString(), buffer.subarray(-2).toString(),
            Buffer.isBuffer(part), buffer.slice(4, 2).length];
}, '["zcd","azcdef","ef",true,0]');
check(() => hex(Buffer.from('0102030405060708', 'hex').swap16()),
      '0201040306050807');
check(() => hex(Buffer.from('0102030405060708', 'hex').swap32()),
      '0403020108070605');
check(() => hex(Buffer.from('0102030405060708', 'hex').swap64()),
      '0807060504030201');
check(() => Buffer.alloc(3).swap16(),
      'RangeError [ERR_INVALID_BUFFER_SIZE]: Buffer size must be a multiple ' +
      'of 16-bits');

/* ---- How they are shown ----------------------------------------------- */

check(() => inspect(Buffer.from('abc')), '<Buffer 61 62 63>');
check(() => inspect(Buffer.alloc(52)),
      `<Buffer ${'00 '.repeat(50)}... 2 more bytes>`);
check(() => inspect(Object.assign(Buffer.from('a'), { b: 1 })),
      '<Buffer 61, b: 1>');

/* ---- What is refused -------------------------------------------------- */

check(() => Buffer.from(5),
      'TypeError [ERR_INVALID_ARG_TYPE]: The first argument must be of type ' +
      'string or an instance of Buffer, ArrayBuffer, or Array or an ' +
      'Array-like Object. Received type number (5)');
check(() => Buffer.alloc(-1),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "size" is out of range. ' +
      'It must be >= 0 && <= 9007199254740991. Received -1');
check(() => Buffer.from('a', 'nope'),
      'TypeError [ERR_UNKNOWN_ENCODING]: Unknown encoding: nope');
check(() => Buffer.concat(Object.defineProperty([1], 0, {
    get() { throw new Error('asked'); } })), 'Error: asked');
check(() => Buffer.concat([1]),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "list[0]" argument must be an ' +
      'instance of Buffer or Uint8Array. Received type number (1)');
check(() => Buffer.from(new ArrayBuffer(2), 3),
      'RangeError [ERR_BUFFER_OUT_OF_BOUNDS]: "offset" is outside of buffer ' +
      'bounds');
check(() => Buffer.alloc(2).write('a', 3),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "offset" is out of range. ' +
      'It must be >= 0 && <= 2. Received 3');

finish();
