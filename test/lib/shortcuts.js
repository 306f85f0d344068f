'use strict';
/*
 * The interpreter does some instructions together with those that follow, and
 * looks for things where they were last. Here is what lies beside each of those
 * ways: the largest integer, values that are no integers, variables that are
 * not there yet, other variables in between, other ways out of a function.
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
