/*
 * Map, Set and spreading: what makes them from an array or a Set calls what a
 * program has put in the place of the built-in iterators and methods, and nothing
 * where it has not.
 */
'use strict';
const assert = require('assert');

const arrayIterator = Object.getPrototypeOf([][Symbol.iterator]());
const setIterator = Object.getPrototypeOf(new Set()[Symbol.iterator]());

/* Run fn while an object has another method; the calls of that method. */
function replaced(object, name, fn) {
    const whole = Object.getOwnPropertyDescriptor(object, name);
    let calls = 0;
    Object.defineProperty(object, name, {
        ...whole,
        value(...args) {
            calls++;
            return Reflect.apply(whole.value, this, args);
        },
    });
    try {
        fn();
    } finally {
        Object.defineProperty(object, name, whole);
    }
    return calls;
}

// Entries, repeated keys, keys that are the same number, more than a pair.
const m = new Map([['a', 1], ['b', 2, 3], ['a', 4], [-0, 5], [0, 6], [NaN, 7]]);
assert.deepStrictEqual([...m], [['a', 4], ['b', 2], [0, 6], [NaN, 7]]);
assert(Object.is([...m.keys()][2], 0));
assert.deepStrictEqual([...new Set([1, '1', 1, NaN, NaN, -0, 0])],
                       [1, '1', NaN, 0]);

// Of a Set that is changed while it is iterated, what is left is copied.
const shrinking = new Set(Array(100).keys());
const walk = shrinking.values();
walk.next();
for (let i = 0; i < 50; i++)
    shrinking.delete(i);
assert.strictEqual(new Set(shrinking).size, 50);
assert.strictEqual([...shrinking][0], 50);
assert.strictEqual(walk.next().value, 50);

// What has no key and value as elements is asked for them.
const log = [];
const lazy = { get 0() { log.push('key'); return 'k'; },
               get 1() { log.push('value'); return 'v'; } };
assert.deepStrictEqual([...new Map([['x', 1], lazy])], [['x', 1], ['k', 'v']]);
assert.deepStrictEqual(log, ['key', 'value']);
assert.deepStrictEqual([...new Map([['only']])], [['only', undefined]]);
assert.throws(() => new Map([['a', 1], 5]), TypeError);
assert.throws(() => new WeakSet([1]), TypeError);

// Holes are read from the prototype.
Object.defineProperty(Array.prototype, 1, { value: 'hole', configurable: true });
// eslint-disable-next-line no-sparse-arrays
assert.deepStrictEqual([...new Set([0, , 2])], [0, 'hole', 2]);
delete Array.prototype[1];

// Methods that the program has put there are called.
const pairs = [['a', 1], ['b', 2]];
const set = new Set([1, 2, 3]);
assert.strictEqual(replaced(Map.prototype, 'set', () => new Map(pairs)), 2);
assert.strictEqual(replaced(Set.prototype, 'add', () => new Set(pairs)), 2);
assert.strictEqual(replaced(Set.prototype, 'add', () => new Set(set)), 3);
for (const make of [() => new Map(pairs), () => new Set(pairs), () => [...pairs]]) {
    assert.strictEqual(replaced(arrayIterator, 'next', make), 3);
    assert.strictEqual(replaced(Array.prototype, Symbol.iterator, make), 1);
}
for (const make of [() => new Set(set), () => [...set]]) {
    assert.strictEqual(replaced(setIterator, 'next', make), 4);
    assert.strictEqual(replaced(Set.prototype, Symbol.iterator, make), 1);
}

// So are those of a subclass, of one object, and getters, once.
class Twice extends Map {
    set(key, value) {
        return super.set(key, value * 2);
    }
}
assert.deepStrictEqual([...new Twice(pairs)], [['a', 2], ['b', 4]]);
const own = [1, 2];
own[Symbol.iterator] = function* () {
    yield 'own';
};
assert.deepStrictEqual([...own, ...new Set(own)], ['own', 'own']);
let asked = 0;
const getter = [7];
Object.defineProperty(getter, Symbol.iterator, {
    get() {
        asked++;
        return Array.prototype.values;
    },
});
assert.deepStrictEqual([...new Set(getter)], [7]);
assert.strictEqual(asked, 1);
assert.deepStrictEqual([...new Set(new Proxy([1, 2], {}))], [1, 2]);
