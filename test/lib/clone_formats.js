'use strict';
/* A value that is cloned comes out the same as one that goes through V8's format:
 * there are two of them here (clone.h, wire.h in src/engine). Random values. */
const assert = require('assert');
const v8 = require('v8');

let state = 12345;

/* A whole number below n. */
function random(n) {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x = (x + Math.imul(x ^ (x >>> 7), x | 61)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % n;
}

const pick = (list) => list[random(list.length)];

const simple = [
    () => undefined, () => null, () => random(2) === 0, () => random(1000) - 500,
    () => pick([0, -0, NaN, Infinity, 0.1, 2 ** 31, -(2 ** 31), 2 ** 53, 1e300]),
    () => pick(['', 'text', 'é', 'łą', '\ud800', 'x'.repeat(300), 'a\0b']),
    () => BigInt(random(1000)) ** BigInt(random(20)) * pick([1n, -1n]),
    () => new Date(pick([0, 1e12, NaN])),
    () => new RegExp(pick(['a', '[é]', '(?:)']), pick(['', 'g', 'im', 'u', 'v'])),
    () => Object(pick([1, 'text', true, 5n])),
    () => new (pick([Error, TypeError, RangeError]))(pick(['', 'message'])),
];

const classes = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array,
                 Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array,
                 DataView];

function bytes() {
    const buffer = random(4) === 0
        ? new ArrayBuffer(16, { maxByteLength: 64 }) : new ArrayBuffer(16);
    new Uint8Array(buffer).forEach((_, i, all) => { all[i] = random(256); });
    return random(3) === 0 ? buffer
        : new (pick(classes))(buffer, 8, random(2) === 0 ? undefined : 1);
}

function value(depth, met) {
    if (met.length > 0 && random(12) === 0)
        return pick(met);
    const kind = depth === 0 ? 0 : random(8);
    if (kind < 3)
        return pick(simple)();
    if (kind === 3)
        return bytes();
    const inner = () => value(depth - 1, met);
    const some = (n) => Array.from({ length: random(n) }, inner);
    const made = [() => ({}), () => [], () => new Map(), () => new Set()][kind - 4]();
    met.push(made);
    if (kind === 4) {
        for (let n = random(5); n > 0; n--)
            made[pick(['a', 'b', '7', 'é', '-1', 'x'.repeat(40), ''])] = inner();
    } else if (kind === 5) {
        made.push(...some(6));
        if (random(4) === 0)
            made[made.length + random(5)] = inner();
        if (random(4) === 0)
            made.name = inner();
    } else if (kind === 6) {
        for (const key of some(4))
            made.set(key, inner());
    } else {
        for (const one of some(4))
            made.add(one);
    }
    return made;
}

let count = 0;
for (let n = 0; n < 3000; n++) {
    const v = value(4, []);
    const cloned = structuredClone(v);
    assert.deepStrictEqual(cloned, v8.deserialize(v8.serialize(v)));
    assert.deepStrictEqual(cloned, v);
    count++;
}
process.on('exit', () => assert.strictEqual(count, 3000));
