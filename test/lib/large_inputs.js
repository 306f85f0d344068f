'use strict';
/*
 * What once took time that grew with the square of its input: many declared
 * names, queues, objects nested deeply in inspect() and JSON, patterns compiled
 * again. Each is measured with n and 4 n, in processor time, and may take ten
 * times as long, where the square would take 16 times. And whether what comes
 * out is right, since large inputs take other ways than small ones.
 */
const assert = require('assert');
const util = require('util');

function cost(fn, n) {
    let best = Infinity;
    for (let i = 0; i < 3; i++) {
        const before = process.cpuUsage();
        fn(n);
        const { user, system } = process.cpuUsage(before);
        best = Math.min(best, user + system);
    }
    return best;
}

function isLinear(fn, n) {
    const small = cost(fn, n);
    const large = cost(fn, 4 * n);
    assert.ok(large < 10 * small + 30000, `${fn}: ${small} us, ${large} us`);
}

const list = (n, fn) => Array.from({ length: n }, (_, i) => fn(i)).join('');

// ---- Names -------------------------------------------------------------------------

isLinear((n) => new Function(list(n, (i) => `let v${i} = ${i};`)), 12000);
isLinear((n) => new Function(`{${list(n, (i) => `const v${i} = ${i};`)}}`),
         12000);
isLinear((n) => new Function(`class A {${list(n, (i) => `#p${i} = ${i};`)}}`),
         12000);
isLinear((n) => new Function(list(n, (i) => `{ let v = ${i}; v; }`)), 8000);
isLinear((n) => new Function(
    `${list(n, (i) => `let v${i};`)}return () => [${list(n, (i) => `v${i},`)}]`
), 8000);
isLinear((n) => new Function(list(n, (i) => `p${i},`), ''), 8000);

/* Names in a function with many of them mean what they mean in a small one. */
const many = list(40, (i) => `let v${i} = ${i}; var w${i} = -${i};`);

function run(text) {
    return new Function('a', 'b', many + text)('a', 'b');
}

assert.strictEqual(run('return v7 + w39;'), -32);
assert.strictEqual(run('{ let v7 = 1; { v7++; } return v7; }'), 2);
assert.strictEqual(run('{ let v7 = 1; } return v7;'), 7);
assert.strictEqual(run('return (() => { let v3 = 5; return v3 + v4; })();'), 9);
assert.strictEqual(run('for (let v1 = 0; v1 < 3; v1++) w2 = v1; return w2;'),
                   2);
assert.strictEqual(run('return ((v1) => v1 + v2)(10);'), 12);
assert.strictEqual(run('return ((x = v1, v1 = 5) => { return v1; })(1);'), 5);
assert.strictEqual(run('try { throw 3 } catch (v5) { return v5; }'), 3);
assert.strictEqual(run('with ({ v5: "o", x: 1 }) return v5 + x + a;'), 'o1a');
assert.strictEqual(run('with ({}) { with ({ v6: 1 }) { return (() => v6)(); } }'),
                   1);
assert.strictEqual(run('return eval("let v1 = 8; v1 + v2");'), 10);
assert.strictEqual(run('eval("var q = 3"); return (() => q + v1)();'), 4);
assert.strictEqual(run('v1 = 5; return [v1, typeof unknown, typeof f, b].join();' +
                       'function f() {}'), '5,undefined,function,b');
assert.strictEqual(run('{ function g() { return 1 } function g() { return 2 } }' +
                       'return g();'), 2);
assert.strictEqual(run('return arguments.length + arguments[1];'), '2b');
assert.strictEqual(run('return (function h(n) { return n ? h(n - 1) : v9 })(3)'),
                   9);
assert.strictEqual(run('class A { #x = v1; static #x2 = 4; y() { return this.#x' +
                       '+ A.#x2 } } return new A().y();'), 5);
for (const text of ['let v7;', 'var v7;', 'let a;', 'const w7 = 1;',
                    '{ let x; var x; }', '{ var v8; }', 'class v1 {}',
                    'let y; let y;', 'class B { #p; #p; }',
                    'class C { m() { this.#none } }',
                    'try {} catch (e) { let e; }'])
    assert.throws(() => run(text), SyntaxError, text);
assert.throws(() => run('v1; { v1; let v1; }'), ReferenceError);
assert.throws(() => run('const c = 1; c = 2;'), TypeError);
assert.throws(() => run('return (() => late)(); let late;'), ReferenceError);

/* More scopes than there are indexes: refused, or right; never another scope. */
{
    let value = 5;
    try {
        value = new Function(`${'switch (1) { case 1: }'.repeat(70000)}
            { let b = 5; { let c = 2; return b; } }`)();
    } catch (error) {
        assert.ok(error instanceof SyntaxError); // not reached
    }
    assert.strictEqual(value, 5);
}

// ---- Queues ------------------------------------------------------------------------

/* Not in V8, which moves the elements of arrays as large as these. */
function queueUp(n) {
    const queue = Array.from({ length: n }, (_, i) => i);
    for (let i = 0; i < 2 * n; i++) {
        queue.push(i);
        queue.shift();
    }
    while (queue.length > 0)
        queue.splice(0, 3);
}

if (process.versions.orrery)
    isLinear(queueUp, 25000);

/* Against a list that is copied each time. */
function randomCalls(seed, n) {
    let state = seed;
    const next = (below) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return Math.floor(state / 65536) % below;
    };
    let plain = [];
    const real = [];
    for (let i = 0; i < n; i++) {
        const item = next(2) ? i : { i };
        const what = next(9);
        if (what < 4) {
            const items = Array(next(60)).fill(item);
            real.push(...items);
            plain = plain.concat(items);
        } else if (what < 6) {
            for (let k = next(50); k > 0; k--) {
                assert.strictEqual(real.shift(), plain[0]);
                plain = plain.slice(1);
            }
        } else if (what === 6) {
            const from = next(3) ? 0 : next(9);
            const count = next(20);
            assert.deepStrictEqual(real.splice(from, count, item),
                                   plain.slice(from, from + count));
            plain = [...plain.slice(0, from), item,
                     ...plain.slice(from + count)];
        } else if (what === 7) {
            real.unshift(item);
            plain = [item, ...plain];
        } else {
            real.length = Math.min(real.length, next(400));
            plain = plain.slice(0, real.length);
        }
        assert.strictEqual(real.length, plain.length);
        assert.ok(real.every((value, at) => value === plain[at]));
    }
    real[real.length + 5] = 1; /* with holes it is another kind of array */
    assert.strictEqual(real.shift(), plain[0]);
    return real;
}

for (let seed = 1; seed < 20; seed++)
    randomCalls(seed, 200);

// ---- Nesting -----------------------------------------------------------------------

function nest(n, wrap) {
    let value = null;
    for (let i = 0; i < n; i++)
        value = wrap(value);
    return value;
}

/* What is printed grows with the square of the depth, being indented; the time
 * may too, not with its cube. */
{
    const deep = (n) => util.inspect(nest(n, (o) => ({ o, p: 1 })),
                                     { depth: Infinity });
    const small = cost(deep, 300);
    const large = cost(deep, 1200);
    assert.ok(large < 30 * small + 30000, `inspect: ${small} us, ${large} us`);
    assert.strictEqual(deep(5), util.inspect(nest(5, (o) => ({ o, p: 1 })),
                                             { depth: 9 }));
    assert.ok(deep(100).startsWith('{\n  o: {\n    o: {\n'));
    assert.ok(deep(100).endsWith('    p: 1\n  },\n  p: 1\n}'));
}
isLinear((n) => JSON.stringify(nest(n, (o) => ({ o }))), 700);
for (const n of [1, 31, 32, 33, 34, 100, 500]) {
    const end = {};
    const circle = nest(n, (o) => (o === null ? end : [o]));
    assert.strictEqual(JSON.stringify([circle, circle]).length, 4 * n + 3);
    end.start = circle;
    assert.throws(() => JSON.stringify([1, circle]), /circular/);
    delete end.start;
    assert.strictEqual(JSON.stringify(circle).length, 2 * n);
}

/* A template is the same, whatever the length of what is in it. */
for (const n of [1, 511, 8190, 8191, 8192, 100000]) {
    const long = 'x'.repeat(n);
    const text = `<${long}|${1}${long}>é${long}`;
    assert.strictEqual(text, ['<', long, '|1', long, '>é', long].join(''));
    assert.strictEqual(text.length, 3 * n + 5);
    assert.strictEqual(`${long}`, long);
}
for (const piece of ['', 'a', 'ab', 'abc', 'é', '日', '日本', 'a日'])
    for (const n of [0, 1, 2, 3, 7, 64, 100])
        assert.strictEqual(piece.repeat(n), Array(n).fill(piece).join(''));

// ---- Patterns ----------------------------------------------------------------------

/* The same pattern again is another object, with flags and state of its own. */
{
    const first = new RegExp('a(b)?', 'g');
    const second = new RegExp('a(b)?', 'g');
    assert.notStrictEqual(first, second);
    first.test('ab');
    assert.strictEqual(first.lastIndex, 2);
    assert.strictEqual(second.lastIndex, 0);
    assert.strictEqual(new RegExp('a(b)?', 'i').test('AB'), true);
    assert.strictEqual(new RegExp('a(b)?').test('AB'), false);
    for (let i = 0; i < 300; i++) {
        assert.strictEqual(new RegExp(`^x${i}$`).test(`x${i}`), true);
        assert.strictEqual(new RegExp(`^x${i % 7}é$`, 'u').source,
                           `^x${i % 7}é$`);
    }
    for (let i = 0; i < 2; i++)
        assert.throws(() => new RegExp('(', 'g'), SyntaxError);
}

// ---- Bytes -------------------------------------------------------------------------

/* Of another type in the same buffer: what was there before is copied. */
{
    const bytes = new Uint8Array(16);
    bytes.set([1, 2, 3, 4, 5, 6, 7, 8]);
    new Uint16Array(bytes.buffer).set(bytes.subarray(0, 8));
    assert.deepStrictEqual([...bytes],
                           [1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0]);
    new Uint8Array(bytes.buffer, 4)
        .set(new Uint16Array(bytes.buffer).subarray(0, 8));
    assert.deepStrictEqual([...bytes],
                           [1, 0, 2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 7, 0, 8, 0]);
}
{
    const numbers = [1.5, -1.5, 300, 1e20, -1e20, NaN, Infinity, 4294967297, -0,
                     2 ** 31, 2 ** 63, 1e300, 255.5, 254.5, 0.5, 2.5, -0.5];
    const from = new Float64Array(numbers);
    for (const Type of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array,
                        Uint16Array, Int32Array, Uint32Array, Float32Array]) {
        const to = new Type(numbers.length);
        to.set(from);
        assert.deepStrictEqual(to, Type.from(numbers));
    }
    assert.throws(() => from.set(new BigInt64Array(1)), TypeError);
}
isLinear((n) => util.isDeepStrictEqual(new Uint8Array(n), new Uint8Array(n)),
         500000);
assert.ok(!util.isDeepStrictEqual(Object.assign(new Uint8Array(9), { a: 1 }),
                                  new Uint8Array(9)));
