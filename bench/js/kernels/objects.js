// What do plain objects and classes cost: keys, spreading, destructuring, calls?
'use strict';
const { kernel, words } = require('./kernel.js');

const list = words(2000);
const point = { x: 1, y: 2, z: 3, name: 'p', next: null, size: 4 };
const table = Object.fromEntries(list.map((w, i) => [w, i]));
const pairs = list.map((w, i) => [w, i]);
const records = list.map((w, i) => ({ id: i, name: w, pos: { x: i, y: -i } }));

class Shape {
    #id;
    constructor(id) {
        this.#id = id;
        this.sides = 4;
    }
    get id() {
        return this.#id;
    }
    area(k) {
        return this.sides * k;
    }
}
class Square extends Shape {
    area(k) {
        return super.area(k) + this.id;
    }
}

kernel('object_keys', 20, () => {
    let n = 0;
    for (let i = 0; i < 2000; i++)
        n += Object.keys(point).length;
    return n;
});
kernel('object_entries', 20, () => {
    let n = 0;
    for (let i = 0; i < 1000; i++)
        for (const [key, value] of Object.entries(point))
            n += key.length + (value === null ? 0 : 1);
    return n;
});
kernel('object_values_large', 50, () => Object.values(table).length +
    Object.keys(table).length);
kernel('object_for_in', 20, () => {
    let n = 0;
    for (let i = 0; i < 2000; i++)
        for (const key in point)
            n += key.length;
    return n;
});
kernel('object_spread', 20, () => {
    let n = 0;
    for (let i = 0; i < 2000; i++)
        n += { ...point, x: i }.x;
    return n;
});
kernel('object_assign', 20, () => {
    let n = 0;
    for (let i = 0; i < 2000; i++)
        n += Object.assign({}, point, { x: i }).x;
    return n;
});
kernel('object_literal', 50, () => {
    let n = 0;
    for (let i = 0; i < 2000; i++) {
        const o = { a: i, b: i + 1, c: { d: i } };
        n += o.a + o.b + o.c.d;
    }
    return n;
});
kernel('object_dictionary', 20, () => {
    const counts = {};
    for (let i = 0; i < list.length; i++)
        counts[list[i]] = (counts[list[i]] || 0) + 1;
    return Object.keys(counts).length;
});
kernel('object_lookup', 50, () => {
    let n = 0;
    for (let i = 0; i < list.length; i++)
        n += table[list[i]];
    return n;
});
kernel('object_in_hasown', 50, () => {
    let n = 0;
    for (let i = 0; i < list.length; i++)
        n += (list[i] in table) + Object.hasOwn(table, 'toString') +
            Object.prototype.hasOwnProperty.call(table, list[i]);
    return n;
});
const fixed = { a: 1, b: 2, c: 3 };
const asked = ['a', 'c', 'x', 'toString'];
kernel('object_in', 50, () => {
    let n = 0;
    for (let i = 0; i < 4000; i++)
        n += asked[i & 3] in fixed;
    return n;
});
kernel('object_freeze', 50, () => {
    let n = 0;
    for (let i = 0; i < 300; i++)
        n += Object.isFrozen(Object.freeze({ a: i, b: 2, c: 3, d: 4 }));
    return n;
});
kernel('object_delete', 20, () => {
    const o = Object.fromEntries(pairs);
    for (let i = 0; i < list.length; i++)
        delete o[list[i]];
    return Object.keys(o).length;
});
kernel('destructure_object', 50, () => {
    let n = 0;
    for (let i = 0; i < records.length; i++) {
        const { id, pos: { x, y }, none = 3 } = records[i];
        n += id + x + y + none;
    }
    return n;
});
kernel('destructure_array', 50, () => {
    let n = 0;
    for (let i = 0; i < pairs.length; i++) {
        const [name, value] = pairs[i];
        n += name.length + value;
    }
    return n;
});
kernel('destructure_rest', 20, () => {
    let n = 0;
    for (let i = 0; i < 1000; i++) {
        const { x, ...rest } = point;
        const [first, ...others] = pairs[i];
        n += x + rest.y + first.length + others.length;
    }
    return n;
});
kernel('destructure_parameters', 50, () => {
    const f = ({ id, name }, [w, v]) => id + name.length + w.length + v;
    let n = 0;
    for (let i = 0; i < records.length; i++)
        n += f(records[i], pairs[i]);
    return n;
});
kernel('class_new_call', 20, () => {
    let n = 0;
    for (let i = 0; i < 2000; i++)
        n += new Square(i).area(2);
    return n;
});
kernel('object_define', 20, () => {
    let n = 0;
    for (let i = 0; i < 1000; i++) {
        const o = Object.create(point);
        Object.defineProperty(o, 'w', { value: i, enumerable: true });
        n += o.w + o.x;
    }
    return n;
});
