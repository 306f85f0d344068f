'use strict';
/*
 * Details of the ECMAScript library that random calls found (test/ecmascript):
 * each is as Node 24 has it, and each differed once.
 */

const assert = require('assert');

/* A date that is given no number is no date any more. */
for (const name of ['setDate', 'setUTCHours', 'setFullYear', 'setMonth']) {
    const date = new Date(0);
    assert.ok(Number.isNaN(date[name](NaN)), name);
    assert.ok(Number.isNaN(date.getTime()), name);
}

/* All arguments are converted, also after one that is no number. */
{
    let calls = 0;
    const number = { valueOf: () => ++calls };
    assert.ok(Number.isNaN(new Date(NaN, number).getTime()));
    assert.ok(Number.isNaN(Date.UTC(NaN, 1, number)));
    assert.strictEqual(calls, 2);
}

/* The shortest digits that are read back as the same number. */
assert.strictEqual(String(2 ** -24), '5.960464477539063e-8');
assert.strictEqual(String(2 ** -1017), '7.120236347223045e-307');
for (let i = -1074; i < 1024; i++)
    assert.strictEqual(Number(String(2 ** i)), 2 ** i);

assert.strictEqual(Math.hypot(1, 1, 1), 1.7320508075688772);
assert.strictEqual(Math.hypot(NaN, -Infinity), Infinity);

/* The length of an array behind a proxy can be set. */
{
    const proxy = new Proxy([1, 2, 3], {
        defineProperty: (...args) => Reflect.defineProperty(...args),
    });
    assert.strictEqual(proxy.pop(), 3);
    assert.strictEqual(proxy.length, 2);
}

/* What is asked of a proxy, in which order. */
function asked(target, use) {
    const log = [];
    const handler = new Proxy({}, {
        get: (_, trap) => (object, ...args) => {
            log.push(typeof args[0] === 'string' ? `${trap} ${args[0]}` : trap);
            return Reflect[trap](object, ...args);
        },
    });
    use(new Proxy(target, handler));
    return log.join();
}

assert.strictEqual(asked([1], (p) => Array.prototype.with.call(p, 0, 2)),
                   'get length');
assert.strictEqual(asked([1, 2], (p) => Array.prototype.toReversed.call(p)),
                   'get length,get 1,get 0');
assert.strictEqual(asked([1, 2], (p) => Array.prototype.toSpliced.call(p, 1, 1)),
                   'get length,get 0');
assert.strictEqual(asked({ a: 1 }, (p) => Object.isSealed(p)), 'isExtensible');
assert.strictEqual(asked(function f() {}, (p) => Function.prototype.toString.call(p)),
                   '');
assert.strictEqual(asked([1], (p) => Array.prototype.sort.call(p)), 'get length');

/* Iterators are asked for once, and closed when a callback throws. */
{
    let got = 0;
    let closed = 0;
    const iterable = {
        get [Symbol.iterator]() {
            got++;
            return () => ({
                next: () => ({ value: 1, done: false }),
                return: () => {
                    closed++;
                    return {};
                },
            });
        },
    };
    const fail = () => {
        throw new RangeError('callback');
    };
    assert.throws(() => Array.from(iterable, fail), RangeError);
    assert.throws(() => Object.groupBy(iterable, fail), RangeError);
    assert.throws(() => Map.groupBy(iterable, fail), RangeError);
    assert.deepStrictEqual([got, closed], [3, 3]);
}

/* An iterator that fails by itself is not closed. */
{
    let closed = 0;
    const iterable = {
        [Symbol.iterator]: () => ({
            next() {
                throw new RangeError('next');
            },
            return: () => {
                closed++;
                return {};
            },
        }),
    };
    assert.throws(() => Array.from(iterable), RangeError);
    assert.throws(() => Uint8Array.from(iterable), RangeError);
    assert.strictEqual(closed, 0);
}

/* A key is converted once, and the callback of groupBy() has no `this`. */
{
    let calls = 0;
    const key = {
        toString() {
            calls++;
            return 'k';
        },
    };
    Object.groupBy([1], function () {
        assert.strictEqual(this, undefined);
        return key;
    });
    assert.strictEqual(calls, 1);
}

assert.strictEqual([1].values()[Symbol.dispose](), undefined);
assert.strictEqual('x'.anchor(), '<a name="undefined">x</a>');
assert.strictEqual(RegExp.escape('\u00e9\u00a0\0 '), '\u00e9\\xa0\0\\x20');
assert.strictEqual(Object.getPrototypeOf(function* () {}.bind()),
                   Object.getPrototypeOf(function* () {}));
Array.prototype.findLast.call('a', (value, index, object) => {
    assert.strictEqual(typeof object, 'object');
});
assert.throws(() => new ArrayBuffer(1).resize({
    valueOf() {
        throw new RangeError('asked');
    },
}), TypeError);

/* An error of a class of another context is one of the caller's. */
{
    const vm = require('vm');
    const Other = vm.runInNewContext(
        '0, class extends Object { constructor() { return null; } }');
    assert.throws(() => new Other(), TypeError);
}

/* The last hours of all times. */
assert.strictEqual(new Date(8.64e15).toLocaleString('en-US', { timeZone: 'Asia/Tokyo' }),
                   '9/13/275760, 9:00:00 AM');

/* A number beside a BigInt that is longer, below zero as well. */
for (const [number, big] of [[-2.5, -(3n ** 200n)], [-1e308, -(2n ** 1030n)],
                             [-(2 ** 70), -(2n ** 71n)]]) {
    assert.ok(number > big && big < number && !(number < big));
    assert.ok(-number < -big && -big > -number && !(-number > -big));
}

/* with() of a detached typed array does not convert its arguments. */
{
    const array = new Uint8Array(4);
    let calls = 0;
    structuredClone(array.buffer, { transfer: [array.buffer] });
    assert.throws(() => array.with({ valueOf: () => calls++ }, 1), TypeError);
    assert.strictEqual(calls, 0);
}

/* return() of an iterator from Iterator.from() hands no argument on. */
{
    let given;
    const wrapped = Iterator.from({
        next: () => ({ done: true }),
        return: (...args) => { given = args; return {}; },
    });
    wrapped.return(1);
    assert.deepStrictEqual(given, []);
}

/* A length that is no index leaves a buffer as it is. */
for (const length of [Infinity, -Infinity, 2 ** 64, -(2 ** 64), -1, 17]) {
    const buffer = new ArrayBuffer(8, { maxByteLength: 16 });
    assert.throws(() => buffer.resize(length), RangeError);
    assert.strictEqual(buffer.byteLength, 8);
}

/* An accessor or a method has no arrow. */
for (const text of ['({ get a() => 1 })', '({ a() => {} })',
                    '({ set a(b) => {} })', 'class A { static get a() => {} }', 'class A { b() => {} }',
                    'function f() => {}', 'async function f() => 1'])
    assert.throws(() => new Function(text), SyntaxError, text);

/* A reserved word in a pattern has a target behind a colon. */
for (const text of ['const { a, if, b } = o', '({ true, b } = o)',
                    '({ null, b }) => 1', 'function f({ this, b }) {}',
                    'let { "a", b } = o', 'let { [a], b } = o'])
    assert.throws(() => new Function(text), SyntaxError, text);

/* `async` is a name, too. */
assert.strictEqual((async => async + 1)(1), 2);
assert.strictEqual(new Function('return [async => { return async; }]')()[0](3),
                   3);

/* A list of arguments has the length that ToLength() makes of it. */
{
    const count = (...args) => args.length;
    assert.strictEqual(Reflect.apply(count, null, { length: -1 }), 0);
    assert.strictEqual(count.apply(null, { length: -5.5 }), 0);
    assert.strictEqual(count.apply(null, { length: '2' }), 2);
}
