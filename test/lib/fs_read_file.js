// fs.readFile() with a callback gives the same for every kind of file, closes what it
// opened, keeps the async context, and is seen request by request by async hooks.
'use strict';
const assert = require('assert');
const { AsyncLocalStorage, createHook } = require('async_hooks');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { later } = require('./support/later.js');

const box = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-read-'));
const at = (name) => path.join(box, name);
const MANY = 1300 * 1024; // more than two pieces of 512 KiB
fs.writeFileSync(at('small'), 'h\u00e9llo');
fs.writeFileSync(at('empty'), '');
fs.writeFileSync(at('many'), Buffer.alloc(MANY, 'abc'));

const storage = new AsyncLocalStorage();
function read(...args) {
    return new Promise((resolve) => {
        storage.run(args, () => fs.readFile(...args, function(error, data) {
            assert.strictEqual(storage.getStore(), args);
            assert.strictEqual(arguments.length, error ? 1 : 2);
            resolve(error ?? data);
        }));
    });
}

async function isReadAsWhatItIs() {
    assert.deepStrictEqual(await read(at('small')), Buffer.from('h\u00e9llo'));
    assert.strictEqual(await read(at('small'), 'utf8'), 'h\u00e9llo');
    assert.strictEqual(await read(at('small'), { encoding: 'hex' }),
                       '68c3a96c6c6f');
    assert.strictEqual((await read(at('empty'))).length, 0);
    assert.strictEqual(await read(at('empty'), 'utf8'), '');
    const many = await read(at('many'));
    assert.deepStrictEqual(many, Buffer.alloc(MANY, 'abc'));
    assert.strictEqual(many.byteOffset, 0);
}

async function failsAtItsStep() {
    const missing = await read(at('missing'));
    assert.strictEqual(missing.message,
                       `ENOENT: no such file or directory, open '${at('missing')}'`);
    const folder = await read(box);
    assert.strictEqual(folder.message,
                       'EISDIR: illegal operation on a directory, read');
    const taken = await read(at('small'), { flag: 'wx' });
    assert.strictEqual(taken.code, 'EEXIST');
    assert.throws(() => fs.readFile('a\0b', () => {}),
                  { code: 'ERR_INVALID_ARG_VALUE' });
    assert.throws(() => fs.readFile(at('small'), { flag: 'q' }, () => {}),
                  { code: 'ERR_INVALID_ARG_VALUE' });
}

/* The smallest free descriptor stays the same. */
async function closesWhatItOpened() {
    const free = () => {
        const fd = fs.openSync(at('small'));
        fs.closeSync(fd);
        return fd;
    };
    const before = free();
    await Promise.all(['small', 'empty', 'many', 'missing', '.'].map(
        (name) => read(at(name))));
    assert.strictEqual(free(), before);
}

/* open, fstat, read, close */
async function isSeenByHooks() {
    const seen = [];
    const hook = createHook({
        init(id, type) {
            if (type === 'FSREQCALLBACK')
                seen.push(type);
        },
    }).enable();
    await read(at('small'));
    hook.disable();
    assert.strictEqual(seen.length, 4);
}

/* Four operations, one after the other: three turns at least are between. */
async function comesNoEarlierThanInNode() {
    let turns = 0;
    const count = () => {
        turns++;
        if (turns < 100)
            setImmediate(count);
    };
    setImmediate(count);
    await read(at('small'));
    assert.ok(turns >= 3, `${turns} turns`);
    turns = 100;
}

(async () => {
    await isReadAsWhatItIs();
    await failsAtItsStep();
    await closesWhatItOpened();
    await isSeenByHooks();
    await comesNoEarlierThanInNode();
})().finally(() => fs.rmSync(box, { recursive: true }))
    .then(later(() => {}));
