'use strict';
/*
 * The interpreter has fast paths for some sequences of instructions, and inline
 * caches. Here are the cases next to each of them: the largest integer, values that
 * are no integers, variables in their dead zone, other variables in between, other
 * ways out of a function.
 */
const assert = require('assert');

// ---- Counting in a variable of a function further out ---------------------------

function counter(value) {
    let i = value;
    return { up: () => ++i, on: () => { ++i; return i; }, get: () => i };
}

function counts(value, first, second) {
    const c = counter(value);
    assert.strictEqual(c.up(), first);
    assert.strictEqual(c.on(), second);
    assert.strictEqual(c.get(), second);
}

counts(1, 2, 3);
counts(-1, 0, 1);
counts(2147483646, 2147483647, 2147483648);
counts(2147483647, 2147483648, 2147483649);
counts(0.5, 1.5, 2.5);
counts('7', 8, 9);
counts(7n, 8n, 9n);
counts(undefined, NaN, NaN);
counts({ valueOf: () => 3 }, 4, 5);

function otherVariable() {
    let i = 1;
    let j = 5;
    const set = () => [j = i + 1, i, j];
    const both = () => [++i, ++j, ++i < j, ++j < i];
    return [set(), both()];
}
assert.deepStrictEqual(otherVariable(), [[2, 1, 2], [2, 3, false, false]]);

function constant() {
    const c = 1;
    return () => ++c;
}
assert.throws(constant(), /^TypeError: Assignment to constant variable\.$/);

// ---- Comparing with one ---------------------------------------------------------

function below(limit) {
    let n = limit;
    return (value) => { if (value < n) return 'yes'; return 'no'; };
}

assert.strictEqual(below(2)(1), 'yes');
assert.strictEqual(below(2)(2), 'no');
assert.strictEqual(below(2)(1.5), 'yes');
assert.strictEqual(below(2)(NaN), 'no');
assert.strictEqual(below(2)('1'), 'yes');
assert.strictEqual(below(2)(undefined), 'no');
assert.strictEqual(below(2)(1n), 'yes');
assert.strictEqual(below(1.5)(1), 'yes');
assert.strictEqual(below('b')('a'), 'yes');
assert.strictEqual(below(undefined)(1), 'no');
assert.throws(() => below(2)(Symbol()), TypeError);
assert.throws(() => below(Symbol())(2), TypeError);
assert.strictEqual(below(-2147483648)(2147483647), 'no');

function asValue(limit) {
    let n = limit;
    return (value) => [value < n, !(value < n), value < n ? 1 : 2];
}
assert.deepStrictEqual(asValue(2)(1), [true, false, 1]);
assert.deepStrictEqual(asValue(2)(3), [false, true, 2]);

/* A loop that is longer than a short jump, and one that is not. */
function loops(limit) {
    let n = limit;
    let i = 0;
    let sum = 0;
    const short = () => { while (++i < n) sum += i; };
    const long = () => {
        for (i = 0; i < n; ++i) {
            sum += i * 2 - i * 2 + i * 3 - i * 3 + i * 4 - i * 4 + i;
            sum += i * 5 - i * 5 + i * 6 - i * 6 + i * 7 - i * 7 + i;
            sum -= i * 2 - i * 2 + i * 3 - i * 3 + i * 4 - i * 4 + i;
            sum -= i * 5 - i * 5 + i * 6 - i * 6 + i * 7 - i * 7 + i;
        }
    };
    short();
    long();
    return [i, sum];
}
assert.deepStrictEqual(loops(5), [5, 10]);

// ---- Variables that are not there yet -------------------------------------------

function early() {
    const uses = [() => ++late, () => 1 < late, () => late];
    const messages = uses.map((use) => {
        try {
            return use();
        } catch (error) {
            return `${error}`;
        }
    });
    let late = 1;
    return [...messages, ...uses.map((use) => use())];
}
const notYet = "ReferenceError: Cannot access 'late' before initialization";
assert.deepStrictEqual(early(), [notYet, notYet, notYet, 2, true, 2]);

// ---- Global variables -----------------------------------------------------------

globalThis.shortcut = { name: () => 'first', value: 1 };
const globalName = () => shortcut.name();
assert.strictEqual(globalName(), 'first');
assert.strictEqual(globalName(), 'first');
globalThis.shortcut = { name() { return this.value; }, value: 2 };
assert.strictEqual(globalName(), 2);
delete globalThis.shortcut;
assert.throws(globalName, /^ReferenceError: shortcut is not defined$/);
assert.strictEqual(typeof shortcut, 'undefined');
Object.defineProperty(globalThis, 'shortcut', {
    get: () => ({ name: () => 'got' }), configurable: true,
});
assert.strictEqual(globalName(), 'got');
Object.defineProperty(globalThis, 'shortcut', {
    value: { __proto__: { name: () => 'inherited' } }, configurable: true,
});
assert.strictEqual(globalName(), 'inherited');
(0, eval)('var shortcut2 = 1; shortcut2++;');
assert.strictEqual(shortcut2, 2);

// ---- Calls ----------------------------------------------------------------------

function argumentsOf() {
    return [arguments.length, ...arguments];
}
const sloppy = new Function('a', 'b', 'arguments[0] = 9; b = 8;' +
    'return [a, b, arguments.length, arguments[1], this === globalThis];');
const rest = (a, ...others) => [a, others];
const defaults = (a, b = a + 1) => [a, b];

assert.deepStrictEqual(argumentsOf(1, 2), [2, 1, 2]);
assert.deepStrictEqual(argumentsOf(), [0]);
assert.deepStrictEqual(sloppy(1), [9, 8, 1, undefined, true]);
assert.deepStrictEqual(sloppy(1, 2, 3), [9, 8, 3, 8, true]);
assert.deepStrictEqual(sloppy.call({}, 1, 2), [9, 8, 2, 8, false]);
assert.deepStrictEqual(rest(1, 2, 3), [1, [2, 3]]);
assert.deepStrictEqual(rest(), [undefined, []]);
assert.deepStrictEqual(defaults(1), [1, 2]);
assert.strictEqual(function () { return this; }.call(7), 7);
assert.strictEqual(new Function('return typeof this').call(7), 'object');

for (const callee of [1, undefined, null, {}, 'text', Symbol.iterator])
    assert.throws(() => callee(), TypeError);

function twice(fn) {
    return fn() + fn();
}
let calls = 0;
assert.strictEqual(twice(() => ++calls), 3);
assert.throws(() => twice(() => { throw new RangeError('out'); }), RangeError);
assert.throws(function deeper() { return deeper() + 1; }, RangeError);

class Base {
    #secret = 1;
    constructor(...args) { this.args = args; this.target = new.target; }
    static make(...args) { return new this(...args); }
    read() { return this.#secret; }
}
class Derived extends Base {
    read() { return super.read() + 1; }
}
const made = Derived.make(1, 2);
assert.deepStrictEqual(made.args, [1, 2]);
assert.strictEqual(made.target, Derived);
assert.strictEqual(made.read(), 2);
assert.throws(() => Derived(), /Class constructor Derived cannot be invoked/);
assert.throws(() => new (class extends Base { constructor() { return 1; } })(),
              TypeError);

// ---- Functions that stop on their way -------------------------------------------

function* walk(n) {
    let i = 0;
    const next = () => ++i < n;
    try {
        do {
            const told = yield [i, this.name, arguments.length];
            if (told)
                return told;
        } while (next());
    } finally {
        yield 'finally';
    }
}
const walked = walk.call({ name: 'self' }, 3);
assert.deepStrictEqual(walked.next().value, [0, 'self', 1]);
assert.deepStrictEqual(walked.next().value, [1, 'self', 1]);
assert.strictEqual(walked.next('told').value, 'finally');
assert.deepStrictEqual(walked.next(), { value: 'told', done: true });

async function waits(values) {
    let i = -1;
    const seen = [];
    const count = () => ++i;
    for (const value of values) {
        try {
            seen.push(count(), await value);
        } catch (error) {
            seen.push(error.message);
        }
    }
    return [seen, this.name];
}
const settled = [1, Promise.resolve(2), Promise.reject(new Error('no')), 4];
waits.call({ name: 'me' }, settled).then((result) => {
    assert.deepStrictEqual(result, [[0, 1, 1, 2, 'no', 3, 4], 'me']);
    process.exitCode = 0;
});
process.exitCode = 1; // until the last of them was here

/* A function without source says so in one line, as in V8. */
assert.strictEqual(String(Math.max), 'function max() { [native code] }');
assert.strictEqual(String(process.nextTick).split('\n').length, 1);

// ---- Arguments from a list ---------------------------------------------------------

/* It may write to its arguments, keep them, and change the list they came from. */
function takes(a, b) {
    const before = [a, b, arguments.length];
    a = 'other';
    list.length = 0;
    list.push('gone');
    return [before, a, b, () => b, [...arguments].length];
}
const list = [];
for (const call of [(l) => takes.apply(null, l), (l) => takes(...l),
                    (l) => Reflect.apply(takes, null, l)]) {
    for (let n = 0; n < 10; n++) {
        list.length = 0;
        for (let i = 0; i < n; i++)
            list.push({ i });
        const [a, b] = list;
        const result = call(list);
        assert.deepStrictEqual(result.slice(0, 3), [[a, b, n], 'other', b]);
        assert.strictEqual(result[3](), b);
        assert.strictEqual(result[4], n);
    }
}

function all(...args) {
    return args;
}
const holes = [1, , 3];
const longer = [1, 2];
longer.length = 4;
assert.deepStrictEqual(all.apply(null, holes), [1, undefined, 3]);
assert.deepStrictEqual(all.apply(null, longer), [1, 2, undefined, undefined]);
assert.deepStrictEqual(all.apply(null, { length: 2, 0: 'a', 1: 'b' }), ['a', 'b']);
assert.deepStrictEqual(all.apply(null, new Uint8Array([7, 8])), [7, 8]);
assert.deepStrictEqual(all.apply(null), []);
assert.strictEqual(Math.max.apply(null, [1, 7, 3]), 7);
assert.strictEqual(all.bind(null, 1).apply(null, [2])[1], 2);
assert.throws(() => Reflect.apply(all, null), TypeError);
assert.throws(() => Reflect.apply(null, null, []), TypeError);
assert.throws(() => [].forEach.apply(null, [() => {}]), TypeError);
assert.strictEqual((() => {
    try {
        (function deep(...args) { deep(...args); })(1, 2, 3);
    } catch (error) {
        return error.name;
    }
})(), 'RangeError');

// ---- Keys that are symbols, and texts that are alike -------------------------------

{
    const key = Symbol('key');
    const object = { get [key]() { return this.seen; }, set [key](v) { this.seen = v; } };
    object[key] = 1;
    object[key]++;
    assert.strictEqual(object[key], 2);
    assert.strictEqual(Object.freeze([1])[key], undefined);
    assert.throws(() => { Object.freeze([1])[key] = 1; }, TypeError);
    assert.throws(() => null[key], TypeError);
    assert.strictEqual('text'[key], undefined);
    const made = ['le', 'ngth'].join('');
    assert.strictEqual([1, 2, 3][made], 3);
    assert.strictEqual('abc'[made], 3);
    const by = { [made]: 'here', 7: 'seven' };
    assert.strictEqual(by.length + by['7'] + by[7], 'heresevenseven');
}

function alike(a, b) {
    return [a === b, a !== b, b === a];
}
const same = [true, false, true];
const different = [false, true, false];
const wide = '\u20acuro';
assert.deepStrictEqual(alike('name', ['na', 'me'].join('')), same);
assert.deepStrictEqual(alike('name', 'name'), same);
assert.deepStrictEqual(alike('name', 'nama'), different);
assert.deepStrictEqual(alike(wide, `\u20ac${'uro'}`), same);
assert.deepStrictEqual(alike('a'.repeat(20000), 'a'.repeat(9999) + 'a'.repeat(10001)), same);
assert.deepStrictEqual(alike(undefined, null), different);
assert.deepStrictEqual(alike(null, null), same);
assert.deepStrictEqual(alike({}, null), different);
assert.deepStrictEqual(alike(same, same), same);
assert.deepStrictEqual(alike(same, 'true,false,true'), different);
assert.deepStrictEqual(alike(1, '1'), different);
assert.deepStrictEqual(alike(key2(), key2()), different);
function key2() {
    return Symbol('key');
}

// ---- Lengths -----------------------------------------------------------------------

class List extends Array {}
const lengths = [[], [1], List.of(1, 2), Object.assign([], { 4: 1 }), { length: 'x' }];
assert.deepStrictEqual(lengths.map((l) => l.length), [0, 1, 2, 5, 'x']);
const huge = [];
huge.length = 4294967295;
assert.strictEqual(huge.length, 4294967295);
assert.strictEqual(Array.prototype.indexOf.call(List.of(1, 2), 2), 1);
