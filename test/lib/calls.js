'use strict';
/*
 * Calls, elements and numbers that miss the interpreter's fast paths: constructors
 * and stack frames, when a key becomes a name, bits of what is no integer.
 */
const assert = require('assert');

// ---- new.target, which comes to a constructor by a way of its own -----------------

function Old() {
    return new.target ? { target: new.target, count: arguments.length } : 'called';
}
class New {
    constructor(...args) {
        this.target = new.target;
        this.inner = args.length ? new New() : null;
        this.count = args.length;
    }
}
class Newer extends New {}
assert.strictEqual(Old(), 'called');
assert.deepStrictEqual(new Old(1, 2), { target: Old, count: 2 });
assert.strictEqual(Reflect.construct(Old, [], Newer).target, Newer);
const newer = new Newer(1);
assert.deepStrictEqual([newer.target, newer.inner.target], [Newer, New]);
assert.deepStrictEqual([newer.count, newer.inner.count], [1, 0]);
assert.strictEqual(Reflect.construct(New, [], Old).target, Old);
assert.strictEqual(new (New.bind(null, 1, 2))(3).count, 3);
assert.strictEqual(new (class extends Newer {
    constructor() { super(1, 2); }
})().count, 2);

// ---- A frame knows of what kind its function is -----------------------------------

const frozen = Object.freeze({ a: 1 });
const sloppy = new Function('o', 'o.a = 2; return o.a');
assert.throws(() => { frozen.a = 2; }, TypeError);
assert.throws(() => new (class { constructor() { frozen.a = 2; } })(), TypeError);
assert.strictEqual(sloppy(frozen), 1);
assert.strictEqual(new Function('"use strict"; return this')(), undefined);
assert.strictEqual(new Function('return this')(), globalThis);

// ---- Elements that are set ------------------------------------------------------

/* The key becomes a name after the value is there, as in V8. */
function orderOf(set) {
    const order = [];
    const key = { toString() { order.push('key'); return 'k'; } };
    const value = () => { order.push('value'); return 1; };
    try {
        set(key, value);
    } catch (error) {
        order.push(error.message);
    }
    return order.join();
}

assert.strictEqual(orderOf((key, value) => { ({})[key] = value(); }), 'value,key');
assert.strictEqual(orderOf((key, value) => { [({})[key]] = [value()]; }), 'value,key');
assert.strictEqual(orderOf((key, value) => { null[key] = value(); }),
                   'value,Cannot set properties of null');
assert.strictEqual(orderOf((key, value) => { undefined[key] = value(); }),
                   'value,Cannot set properties of undefined');
assert.strictEqual(orderOf((key, value) => { null[1] = value(); }),
                   "value,Cannot set properties of null (setting '1')");
assert.strictEqual(orderOf((key, value) => { for (null[key] of [value()]); }),
                   'value,Cannot set properties of null');
assert.strictEqual(orderOf((key, value) => { ({ a: null[key] } = { a: value() }); }),
                   'value,Cannot set properties of null');
assert.strictEqual(orderOf((key, value) => { 'abc'[key] = value(); }).split(',')[1],
                   'key');

function setElements() {
    const a = [];
    const o = {};
    const last = a[0] = o['x'] = a[1] = o[1.5] = 'v';
    for (let i = 2; i < 5; i++)
        a[i] = i;
    a[7] = 7;
    a[-1] = 'before';
    return [last, a.length, a[4], a[5], a[-1], Object.keys(o)];
}
assert.deepStrictEqual(setElements(),
                       ['v', 8, 4, undefined, 'before', ['1.5', 'x']]);

// ---- Bits of numbers that are no integers -----------------------------------------

function bits(value, by) {
    return [value >>> by, value >>> 0, Math.imul(value, 3)];
}
assert.deepStrictEqual(bits(4294967295, 8), [16777215, 4294967295, -3]);
assert.deepStrictEqual(bits(-1.5, 31), [1, 4294967295, -3]);
assert.deepStrictEqual(bits(2 ** 53, 1), [0, 0, 0]);
assert.deepStrictEqual(bits(2 ** 32 + 5.9, 33), [2, 5, 15]);
assert.deepStrictEqual(bits(-(2 ** 40) - 7, 0), [4294967289, 4294967289, -21]);
assert.deepStrictEqual(bits(2 ** 63 + 2 ** 13, 0), [8192, 8192, 24576]);
assert.deepStrictEqual(bits(1e300, 0), [0, 0, 0]);
assert.deepStrictEqual(bits(NaN, 0), [0, 0, 0]);
assert.deepStrictEqual(bits(-Infinity, 4), [0, 0, 0]);
assert.deepStrictEqual(bits('6', '1'), [3, 6, 18]);
assert.deepStrictEqual(bits(6.5, 1.9), [3, 6, 18]);
assert.deepStrictEqual(bits({ valueOf: () => 9 }, 1), [4, 9, 27]);
assert.throws(() => 1n >>> 0, TypeError);
assert.throws(() => Math.imul(1, 1n), TypeError);
