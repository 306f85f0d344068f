// Copies of arrays: holes, lengths, prototypes and species are seen where the
// language says, however the elements are copied.
'use strict';
const assert = require('node:assert');

const same = assert.deepStrictEqual;
const holes = [1, , 3]; // eslint-disable-line no-sparse-arrays

same([...holes], [1, undefined, 3]);
same([0, ...[1, 2], 3, ...'ab', ...new Set([4])], [0, 1, 2, 3, 'a', 'b', 4]);
same(1 in holes.slice(), false);
same(1 in [].concat(holes, 4), false);
same([].concat(holes, 4).length, 4);
same([1, 2].concat([3], 4, [[5]]), [1, 2, 3, 4, [5]]);
same(new Array(3).concat([1]).length, 4);
same([1].concat(new Array(2)).length, 3);
same([1, 2, 3, 4].slice(1, -1), [2, 3]);
same([1, 2, 3].slice(5), []);
same([1, 2, 3].slice(2, 1), []);
same(new Array(5).slice(1).length, 4);
same([1, 2, 3, 4].splice(1, 2), [2, 3]);
same(holes.map((v) => v * 2).length, 3);
same(1 in holes.map((v) => v), false);
same([3, 1, 2].map(String).filter((v) => v > 1), ['3', '2']);
same([1, [2, [3, [4]]]].flat(2), [1, 2, 3, [4]]);
same([1, 2].flatMap((v) => [v, [v]]), [1, [1], 2, [2]]);
same(new Array(3).fill(7), [7, 7, 7]);
same([1, 2, 3].fill(0, 1, 2), [1, 0, 3]);
same(Array.from({ length: 3 }, (_, i) => i * i), [0, 1, 4]);
same(Array.from(new Map([[1, 2]])), [[1, 2]]);
same(Array.from('a\ud83d\ude00'), ['a', '\ud83d\ude00']);

// A copy is one, also of a copy that grew.
{
    const a = [1, 2, 3];
    const b = [...a, 4];
    b.push(5);
    a.length = 1;
    same([a, b], [[1], [1, 2, 3, 4, 5]]);
    let all = [];
    for (let i = 0; i < 100; i++)
        all = [...all, i];
    same(all.length, 100);
    same(all[99], 99);
}

// Calls with spread arguments.
same(Math.max(...[1, 5], 3), 5);
same(((...args) => args)(...[1, 2], ...'x'), [1, 2, 'x']);

// Callbacks may change what they are called for.
{
    const a = [1, 2, 3, 4];
    same(a.map((v, i, all) => {
        all.length = 2;
        return v;
    }).length, 4);
    const b = [1, 2, 3];
    same(b.filter((v) => {
        b.push(9);
        return v > 1;
    }), [2, 3]);
}

// The species and isConcatSpreadable are asked for.
{
    class List extends Array {}
    assert(new List(1, 2, 3).slice(1) instanceof List);
    assert(new List(1, 2).map((v) => v) instanceof List);
    same(new List(1, 2).concat([3]).length, 3);
    const own = [1, 2];
    own.constructor = { [Symbol.species]: function(n) {
        this.made = n;
    } };
    same(own.map((v) => v).made, 2);
    const like = { length: 2, 0: 'a', 1: 'b', [Symbol.isConcatSpreadable]: true };
    same([0].concat(like), [0, 'a', 'b']);
    const not = [1];
    not[Symbol.isConcatSpreadable] = false;
    same([0].concat(not), [0, not]);
}

// indexOf() and includes(): each kind of value, NaN, holes, from an index on.
{
    const o = {};
    const list = [1, 1.5, NaN, 'one', null, undefined, o, -0, 2n, sym(), true];
    function sym() {
        return Symbol.iterator;
    }
    for (let i = 0; i < list.length; i++) {
        same(list.indexOf(list[i]), Number.isNaN(list[i]) ? -1 : i);
        same(list.includes(list[i]), true);
    }
    same(list.indexOf('on' + 'e'.slice()), 3);
    same(list.indexOf(0), 7);
    same(list.indexOf(1, 1), -1);
    same(list.indexOf(1, -20), 0);
    same(list.includes(1, 1), false);
    same(list.indexOf(2n), 8);
    same([0.5 + 0.5].indexOf(1), 0);
    same(holes.includes(undefined), true);
    same(holes.indexOf(undefined), -1);
    same(new Array(3).includes(undefined), true);
    same([].includes(undefined), false);
}

// Arrays with a length in the billions, and few elements.
{
    const a = [1, 2];
    a[2 ** 32 - 2] = 5;
    a[1000] = 'x';
    same([a.indexOf('x'), a.indexOf(2), a.indexOf(5, 2 ** 32 - 2)],
         [1000, 1, 2 ** 32 - 2]);
    same([a.includes(5), a.includes(7), a.includes(undefined)], [true, false, true]);
    same(a.includes(undefined, 2 ** 32 - 2), false);
    const empty = new Array(2 ** 32 - 1);
    same([empty.includes(1), empty.includes(undefined)], [false, true]);
    const got = [];
    Object.defineProperty(a, 50, { get: () => (got.push(50), 'got') });
    same(a.indexOf('got'), 50);
    same(got, [50]);
}

// Elements that prototypes have.
Array.prototype[1] = 'inherited';
same([...holes], [1, 'inherited', 3]);
same(holes.slice(), [1, 'inherited', 3]);
same(holes.indexOf('inherited'), 1);
same(new Array(2).includes('inherited'), true);
delete Array.prototype[1];

// An iterator that was changed is used.
const { next } = Object.getPrototypeOf([][Symbol.iterator]());
let calls = 0;
Object.getPrototypeOf([][Symbol.iterator]()).next = function() {
    calls++;
    return next.call(this);
};
same([...[1, 2]], [1, 2]);
assert(calls >= 3);
Object.getPrototypeOf([][Symbol.iterator]()).next = next;
