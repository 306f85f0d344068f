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
                closed++; // not reached
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
        next: () => ({ done: true }), // not reached
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

/* Products of long factors, equal and unequal, and their digits. */
for (const [m, n] of [[3000, 3000], [3001, 6143], [4096, 20000], [64, 9000]]) {
    const a = 3n ** BigInt(m) - 1n;
    const b = 7n ** BigInt(n) + 1n;
    assert.strictEqual((a + b) ** 2n - (a - b) ** 2n, 4n * a * b);
    assert.strictEqual(a * b / a, b);
    assert.strictEqual(-a * b % (b + 1n), -(a * b % (b + 1n)));
    for (const radix of [7, 10, 36]) {
        let value = 0n;
        for (const digit of (a * b).toString(radix))
            value = value * BigInt(radix) + BigInt(parseInt(digit, radix));
        assert.strictEqual(value, a * b);
    }
    assert.strictEqual(BigInt(`${a}`), a);
    assert.strictEqual(BigInt(`0x${a.toString(16)}`), a);
}
/* A power of ten has all its zeros, and a number below it no zero in front. */
for (const n of [18, 19, 20, 455, 456, 457, 912, 5000]) {
    assert.strictEqual(`${10n ** BigInt(n)}`, `1${'0'.repeat(n)}`);
    assert.strictEqual(`${10n ** BigInt(n) - 1n}`, '9'.repeat(n));
}
/* The limits of 64 bits. */
{
    const max = 2n ** 63n - 1n;
    let value = max;
    assert.strictEqual(++value, 9223372036854775808n);
    assert.strictEqual(--value, max);
    value = -max - 1n;
    assert.strictEqual(-value, 2n ** 63n);
    assert.strictEqual(--value, -9223372036854775809n);
    assert.strictEqual(value / -1n, 9223372036854775809n);
    assert.strictEqual(BigInt.asUintN(64, -1n), 18446744073709551615n);
    assert.strictEqual(Number(2n ** 63n + 1025n), 2 ** 63 + 2048);
    assert.ok(2n ** 63n > 2 ** 63 - 1025 && 2n ** 63n == 2 ** 63);
    assert.strictEqual(new Map([[max, 1]]).get(max - 0n), 1);
}

/* What iterates a string or what is left of an iterator of a Map. */
assert.deepStrictEqual([...'h\u20ac\ud83d\ude00\ud800x'],
                       ['h', '\u20ac', '\ud83d\ude00', '\ud800', 'x']);
{
    const map = new Map([['a', 1], ['b', 2], ['c', 3]]);
    const keys = map.keys();
    keys.next();
    map.delete('b');
    map.set('d', 4);
    assert.deepStrictEqual(Array.from(keys), ['c', 'd']);
    map.set('e', 5);
    assert.strictEqual(keys.next().done, true);
}
/* fill() uses the array as it is after its arguments were converted. */
{
    const array = [1, 2];
    array.fill(0, 0, { valueOf() { array.length = 1; return 2; } });
    assert.deepStrictEqual(array, [0, 0]);
    assert.deepStrictEqual(new Array(3).fill(7, 1), [, 7, 7]);
    assert.throws(() => Object.freeze([1, 2]).fill(0), TypeError);
}
/* The last one, across blocks. */
{
    const array = Array.from({ length: 100 }, (_, i) => i % 40);
    assert.strictEqual(array.lastIndexOf(3), 83);
    assert.strictEqual(array.lastIndexOf(3, 82), 43);
    assert.strictEqual(array.lastIndexOf(0, 31), 0);
    assert.strictEqual([NaN].lastIndexOf(NaN), -1);
    assert.ok([1.5, NaN].includes(NaN) && [-0].includes(0));
}
/* Private fields of a frozen object can be written. */
{
    class Counter { #n = 0; y = 1; next() { return ++this.#n; } }
    const counter = Object.freeze(new Counter());
    assert.strictEqual(counter.next(), 1);
    assert.ok(Object.isFrozen(counter));
    assert.strictEqual(Object.isFrozen(new Counter()), false);
}
/* The species of a typed array is looked up if it was changed. */
{
    class Bytes extends Uint8Array {}
    assert.ok(new Bytes(4).slice(1) instanceof Bytes);
    const own = new Uint8Array(3);
    own.constructor = Uint16Array;
    assert.ok(own.slice(1) instanceof Uint16Array);
}
for (const [text, radix, value] of [
    ['-0', 10, -0], ['0x1f', undefined, 31], ['1f', 16, 31], ['-', 10, NaN],
    ['2147483648', 10, 2147483648], ['12px', 0, 12], [-0.5, undefined, -0],
    [1e21, undefined, 1], [5.7, undefined, 5], ['8', 8, NaN], ['12', 37, NaN],
])
    assert.ok(Object.is(parseInt(text, radix), value), `${text}`);

/* Numbers are rounded as they are written, half away from zero. */
for (const [value, text] of [
    [1.0005, '1.001'], [-0.0004, '-0'], [999.9995, '1,000'], [-2.5, '-2.5'],
    [1234567.891, '1,234,567.891'], [0.0005, '0.001'], [999999.99949, '999,999.999'],
])
    assert.strictEqual(value.toLocaleString(), text);

/* Spread asks for the iterator once, and closes none whose next() throws. */
{
    const asked = [];
    const watched = (target) => new Proxy(target, {
        get(object, key, receiver) {
            asked.push(String(key));
            return Reflect.get(object, key, receiver);
        },
    });
    assert.deepStrictEqual([0, ...watched([1])], [0, 1]);
    assert.strictEqual(Math.max(...watched([7])), 7);
    assert.throws(() => [...watched(new Map().keys())], TypeError);
    assert.strictEqual(asked.join(), [
        'Symbol(Symbol.iterator),length,0,length', 'Symbol(Symbol.iterator),length,0,length',
        'Symbol(Symbol.iterator),next',
    ].join());
    assert.throws(() => [...Object(1)], TypeError);
}

/* A part of a view that tracks its buffer tracks it, too, unless it has an end. */
{
    const buffer = new ArrayBuffer(8, { maxByteLength: 16 });
    const view = new Uint8Array(buffer);
    const [rest, part] = [view.subarray(2), view.subarray(2, 4)];
    buffer.resize(16);
    assert.deepStrictEqual([rest.length, part.length], [14, 2]);
}

/* A view that became shorter under with() has no numbers there; one that grew is
 * looked at again by an iterator that had ended. */
{
    const make = (View) => new View(new ArrayBuffer(16, { maxByteLength: 32 }));
    const shrink = (view) => ({ valueOf() { view.buffer.resize(8); return 0; } });
    const floats = make(Float32Array);
    assert.deepStrictEqual([...floats.with(shrink(floats), 1)], [1, 0, NaN, NaN]);
    const bigs = make(BigInt64Array);
    assert.throws(() => bigs.with(shrink(bigs), 1n), TypeError);
    const empty = new Uint8Array(new ArrayBuffer(0, { maxByteLength: 8 }));
    const values = empty.values();
    assert.strictEqual(values.next().done, true);
    empty.buffer.resize(2);
    assert.deepStrictEqual([...values], [0, 0]);
}

/* What has elements in a buffer is not sealed, but all else of it is. */
{
    for (const method of ['seal', 'freeze']) {
        const view = Uint8Array.of(1, 2);
        view.x = 1;
        assert.throws(() => Object[method](view), {
            message: `Cannot ${method} array buffer views with elements`,
        });
        assert.strictEqual(Object.isExtensible(view), false);
        assert.strictEqual(Object.isSealed(view), true);
        assert.strictEqual(Object.isFrozen(view), false);
        const x = Object.getOwnPropertyDescriptor(view, 'x');
        assert.strictEqual(x.configurable, false);
        assert.strictEqual(x.writable, method === 'seal');
        const growing = new Uint8Array(new ArrayBuffer(1, { maxByteLength: 2 }));
        assert.throws(() => Object[method](growing),
                      { message: `Cannot ${method}` });
    }
}

/* A private name that has a setter only is in the objects of its class. */
{
    class Only {
        set #q(value) {}
        static has(object) { return #q in object; }
    }
    assert.strictEqual(Only.has(new Only()), true);
    assert.strictEqual(Only.has({}), false);
}

/* includes() from a place beyond the elements, where only holes are. */
{
    const holes = [,,];
    assert.strictEqual(holes.includes(undefined, 2), false);
    assert.strictEqual(holes.includes(undefined, 1), true);
    assert.strictEqual([1, , 2, ,].includes(undefined, 9), false);
}

/* What Iterator.from() wraps answers itself. */
{
    const answer = { done: false, value: 1, other: 2 };
    const wrapped = Iterator.from({ next: () => answer });
    assert.strictEqual(wrapped.next(), answer);
    let left = 3;
    const three = () => Iterator.from({
        next: () => ({ done: left-- === 0, value: left }),
    });
    assert.deepStrictEqual([...three()], [2, 1, 0]);
    left = 3;
    assert.deepStrictEqual(three().map((x) => x * 2).toArray(), [4, 2, 0]);
    left = 3;
    const seen = [];
    for (const x of three())
        seen.push(x);
    left = 2;
    function* delegate() { yield* three(); }
    assert.deepStrictEqual([...seen, ...delegate()], [2, 1, 0, 1, 0]);
}

/* RegExp.escape() leaves pairs of surrogates alone. */
assert.strictEqual(RegExp.escape('-\u{1f600}\ud83d'), '\\x2d\u{1f600}\\ud83d');

/* In strict code a proxy whose target cannot be written to says so. */
{
    const refuse = new Proxy({}, { defineProperty: () => false });
    assert.throws(() => { refuse.x = 1; }, {
        message: "'defineProperty' on proxy: trap returned falsish for property 'x'",
    });
    assert.strictEqual(Reflect.set(refuse, 'x', 1), false);
    const there = new Proxy({ x: 2 }, { defineProperty: () => false });
    assert.throws(() => { there.x = 1; }, TypeError);
}

/* fs.realpath() takes any primitive value for its text. */
{
    const files = require('fs');
    files.realpath(undefined, (error) => {
        assert.strictEqual(error.code, 'ENOENT');
        assert.match(error.message, /undefined'$/);
    });
    assert.throws(() => files.realpathSync(5), { code: 'ENOENT' });
}

/* A rest parameter that is a pattern is not counted in `length`. */
assert.strictEqual(((x, ...[y]) => y).length, 1);
assert.strictEqual((function(...{ length }) { return length; }).length, 0);
assert.throws(() => new Function('(...[a] = []) => a'), {
    name: 'SyntaxError',
    message: 'Rest parameter may not have a default initializer',
});

/* toLocaleString() of an array passes its arguments on to the elements'. */
{
    const element = { toLocaleString: (...args) => JSON.stringify(args) };
    assert.strictEqual([element].toLocaleString('de', { a: 1 }, 2),
                       '["de",{"a":1}]');
    assert.throws(() => [1].toLocaleString(null), TypeError);
}
