'use strict';
// Built-in modules do not notice what a program does to the objects of the
// language; the program itself does, and so does everything else that it may
// replace.

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const url = require('url');
const util = require('util');
const EventEmitter = require('events');

const { defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;
const file = path.join(os.tmpdir(), `intrinsics-${process.pid}`);

// Replace a property for as long as `run` runs.
function test(object, key, replacement, run) {
    const before = getOwnPropertyDescriptor(object, key);
    let result;
    let error;
    defineProperty(object, key, replacement);
    try {
        result = run();
    } catch (e) {
        error = e; // not reached
    }
    if (before)
        defineProperty(object, key, before);
    else
        deleteProperty(object, key);
    if (error)
        throw error;
    return result;
}

function bad() {
    throw new Error('replaced');
}

const replaced = { value: bad, writable: true, configurable: true };

// ---- Built-ins go on

{
    const ArrayIterator = Object.getPrototypeOf([][Symbol.iterator]());
    const fd = fs.openSync(file, 'w+');
    for (const [object, key] of [[Map.prototype, 'get'], [Array.prototype, 'join'],
                                 [Reflect, 'apply'], [Math, 'min'],
                                 [ArrayIterator, 'next']]) {
        assert.strictEqual(
            test(object, key, replaced, () => fs.writeSync(fd, 'abc')), 3);
    }
    fs.closeSync(fd);
    assert.strictEqual(fs.readFileSync(file, 'latin1'), 'abcabcabcabcabc');
    fs.unlinkSync(file);
}

assert.strictEqual(
    test(Array.prototype, 'join', replaced,
         () => util.inspect([1, [2]], { compact: false })),
    '[\n  1,\n  [\n    2\n  ]\n]');
assert.strictEqual(
    test(Array.prototype, 'map', replaced, () => path.join('/a', '..', 'b')), '/b');
assert.strictEqual(
    test(String.prototype, 'replace', replaced, () => new URL('http://x/ y').href),
    'http://x/%20y');
assert.strictEqual(
    test(Date.prototype, 'toISOString', replaced,
         () => util.inspect(new Date(0))), '1970-01-01T00:00:00.000Z');
assert.strictEqual(
    test(globalThis, 'Map', { value: 7, writable: true, configurable: true },
         () => url.format(new URL('file:///a'))), 'file:///a');
assert.strictEqual(
    test(globalThis, 'Error', { value: 7, writable: true, configurable: true },
         () => {
             try {
                 return fs.readFileSync('/nowhere/at/all');
             } catch (error) {
                 return error.code;
             }
         }), 'ENOENT');

// A property that stands before one of the language is not seen either.
assert.strictEqual(
    test(Array.prototype, 'hasOwnProperty', replaced, () => util.inspect([1])),
    '[ 1 ]');
assert.strictEqual(
    test(Uint8Array.prototype, 'set', replaced,
         () => new TextDecoder().decode(new TextEncoder().encode('é'))), 'é');

{
    const before = Function.prototype.call;
    delete Function.prototype.call;
    const text = util.format('%s %o', 'a', [1]);
    Function.prototype.call = before;
    assert.strictEqual(text, 'a [ 1, [length]: 1 ]');
}

// ---- The program sees what it did

{
    const before = getOwnPropertyDescriptor(Math, 'max');
    Math.max = () => 'mine';
    assert.strictEqual(Math.max(1, 2), 'mine');
    assert.deepStrictEqual(Object.keys(getOwnPropertyDescriptor(Math, 'max')),
                           ['value', 'writable', 'enumerable', 'configurable']);
    assert.strictEqual(getOwnPropertyDescriptor(Math, 'max').enumerable, false);
    assert.ok(Object.getOwnPropertyNames(Math).includes('max'));
    assert.deepStrictEqual(
        Object.getOwnPropertySymbols(Math), [Symbol.toStringTag]);
    assert.deepStrictEqual(Object.keys(Math), []);

    defineProperty(Math, 'max', { value: 5, writable: false });
    assert.throws(() => { Math.max = 6; }, TypeError);
    assert.strictEqual(Math.max, 5);
    defineProperty(Math, 'max', { get: () => 'got', configurable: true });
    assert.strictEqual(Math.max, 'got');
    assert.throws(() => { Math.max = 6; }, TypeError);
    defineProperty(Math, 'max', { value: 'data', configurable: true });
    assert.strictEqual(Math.max, 'data');

    assert.ok(delete Math.max);
    assert.strictEqual('max' in Math, false);
    assert.strictEqual(Math.max, undefined);
    Math.max = 'again';
    assert.strictEqual(Math.max, 'again');
    assert.strictEqual(getOwnPropertyDescriptor(Math, 'max').enumerable, true);
    assert.deepStrictEqual(Object.keys(Math), ['max']);
    defineProperty(Math, 'max', before);
    assert.strictEqual(Math.max(1, 2), 2);
}

{
    const before = getOwnPropertyDescriptor(Math, 'hypot');
    defineProperty(Math, 'hypot',
                   { value: 1, writable: false, enumerable: false, configurable: true });
    Object.freeze(Object.defineProperty({}, 'x', before));
    assert.throws(() => { Math.hypot = 2; }, TypeError);
    defineProperty(Math, 'hypot', before);
}

// A prototype of the language can be given another prototype.
{
    const before = Object.getPrototypeOf(Uint16Array.prototype);
    Object.setPrototypeOf(Uint16Array.prototype, { fill: 'mine' });
    const array = new Uint16Array(1);
    assert.strictEqual(array.fill, 'mine');
    Object.setPrototypeOf(Uint16Array.prototype, before);
    assert.strictEqual(array.fill(3)[0], 3);
}

// Template literals call no method.
assert.strictEqual(
    test(String.prototype, 'concat', replaced, () => `a${1}b`), 'a1b');

// ---- What a value says of itself is the program's

assert.strictEqual(
    test(Date.prototype, 'toJSON', { value: () => 'mine', configurable: true },
         () => util.format('%j', { d: new Date(0) })), '{"d":"mine"}');
assert.strictEqual(
    test(Array.prototype, 'toString', { value: () => 'mine', configurable: true },
         () => new URL([1], 'http://a/').href), 'http://a/mine');

// ---- What is not of the language is replaced for built-ins, too

{
    const seen = [];
    const emitter = new EventEmitter();
    emitter.emit = (name) => seen.push(name);
    emitter.on('newListener', () => {});
    emitter.on('x', () => {});
    assert.deepStrictEqual(seen, ['newListener']);
}
assert.strictEqual(
    test(EventEmitter.prototype, 'listenerCount',
         { value: () => 'mine', writable: true, configurable: true },
         () => new EventEmitter().listenerCount('x')), 'mine');
{
    const written = [];
    const { write } = process.stdout;
    process.stdout.write = (text) => written.push(text);
    console.log('to whom it may concern');
    process.stdout.write = write;
    assert.deepStrictEqual(written, ['to whom it may concern\n']);
}
