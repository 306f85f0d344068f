'use strict';
/*
 * What grows with the square of something in a simple engine: strings that are
 * added to at either end, and promises that are handled long after they were
 * rejected. The sizes here would take minutes then. And whether what comes out
 * is right, for strings put together in any order.
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

/* Those that are left are told, in the order they were rejected, whatever went
 * from between them; and one that is handled while another is told is told all
 * the same. */
const told = [];
const late = [];
const list = rejected(1000);
for (let i = 0; i < 1000; i++) {
    if (i % 100 !== 50)
        list[i].catch(count);
}
process.on('unhandledRejection', (reason, promise) => {
    told.push(reason);
    assert.strictEqual(list[reason], promise);
    if (reason === 50)
        list[150].catch(count);
});
process.on('rejectionHandled', (promise) => { late.push(list.indexOf(promise)); });
setImmediate(() => {
    assert.deepStrictEqual(told, [50, 150, 250, 350, 450, 550, 650, 750, 850,
                                  950]);
    assert.strictEqual(handled, 3 * N + 991);
    list[950].catch(count);
    list[50].catch(count);
    setImmediate(() => assert.deepStrictEqual(late, [950, 50]));
});
