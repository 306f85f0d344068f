/*
 * Values at the edges: arrays in themselves, elements that are inherited, keys
 * that are numbers in name only, proxies in a for-in.
 */
'use strict';
const assert = require('assert');
const vm = require('vm');

/* A function that is not strict. */
const loose = (body) => new Function('a', 'log', body);

/* An array within itself is nothing there. */
{
    const a = [1, 2];
    a[2] = a;
    assert.strictEqual(String(a), '1,2,');
    const b = [1, [a, 3]];
    a[3] = b;
    assert.strictEqual(b.join('-'), '1-1,2,,,3');
    const like = { length: 2, 0: 1, toString: a.toString, join: a.join };
    like[1] = like;
    assert.strictEqual(a.join.call(like), '1,');
    assert.strictEqual([1, a].toLocaleString(), '1,1,2,,1,,3');
    const thrower = [{ toString() { throw new Error('x'); } }];
    assert.throws(() => thrower.join(), /^Error: x$/);
    thrower[0] = 5;
    assert.strictEqual(thrower.join(), '5');
}

/* "NaN" is the name of no element. */
{
    const bytes = new Uint8Array(2);
    bytes[NaN] = 1;
    bytes[`${'Na'}N`] = 2;
    bytes[-0] = 3;
    bytes['-0'] = 4;
    bytes[1.5] = 5;
    bytes.x = 6;
    assert.deepStrictEqual(Reflect.ownKeys(bytes), ['0', '1', 'x']);
    assert.strictEqual(bytes[NaN], undefined);
    assert.strictEqual('NaN' in bytes, false);
    assert.strictEqual(bytes[0], 3);
}

/* What Reflect is told. */
{
    assert.strictEqual(Reflect.set(new Uint8Array(1), 5, 1, undefined), true);
    assert.strictEqual(Reflect.set({}, 'a', 1, undefined), false);
    assert.strictEqual(Reflect.set({ set a(v) { assert.strictEqual(this, null); } },
                                   'a', 1, null), true);
    assert.throws(() => Reflect.defineProperty(new BigInt64Array(1), 0,
                                               { value: 'x' }), SyntaxError);
    const fixed = Object.preventExtensions([]);
    assert.strictEqual(Reflect.defineProperty(fixed, 4, { value: 1 }), false);
    assert.strictEqual(fixed.length, 0);
}

/* A length that cannot be written is not looked at. */
{
    const frozen = Object.freeze([1]);
    loose('a.length = -2; a.length = "x"')(frozen);
    assert.throws(() => { frozen.length = -2; }, TypeError);
    assert.throws(() => { [].length = -2; }, RangeError);
    const fixed = Object.defineProperty([1], 'length', { writable: false });
    loose('a.length = -2')(fixed);
    assert.strictEqual(fixed.length, 1);
}

/* The key of what has no properties is not converted. */
{
    let count = 0;
    const key = { toString: () => `${count++}` }; // not reached
    assert.throws(() => delete null[key], TypeError);
    assert.throws(() => delete undefined[key], TypeError);
    assert.strictEqual(count, 0);
}

/* Elements that an array inherits are obeyed when one is added. */
for (const of of ['Array', 'Object']) {
    const run = (code) => vm.runInNewContext(`
        Object.defineProperty(${of}.prototype, 0, { value: 1, configurable: true });
        Object.defineProperty(${of}.prototype, 1, { set() { log = 'set'; },
                                                    configurable: true });
        let log = '';
        try { ${code} } catch (error) { error.message }`);
    assert.match(run('[].push(2)'), /^Cannot assign to read only property '0'/);
    assert.match(run('[].unshift(2)'), /^Cannot assign to read only property '0'/);
    assert.match(run('Array(3).fill(1)'), /^Cannot assign to read only property/);
    assert.strictEqual(run('const a = []; a[0] = 1; a.length'), 0);
    assert.strictEqual(run('const a = [1]; a.push(2); log + a.length'), 'set2');
    assert.strictEqual(run('Array(5, 6)[1] + log'), '6');
    assert.strictEqual(run('[5, 6][1] + log'), '6');
    assert.strictEqual(run('Object.groupBy([5, 6], () => 1)[1][1] + log'), '6');
    assert.strictEqual(run('Map.groupBy([5, 6], () => 1).get(1)[1] + log'), '6');
    assert.strictEqual(run('Array.of(5, 6)[1] + log'), '6');
}

/* A source that a literal could have. */
{
    const sources = {
        '\n': '\\n', '\r': '\\r', '\u2028': '\\u2028', '\u2029': '\\u2029',
        '\\\n': '\\n', 'a\\\u2028': 'a\\u2028', '[\n]': '[\\n]', '/': '\\/',
        '\\/': '\\/', '[/]': '[/]', '[]/]': '[]\\/]', '[^/]/': '[^/]\\/',
        '[\\]/]': '[\\]/]', '\u20ac/': '\u20ac\\/',
    };
    for (const [pattern, source] of Object.entries(sources)) {
        const { source: got } = new RegExp(pattern);
        assert.strictEqual(got, source);
        assert.strictEqual(new RegExp(got).source, source);
    }
}

/* A proxy is asked for its keys first, and for each of them when it is due. */
{
    const log = [];
    const watched = (target) => new Proxy(target, new Proxy({}, {
        get: (_, trap) => (...args) => {
            log.push(typeof args[1] === 'string' ? `${trap} ${args[1]}` : trap);
            return Reflect[trap](...args);
        },
    }));
    const keys = (object) => {
        log.length = 0;
        const found = [];
        for (const key in object) {
            log.push(`(${key})`);
            found.push(key);
        }
        return [found.join(), log.join(', ')];
    };
    const target = Object.defineProperty({ a: 1, b: 2 }, 'h', { value: 1 });
    assert.deepStrictEqual(keys(watched(target)), ['a,b',
        'ownKeys, getPrototypeOf, getOwnPropertyDescriptor a, (a), ' +
        'getOwnPropertyDescriptor b, (b), getOwnPropertyDescriptor h']);
    const heir = { __proto__: watched({ a: 1, c: 3 }), a: 0 };
    assert.deepStrictEqual(keys(heir), ['a,c',
        'ownKeys, getPrototypeOf, (a), getOwnPropertyDescriptor c, (c)']);
    const hiding = Object.defineProperty(heir, 'c', { value: 1 });
    assert.deepStrictEqual(keys(hiding)[0], 'a');
    const shrinking = { a: 1, b: 2, c: 3 };
    const seen = [];
    for (const key in shrinking) {
        seen.push(key);
        delete shrinking.b;
    }
    assert.deepStrictEqual(seen, ['a', 'c']);
    const accessor = watched({ set a(v) {} });
    const { set, value } = Object.getOwnPropertyDescriptor(accessor, 'a');
    assert.deepStrictEqual([typeof set, value], ['function', undefined]);
}

/* Words. */
assert.throws(() => Object.groupBy(null, String),
              { message: 'Object.groupBy called on null or undefined' });
assert.throws(() => Map.groupBy([], 1), { message: '1 is not a function' });

assert.throws(() => String.fromCodePoint({}), { message: 'Invalid code point NaN' });
assert.throws(() => String.fromCodePoint(1, -1.5),
              { message: 'Invalid code point -1.5' });

/* What is called is named as in the program, not by how it came about. */
{
    const x = { p: () => 1, q: 2 };
    const named = {
        'const t = a ? x.p() : a; t.map(1)': 't.map',
        'const t = x.p(); t.map(1)': 't.map',
        'let t; (t = x.p()).map(1)': 't.map',
        '(a || x.q).map(1)': '(a || x.q).map',
        '(a && x.q).map(1)': '(a && x.q).map',
        '(a ?? x.q).map(1)': '(a ?? x.q).map',
        '(a || x.q)(1)': '(a || x.q)',
        'x.z = a ? x.p() : a; x.z.map(1)': 'x.z.map',
        'x.p().map(1)': 'x.p(...).map',
        '(a ? x.p() : a).map(1)': `${'(intermediate value)'.repeat(3)}.map`,
    };
    for (const [code, name] of Object.entries(named)) {
        for (const a of [0, 1]) {
            assert.throws(() => new Function('a', 'x', code)(a, x),
                          { message: `${name} is not a function` });
        }
    }
}

/* Dates of another context name their zone, too. */
assert.strictEqual(vm.runInNewContext('String(new Date(0))'), String(new Date(0)));

/* Its global object is a plain one to toString(). */
assert.strictEqual(vm.runInNewContext('String(globalThis)'), '[object Object]');

/* A negative length is none, also where one of 32 bits is enough. */
{
    const list = (function() {
        return arguments;
    })(1, 2);
    list.length = -1;
    assert.deepStrictEqual([...list], []);
    const like = { length: -1, exec: () => null, 0: 'a', index: 0 };
    const matched = { flags: '', exec: () => like };
    assert.strictEqual(RegExp.prototype[Symbol.replace].call(matched, 'abc', '-$1'),
                       '-$1bc');
}

/* The names that JSON.stringify() takes are no elements that others can see. */
{
    let calls = 0;
    Object.defineProperty(Array.prototype, 1, {
        set() {
            calls++; // not reached
        },
        configurable: true,
    });
    try {
        assert.strictEqual(JSON.stringify({ a: 1, b: 2 }, ['a', 'b']), '{"a":1,"b":2}');
    } finally {
        delete Array.prototype[1];
    }
    assert.strictEqual(calls, 0);
}

/* What a typed array cannot reach is not visited by a for-in. */
{
    const bytes = Object.setPrototypeOf(new Uint8Array(1), { 3: 'inherited', x: 1 });
    const names = [];
    for (const name in bytes)
        names.push(name);
    assert.deepStrictEqual(names, ['0', 'x']);
}

/* A buffer that shrinks while the arguments are converted. */
{
    const make = (size) => {
        const buffer = new ArrayBuffer(8, { maxByteLength: 8 });
        const bytes = new Uint8Array(buffer).fill(1);
        const at = (n) => ({ valueOf: () => (buffer.resize(size), n) });
        return { buffer, bytes, at, fixed: new Uint8Array(buffer, 0, 8) };
    };
    let { bytes, buffer, fixed, at } = make(4);
    assert.strictEqual(bytes.indexOf(1, at(2)), 2);
    ({ bytes, at } = make(4));
    assert.strictEqual(bytes.includes(1, at(2)), true);
    ({ bytes, at } = make(4));
    assert.strictEqual(bytes.includes(undefined, at(2)), true);
    ({ buffer, at } = make(4));
    assert.strictEqual(buffer.slice(at(2)).byteLength, 6);
    ({ fixed, at } = make(4));
    assert.throws(() => fixed.with(at(1), 1), RangeError);
    ({ fixed, at } = make(4));
    assert.strictEqual(fixed.copyWithin(0, at(8)), fixed);
    ({ fixed, at } = make(4));
    assert.throws(() => fixed.copyWithin(0, at(1)), TypeError);
}

/* A day far away may bring a year back that no date has. */
assert.strictEqual(Date.UTC(275761, 0, -200), 8639992137600000);
assert.ok(Number.isNaN(Date.UTC(1e6 + 1, 0, -3e8)));
