/*
 * Every bit of what Math computes is the same on all machines, and that of V8.
 * A function is called with some thousand numbers, and the bits of its results
 * are added up; the sums are those of Node 24.
 */
'use strict';
const assert = require('assert');

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);
let state = 1;

function next() {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
}

const special = [
    0, -0, 1, -1, 0.5, -0.5, 2, -2, NaN, Infinity, -Infinity, 5e-324, -5e-324,
    2 ** -1022, Number.MAX_VALUE, -Number.MAX_VALUE, Math.PI, Math.PI / 2,
    Math.PI / 4, 3 * Math.PI / 4, Math.E, 1e-5, 1e-10, 1e10, 1e22, 1e300, 0.1,
    1 - 2 ** -53, 1 + 2 ** -52, 709.78, 709.782712893384, 709.7827128933841,
    -745.13, -745.2, -708.4, 710.4758600739439, 710.4758600739441, 22, 20, 0.6744,
    0.4375, 0.6875, 1.1875, 2.4375, 2 ** 66, 2 ** 28, 2 ** -28, 2 ** -54, 8, 27,
];

/* Numbers of all sizes, and of those that programs have. */
function invent(i) {
    switch (i % 5) {
    case 0:
        halves[0] = next();
        halves[1] = next();
        return double[0];
    case 1:
        return (next() / 2 ** 32 - 0.5) * 4;
    case 2:
        return (next() / 2 ** 32 - 0.5) * 2000;
    case 3:
        return next() % 2001 - 1000;
    default:
        return (next() - 2 ** 31) * 2 ** (next() % 80 - 60);
    }
}

/* The bits of a NaN are not the program's to see. */
function add(sum, value) {
    double[0] = Number.isNaN(value) ? 0 : value;
    for (const half of halves)
        sum = Math.imul(sum ^ half, 0x01000193);
    return sum >>> 0;
}

const list = [...special];
for (let i = 0; i < 4000; i++)
    list.push(invent(i));

const sums = {};
for (const name of ['acos', 'acosh', 'asin', 'asinh', 'atan', 'atanh', 'cbrt',
                    'cos', 'cosh', 'exp', 'expm1', 'log', 'log10', 'log1p', 'log2',
                    'sin', 'sinh', 'sqrt', 'tan', 'tanh'])
    sums[name] = list.reduce((sum, x) => add(sum, Math[name](x)), 1);
for (const name of ['atan2', 'hypot']) {
    sums[name] = list.reduce((sum, x, i) =>
        add(sum, Math[name](x, list[(i * 7 + 3) % list.length])), 1);
    for (const y of special) {
        for (const x of special)
            sums[name] = add(sums[name], Math[name](y, x));
    }
}

const expected = {
    acos: 2413540638,
    acosh: 50265040,
    asin: 2307398737,
    asinh: 462274533,
    atan: 2324159394,
    atanh: 3004189290,
    cbrt: 794179472,
    cos: 3539061309,
    cosh: 599549725,
    exp: 4226410130,
    expm1: 3477819952,
    log: 799642099,
    log10: 454621767,
    log1p: 2214450262,
    log2: 2906072460,
    sin: 3762367566,
    sinh: 3810031316,
    sqrt: 1442788922,
    tan: 1810958814,
    tanh: 3638398899,
    atan2: 773958881,
    hypot: 3483445108,
};

if (process.argv[2] === '--print')
    console.log(sums);
else
    assert.deepStrictEqual(sums, expected);

/* The root is not a power. */
assert.strictEqual((1 - 2 ** -53) ** 0.5, 1 - 2 ** -53);
assert.strictEqual(Math.pow(-Infinity, 0.5), Infinity);
assert.ok(Object.is((-0) ** 0.5, 0));
assert.strictEqual(1 ** Infinity, NaN);
assert.strictEqual(1e200 ** 2, Infinity);
