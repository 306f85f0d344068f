'use strict';
/* An object may be known to several WeakMaps, WeakSets, WeakRefs and registries at
 * once, stop being known to some, be known again, and end before or after them. */

const assert = require('assert');

const maps = [new WeakMap(), new WeakMap(), new WeakMap()];
const set = new WeakSet();
const keys = Array.from({ length: 2000 }, (_, i) => ({ i }));

function knowAll() {
    for (const key of keys) {
        maps.forEach((map, at) => map.set(key, key.i * 10 + at));
        set.add(key);
    }
}

function checkAll(isKnown) {
    for (const key of keys) {
        maps.forEach((map, at) => assert.strictEqual(
            map.get(key), isKnown(key.i) ? key.i * 10 + at : undefined));
        assert.strictEqual(set.has(key), isKnown(key.i));
    }
}

knowAll();
checkAll(() => true);
for (const key of keys.filter(({ i }) => i % 3 === 0)) {
    maps.forEach((map) => assert(map.delete(key)));
    assert(set.delete(key));
}
checkAll((i) => i % 3 !== 0);
knowAll();
checkAll(() => true);

/* Some end, others take their places; those in between keep what they have. */
for (let round = 0; round < 5; round++) {
    for (let i = round; i < keys.length; i += 5)
        keys[i] = { i };
    checkAll((i) => i % 5 !== round);
    for (let i = round; i < keys.length; i += 5) {
        maps.forEach((map, at) => map.set(keys[i], i * 10 + at));
        set.add(keys[i]);
    }
    checkAll(() => true);
}

/* A key that holds its own value in the map, and one that holds the map. */
for (let i = 0; i < 100; i++) {
    const key = {};
    maps[0].set(key, { key });
    const own = { map: new WeakMap() };
    own.map.set(own, own.map);
    new WeakRef(own);
}
globalThis.gc?.();
checkAll(() => true);

/* Symbols can be known, too, if nobody else can make the same. */
const symbol = Symbol('known');
maps[1].set(symbol, 'by a symbol');
assert.strictEqual(maps[1].get(symbol), 'by a symbol');
assert.throws(() => set.add(Symbol.for('shared')), TypeError);
assert.strictEqual(new WeakRef(symbol).deref(), symbol);

/* A map that ends before its keys. */
let short = new WeakMap(keys.map((key) => [key, key.i]));
assert.strictEqual(short.get(keys[7]), 7);
short = undefined;
globalThis.gc?.();
checkAll(() => true);
