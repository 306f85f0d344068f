// ffi-napi: functions of the C library, called at once, on the thread pool, and
// calling back into JavaScript.
'use strict';
const ffi = require('ffi-napi');

const libc = ffi.Library('libc.so.6', {
  abs: ['int', ['int']],
  qsort: ['void', ['pointer', 'size_t', 'size_t', 'pointer']],
});
const compare = ffi.Callback('int', ['pointer', 'pointer'], (a, b) => {
  return a.reinterpret(4).readInt32LE() - b.reinterpret(4).readInt32LE();
});
const numbers = Buffer.from(new Int32Array([3, 1, 2]).buffer);

console.log(libc.abs(-5));
libc.qsort(numbers, 3, 4, compare);
console.log(new Int32Array(numbers.buffer, numbers.byteOffset, 3).join());
libc.abs.async(-7, (error, result) => console.log(error, result));
process.on('exit', () => compare);
