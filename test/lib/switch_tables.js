'use strict';
/*
 * A switch over integers goes by a table (src/engine/quickjs/switches.c): it
 * does what comparing with one case after the other does, for every value.
 */

const assert = require('assert');

const values = [-2, -1, 0, -0, 1, 2, 3, 4, 5, 6, 7, 8, 40, 1.5, NaN, Infinity, -5,
                100000, 2147483647, 2147483648, -2147483648, -2147483649, 1e300,
                Math.sqrt(16), 2 ** 31 - 0.5, '1', 'a', 1n, true, null, undefined,
                {}, Symbol.iterator, { valueOf() { throw new Error('asked'); } }];

/* What the cases say, one by one. `rest` comes after those that are numbers. */
function makeSwitch(cases, isBefore) {
    const parts = cases.map((c, i) => `case ${c}: return ${i};`);
    parts.splice(isBefore ? 0 : parts.length, 0, 'default: return "none";');
    return new Function('x', `switch (x) { ${parts.join(' ')} }`);
}

function check(cases) {
    const known = cases.map((c) => Function(`return ${c}`)());
    for (const isBefore of [false, true]) {
        const f = makeSwitch(cases, isBefore);
        for (const value of [...values, ...known.slice(0, 50)]) {
            const i = known.findIndex((c) => c === value);
            assert.strictEqual(f(value), i < 0 ? 'none' : i, `${cases.length}`);
        }
    }
}

check([0, 1, 2, 3, 4]);
check([5, 4, 3, 2, 1, 0, -1, -2]);
check([1, 2, 3, 2, 1, 4, 5]);
check([2147483647, -2147483648, 0, -5, 7, 100000]);
check(['-0', 1, 2, 3, 1.5, 4, 5]);
check([1, 2, 3, 4, 5, '"a"', '"1"', 6, 7, 'null', 'undefined']);
check([1, 2, 3, 4, '2 + 3', 6, 7]);
check(Array.from({ length: 300 }, (_, i) => i * i - 400));
check(Array.from({ length: 70000 }, (_, i) => i));

/* A case that is no number is still evaluated, and only if it is reached. */
let asked = 0;
function next() {
    return asked += 100;
}
function mixed(x) {
    switch (x) {
    case 1: case 2: case 3: case 4: return 'early';
    case 5: return 'five';
    case next(): return 'hundred';
    case 6: return 'six';
    default: return 'none';
    }
}
assert.deepStrictEqual([3, 5].map(mixed), ['early', 'five']);
assert.strictEqual(asked, 0);
assert.deepStrictEqual([100, 6, '1'].map(mixed), ['hundred', 'six', 'none']);
assert.strictEqual(asked, 300);

/* Falling through, leaving, bindings of the block, and places that wait. */
function through(x) {
    const seen = [];
    outer: switch (x) {
    case 1: seen.push(1);
    case 2: seen.push(2); break;
    default: seen.push('d');
    case 3: for (const i of [7, 8]) { seen.push(i); if (i === 8) break outer; }
    case 4: case 5: seen.push(5);
    }
    return seen.join();
}
assert.deepStrictEqual([1, 2, 3, 4, 5, 6].map(through),
                       ['1,2', '2', '7,8', '5', '5', 'd,7,8']);

function bindings(x) {
    switch (x) {
    case 0: let q = 1; return () => q;
    case 1: q = 3; return q;
    case 2: return 2;
    case 3: return 3;
    case 4: return 4;
    }
    return undefined;
}
assert.strictEqual(bindings(0)(), 1);
assert.strictEqual(bindings(4), 4);
assert.strictEqual(bindings(5), undefined);
assert.throws(() => bindings(1), ReferenceError);

function* waiting(x) {
    switch (x) {
    case 1: yield 1;
    case 2: yield 2;
    case 3: try { yield 3; } finally { yield 'f'; }
    case 4: yield 4; break;
    case 5: yield 5;
    }
    yield 'end';
}
assert.deepStrictEqual([...waiting(1)], [1, 2, 3, 'f', 4, 'end']);
assert.deepStrictEqual([...waiting(2)], [2, 3, 'f', 4, 'end']);
assert.deepStrictEqual([...waiting(5)], [5, 'end']);
assert.strictEqual(eval('switch (3) { case 1: 1; case 2: 2; case 3: "three"; ' +
    'case 4: break; case 5: 5 }'), 'three');

/* The same from bytecode that is kept. */
const vm = require('vm');
const source = '(x) => { switch (x) { case 1: return "a"; case 2: return "b"; ' +
    'case 3: return "c"; case 4: return "d"; case 50000: return "e" } }';
const cachedData = new vm.Script(source).createCachedData();
const f = new vm.Script(source, { cachedData }).runInThisContext();
assert.deepStrictEqual([1, 2, 50000, 5].map(f), ['a', 'b', 'e', undefined]);
