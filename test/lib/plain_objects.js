// Keys, copies and loops over objects: the order, the values and the effects are the
// same whether the engine looks at properties one by one or at all of them together.
'use strict';
const assert = require('node:assert');

const same = assert.deepStrictEqual;
const sym = Symbol('s');

// Objects of one kind, made and dropped in a loop, do not mix up their properties.
for (let i = 0; i < 2000; i++) {
    const o = { a: i, b: i + 1, c: { d: i } };
    const p = { b: i, a: i + 1 };
    if (i & 1)
        o.e = i;
    if (i % 3 === 0)
        delete o.b;
    same(Object.keys(o).join(), `a${i % 3 ? ',b' : ''},c${i & 1 ? ',e' : ''}`);
    same([o.a, p.a, p.b, o.c.d], [i, i + 1, i, i]);
}
for (let i = 0; i < 100; i++) {
    same(Object.entries({ a: 1, b: 2, a: i }), [['a', i], ['b', 2]]); // eslint-disable-line
    class Point {
        x = i;
        y;
        x = i + 1; // eslint-disable-line
    }
    same(Object.entries(new Point()), [['x', i + 1], ['y', undefined]]);
}
for (let i = 0; i < 50; i++) { // one more property each time
    const o = {};
    for (let k = 0; k < i * 3; k++)
        o[`key${k}`] = k;
    same(Object.keys(o).length, i * 3);
    same(o[`key${i}`], i === 0 ? undefined : i);
}
for (let i = 0; i < 10; i++) { // frozen and the like
    const o = { a: 1, b: 2 };
    if (i & 1)
        Object.freeze(o);
    else
        Object.preventExtensions(o);
    assert.throws(() => {
        o.c = 3;
    }, TypeError);
    same(Object.keys(o), ['a', 'b']);
}

// The order of keys: indices, then names, and symbols where they count.
{
    const o = { b: 1, 2: 'x', a: 2, 1: 'y', [sym]: 3, '01': 4, '4294967295': 5 };
    same(Object.keys(o), ['1', '2', 'b', 'a', '01', '4294967295']);
    same(Reflect.ownKeys({ ...o }), ['1', '2', 'b', 'a', '01', '4294967295', sym]);
    const names = [];
    for (const k in o)
        names.push(k);
    same(names, Object.keys(o));
}

// Getters, hidden properties, prototypes, exotic objects.
{
    const o = Object.create({ inherited: 1 }, {
        shown: { value: 1, enumerable: true },
        hidden: { value: 2 },
        got: { enumerable: true, get: () => 3 },
    });
    same(Object.entries(o), [['shown', 1], ['got', 3]]);
    same(Object.getOwnPropertyDescriptors({ ...o }), {
        shown: { value: 1, writable: true, enumerable: true, configurable: true },
        got: { value: 3, writable: true, enumerable: true, configurable: true },
    });
    const names = [];
    for (const k in o)
        names.push(k);
    same(names, ['shown', 'got', 'inherited']);
    const shadow = Object.create({ a: 1, b: 2 }, { a: { value: 0 } });
    names.length = 0;
    for (const k in shadow)
        names.push(k);
    same(names, ['b']);
    same({ ...'ab' }, { 0: 'a', 1: 'b' });
    same({ ...[1, 2] }, { 0: 1, 1: 2 });
    same({ ...null, ...undefined, ...1 }, {});
    same(Object.keys(Object.assign(() => {}, { k: 1 })), ['k']);
    const traps = [];
    const proxy = new Proxy({ a: 1 }, {
        ownKeys: (t) => (traps.push('ownKeys'), Reflect.ownKeys(t)),
        getOwnPropertyDescriptor: (t, k) => (traps.push(`desc ${k}`),
            Reflect.getOwnPropertyDescriptor(t, k)),
        get: (t, k) => (traps.push(`get ${k}`), t[k]),
    });
    same({ ...proxy }, { a: 1 });
    same(traps, ['ownKeys', 'desc a', 'get a']);
}

// A copy is one: neither changes the other.
{
    const o = { a: 1, b: { c: 2 } };
    const copy = { ...o };
    copy.a = 5;
    copy.d = 6;
    delete o.b;
    o.e = 7;
    same([o, copy], [{ a: 1, e: 7 }, { a: 5, b: { c: 2 }, d: 6 }]);
    same({ x: 0, ...o, y: 1 }, { x: 0, a: 1, e: 7, y: 1 });
    same(Object.getPrototypeOf({ ...Object.create(null, {}) }), Object.prototype);
    same({ __proto__: null, ...o }.a, 1);
    const { a, ...rest } = { a: 1, b: 2, c: 3 };
    same([a, rest], [1, { b: 2, c: 3 }]);
    const key = 'b';
    const { [key]: b, ...others } = { a: 1, b: 2, 3: 4, [sym]: 5 };
    same([b, others], [2, { 3: 4, a: 1, [sym]: 5 }]);
    same({ ...Object.freeze({ q: 1 }), q: 2 }, { q: 2 });
}

// Object.assign() sets, so that setters run; what they do to the source counts.
{
    const source = { a: 1, b: 2, c: 3 };
    const log = [];
    const target = {
        set a(v) {
            log.push(v);
            delete source.b;
            source.d = 4;
        },
    };
    Object.assign(target, source);
    same([log, target.b, target.c, target.d], [[1], undefined, 3, undefined]);
    assert.throws(() => Object.assign(Object.freeze({ a: 0 }), { a: 1 }), TypeError);
    same(Object.assign({ a: 0, z: 1 }, { a: 1 }, { b: 2 }), { a: 1, z: 1, b: 2 });
}

// for-in: what is deleted is not visited, what is added need not be.
{
    const o = { a: 1, b: 2, c: 3 };
    const names = [];
    for (const k in o) {
        names.push(k);
        delete o.b;
    }
    same(names, ['a', 'c']);
    const p = { a: 1, b: 2 };
    names.length = 0;
    for (const k in p) {
        names.push(k);
        if (k === 'a')
            delete p.a, p.a = 3;
    }
    same(names.slice(0, 2), ['a', 'b']);
    names.length = 0;
    for (const outer in { x: 1, y: 2 })
        for (const inner in { x: 1, y: 2 })
            names.push(outer + inner);
    same(names, ['xx', 'xy', 'yx', 'yy']);
}
