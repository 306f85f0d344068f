'use strict';
/*
 * The JavaScript interface of WebAssembly: classes, conversions, imports and
 * exports, traps, and what ends a loop. The language itself has a suite of its own:
 * test/wasm.
 *
 * (module
 *   (import "env" "log" (func $log (param i32 i64 f32 f64) (result f64)))
 *   (import "env" "pair" (func $pair (result i32 i64)))
 *   (import "env" "any" (func $any (param externref) (result externref)))
 *   (memory (export "memory") 1 4)
 *   (table (export "table") 3 funcref)
 *   (table $refs (export "refs") 2 externref)
 *   (global (export "counter") (mut i32) (i32.const 7))
 *   (elem (i32.const 0) $add $fib)
 *   (func $add (export "add") (param i32 i32) (result i32)
 *     (i32.add (local.get 0) (local.get 1)))
 *   (func $fib (export "fib") (param i32) (result i32)
 *     (if (result i32) (i32.lt_s (local.get 0) (i32.const 2))
 *       (then (local.get 0))
 *       (else (i32.add (call $fib (i32.sub (local.get 0) (i32.const 1)))
 *                      (call $fib (i32.sub (local.get 0) (i32.const 2)))))))
 *   (func (export "log") (param i32 i64 f32 f64) (result f64)
 *     (call $log (local.get 0) (local.get 1) (local.get 2) (local.get 3)))
 *   (func (export "pair") (result i64 i32) (local i32 i64)
 *     (call $pair) (local.set 1) (local.set 0) (local.get 1) (local.get 0))
 *   (func (export "any") (param externref) (result externref)
 *     (table.set $refs (i32.const 0) (local.get 0))
 *     (call $any (table.get $refs (i32.const 0))))
 *   (func (export "call") (param i32 i32 i32) (result i32)
 *     (call_indirect (param i32 i32) (result i32)
 *       (local.get 1) (local.get 2) (local.get 0)))
 *   (func (export "grow") (param i32) (result i32) (memory.grow (local.get 0)))
 *   (func (export "spin") (loop (br 0)))
 *   (func $deep (export "deep") (call $deep))
 *   (func (export "divide") (param i32 i32) (result i32)
 *     (i32.div_s (local.get 0) (local.get 1)))
 *   (func (export "f32") (param f32) (result f32) (local.get 0)))
 */
const assert = require('assert');
const vm = require('vm');

const bytes = Buffer.from(
    'AGFzbQEAAAABMglgBH9+fXwBfGAAAn9+YAFvAW9gAn9/AX9gAX8Bf2AAAn5/YAN/f38Bf2AA' +
    'AGABfQF9AiADA2VudgNsb2cAAANlbnYEcGFpcgABA2VudgNhbnkAAgMMCwMEAAUCBgQHBwMI' +
    'BAcCcAADbwACBQQBAQEEBgYBfwFBBwsHbQ8GbWVtb3J5AgAFdGFibGUBAARyZWZzAQEHY291' +
    'bnRlcgMAA2FkZAADA2ZpYgAEA2xvZwAFBHBhaXIABgNhbnkABwRjYWxsAAgEZ3JvdwAJBHNw' +
    'aW4ACgRkZWVwAAsGZGl2aWRlAAwDZjMyAA0JCAEAQQALAgMECoABCwcAIAAgAWoLHAAgAEEC' +
    'SAR/IAAFIABBAWsQBCAAQQJrEARqCwsMACAAIAEgAiADEAALEAIBfwF+EAEhASEAIAEgAAsO' +
    'AEEAIAAmAUEAJQEQAgsLACABIAIgABEDAAsGACAAQAALBwADQAwACwsEABALCwcAIAAgAW0L' +
    'BAAgAAs=', 'base64');

const env = {
    log: (...args) => { env.logged = args; return args[3] * 2; },
    pair: () => [1, 2n],
    any: (value) => value,
};
const module_ = new WebAssembly.Module(bytes);
const { exports: x } = new WebAssembly.Instance(module_, { env });

function throws(fn, name, message) {
    assert.throws(fn, (error) => {
        assert.strictEqual(error.name, name);
        assert.strictEqual(error.message, message);
        return true;
    });
}

// What a module says of itself, and what its exports are.
assert.deepStrictEqual(WebAssembly.Module.imports(module_), [
    { module: 'env', name: 'log', kind: 'function' },
    { module: 'env', name: 'pair', kind: 'function' },
    { module: 'env', name: 'any', kind: 'function' },
]);
assert.deepStrictEqual(WebAssembly.Module.exports(module_).slice(0, 5), [
    { name: 'memory', kind: 'memory' }, { name: 'table', kind: 'table' },
    { name: 'refs', kind: 'table' }, { name: 'counter', kind: 'global' },
    { name: 'add', kind: 'function' },
]);
assert.strictEqual(Object.getPrototypeOf(x), null);
assert(Object.isFrozen(x));
assert.strictEqual(x.add.name, '3');
assert.strictEqual(x.add.length, 2);
assert(x.memory instanceof WebAssembly.Memory);
assert.strictEqual(`${x.memory}`, '[object WebAssembly.Memory]');

// Numbers on their way in and out.
assert.strictEqual(x.add(2 ** 32 + 1, '41'), 42);
assert.strictEqual(x.add(0x7fffffff, 1), -0x80000000);
assert.strictEqual(x.add({ valueOf: () => 5 }), 5);
assert.strictEqual(x.fib(20), 6765);
assert.strictEqual(x.f32(1.1), Math.fround(1.1));
assert.strictEqual(x.log(-1, -5n, 1.5, 2.25), 4.5);
assert.deepStrictEqual(env.logged, [-1, -5n, 1.5, 2.25]);
throws(() => x.log(1, 2, 3, 4), 'TypeError', 'Cannot convert 2 to a BigInt');
throws(() => x.add(1n), 'TypeError', 'Cannot convert a BigInt value to a number');
assert.deepStrictEqual(x.pair(), [2n, 1]);

// References: the same value comes back, also after many others.
const value = { secret: 1 };
assert.strictEqual(x.any(value), value);
assert.strictEqual(x.refs.get(0), value);
for (const item of [null, undefined, 'text', 5, Symbol.iterator, x.add])
    assert.strictEqual(x.any(item), item);
x.refs.set(1, value);
for (let i = 0; i < 20000; i++)
    assert.strictEqual(x.any({ i }).i, i);
assert.strictEqual(x.refs.get(1), value);

// Tables: functions are the same objects as exports, and can be called.
assert.strictEqual(x.table.get(0), x.add);
assert.strictEqual(x.table.get(2), null);
assert.strictEqual(x.call(0, 20, 22), 42);
throws(() => x.call(1, 1, 1), 'RuntimeError',
       'null function or function signature mismatch');
throws(() => x.call(2, 1, 1), 'RuntimeError',
       'null function or function signature mismatch');
throws(() => x.call(9, 1, 1), 'RuntimeError', 'table index is out of bounds');
x.table.set(2, x.divide);
assert.strictEqual(x.call(2, 42, 6), 7);
assert.strictEqual(x.table.grow(1), 3);
assert.strictEqual(x.table.length, 4);
throws(() => x.table.set(0, () => 1), 'TypeError',
       'WebAssembly.Table.set(): Argument 1 is invalid for table: ' +
       'function-typed object must be null (if nullable) or a Wasm function ' +
       'object');

// Another instance's function is called through a table that both have.
{
    const { exports: y } = new WebAssembly.Instance(module_, { env });
    x.table.set(3, y.add);
    assert.strictEqual(x.call(3, 1, 2), 3);
    assert.notStrictEqual(x.table.get(3), x.add);
    const z = new WebAssembly.Instance(module_, { env: { ...env, any: y.any } });
    assert.strictEqual(z.exports.any('through'), 'through');
}

// Globals.
assert.strictEqual(x.counter.value, 7);
x.counter.value = 2 ** 32 + 8;
assert.strictEqual(x.counter.valueOf(), 8);
throws(() => { new WebAssembly.Global({ value: 'i32' }, 1).value = 2; },
       'TypeError', "set WebAssembly.Global.value): Can't set the value of an " +
       'immutable global.');

// Memory: a buffer is detached when it grows, from either side.
{
    const before = x.memory.buffer;
    assert.strictEqual(x.memory.buffer, before);
    new Uint8Array(before)[65535] = 9;
    assert.strictEqual(x.grow(1), 1);
    assert.strictEqual(before.byteLength, 0);
    assert.strictEqual(x.memory.buffer.byteLength, 131072);
    assert.strictEqual(new Uint8Array(x.memory.buffer)[65535], 9);
    const between = x.memory.buffer;
    assert.strictEqual(x.memory.grow(1), 2);
    assert.strictEqual(between.byteLength, 0);
    assert.strictEqual(x.grow(2), -1);
    throws(() => x.memory.grow(2), 'RangeError',
           'WebAssembly.Memory.grow(): Maximum memory size exceeded');
    throws(() => structuredClone(0, { transfer: [x.memory.buffer] }),
           'DataCloneError', 'Cannot transfer object of unsupported type.');
    assert.throws(() => x.memory.buffer.transfer(), TypeError);
}

// Traps are errors with the calls that led there; so is a stack that ends.
throws(() => x.divide(1, 0), 'RuntimeError', 'divide by zero');
throws(() => x.divide(-0x80000000, -1), 'RuntimeError',
       'divide result unrepresentable');
throws(() => x.deep(), 'RangeError', 'Maximum call stack size exceeded');
try {
    x.divide(1, 0);
} catch ({ stack }) {
    assert.match(stack, /^RuntimeError: divide by zero\n {4}at wasm:\/\/wasm\/[0-9a-f]{8}:wasm-function\[12\]:0x[0-9a-f]+\n {4}at .*wasm\.js/);
}

// An exception of an import goes through, and the instance is as before.
{
    const error = new Error('through');
    env.log = () => { throw error; };
    const { exports: y } = new WebAssembly.Instance(module_, { env });
    assert.throws(() => y.log(0, 0n, 0, 0), (e) => e === error);
    assert.strictEqual(y.add(1, 2), 3);
    env.pair = () => 5;
    const { exports: z } = new WebAssembly.Instance(module_, { env });
    assert.throws(() => z.pair(), TypeError);
    env.pair = () => [1];
    const { exports: w } = new WebAssembly.Instance(module_, { env });
    throws(() => w.pair(), 'TypeError', 'multi-return length mismatch');
}

// A loop ends when its script's time is over.
throws(() => vm.runInNewContext('spin()', { spin: x.spin }, { timeout: 20 }),
       'Error', 'Script execution timed out after 20ms');

// Recursion across the border ends.
{
    let depth = 0;
    const other = {};
    const again = { ...env, any: () => { depth++; return other.x.any(null); } };
    other.x = new WebAssembly.Instance(module_, { env: again }).exports;
    throws(() => other.x.any(null), 'RangeError',
           'Maximum call stack size exceeded');
    assert(depth > 100);
}

// SIMD: the sum of products of 32 numbers, four at a time.
{
    const { exports: y } = new WebAssembly.Instance(new WebAssembly.Module(
        Buffer.from(
            'AGFzbQEAAAABBgFgAX8BfQMCAQAFAwEAAQcLAgFtAgADZG90AAAKRAFCAgF/AXsD' +
            'QCACIAH9AAQAIAH9AAQQ/eYB/eQBIQIgAUEgaiIBIABJDQALIAL9HwAgAv0fAZIg' +
            'Av0fAiAC/R8DkpIL', 'base64')));
    const numbers = new Float32Array(y.m.buffer, 0, 64);
    numbers.forEach((_, i) => { numbers[i] = i; });
    let sum = 0;
    for (let i = 0; i < 64; i += 8) {
        for (let k = i; k < i + 4; k++)
            sum += k * (k + 4);
    }
    assert.strictEqual(y.dot(256), sum);
}

// Garbage is found though the turn goes on: a process has addresses for some
// 30,000 memories.
for (let i = 0; i < 40000; i++)
    new WebAssembly.Memory({ initial: 1 }).buffer;
for (let i = 0; i < 3000; i++)
    new WebAssembly.Instance(module_, { env }).exports.memory.buffer;

// Errors of modules and of linking.
const empty = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
throws(() => WebAssembly.Module(empty), 'TypeError',
       "WebAssembly.Module(): WebAssembly.Module must be invoked with 'new'");
throws(() => new WebAssembly.Module(1), 'TypeError',
       'WebAssembly.Module(): Argument 0 must be a buffer source');
throws(() => new WebAssembly.Module(new Uint8Array(8)), 'CompileError',
       'WebAssembly.Module(): expected magic word 00 61 73 6d, found 00 00 00 ' +
       '00 @+0');
throws(() => new WebAssembly.Instance(module_), 'TypeError',
       'WebAssembly.Instance(): Imports argument must be present and must be ' +
       'an object');
throws(() => new WebAssembly.Instance(module_, { env: {} }), 'LinkError',
       'WebAssembly.Instance(): Import #0 "env" "log": function import ' +
       'requires a callable');
throws(() => new WebAssembly.Instance(
    module_, { env: { ...env, log: x.add } }), 'LinkError',
       'WebAssembly.Instance(): Import #0 "env" "log": imported function does ' +
       'not match the expected type');
{
    const broken = Buffer.from(bytes);
    broken[broken.length - 5] = 0x92; // f32.add instead of local.get
    assert.strictEqual(WebAssembly.validate(broken), false);
    assert.strictEqual(WebAssembly.validate(bytes), true);
    assert.throws(() => new WebAssembly.Module(broken),
                  { name: 'CompileError' });
}
const error = new WebAssembly.LinkError('text', { cause: 1 });
assert(error instanceof Error && error.cause === 1);
assert.strictEqual(`${error}`, 'LinkError: text');
assert(WebAssembly.CompileError('called') instanceof WebAssembly.CompileError);

// Promises.
(async () => {
    const { module, instance } = await WebAssembly.instantiate(bytes, { env });
    assert(module instanceof WebAssembly.Module);
    assert.strictEqual(instance.exports.add(1, 2), 3);
    const again = await WebAssembly.instantiate(module, { env });
    assert(again instanceof WebAssembly.Instance);
    assert(await WebAssembly.compile(empty) instanceof WebAssembly.Module);
    await assert.rejects(WebAssembly.compile(new Uint8Array(3)),
                         { name: 'CompileError' });
    await assert.rejects(WebAssembly.instantiate(bytes, 1), TypeError);
    const response = (type) => new Response(bytes, {
        headers: { 'content-type': type },
    });
    const streamed = await WebAssembly.instantiateStreaming(
        response('application/wasm'), { env });
    assert.strictEqual(streamed.instance.exports.add(3, 4), 7);
    await assert.rejects(
        WebAssembly.compileStreaming(response('text/plain')),
        { code: 'ERR_WEBASSEMBLY_RESPONSE',
          message: "WebAssembly response has unsupported MIME type 'text/plain'" });
})();
