'use strict';
/*
 * What grows with the square of something in a simple engine: strings that are
 * added to at either end, maps whose keys look alike, arrays that are changed in
 * the middle, and promises that are handled long after they were rejected. The
 * sizes here would take minutes then. And whether what comes out is right.
 */
const assert = require('assert');

// ---- Strings -----------------------------------------------------------------------

/* The same numbers each time. */
function chance(seed) {
    let state = seed;
    return (below) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return Math.floor(state / 65536) % below;
    };
}

function both(n) {
    let s = '';
    for (let i = 0; i < n; i++)
        s = '(' + s + ')';
    return s;
}

for (const n of [0, 1, 256, 257, 4096, 4097, 200000])
    assert.strictEqual(both(n), '('.repeat(n) + ')'.repeat(n));

/* Two at an end, and the other way round. */
{
    let s = '';
    let t = '';
    for (let i = 0; i < 100000; i++) {
        s = 'ab' + (s + 'c');
        t = `x${t}`;
    }
    assert.strictEqual(s, 'ab'.repeat(100000) + 'c'.repeat(100000));
    assert.strictEqual(t, 'x'.repeat(100000));
}

/* Pieces too long to be copied, which make the tree deeper each time. */
{
    const piece = 'p'.repeat(600);
    let s = '';
    for (let i = 0; i < 100000; i++)
        s += piece;
    assert.strictEqual(s.length, 60000000);
    assert.strictEqual(s.lastIndexOf('pp'), 59999998);
}

/* Pieces of any length, narrow and wide, at either end; looked at now and then,
 * which makes it flat. Old values stay as they were. */
function mixed(seed) {
    const next = chance(seed);
    const kept = [];
    let s = '';
    let list = [];
    for (let i = 0; i < 600; i++) {
        const length = [1, 2, 40, 511, 512, 513, 3000][next(7)];
        const piece = (next(20) === 0 ? '\u20ac' : 'z').repeat(length);
        if (next(2) === 0) {
            s += piece;
            list.push(piece);
        } else {
            s = piece + s;
            list.unshift(piece);
        }
        if (next(50) === 0)
            assert.strictEqual(s.charAt(0), list[0][0]);
        if (next(30) === 0)
            kept.push([s, list.slice()]);
        if (next(60) === 0 && kept.length > 0) {
            const other = kept[next(kept.length)];
            s += other[0];
            list = list.concat(other[1]);
        }
        if (s.length > 1e6)
            [s, list] = ['', []];
    }
    for (const [text, pieces] of kept)
        assert.ok(text === pieces.join(''));
    assert.ok(s === list.join(''));
}
for (let seed = 1; seed <= 20; seed++)
    mixed(seed);

// ---- Maps, sets, arrays ------------------------------------------------------------

for (const step of [1, 4096, 2 ** 31, 0.5, 1 / 1024]) {
    const map = new Map();
    for (let i = 0; i < 100000; i++)
        map.set(i * step, i);
    let all = 0;
    for (let i = 0; i < 100000; i++)
        all += map.get(i * step);
    assert.strictEqual(all, 4999950000);
    assert.strictEqual(map.size, 100000);
    assert.ok(!map.has(-step) && !map.has(100000 * step));
}
assert.strictEqual(new Set([0, -0, 1, 1 / 1, NaN, 0 / 0, '1', 1n, true]).size, 6);
{
    const objects = Array.from({ length: 100000 }, () => ({}));
    const set = new Set(objects);
    assert.ok(objects.every((object) => set.has(object)));
}

/* splice() and unshift() compared with the same by slices, on plain arrays, on
 * arrays with holes and of a class. */
class List extends Array {}

function spliced(list, start, count, items) {
    const cut = list.slice(start, start + count);
    const all = [...list.slice(0, start), ...items, ...list.slice(start + count)];
    const gone = list.splice(start, count, ...items);
    assert.deepStrictEqual([...gone], [...cut]);
    assert.deepStrictEqual([...list], all);
    assert.strictEqual(list.length, all.length);
}

for (const make of [() => [], () => new List(), () => [, , 1]]) {
    const next = chance(3);
    const list = make();
    for (let i = 0; i < 500; i++) {
        const items = Array.from({ length: next(5) }, () => ({ i }));
        const start = next(list.length + 1);
        spliced(list, start, next(list.length > 20 ? 12 : 4), items);
        if (next(4) === 0) {
            const all = [...items, ...list];
            assert.strictEqual(list.unshift(...items), all.length);
            assert.deepStrictEqual([...list], all);
        }
    }
}

{
    const list = Array.from({ length: 10000 }, (_, i) => i);
    for (let i = 0; i < 20000; i++) {
        list.splice(5000, 1);
        list.splice(5000, 0, i, i);
        list.splice(5000, 1);
    }
    assert.deepStrictEqual([list.length, list[4999], list[5001]],
                           [10000, 4999, 5001]);
    const front = [];
    for (let i = 0; i < 20000; i++)
        front.unshift(i);
    assert.deepStrictEqual([front[0], front[19999]], [19999, 0]);
}
const lengthIsFixed = { writable: false };
for (const change of [Object.freeze, Object.preventExtensions,
                      (a) => Object.defineProperty(a, 'length', lengthIsFixed)]) {
    const list = change([1, 2, 3]);
    assert.throws(() => list.unshift(0), TypeError);
    assert.throws(() => list.splice(1, 0, 9, 9), TypeError);
    assert.strictEqual(list.length, 3);
}

assert.strictEqual('a-b-c'.indexOf('-', 2), 3);
assert.strictEqual('a-b-c'.indexOf('-', 4), -1);
assert.strictEqual('abc'.indexOf('\u0161'), -1); // its low byte is an "a"
assert.strictEqual('abc'.indexOf('c', 9), -1);
assert.strictEqual('\u00e9t\u00e9'.indexOf('\u00e9', 1), 2);

// ---- Rejections --------------------------------------------------------------------

function rejected(n) {
    return Array.from({ length: n }, (_, i) => Promise.reject(i));
}

/* From the first to the last, back, and in no order. */
let handled = 0;
const count = () => { handled++; };
const N = 100000;
for (const promise of rejected(N))
    promise.catch(count);
for (const promise of rejected(N).reverse())
    promise.catch(count);
{
    const list = rejected(N);
    const next = chance(7);
    for (let i = N - 1; i > 0; i--) {
        const k = (next(32768) * 32768 + next(32768)) % (i + 1);
        [list[i], list[k]] = [list[k], list[i]];
    }
    for (const promise of list)
        promise.catch(count);
}

/* The rejections that are left are reported in their order, whichever were handled
 * in between; and one that is handled while another is reported is reported all
 * the same. */
const reported = [];
const late = [];
const list = rejected(1000);
for (let i = 0; i < 1000; i++) {
    if (i % 100 !== 50)
        list[i].catch(count);
}
process.on('unhandledRejection', (reason, promise) => {
    reported.push(reason);
    assert.strictEqual(list[reason], promise);
    if (reason === 50)
        list[150].catch(count);
});
process.on('rejectionHandled', (promise) => { late.push(list.indexOf(promise)); });
setImmediate(() => {
    assert.deepStrictEqual(reported, [50, 150, 250, 350, 450, 550, 650, 750, 850,
                                  950]);
    assert.strictEqual(handled, 3 * N + 991);
    list[950].catch(count);
    list[50].catch(count);
    setImmediate(() => assert.deepStrictEqual(late, [950, 50]));
});
