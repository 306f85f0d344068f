'use strict';
/*
 * Imports that WebAssembly provides itself: functions on strings, and globals
 * whose names are their values.
 */
const assert = require('assert');

const I = 0x7f;
const E = 0x6f;
const STRING = [0x64, 0x6f];
const text = (s) => [s.length, ...Buffer.from(s)];
const section = (id, bytes) => [id, bytes.length, ...bytes];
const build = (...sections) =>
    new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, ...sections.flat()]);

/* A module that exports what it imports. */
function functionModule(name, params, result) {
    return build(
        section(1, [1, 0x60, params.length, ...params, 1, ...[result].flat()]),
        section(2, [1, ...text('wasm:js-string'), ...text(name), 0, 0]),
        section(7, [1, ...text('f'), 0, 0]));
}

function globalModule(name, type) {
    return build(section(2, [1, ...text('c'), ...text(name), 3, ...type]),
                  section(7, [1, ...text('g'), 3, 0]));
}

const builtins = ['js-string'];
function call(name, params, result, ...args) {
    const compiled = new WebAssembly.Module(
        functionModule(name, params, result), { builtins });
    assert.deepStrictEqual(WebAssembly.Module.imports(compiled), []);
    return new WebAssembly.Instance(compiled).exports.f(...args);
}
const trap = (fn) => assert.throws(fn, WebAssembly.RuntimeError);

assert.strictEqual(call('length', [E], I, 'abc'), 3);
trap(() => call('length', [E], I, null));
assert.strictEqual(call('test', [E], I, 'a'), 1);
assert.strictEqual(call('test', [E], I, 5), 0);
assert.strictEqual(call('charCodeAt', [E, I], I, 'abc', 1), 98);
trap(() => call('charCodeAt', [E, I], I, 'abc', -1));
assert.strictEqual(call('codePointAt', [E, I], I, 'a\u{1f600}', 1), 0x1f600);
assert.strictEqual(call('equals', [E, E], I, null, null), 1);
assert.strictEqual(call('compare', [E, E], I, 'b', 'a'), 1);
assert.strictEqual(call('concat', [E, E], STRING, 'a', 'b'), 'ab');
assert.strictEqual(call('substring', [E, I, I], STRING, 'hello', 3, -1), 'lo');
assert.strictEqual(call('fromCharCode', [I], STRING, 65601), 'A');
assert.strictEqual(call('fromCodePoint', [I], STRING, 0x1f600), '\u{1f600}');
trap(() => call('fromCodePoint', [I], STRING, 0x110000));
trap(() => call('cast', [E], STRING, null));
assert.throws(() => call('length', [I], I, 1), WebAssembly.CompileError);
/* Nothing is there that was not asked for. */
assert.strictEqual(WebAssembly.Module.imports(new WebAssembly.Module(
    functionModule('length', [E], I))).length, 1);

const options = { importedStringConstants: 'c' };
const constant = new WebAssembly.Module(
    globalModule('hello', [...STRING, 0]), options);
assert.strictEqual(new WebAssembly.Instance(constant).exports.g.value, 'hello');
assert.deepStrictEqual(WebAssembly.Module.imports(constant), []);
assert.strictEqual(new WebAssembly.Instance(structuredClone(constant))
    .exports.g.value, 'hello');
assert.throws(() => new WebAssembly.Module(globalModule('x', [I, 0]), options),
              WebAssembly.CompileError);
assert.throws(() => new WebAssembly.Module(globalModule('x', [E, 1]), options),
              WebAssembly.CompileError);

const source = Object.getPrototypeOf(WebAssembly.Module);
assert.strictEqual(source.name, 'AbstractModuleSource');
assert.throws(() => new source(), TypeError);
