'use strict';
/* FileHandle, and what fs/promises has beyond single calls. */

const assert = require('assert');
const fs = require('fs/promises');
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('fs');
const os = require('os');
const path = require('path');
const { later } = require('./support/later.js');

const dir = mkdtempSync(path.join(os.tmpdir(), 'fs-handles-'));
const at = (name) => path.join(dir, name);

const tests = {
    async 'a handle reads and writes pieces'() {
        const handle = await fs.open(at('a'), 'w+');
        assert.strictEqual((await handle.write('hello')).bytesWritten, 5);
        await handle.write(Buffer.from('HE'), 0, 2, 0);
        await handle.writev([Buffer.from('1'), Buffer.from('23')], 5);
        const buffer = Buffer.alloc(8);
        const result = await handle.read(buffer, { position: 0 });
        assert.strictEqual(result.bytesRead, 8);
        assert.strictEqual(result.buffer, buffer);
        assert.strictEqual(buffer.toString(), 'HEllo123');
        const two = [Buffer.alloc(3), Buffer.alloc(9)];
        assert.strictEqual((await handle.readv(two, 0)).bytesRead, 8);
        assert.strictEqual(two[0].toString(), 'HEl');
        await handle.close();
    },

    async 'a handle reads and writes whole files'() {
        const handle = await fs.open(at('b'), 'a+');
        await handle.writeFile('one');
        await handle.appendFile(Buffer.from(' two'));
        await handle.sync();
        await handle.datasync();
        assert.strictEqual((await handle.stat()).size, 7);
        assert.strictEqual(typeof (await handle.stat({ bigint: true })).size,
                           'bigint');
        await handle.truncate(3);
        assert.strictEqual(readFileSync(at('b'), 'utf8'), 'one');
        await handle.chmod(0o600);
        await handle.utimes(10, 20);
        assert.strictEqual((await handle.stat()).mtimeMs, 20000);
        await handle.close();
        const again = await fs.open(at('b'));
        assert.strictEqual(await again.readFile('utf8'), 'one');
        await again.close();
    },

    async 'close() waits for what is under way'() {
        const handle = await fs.open(at('b'));
        const order = [];
        let isClosed = false;
        handle.on('close', () => { isClosed = true; });
        const reading = handle.readFile().then(() => order.push('read'));
        const closing = handle.close().then(() => order.push('closed'));
        assert.strictEqual(isClosed, true);
        await Promise.all([reading, closing]);
        assert.deepStrictEqual(order, ['read', 'closed']);
        assert.strictEqual(handle.fd, -1);
        await handle.close();
        await assert.rejects(handle.stat(), { code: 'EBADF',
                                              message: 'file closed' });
    },

    async 'a handle is disposed of'() {
        const handle = await fs.open(at('b'));
        await handle[Symbol.asyncDispose]();
        assert.strictEqual(handle.fd, -1);
    },

    async 'a handle can be given instead of a path'() {
        const handle = await fs.open(at('c'), 'w+');
        await fs.writeFile(handle, 'text');
        await fs.appendFile(handle, ' more');
        assert.strictEqual(await fs.readFile(at('c'), 'utf8'), 'text more');
        await handle.close();
    },

    async 'an iterable is written chunk by chunk'() {
        await fs.writeFile(at('d'), (function*() {
            yield 'a';
            yield 'b';
        })());
        await fs.writeFile(at('e'), (async function*() {
            yield 'c';
            yield Buffer.from('d');
        })(), { flush: true });
        assert.strictEqual(readFileSync(at('d'), 'utf8'), 'ab');
        assert.strictEqual(readFileSync(at('e'), 'utf8'), 'cd');
    },

    async 'an aborted signal stops reading and writing'() {
        const signal = AbortSignal.abort();
        const error = { name: 'AbortError' };
        await assert.rejects(fs.readFile(at('b'), { signal }), error);
        await assert.rejects(fs.writeFile(at('f'), 'x', { signal }), error);
        assert.strictEqual(existsSync(at('f')), false);
    },

    async 'a temporary directory is disposed of with its contents'() {
        const made = await fs.mkdtempDisposable(at('tmp-'));
        await fs.writeFile(path.join(made.path, 'x'), '');
        await made[Symbol.asyncDispose]();
        assert.strictEqual(existsSync(made.path), false);
    },

    async 'directories are made, read and removed with what is below'() {
        assert.strictEqual(await fs.mkdir(at('t/u/v'), { recursive: true }),
                           at('t'));
        assert.strictEqual(await fs.mkdir(at('t/u/v'), { recursive: true }),
                           undefined);
        await fs.writeFile(at('t/u/file'), '');
        assert.deepStrictEqual(
            (await fs.readdir(at('t'), { recursive: true })).sort(),
            ['u', 'u/file', 'u/v']);
        const entries = await fs.readdir(at('t/u'), { withFileTypes: true });
        assert.deepStrictEqual(entries.map((one) => one.isDirectory()).sort(),
                               [false, true]);
        await assert.rejects(fs.rm(at('t')), { code: 'ERR_FS_EISDIR' });
        await assert.rejects(fs.rm(at('none')), { code: 'ENOENT' });
        await fs.rm(at('none'), { force: true });
        await fs.rm(at('t'), { recursive: true });
        assert.strictEqual(existsSync(at('t')), false);
    },

    async 'a directory is read entry by entry'() {
        await fs.mkdir(at('many/deep'), { recursive: true });
        for (let i = 0; i < 70; i++)
            await fs.writeFile(at(`many/${i}`), '');
        const opened = await fs.opendir(at('many'), { bufferSize: 7 });
        let count = 0;
        for await (const entry of opened)
            count += entry.isFile() ? 1 : 100;
        assert.strictEqual(count, 170);
        await assert.rejects(opened.close(), { code: 'ERR_DIR_CLOSED' });
    },

    async 'a tree is copied'() {
        await fs.symlink('0', at('many/link'));
        await fs.cp(at('many'), at('copied'), { recursive: true });
        assert.strictEqual((await fs.readdir(at('copied'))).length, 72);
        await assert.rejects(fs.cp(at('many'), at('many/x'),
                                   { recursive: true }),
                             { code: 'ERR_FS_CP_EINVAL' });
        await assert.rejects(fs.cp(at('many'), at('other')),
                             { code: 'ERR_FS_EISDIR' });
        await assert.rejects(
            fs.cp(at('b'), at('c'), { force: false, errorOnExist: true }),
            { code: 'ERR_FS_CP_EEXIST' });
        await fs.cp(at('many'), at('none-of-it'),
                    { recursive: true, filter: async () => false });
        assert.strictEqual(existsSync(at('none-of-it')), false);
    },

    async 'names come in the encoding that is asked for'() {
        await fs.mkdir(at('names'));
        await fs.writeFile(at('names/\u00fc'), '');
        assert.deepStrictEqual(await fs.readdir(at('names'), 'hex'), ['c3bc']);
        assert.deepStrictEqual(await fs.readdir(at('names'), 'buffer'),
                               [Buffer.from('\u00fc')]);
    },
};

(async () => {
    for (const [name, test] of Object.entries(tests)) {
        try {
            await test();
        } catch (error) {
            console.log(`FAIL ${name}`);
            console.log(error);
            process.exitCode = 1;
        }
    }
    rmSync(dir, { recursive: true });
})().then(later(() => {}));
