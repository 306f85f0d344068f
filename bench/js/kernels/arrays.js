// What do arrays cost: the methods, spreading, for-of and growing?
'use strict';
const { kernel } = require('./kernel.js');

const a = Array.from({ length: 5000 }, (_, i) => (i * 7919) % 5003);
const strings = a.map(String);
const objects = a.map((v) => ({ v }));

kernel('array_push_pop', 50, () => {
    const b = [];
    for (let i = 0; i < 5000; i++)
        b.push(i);
    let n = 0;
    while (b.length > 0)
        n += b.pop();
    return n;
});
kernel('array_spread_append', 20, () => {
    let n = 0;
    for (let i = 0; i < 2000; i++)
        n += [...a.slice(0, 20), i].length;
    return n;
});
kernel('array_spread_long', 50, () => [...a, 1].length + [...a, ...a].length);
kernel('array_spread_reduce', 5, () =>
    a.slice(0, 500).reduce((all, v) => [...all, v], []).length);
kernel('array_for_of', 100, () => {
    let n = 0;
    for (const v of a)
        n += v;
    return n;
});
kernel('array_entries', 50, () => {
    let n = 0;
    for (const [i, v] of a.entries())
        n += i ^ v;
    return n;
});
kernel('array_for_in_index', 100, () => {
    let n = 0;
    for (let i = 0; i < a.length; i++)
        n += a[i];
    return n;
});
kernel('array_map_filter_reduce', 50, () =>
    a.map((v) => v * 2).filter((v) => v % 3 === 0).reduce((x, v) => x + v, 0));
kernel('array_foreach', 50, () => {
    let n = 0;
    a.forEach((v) => {
        n += v;
    });
    return n;
});
kernel('array_indexof', 100, () =>
    a.indexOf(-1) + strings.indexOf('none') + Number(a.includes(-1)));
kernel('array_find', 50, () => a.findIndex((v) => v === -1));
kernel('array_sort_numbers', 10, () => a.slice().sort((x, y) => x - y)[10]);
kernel('array_sort_strings', 10, () => strings.slice().sort()[10].length);
kernel('array_sort_objects', 10, () => objects.slice().sort((x, y) => x.v - y.v)[10].v);
kernel('array_join', 50, () => strings.join(',').length + a.join('').length);
kernel('array_slice_concat', 100, () =>
    a.slice(10, 4000).concat(a.slice(0, 10)).length);
kernel('array_shift', 50, () => {
    const b = a.slice(0, 1000);
    let n = 0;
    while (b.length > 0)
        n += b.shift();
    return n;
});
kernel('array_splice', 50, () => {
    const b = a.slice(0, 1000);
    for (let i = 0; i < 500; i++)
        b.splice(i, 1, i, i);
    return b.length;
});
kernel('array_unshift', 50, () => {
    const b = [];
    for (let i = 0; i < 500; i++)
        b.unshift(i);
    return b.length;
});
kernel('array_filter_short', 50, () => {
    let n = 0;
    for (let i = 0; i < 500; i++)
        n += [1, 2, i].filter((x) => x & 1).length;
    return n;
});
class Stack extends Array {}
const stack = Stack.from(a.slice(0, 100));
kernel('array_slice_subclass', 50, () => {
    let n = 0;
    for (let i = 0; i < 50; i++)
        n += stack.slice(10, 90).length;
    return n;
});
kernel('array_fill_from', 50, () =>
    new Array(5000).fill(0).length + Array.from({ length: 500 }, (_, i) => i).length);
kernel('array_reverse_flat', 50, () =>
    a.slice().reverse()[0] + [a, [a, a]].flat(2).length);
kernel('array_destructure_swap', 50, () => {
    const b = a.slice(0, 1000);
    for (let i = 1; i < b.length; i++)
        [b[i - 1], b[i]] = [b[i], b[i - 1]];
    return b[0];
});
kernel('array_matrix', 5, () => {
    const size = 40;
    const m = Array.from({ length: size }, (_, i) => a.slice(i, i + size));
    let n = 0;
    for (let i = 0; i < size; i++)
        for (let j = 0; j < size; j++)
            for (let k = 0; k < size; k++)
                n += m[i][k] * m[k][j];
    return n;
});
