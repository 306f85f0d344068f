'use strict';
/* Blob and File: what they take, slices, reading, clones, URLs. */

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Blob, File, resolveObjectURL } = require('buffer');
const { inspect } = require('util');
const { check, finish } = require('./support/check.js');
const { later } = require('./support/later.js');

/* ---- What they take --------------------------------------------------- */

check(() => inspect(new Blob()), "Blob { size: 0, type: '' }");
check(() => new Blob(['a\u20ac', 42, new Uint16Array(2), new ArrayBuffer(1),
                      new Blob(['xyz'])]).size, '14');
check(() => new Blob(new Set(['a', 'b'])).size, '2');
check(() => new Blob([], { type: 'Text/Plain' }).type, 'text/plain');
check(() => new Blob([], { type: '\u00e9' }).type, '');
check(() => new Blob('abc'),
      'TypeError [ERR_INVALID_ARG_TYPE]: Value cannot be converted to ' +
      'sequence.');
check(() => new Blob([Symbol()]),
      'TypeError [ERR_INVALID_ARG_TYPE]: Value[0] is a Symbol and cannot be ' +
      'converted to a string.');
check(() => new Blob([], 1),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options" argument must be a ' +
      'dictionary. Received type number (1)');
check(() => new Blob([], { endings: 'x' }),
      "TypeError [ERR_INVALID_ARG_VALUE]: The property 'options.endings' is " +
      "invalid. Received 'x'");
check(() => new Blob(['a\r\nb\n'], { endings: 'native' }).size, '4');
check(() => inspect({ a: new Blob() }, { depth: 0 }), '{ a: [Blob] }');
check(() => Reflect.get(Blob.prototype, 'size', {}),
      'TypeError [ERR_INVALID_THIS]: Value of "this" must be of type Blob');
check(() => new Blob().slice(1n),
      'TypeError [ERR_INVALID_ARG_TYPE]: start is a BigInt and cannot be ' +
      'converted to a number.');

check(() => inspect(new File(['a'], '\ud800', { lastModified: 5, type: 'T' })),
      "File { size: 1, type: 't', name: '\ufffd', lastModified: 5 }");
check(() => new File([]),
      'TypeError [ERR_MISSING_ARGS]: The "fileBits" and "fileName" arguments ' +
      'must be specified');
check(() => new File([], '', { lastModified: 'x' }).lastModified, '0');
check(() => new File([], 'a') instanceof Blob, 'true');
check(() => globalThis.Blob === Blob && globalThis.File === File, 'true');

/* ---- URLs ------------------------------------------------------------- */

check(() => {
    const url = URL.createObjectURL(new Blob(['abc'], { type: 'a/b' }));
    const before = inspect(resolveObjectURL(url));
    URL.revokeObjectURL(url);
    return [/^blob:nodedata:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(url),
            before, resolveObjectURL(url) === undefined];
}, '[true,"Blob { size: 3, type: \'a/b\' }",true]');
check(() => resolveObjectURL('nothing'), 'undefined');
check(() => URL.createObjectURL(1),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "obj" argument must be an ' +
      'instance of Blob. Received type number (1)');

/* ---- Reading ---------------------------------------------------------- */

async function readThem() {
    const blob = new Blob(['abc', new Uint8Array([0x64, 0xff]), 'ef']);
    assert.strictEqual(await blob.text(), 'abcd\ufffdef');
    assert.deepStrictEqual(await blob.bytes(),
                           new Uint8Array([97, 98, 99, 100, 255, 101, 102]));
    assert.strictEqual((await blob.arrayBuffer()).byteLength, 7);
    assert.strictEqual(await blob.slice(1, 4).text(), 'bcd');
    assert.strictEqual(await blob.slice(-2).slice(1).text(), 'f');
    assert.strictEqual(blob.slice(5, 2).size, 0);
    assert.strictEqual(blob.slice(0, 1, 'X/Y').type, 'x/y');
    await assert.rejects(Blob.prototype.text.call({}),
                         { code: 'ERR_INVALID_THIS' });

    /* What was given can be changed afterwards. */
    const bytes = new Uint8Array([97, 98]);
    const copy = new Blob([bytes]);
    bytes[0] = 122;
    assert.strictEqual(await copy.text(), 'ab');
}

/* A part takes a microtask, and so does the step to the next one. */
async function readInOrder() {
    const order = [];
    for (const parts of [[], ['a'], ['a', 'b'], ['a', 'b', 'c']]) {
        new Blob(parts).arrayBuffer().then(
            () => order.push(parts.join('') || 'none'));
    }
    for (let i = 0; i < 6; i++)
        await Promise.resolve().then(() => order.push(i));
    assert.strictEqual(order.join(' '), 'none 0 a 1 ab 2 abc 3 4 5');
}

async function cloneThem() {
    const blob = new Blob(['abc', 'def'], { type: 't/x' });
    const { a, b } = structuredClone({ a: blob, b: [blob.slice(2, 4)] });
    assert.ok(a instanceof Blob);
    assert.strictEqual(a.type, 't/x');
    assert.strictEqual(await a.text(), 'abcdef');
    assert.strictEqual(await b[0].text(), 'cd');
    const file = structuredClone(new File(['x'], 'n', { lastModified: 7 }));
    assert.strictEqual(`${file.name} ${file.lastModified} ${file.size}`,
                       'n 7 1');
    assert.ok(file instanceof File);
    const same = structuredClone([blob, blob]);
    assert.strictEqual(same[0], same[1]);
}

async function readFiles() {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'blob-'));
    const name = path.join(dir, 'file');
    fs.writeFileSync(name, 'abc'.repeat(40000));
    const blob = await fs.openAsBlob(name, { type: 'a/b' });
    assert.strictEqual(inspect(blob), "Blob { size: 120000, type: 'a/b' }");
    assert.strictEqual(await blob.text(), 'abc'.repeat(40000));
    assert.strictEqual(await blob.slice(65535, 65540).text(), 'abcab');
    assert.strictEqual(
        await new Blob(['<', blob.slice(1, 3), '>']).text(), '<bc>');
    assert.throws(() => structuredClone(blob), {
        code: 'ERR_INVALID_STATE',
        message: 'Invalid state: File-backed Blobs are not cloneable',
    });
    fs.writeFileSync(name, 'other');
    await assert.rejects(blob.text(), { name: 'NotReadableError' });
    fs.rmSync(dir, { recursive: true });
}

async function runAll() {
    await readThem();
    await readInOrder();
    await cloneThem();
    await readFiles();
}

runAll().then(later(finish));

// Places within a Blob are rounded, from the middle to the even number.
{
    const blob = new Blob(['abcdef']);
    const sizes = [0.5, 1.5, 2.5, -0.5, -1.5, -2.5, NaN, Infinity, '2.5']
        .map((start) => blob.slice(start).size);
    require('assert').deepStrictEqual(sizes, [6, 4, 4, 6, 2, 2, 6, 0, 4]);
}
