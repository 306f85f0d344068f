'use strict';
// Deep equality of what has no keys to compare, and small things of the
// process: names of accessors, promisified functions, warnings.

const assert = require('assert');
const { createSecretKey } = require('crypto');
const util = require('util');

// Keys are equal if their material is; CryptoKeys if all is that they show.
{
    const [a, b, c] = ['one', 'one', 'two'].map(
        (text) => createSecretKey(Buffer.from(text)));
    assert.deepStrictEqual(a, b);
    assert.notDeepStrictEqual(a, c);
    assert.notDeepEqual(a, c);
    const toCryptoKey = (key, usage) => key.toCryptoKey(
        { name: 'HMAC', hash: 'SHA-256' }, true, [usage]);
    assert.deepStrictEqual(toCryptoKey(a, 'sign'), toCryptoKey(b, 'sign'));
    assert.notDeepEqual(toCryptoKey(a, 'sign'), toCryptoKey(c, 'sign'));
    assert.notDeepEqual(toCryptoKey(a, 'sign'), toCryptoKey(b, 'verify'));
}

// An object with the prototype of process has not its tag.
{
    const fake = { __proto__: Object.getPrototypeOf(process) };
    assert.strictEqual(`${Object.prototype.toString.call(fake)}`,
                       '[object Object]');
    assert.strictEqual(Object.prototype.toString.call(process),
                       '[object process]');
}

// Accessors of the global object have the names that they are found by.
{
    const { get } = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
        ?? Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    assert.match(get.name, /^get (localStorage|navigator)$/);
}

// A function that is promisified in its own way keeps its name.
{
    const { exec, execFile } = require('child_process');
    const { question } = require('readline').Interface.prototype;
    assert.deepStrictEqual(
        [exec, execFile, question].map((fn) => util.promisify(fn).name),
        ['exec', 'execFile', 'question']);
}

// A warning is written by the stream that the program has put in its place.
{
    const lines = [];
    const { write } = process.stderr;
    process.stderr.write = (text) => lines.push(text);
    process.emitWarning('written');
    process.once('warning', () => {
        process.stderr.write = write;
        assert.strictEqual(lines.length, 1);
        assert.match(lines[0], /Warning: written/);
    });
}
