// koffi calls the C library, and is called by it.
const koffi = require('koffi');
const lib = koffi.load('libc.so.6');
const abs = lib.func('int abs(int)');
const strlen = lib.func('size_t strlen(const char *)');
console.log(abs(-5), strlen('hello'));
const qsort = lib.func('void qsort(_Inout_ void *base, size_t n, size_t s, void *cmp)');
const T = koffi.struct('T', { a: 'int', b: 'double' });
console.log(koffi.sizeof(T), koffi.offsetof(T, 'b'));
const Cmp = koffi.proto('int Cmp(const void *a, const void *b)');
const arr = ['z', 'a'];
const q = lib.func('void qsort(_Inout_ void *base, size_t nmemb, size_t size, Cmp *c)');
const ar = new Int32Array([3, 1, 2]);
q(ar, 3, 4, (a, b) => koffi.decode(a, 'int') - koffi.decode(b, 'int'));
console.log(ar);
abs.async(-7, (e, r) => console.log('async', e, r));
