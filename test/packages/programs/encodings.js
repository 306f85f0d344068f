const iconv = require('iconv-lite');
const qs = require('qs');
const cookie = require('cookie');
console.log(iconv.encode('äö€', 'win1252'), iconv.decode(Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'shift_jis'));
console.log(qs.parse('a[b][]=1&a[b][]=2'), qs.stringify({ a: { b: [1, 2] } }), cookie.serialize('a', 'b c', { httpOnly: true }));
