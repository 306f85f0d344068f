// What do Map, Set and WeakMap cost, with strings, integers and objects as keys?
'use strict';
const { kernel, words } = require('./kernel.js');

const list = words(5000);
const objects = list.map((w) => ({ w }));
const full = new Map(list.map((w, i) => [w, i]));
const set = new Set(list);
const numbers = new Set(list.keys());

kernel('set_add', 20, () => {
    const s = new Set();
    for (let i = 0; i < 5000; i++)
        s.add(i);
    return s.size;
});
kernel('set_add_strings', 20, () => {
    const s = new Set();
    for (let i = 0; i < list.length; i++)
        s.add(list[i]);
    return s.size;
});
kernel('set_has', 50, () => {
    let n = 0;
    for (let i = 0; i < 5000; i++)
        n += numbers.has(i * 2) ? 1 : 0;
    return n;
});
kernel('set_has_strings', 50, () => {
    let n = 0;
    for (let i = 0; i < list.length; i++)
        n += set.has(list[i]) ? 1 : 0;
    return n;
});
kernel('set_delete', 20, () => {
    const s = new Set(numbers);
    for (let i = 0; i < 5000; i++)
        s.delete(i);
    return s.size;
});
kernel('map_count_words', 20, () => {
    const m = new Map();
    for (const w of list)
        m.set(w, (m.get(w) ?? 0) + 1);
    return m.size;
});
kernel('map_get', 50, () => {
    let n = 0;
    for (let i = 0; i < list.length; i++)
        n += full.get(list[i]);
    return n;
});
kernel('map_objects', 20, () => {
    const m = new Map();
    for (let i = 0; i < objects.length; i++)
        m.set(objects[i], i);
    let n = 0;
    for (let i = 0; i < objects.length; i++)
        n += m.get(objects[i]);
    return n;
});
kernel('map_for_of', 50, () => {
    let n = 0;
    for (const [key, value] of full)
        n += key.length + value;
    return n;
});
kernel('map_foreach', 50, () => {
    let n = 0;
    full.forEach((value, key) => {
        n += key.length + value;
    });
    return n;
});
kernel('set_for_of', 50, () => {
    let n = 0;
    for (const w of set)
        n += w.length;
    return n;
});
kernel('set_spread', 50, () => [...set].length + new Set(list).size);
kernel('weakmap', 20, () => {
    const m = new WeakMap();
    let n = 0;
    for (let i = 0; i < objects.length; i++)
        m.set(objects[i], i);
    for (let i = 0; i < objects.length; i++)
        n += m.get(objects[i]);
    return n;
});
kernel('map_small', 20, () => {
    let n = 0;
    for (let i = 0; i < 1000; i++) {
        const m = new Map([['a', 1], ['b', 2]]);
        n += m.get('a') + m.size;
    }
    return n;
});
