// sort() calls its comparison function with the arguments that V8 gives it, in
// V8's order. A function that never answers 0, or contradicts itself, depends on
// that: so does the order of what it calls equal.
'use strict';

const assert = require('assert');

// What was called, for short arrays.
function calls(array, compare, method = 'sort') {
    const log = [];
    array[method]((a, b) => {
        log.push(`${a},${b}`);
        return compare(a, b);
    });
    return log.join(' ');
}
const up = (a, b) => a - b;
assert.strictEqual(calls([1, 2, 3], up), '2,1 3,2');
assert.strictEqual(calls([3, 2, 1], up), '2,3 1,2');
assert.strictEqual(calls([2, 3, 1], up), '3,2 1,3 1,3 1,2');
assert.strictEqual(calls([2, 3, 1], up, 'toSorted'), '3,2 1,3 1,3 1,2');
assert.strictEqual(calls([2, , undefined, 1], up), '1,2');
assert.strictEqual(calls(new Uint8Array([2, 3, 1]), up), '3,1 2,1 2,3');
assert.strictEqual(calls(new Uint8Array([2, 3, 1]), up, 'toSorted'), '3,1 2,1 2,3');

// Ties under functions that have no answer for them.
const rows = [['a', 1], ['b', 1], ['c', 0], ['d', 1]];
const names = (compare) => rows.slice().sort(compare).map((r) => r[0]).join('');
assert.strictEqual(names((a, b) => (a[1] < b[1] ? -1 : 1)), 'cabd');
assert.strictEqual(names((a, b) => (a[1] > b[1] ? 1 : -1)), 'cdba');
assert.strictEqual(names((a, b) => a[1] > b[1]), 'abcd');
assert.strictEqual(names((a, b) => a[1] < b[1]), 'abcd');
assert.strictEqual(names(() => NaN), 'abcd');

// Many arrays, random ones and ones with runs, so that all kinds of merging are
// met. The number stands for all calls and all results.
let seed = 1;
function random(n) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % n;
}
const compares = [up, (a, b) => b - a, (a, b) => (a < b ? -1 : 1), (a, b) => (a > b ? 1 : -1),
    (a, b) => (a * 7919 + b * 31) % 3 - 1, () => 0, () => 1, () => -1];
let hash = 0;
function mix(x) {
    hash = (Math.imul(hash, 31) + x) | 0;
}
function record(array, compare) {
    array.sort((a, b) => {
        mix(a);
        mix(b * 3);
        return compare(a >> 4, b >> 4);
    }).forEach(mix);
}
function someArray() {
    const range = [2, 10, 1000][random(3)];
    const array = Array.from({ length: random(4) ? random(100) : random(1000) },
        () => random(range));
    const half = random(array.length + 1);
    if (random(2))
        return array;
    return [...array.slice(0, half).sort(up), ...array.slice(half).sort(up)];
}
for (let i = 0; i < 200; i++) {
    const array = someArray().map((v, index) => v << 4 | index & 15);
    record(array.slice(), compares[i % compares.length]);
    record(Int32Array.from(array), compares[i % compares.length]);
}
assert.strictEqual(hash, 1791612298);

// Objects are asked for their text at each comparison.
{
    let log = '';
    const text = (s) => ({ toString: () => (log += s, s) });
    [text('b'), text('c'), text('a')].sort();
    assert.strictEqual(log, 'cbacacab');
}

// What a function throws ends it, and the array is as it was.
{
    const array = [3, 1, 2];
    assert.throws(() => array.sort(() => { throw new RangeError('no'); }), RangeError);
    assert.throws(() => array.sort(() => ({ valueOf() { throw new RangeError('no'); } })), RangeError);
    assert.deepStrictEqual(array, [3, 1, 2]);
    assert.throws(() => [1, Symbol('s')].sort(), TypeError);
    assert.throws(() => Object.freeze([1, 2]).sort(), TypeError);
    const bytes = new Uint8Array([3, 1, 2]);
    assert.throws(() => bytes.sort(() => { throw new RangeError('no'); }), RangeError);
    assert.deepStrictEqual([...bytes], [3, 1, 2]);
}

// What the function does to the array meanwhile does not change what it is asked.
{
    const array = [3, 1, 2];
    assert.strictEqual(array.sort((a, b) => (array.length = 0, a - b)), array);
    assert.deepStrictEqual(array, [1, 2, 3]);
    const bytes = new Uint8Array([3, 1, 2]);
    bytes.sort((a, b) => (bytes.fill(9), a - b));
    assert.deepStrictEqual([...bytes], [1, 2, 3]);
}
