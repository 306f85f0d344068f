'use strict';
/*
 * Structures and arrays of WebAssembly: what a program sees of them, and how
 * long they and the instances that they lead to live.
 *
 * The first module has a structure $node { next, what (externref), n (i8), f
 * (funcref) }, $big, which is one with a number more, an array of i16, and a
 * tag with a node; each function does what its name says. The second has a table
 * that set(f) puts a function into and run() calls.
 */
const assert = require('assert');
const { execFileSync } = require('child_process');
const { inspect } = require('util');

const objects =
    'AGFzbQEAAAABlwEWTgJQAF8EYwABbwF4AXABUAEAXwVjAAFvAXgBcAF8AF53AV5jAAFgAAF/YAFj' +
    'AABgA2MAb38BZABgAXwBZABgAWMAAWMAYAFjAAFvYAFjAAF/YAJjAGMAAGACYwBwAGABbgF/YAFu' +
    'AW5gAW4Bb2ABbwFuYAJtbQF/YAF/AWxgAX8BZAJgAmMCfwF/YAFqAX9gAn9/AWMAAxcWBgcICQoL' +
    'DAoEDQ4PEBESExQVFgoFCAQEAW4AAg0DAQAFBhQCYwAB0AALZAMA+wEA0AD7CAMCCwfCARoDdGFn' +
    'BAAEa2VwdAMABG1hZGUDAQV0YWJsZQEAA25ldwAAA2JpZwABBG5leHQAAgR3aGF0AAMBbgAEB3Nl' +
    'dE5leHQABQtzZXRGdW5jdGlvbgAGBGNhbGwABwVzZXZlbgAIBWlzQmlnAAkFYXNCaWcACgNvdXQA' +
    'CwJpbgAMBHNhbWUADQNpMzEADgVhcnJheQAPAmF0ABAGbGVuZ3RoABEHZ2FyYmFnZQASBWNvdW50' +
    'ABMFdGhyb3cAFAVjYXRjaAAVCpoCFg0AIAAgASAC0HD7AAALDwDQANBvQQfQcCAA+wABCwgAIAD7' +
    'AgAACwgAIAD7AgABCwgAIAD7AwACCwoAIAAgAfsFAAALCgAgACAB+wUAAwsNACAA+wIAA/sXBBQE' +
    'CwQAQQcLBwAgAPsUAQsHACAA+xYBCwYAIAD7GwsGACAA+xoLBwAgACAB0wsGACAA+xwLCQBBfiAA' +
    '+wYCCwkAIAAgAfsNAgsGACAA+w8LNAEBYwADQCAC0G9BANBw+wAAGiAAIAFNBEAgAtBvIADQcPsA' +
    'ACECCyAAQQFrIgANAAsgAgsfAQF/AkADQCAA1QH7AgAAIQAgAUEBaiEBDAALCyABCwYAIAAIAAsS' +
    'AAJjAB9AAQAAACAACAALAAsLAJIBBG5hbWUBBgEAA25ldwInAxIDAAVjb3VudAEEa2VlcAIFY2hh' +
    'aW4TAgAEbm9kZQEBbhUBAAFmAyIDEgEABWFnYWluEwIAA2VuZAEFYWdhaW4VAQAGY2F1Z2h0BB8F' +
    'AARub2RlAQNiaWcCBWJ5dGVzAwVub2RlcwQDaW50Bw0CAARrZXB0AQRtYWRlCwYBAAN0YWc=';
const table =
    'AGFzbQEAAAABCQJgAAF/YAFwAAMEAwABAAQEAXAAAQYGAX8BQSkLBxEDAWYAAANzZXQAAQNydW4A' +
    'AgoXAwQAIwALCABBACAAJgALBwBBABEAAAsAFwRuYW1lBAQBAAF2BQQBAAF0BwQBAAFu';

/* It imports a global of its own type of structures, m.g, which may be null, and
 * exports t, a table of exnref, and u, a table of that type. */
const typed =
    'AGFzbQEAAAABBQFfAX8AAgkBAW0BZwNjAAAECAJpAAFjAAABBwkCAXQBAAF1AQEACwRuYW1lBAQB' +
    'AAFz';
/* f() of the import m.f, which has two results. */
const several =
    'AGFzbQEAAAABCgJgAAJ/f2AAAX8CBwEBbQFmAAADAgEBBwUBAWcAAQoHAQUAEABqCw==';

const compile = (text) =>
    new WebAssembly.Module(Buffer.from(text, 'base64'));
const load = (text) => new WebAssembly.Instance(compile(text)).exports;
const opaque = {
    name: 'TypeError', message: 'WebAssembly objects are opaque',
};
const wrongType = {
    name: 'TypeError',
    message: 'type incompatibility when transforming from/to JS',
};

function trap(message) {
    return (error) => error instanceof WebAssembly.RuntimeError &&
        error.message === message;
}

/* ---- What a program sees ------------------------------------------------ */

function testOpaque() {
    const x = load(objects);
    const node = x.new(null, 'what', 1);
    assert.strictEqual(typeof node, 'object');
    assert.strictEqual(Object.getPrototypeOf(node), null);
    assert.deepStrictEqual(Reflect.ownKeys(node), []);
    assert.strictEqual(node.n, undefined);
    assert.strictEqual('n' in node, false);
    assert.strictEqual(Object.isFrozen(node), true);
    assert.strictEqual(inspect(node), '[Object: null prototype] {}');
    assert.throws(() => { node.n = 1; }, opaque);
    assert.throws(() => delete node.n, opaque);
    assert.throws(() => Object.freeze(node), opaque);
    assert.throws(() => Object.setPrototypeOf(node, null), opaque);
    assert.throws(() => Object.defineProperty(node, 'n', {}), opaque);
    assert.throws(() => `${node}`, TypeError);
    assert.throws(() => structuredClone(node), { name: 'DataCloneError' });
}

function testIdentity() {
    const x = load(objects);
    const node = x.new(null, x, 200);
    assert.strictEqual(x.n(node), -56);
    assert.strictEqual(x.what(node), x);
    const second = x.new(node, node, 1);
    assert.strictEqual(x.next(second), node);
    assert.strictEqual(x.what(second), node);
    assert.strictEqual(x.out(node), node);
    assert.strictEqual(x.in(node), node);
    assert.strictEqual(x.same(node, node), 1);
    assert.strictEqual(x.same(node, second), 0);
    assert.notStrictEqual(node, second);
    assert.strictEqual(x.catch(node), node);
    assert.throws(() => x.throw(node), (error) =>
        error.getArg(x.tag, 0) === node);
    const thrown = new WebAssembly.Exception(x.tag, [second]);
    assert.strictEqual(thrown.getArg(x.tag, 0), second);
}

function testTypes() {
    const x = load(objects);
    const big = x.big(1.5);
    const array = x.array(3);
    assert.deepStrictEqual([big, array, {}, 5, null].map((v) => x.isBig(v)),
                           [1, 0, 0, 0, 0]);
    assert.strictEqual(x.asBig(big), big);
    assert.throws(() => x.asBig(array), trap('illegal cast'));
    assert.throws(() => x.asBig(null), trap('illegal cast'));
    for (const wrong of [array, {}, 5, 'node', undefined])
        assert.throws(() => x.n(wrong), wrongType);
    assert.throws(() => x.same({}, {}), wrongType);
    assert.throws(() => x.n(null), trap('dereferencing a null pointer'));
    assert.strictEqual(x.i31(-1), -1);
    assert.strictEqual(x.i31(2 ** 30), -(2 ** 30));
    assert.strictEqual(x.same(7, 7), 1);
    assert.strictEqual(x.in('text'), 'text');
}

function testArrays() {
    const x = load(objects);
    const array = x.array(3);
    assert.strictEqual(x.length(array), 3);
    assert.strictEqual(x.at(array, 2), 65534);
    const outside = trap('array element access out of bounds');
    assert.throws(() => x.at(array, 3), outside);
    assert.throws(() => x.at(array, -1), outside);
    assert.throws(() => x.array(-1), trap('requested new array is too large'));
    assert.throws(() => x.length(null), trap('dereferencing a null pointer'));
}

function testVariables() {
    const x = load(objects);
    const node = x.new(null, null, 1);
    x.kept.value = node;
    assert.strictEqual(x.kept.value, node);
    assert.throws(() => { x.kept.value = x.array(1); }, TypeError);
    x.table.set(0, node);
    x.table.set(1, 'any value');
    assert.deepStrictEqual([x.table.get(0), x.table.get(1)],
                           [node, 'any value']);
    const global = new WebAssembly.Global({ value: 'structref' }, node);
    assert.strictEqual(global.value, node);
    assert.throws(() => new WebAssembly.Global({ value: 'structref' },
                                               x.array(1)), {
        message: 'WebAssembly.Global(): structref object must be null (if ' +
            'nullable) or a wasm struct',
    });
    assert.strictEqual(x.length(x.made.value), 2);
}

/* ---- How long they live ------------------------------------------------- */

function testGarbage() {
    const x = load(objects);
    const chain = x.garbage(300000, 1000);
    assert.strictEqual(x.count(chain), 1000);
    assert(process.memoryUsage().external < 20e6);
    const others = [];
    for (let i = 0; i < 100; i++)
        others.push(x.new(others.at(-1) ?? null, { i }, i));
    x.garbage(100000, 10);
    assert.deepStrictEqual(others.map((o) => x.what(o).i),
                           others.map((_, i) => i));
    assert.strictEqual(x.count(others[99]), 100);
}

/* A function that another instance has keeps its own one. */
const families = `
    const compile = (text) =>
        new WebAssembly.Module(Buffer.from(text, 'base64'));
    const [objects, table] = process.argv.slice(1).map(compile);
    const make = (module) => new WebAssembly.Instance(module).exports;
    const holder = make(table);
    const x = make(objects);
    (() => {
        holder.set(make(table).f);
        x.kept.value = x.new(null, null, 0);
        x.setFunction(x.kept.value, make(objects).seven);
    })();
    setTimeout(() => {
        gc();
        for (let i = 0; i < 600; i++)
            make(table);
        gc();
        console.log(holder.run(), x.call(x.kept.value));
    });`;

function testFamilies() {
    const out = execFileSync(process.execPath,
                             ['--expose-gc', '-e', families, objects, table]);
    assert.strictEqual(`${out}`, '41 7\n');
}

/* The type of an import is the module's own, whatever else the store has. */
function testImports() {
    const module = compile(typed);
    const link = (g) => new WebAssembly.Instance(module, { m: { g } }).exports;
    const x = load(objects);
    for (const g of [0, {}, undefined, Symbol('g'), () => 1]) {
        assert.throws(() => link(g), {
            name: 'LinkError',
            message: 'WebAssembly.Instance(): Import #0 "m" "g": JS object does ' +
                'not match expected wasm type',
        });
    }
    assert.throws(() => link(x.new(null, null, 1)),
                  /"m" "g": object is not a subtype of expected type$/);
    assert.throws(() => link(x.seven),
                  /has to be a subtype of the expected type$/);
    const { t, u } = link(null);
    assert.throws(() => u.set(0, 5), {
        message: 'WebAssembly.Table.set(): Argument 1 is invalid for table: JS ' +
            'object does not match expected wasm type',
    });
    u.set(0, null);
    assert.strictEqual(u.get(0), null);
    assert.throws(() => t.get(0), {
        name: 'TypeError',
        message: 'WebAssembly.Table.get(): invalid type exnref',
    });
    assert.throws(() => t.set(0, null), /invalid type \(ref null exn\)$/);
    assert.throws(() => t.get(1), /invalid address 1 in exnref table of size 1/);
}

function testResults() {
    const call = (value) => new WebAssembly.Instance(
        compile(several), { m: { f: () => value } }).exports.g();
    assert.strictEqual(call('34'), 7);
    assert.strictEqual(call(new Set([3, 4])), 7);
    for (const [value, text] of [
        [undefined, 'undefined'], [null, 'object null'], [5, 'number 5'],
        [true, 'boolean true'], [5n, 'bigint'], [{}, 'object'],
    ]) {
        assert.throws(() => call(value), {
            name: 'TypeError',
            message: `${text} is not iterable (cannot read property ` +
                'Symbol(Symbol.iterator))',
        });
    }
    assert.throws(() => call([1, 2, 3]), /multi-return length mismatch/);
}

testOpaque();
testImports();
testResults();
testIdentity();
testTypes();
testArrays();
testVariables();
testGarbage();
testFamilies();
