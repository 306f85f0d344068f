// Number.prototype.toString(radix) has V8's digits: of the texts that stand for
// a number it prints this one.
'use strict';

const assert = require('assert');

assert.strictEqual((0.1).toString(3), '0.0022002200220022002200220022002201');
assert.strictEqual((0.1).toString(36), '0.3lllllllllm');
assert.strictEqual((1 / 3).toString(7), '0.2222222222222222222');
assert.strictEqual((1 - 2 ** -53).toString(3), '0.222222222222222222222222222222222');
assert.strictEqual((-1e21 / 7).toString(36), '-u5d0mqc966o00');
assert.strictEqual((2 ** 53 + 2).toString(7), '5350140446150306056');
assert.strictEqual((2 ** 57 * 3).toString(30), 'oc5cr7hqf2s0');
assert.strictEqual((255.5).toString(16), 'ff.8');
assert.strictEqual((-255.5).toString(2), '-11111111.1');
assert.strictEqual((2 ** 70).toString(2), '1' + '0'.repeat(70));
assert.strictEqual(Number.MIN_VALUE.toString(2).length, 1076);
assert.strictEqual(Number.MAX_VALUE.toString(2).length, 1024);
assert.strictEqual((-0).toString(36), '0');
assert.strictEqual(NaN.toString(36), 'NaN');
assert.strictEqual((-Infinity).toString(36), '-Infinity');

// A number for many of them.
let hash = 0;
let seed = 7;
for (let i = 0; i < 2000; i++) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    const number = seed / 2 ** (i % 60) * 1.1;
    for (const c of number.toString(2 + i % 35))
        hash = (Math.imul(hash, 31) + c.charCodeAt(0)) | 0;
}
assert.strictEqual(hash, -1460248591);
