'use strict';
/* fs.glob(), fs.globSync(), promises.glob(): files by patterns. */

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { later } = require('./support/later.js');

const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'fs-glob-'));
for (const file of ['a/b/c.js', 'a/b/d.ts', 'a/.hidden/e.js', 'f.js', 'g/h'])
    fs.mkdirSync(path.join(cwd, path.dirname(file)), { recursive: true });
for (const file of ['a/b/c.js', 'a/b/d.ts', 'a/.hidden/e.js', 'f.js', 'g/h'])
    fs.writeFileSync(path.join(cwd, file), '');
fs.symlinkSync('../a', path.join(cwd, 'g/link'));
fs.symlinkSync('..', path.join(cwd, 'g/up'));

const expected = {
    '**/*.js': ['a/b/c.js', 'f.js'],
    '*.{js,ts}': ['f.js'],
    'a/*/': ['a/b'],
    'a/**': ['a', 'a/b', 'a/b/c.js', 'a/b/d.ts'],
    'a/x/../b/?.js': ['a/b/c.js'],
    'g/link/b/*': ['g/link/b/c.js', 'g/link/b/d.ts'],
    'g/**/b': [],
    './g/**/b': ['g/link/b'],
    'none/*': [],
};

const sorted = (list) => [...list].sort();

function testSync() {
    for (const [pattern, names] of Object.entries(expected)) {
        assert.deepStrictEqual(sorted(fs.globSync(pattern, { cwd })), names,
                               pattern);
    }
    assert.deepStrictEqual(
        sorted(fs.globSync(['*', '**/c.js'], { cwd })),
        ['a', 'a/b/c.js', 'f.js', 'g']);
    assert.deepStrictEqual(
        fs.globSync('**/*.js', { cwd, exclude: ['a/**'] }), ['f.js']);
    assert.deepStrictEqual(
        fs.globSync('**/*.js', { cwd, exclude: (name) => name === 'a' }),
        ['f.js']);
    const [entry] = fs.globSync('f.*', { cwd, withFileTypes: true });
    assert.ok(entry instanceof fs.Dirent && entry.isFile());
    assert.strictEqual(entry.parentPath, cwd);
}

function testErrors() {
    const code = 'ERR_INVALID_ARG_TYPE';
    assert.throws(() => fs.globSync(1), { code });
    assert.throws(() => fs.globSync('*', 1), { code });
    assert.throws(() => fs.globSync('*', { exclude: 1 }), { code });
    assert.throws(() => fs.glob('*', {}), { code });
}

async function testAsync() {
    for (const [pattern, names] of Object.entries(expected)) {
        const found = await new Promise((resolve, reject) => {
            fs.glob(pattern, { cwd }, (error, list) => {
                if (error)
                    reject(error);
                else
                    resolve(list);
            });
        });
        assert.deepStrictEqual(sorted(found), names);
        const list = [];
        for await (const name of fs.promises.glob(pattern, { cwd }))
            list.push(name);
        assert.deepStrictEqual(sorted(list), names);
    }
}

(async () => {
    testSync();
    testErrors();
    await testAsync();
    fs.rmSync(cwd, { recursive: true });
})().then(later(() => {}));
