'use strict';
/*
 * structuredClone: a table of values, what becomes of each, and what is moved.
 *
 * Each value is cloned and what comes out is described in one line: how it
 * prints, its tag, its constructor, its own properties and their attributes.
 * support/structured_clone.txt has those lines as Node 24 prints them; made
 * anew by `node test/lib/structured_clone.js --print`.
 */

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const v8 = require('v8');
const { inspect, types } = require('util');

class Point {
    constructor(x) { this.x = x; }

    get double() { return this.x * 2; }
}
class MyError extends TypeError {
    constructor(message) {
        super(message);
        this.name = 'MyError';
        this.extra = 1;
    }
}
class MyArray extends Array {}
class MyMap extends Map {}
class MySet extends Set {}
class MyDate extends Date {}
class MyBuffer extends Uint8Array {}

const sharedBuffer = new ArrayBuffer(8);
const cyc = { name: 'a' };
cyc.self = cyc;
const arrCyc = [];
arrCyc.push(arrCyc);
const mapCyc = new Map();
mapCyc.set(mapCyc, mapCyc);
const one = { one: 1 };
const sparse = [1, , 3];
sparse.extra = 'x';
const longSparse = [];
longSparse[1000] = 1;

/* Two engines have two stacks, so each error gets one that is the same. */
function err(error) {
    return Object.defineProperty(error, 'stack', {
        value: 'STACK', configurable: true, writable: true });
}

/* ---- Values ---- */

const values = {
    undefined: () => undefined,
    null: () => null,
    true: () => true,
    zero: () => 0,
    negativeZero: () => -0,
    nan: () => NaN,
    infinity: () => -Infinity,
    int: () => 42,
    big: () => 2 ** 53,
    fraction: () => 1.5,
    bigint: () => 12345678901234567890n,
    negativeBigint: () => -1n,
    zeroBigint: () => 0n,
    string: () => 'héllo 😀',
    emptyString: () => '',
    loneSurrogate: () => '\ud800',
    longString: () => 'x'.repeat(3),
    symbol: () => Symbol('s'),
    symbolFor: () => Symbol.for('s'),
    iteratorSymbol: () => Symbol.iterator,
    function: () => function named() {},
    arrow: () => () => {},
    class: () => Point,
    builtin: () => Math.max,
    asyncFunction: () => async () => {},
    generator: () => (function* g() {})(),
    boundFunction: () => function f() {}.bind(null),
    boxedNumber: () => Object(5),
    boxedString: () => Object('s'),
    boxedBoolean: () => Object(false),
    boxedBigint: () => Object(7n),
    boxedSymbol: () => Object(Symbol('b')),
    boxedNumberWithProperty: () => Object.assign(Object(5), { a: 1 }),
    date: () => new Date(1e12),
    invalidDate: () => new Date(NaN),
    dateSubclass: () => new MyDate(5),
    dateWithProperty: () => Object.assign(new Date(5), { a: 1 }),
    regexp: () => /a+/giu,
    regexpLastIndex: () => { const r = /a/g; r.lastIndex = 3; return r; },
    regexpOwn: () => Object.assign(/x/, { y: 1 }),
    regexpFlags: () => /a/dgimsuy,
    object: () => ({ a: 1, b: { c: [1, 2] } }),
    nullProto: () => ({ __proto__: null, a: 1 }),
    nested: () => ({ a: { b: { c: { d: 1 } } } }),
    instance: () => new Point(3),
    getter: () => ({ get g() { return 'got'; } }),
    getterThrows: () =>
        ({ get g() { throw new RangeError('from a getter'); } }),
    setterOnly: () => ({ set s(v) {} }),
    hidden: () => Object.defineProperty({ a: 1 }, 'h', { value: 1 }),
    symbolKey: () => ({ [Symbol('k')]: 1, a: 2 }),
    frozen: () => Object.freeze({ a: 1 }),
    protoKey: () => JSON.parse('{"__proto__": 1}'),
    inherited: () => Object.assign(Object.create({ inherited: 1 }), { own: 2 }),
    intKeys: () => ({ 2: 'b', 1: 'a', z: 1, y: 2 }),
    withFunction: () => ({ f() {} }),
    withSymbol: () => ({ s: Symbol('x') }),
    withArrow: () => ({ a: [() => {}] }),
    functionInMap: () => new Map([['f', () => 1]]),
    functionText: () => ({ f: function (a, b) { return a + b; } }),
    array: () => [1, 'two', null],
    sparse: () => sparse,
    longSparse: () => longSparse,
    arrayHole: () => [, ,],
    arraySubclass: () => MyArray.from([1, 2]),
    arrayWithProto: () => Object.setPrototypeOf([1], null),
    arguments: () => (function () { return arguments; })(1, 2),
    emptyArray: () => [],
    map: () => new Map([[1, 'a'], [{ k: 1 }, [2]]]),
    mapSubclass: () => new MyMap([[1, 2]]),
    mapOwn: () => Object.assign(new Map(), { a: 1 }),
    set: () => new Set([1, 'a', { b: 1 }]),
    setSubclass: () => new MySet([1]),
    setOwn: () => Object.assign(new Set([1]), { a: 1 }),
    mapCycle: () => mapCyc,
    cycle: () => cyc,
    arrayCycle: () => arrCyc,
    sharedReference: () => [one, one],
    sharedInMap: () => new Map([[one, one]]),
    weakMap: () => new WeakMap(),
    weakSet: () => new WeakSet(),
    weakRef: () => new WeakRef({}),
    promise: () => Promise.resolve(1),
    proxy: () => new Proxy({ a: 1 }, {}),
    proxyArray: () => new Proxy([1], {}),
    mapIterator: () => new Map().entries(),
    math: () => Math,
    json: () => JSON,
    atomics: () => Atomics,
    reflect: () => Reflect,
    error: () => err(new Error('m')),
    typeError: () => err(new TypeError('t')),
    rangeError: () => err(new RangeError('r')),
    syntaxError: () => err(new SyntaxError('s')),
    referenceError: () => err(new ReferenceError('r')),
    evalError: () => err(new EvalError('e')),
    uriError: () => err(new URIError('u')),
    aggregateError: () => err(new AggregateError([new Error('x')], 'agg')),
    errorSubclass: () => err(new MyError('mine')),
    errorCause: () => err(new Error('m', { cause: { a: 1 } })),
    errorCauseUndefined: () => err(new Error('m', { cause: undefined })),
    errorCauseError: () =>
        err(new Error('m', { cause: err(new TypeError('c')) })),
    errorNoMessage: () => err(new Error()),
    errorName: () => err(Object.assign(new Error('m'), { name: 'RangeError' })),
    errorNameOther: () => err(Object.assign(new Error('m'), { name: 'Other' })),
    errorOwn: () =>
        err(Object.assign(new Error('m'), { code: 'ECODE', extra: [1] })),
    errorMessageNumber: () =>
        err(Object.assign(new Error('m'), { message: 5 })),
    errorMessageGetter: () => err(Object.defineProperty(
        new Error('m'), 'message', { get: () => 'g' })),
    errorNoProto: () => err(Object.setPrototypeOf(new TypeError('m'), null)),
    errorStackNumber: () =>
        Object.defineProperty(new Error('m'), 'stack', { value: 5 }),
    errorPrototype: () => err(Object.create(Error.prototype)),
    errorProtoName: () => err(Object.setPrototypeOf(
        new Error('m'), { __proto__: Error.prototype, name: 'SyntaxError' })),
    domException: () => err(new DOMException('msg', 'DataError')),
    arrayBuffer: () => new Uint8Array([1, 2, 3]).buffer,
    emptyBuffer: () => new ArrayBuffer(0),
    resizable: () => new ArrayBuffer(4, { maxByteLength: 16 }),
    detached: () => {
        const b = new ArrayBuffer(4);
        structuredClone(b, { transfer: [b] });
        return b;
    },
    sharedArrayBuffer: () => new SharedArrayBuffer(4),
    growableShared: () => new SharedArrayBuffer(4, { maxByteLength: 8 }),
    uint8: () => new Uint8Array([1, 2]),
    int8: () => new Int8Array([-1]),
    clamped: () => new Uint8ClampedArray([300]),
    int16: () => new Int16Array([1]),
    uint16: () => new Uint16Array([1]),
    int32: () => new Int32Array([1]),
    uint32: () => new Uint32Array([1]),
    float32: () => new Float32Array([1.5]),
    float64: () => new Float64Array([1.5]),
    bigInt64: () => new BigInt64Array([1n]),
    bigUint64: () => new BigUint64Array([1n]),
    typedSubclass: () => new MyBuffer([1]),
    typedOffset: () =>
        new Uint8Array(new Uint8Array([1, 2, 3, 4]).buffer, 1, 2),
    typedOwn: () => Object.assign(new Uint8Array([1]), { a: 1 }),
    typedOfResizable: () =>
        new Uint8Array(new ArrayBuffer(4, { maxByteLength: 8 })),
    typedFixedOfResizable: () =>
        new Uint8Array(new ArrayBuffer(4, { maxByteLength: 8 }), 0, 2),
    dataView: () => new DataView(new Uint8Array([1, 2, 3]).buffer, 1, 1),
    twoViews: () =>
        [new Uint8Array(sharedBuffer), new Uint16Array(sharedBuffer)],
    viewAndBuffer: () =>
        { const b = new ArrayBuffer(2); return [b, new Uint8Array(b)]; },
    event: () => new Event('x'),
    url: () => new URL('http://a/'),
    abortSignal: () => new AbortController().signal,
};

/* ---- What becomes of them ---- */

function show(value) {
    return inspect(value, { depth: 6, compact: true, breakLength: Infinity });
}

function showAttributes(value, key) {
    const d = Object.getOwnPropertyDescriptor(value, key);
    return `${String(key)}:${d.enumerable ? 'e' : ''}${d.writable ? 'w' : ''}` +
           `${d.configurable ? 'c' : ''}${d.get ? 'g' : ''}`;
}

function describeKind(v) {
    if (v instanceof Error)
        return `${v.name} ${v.message} ${v.stack} ${show(v.cause)}`;
    if (ArrayBuffer.isView(v)) {
        return `${v.byteOffset}/${v.byteLength}/${v.buffer.byteLength}/` +
               `${v.buffer.resizable}`;
    }
    if (types.isAnyArrayBuffer(v)) {
        return `${v.byteLength}/${v.resizable ?? v.growable}/` +
               `${v.maxByteLength}`;
    }
    return types.isRegExp(v) ? `lastIndex ${v.lastIndex}` : '';
}

function describe(v) {
    if (v === null || typeof v !== 'object')
        return show(v);
    const proto = Object.getPrototypeOf(v);
    const keys = Reflect.ownKeys(v).filter((key) => !/^\d+$/.test(String(key)));
    return [
        show(v),
        Object.prototype.toString.call(v),
        proto === null ? 'null' : proto.constructor?.name,
        keys.map((key) => showAttributes(v, key)).join(),
        describeKind(v),
    ].join(' | ');
}

function attempt(name, fn) {
    try {
        return `${name}: ${fn()}`;
    } catch (e) {
        return `${name}: THROWS ${e.name} ${e.code} ${e.constructor.name} ` +
               `${e.message}`;
    }
}

/* ---- Moving ---- */

function move(make, wrap = (b) => b, options = (b) => ({ transfer: [b] })) {
    const given = make();
    const result = structuredClone(wrap(given), options(given));
    return show([result, given.byteLength, given.detached]);
}

const bytes = () => new Uint8Array([1, 2]).buffer;
const moves = {
    buffer: () => move(bytes),
    'in an object': () => move(bytes, (b) => ({ b })),
    'by its view': () => move(bytes, (b) => new Uint8Array(b)),
    twice: () => move(bytes, undefined, (b) => ({ transfer: [b, b] })),
    'no buffer': () => move(() => ({})),
    'a view': () => move(() => new Uint8Array(1)),
    detached: () => move(values.detached, () => 1),
    shared: () => move(() => new SharedArrayBuffer(1)),
    unused: () => move(bytes, () => 1),
    'in a set': () =>
        move(bytes, undefined, (b) => ({ transfer: new Set([b]) })),
    resizable: () => {
        const b = new ArrayBuffer(2, { maxByteLength: 8 });
        const c = structuredClone(b, { transfer: [b] });
        c.resize(8);
        return [c.byteLength, c.maxByteLength, b.detached].join();
    },
    'nothing if it fails': () => {
        const b = bytes();
        assert.throws(() => structuredClone([b, () => {}], { transfer: [b] }));
        return [b.byteLength, b.detached].join();
    },
    'no arguments': () => structuredClone(),
    'null options': () => structuredClone(1, null),
    'bad options': () => structuredClone(1, 5),
    'bad transfer': () => structuredClone(1, { transfer: 5 }),
    'null transfer': () => structuredClone(1, { transfer: null }),
};

/* ---- The comparison ---- */

const lines = [];
function add(name, fn) {
    lines.push(attempt(name, fn).replaceAll('\n', '\\n'));
}
for (const [name, make] of Object.entries(values)) {
    const value = make();
    add(name, () => describe(structuredClone(value)));
}
for (const [name, fn] of Object.entries(moves))
    add(`move: ${name}`, fn);

// not reached: get double()
// not reached: functionText:
// not reached: fs.writeFileSync(file,
const file = path.join(__dirname, 'support', 'structured_clone.txt');
if (process.argv[2] === '--print')
    fs.writeFileSync(file, `${lines.join('\n')}\n`);
const expected = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
assert.ok(lines.length > 150);
assert.deepStrictEqual(lines, expected);

/* ---- Identity ---- */

const [a, b] = structuredClone([one, one]);
assert.strictEqual(a, b);
assert.notStrictEqual(a, one);
const cycle = structuredClone(cyc);
assert.strictEqual(cycle.self, cycle);
const map = structuredClone(mapCyc);
assert.strictEqual(map.get(map), map);
const views = structuredClone(values.twoViews());
assert.strictEqual(views[0].buffer, views[1].buffer);
const memory = new SharedArrayBuffer(4);
const seen = new Uint8Array(structuredClone(memory));
new Uint8Array(memory)[0] = 9;
assert.strictEqual(seen[0], 9);
const grown = structuredClone(new ArrayBuffer(4, { maxByteLength: 16 }));
grown.resize(16);
assert.strictEqual(grown.byteLength, 16);

/* ---- Marks ---- */

const { isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable } =
    require('worker_threads');
const kept = new ArrayBuffer(2);
markAsUntransferable(kept);
assert.ok(isMarkedAsUntransferable(kept));
assert.strictEqual(structuredClone(kept).byteLength, 2);
assert.throws(() => structuredClone(kept, { transfer: [kept] }), {
    name: 'DataCloneError',
    message: 'Cannot transfer object of unsupported type.',
});
const secret = { a: 1 };
markAsUncloneable(secret);
assert.throws(() => structuredClone({ secret }), {
    name: 'DataCloneError',
    message: 'Cannot clone object of unsupported type.',
});
assert.throws(() => structuredClone(1, { transfer: [{}, 5] }), {
    name: 'TypeError',
    code: 'ERR_INVALID_ARG_TYPE',
    message: "Failed to execute 'structuredClone': transfer in Options[1] is " +
             'not an object.',
});

/* An element that is not enumerable is a hole, and is not read. */
{
    const hidden = [1, 2, 3];
    Object.defineProperty(hidden, 1, { get: assert.fail, enumerable: false });
    for (const clone of [structuredClone, (v) => v8.deserialize(v8.serialize(v))]) {
        const copy = clone(hidden);
        assert.deepStrictEqual(Object.keys(copy), ['0', '2']);
        assert.strictEqual(copy.length, 3);
        assert.strictEqual(1 in copy, false);
    }
    const hiding = [{ get x() {
        Object.defineProperty(hiding, 1, { enumerable: false });
        return 1;
    } }, 2, 3];
    assert.strictEqual(structuredClone(hiding)[1], 2);
}
