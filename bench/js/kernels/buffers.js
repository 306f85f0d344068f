// What do the methods of Buffer cost, on few bytes and on many?
'use strict';
const { kernel, words } = require('./kernel.js');

const text = words(2000).join(' ');
const wide = `${text}\u20ac`;
const large = Buffer.from(text);
const small = Buffer.from('a short line of text');
const mixed = Buffer.from('gr\u00fc\u00dfe und k\u00fcsse \u20ac '.repeat(500));
const hex = large.toString('hex');
const base64 = large.toString('base64');
const fields = Buffer.alloc(4000, 'some bytes');
const chunks = Array.from({ length: 20 }, (_, i) => Buffer.alloc(50 + i, i));

/* The same, `n` times. */
function times(n, fn) {
    return () => {
        let sum = 0;
        for (let i = 0; i < n; i++)
            sum += fn(i);
        return sum;
    };
}

kernel('to_string_small', 20, times(1000, () => small.toString().length));
kernel('to_string_latin1', 20,
       times(1000, () => small.toString('latin1', 2, 7).length));
kernel('to_string_large', 100, () => large.toString().length);
kernel('to_string_mixed', 100, () => mixed.toString().length);
kernel('to_string_hex', 100, () => large.toString('hex').length);
kernel('to_string_base64', 100, () => large.toString('base64').length);
kernel('to_string_ucs2', 100, () => large.toString('ucs2').length);
kernel('from_small', 20, times(1000, () => Buffer.from('abcdef').length));
kernel('from_large', 100, () => Buffer.from(text).length);
kernel('from_wide', 100, () => Buffer.from(wide).length);
kernel('from_hex', 100, () => Buffer.from(hex, 'hex').length);
kernel('from_base64', 100, () => Buffer.from(base64, 'base64').length);
kernel('from_array', 20, times(500, (i) => Buffer.from([1, 2, 3, i])[3]));
kernel('from_buffer', 20, times(500, () => Buffer.from(small).length));
kernel('byte_length', 20, times(1000, () => Buffer.byteLength('abcdef')));
kernel('alloc', 20, times(500, () => Buffer.alloc(64).length));
kernel('alloc_unsafe', 20, times(1000, () => Buffer.allocUnsafe(64).length));
kernel('concat', 20, times(100, () => Buffer.concat(chunks).length));
kernel('slice', 20, times(1000, (i) => large.subarray(i, i + 9).length));
kernel('index_of_string', 20,
       times(1000, () => fields.indexOf('nothing') + small.indexOf('line')));
kernel('index_of_byte', 20, times(1000, () => small.indexOf(10)));
kernel('equals', 20, times(1000, () => Number(small.equals(small.slice()))));
kernel('compare', 20, times(1000, () => small.compare(large)));
kernel('copy', 20, times(1000, (i) => small.copy(fields, i)));
kernel('fill', 20, times(1000, () => small.fill('ab', 3, 4).length));
kernel('write_string', 20, times(1000, (i) => fields.write('abcdef', i)));
kernel('read_uint8', 20, times(1000, (i) => fields.readUInt8(i)));
kernel('read_uint32', 20, times(1000, (i) => fields.readUInt32LE(i)));
kernel('read_int16', 20, times(1000, (i) => fields.readInt16BE(i)));
kernel('read_double', 20,
       times(1000, (i) => Number(fields.readDoubleLE(i) < 0)));
kernel('read_int48', 20, times(1000, (i) => fields.readIntBE(i, 6)));
kernel('read_bigint', 20,
       times(500, (i) => Number(fields.readBigUInt64LE(i) > 5n)));
kernel('write_uint32', 20, times(1000, (i) => fields.writeUInt32LE(i, i)));
kernel('write_double', 20, times(1000, (i) => fields.writeDoubleLE(i, i)));
kernel('swap', 50, () => Buffer.from(large).subarray(0, 8000).swap16().length);
kernel('to_json', 20, () => fields.toJSON().data.length);
kernel('is_utf8', 100, () => Number(require('buffer').isUtf8(mixed)));
kernel('base64_globals', 100, () => atob(btoa(text)).length);
