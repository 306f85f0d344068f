'use strict';
/*
 * Numbers on their way into WebAssembly and out of it: whatever a program passes
 * or returns is converted as the language converts it.
 */
const assert = require('assert');

/* (import "m" "f" (func (param t) (result t))), exported as a by way of a
 * function of its own, and as b. */
const bytes = (t) => new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 0x60, 1, t, 1, t,
    2, 7, 1, 1, 109, 1, 102, 0, 0, 3, 2, 1, 0,
    7, 9, 2, 1, 97, 0, 1, 1, 98, 0, 0,
    10, 8, 1, 6, 0, 0x20, 0, 0x10, 0, 0x0b]);
const types = [[0x7f, (v) => v | 0, 5],
               [0x7e, (v) => {
                   if (typeof v === 'number')
                       throw new TypeError('a number is no BigInt');
                   return BigInt.asIntN(64, v);
               }, 5n],
               [0x7d, (v) => Math.fround(v), 5],
               [0x7c, (v) => +v, 5]];
const values = [
    0, -0, 1, -1.5, NaN, Infinity, 2 ** 31, 2 ** 32 + 5, -(2 ** 31) - 1, 1e300,
    3.4e38, '12', 'x', null, undefined, true, {}, [3],
    { valueOf() { return 7; } }, { valueOf() { throw new RangeError('v'); } },
    { [Symbol.toPrimitive]: () => 4n }, Symbol('s'), 1n, 2n ** 63n,
    2n ** 64n + 3n, new Date(5)];

const outcome = (fn) => {
    try {
        return fn();
    } catch (error) {
        return error.name;
    }
};

for (const [type, convert, plain] of types) {
    let answer;
    const { a, b } = new WebAssembly.Instance(
        new WebAssembly.Module(bytes(type)),
        { m: { f: (v) => answer(v) } }).exports;
    for (const value of values) {
        answer = (v) => v;
        assert.deepStrictEqual(outcome(() => a(value)),
                               outcome(() => convert(value)));
        assert.deepStrictEqual(outcome(() => b(value)),
                               outcome(() => convert(value)));
        answer = () => value;
        assert.deepStrictEqual(outcome(() => a(plain)),
                               outcome(() => convert(value)));
    }
    answer = (v) => v;
    assert.strictEqual(a(plain, 1, 2), plain);
    assert.strictEqual(a.call(3, plain), plain);
    assert.deepStrictEqual(outcome(() => a()),
                           outcome(() => convert(undefined)));
    assert.throws(() => new a(plain), /is not a constructor/);
    const error = new Error('thrown');
    answer = () => {
        throw error;
    };
    assert.throws(() => a(plain), (e) => e === error);
}
