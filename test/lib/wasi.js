'use strict';
/*
 * node:wasi: its calls on files, and that no path leads out of a folder that was
 * given. The calls are made from here, on a memory that no module has.
 */
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { WASI } = require('wasi');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wasi-'));
fs.mkdirSync(`${folder}/inner`);
fs.writeFileSync(`${folder}/secret`, 'secret');
fs.writeFileSync(`${folder}/inner/hello.txt`, 'hello world');
fs.symlinkSync('../secret', `${folder}/inner/up`);
fs.symlinkSync('/etc/passwd', `${folder}/inner/absolute`);
fs.symlinkSync('hello.txt', `${folder}/inner/link`);
fs.symlinkSync('loop', `${folder}/inner/loop`);

const memory = new WebAssembly.Memory({ initial: 1 });
const wasi = new WASI({ version: 'preview1', args: ['program', 'one'],
                        env: { KEY: 'value' },
                        preopens: { '/data': `${folder}/inner` } });
const w = wasi.wasiImport;
assert.throws(() => w.args_sizes_get(0, 4), { code: 'ERR_WASI_NOT_STARTED' });
wasi.finalizeBindings({ exports: { memory } });
assert.throws(() => wasi.start({ exports: { memory } }),
              { code: 'ERR_WASI_ALREADY_STARTED' });
assert.deepStrictEqual(Object.keys(wasi.getImportObject()),
                       ['wasi_snapshot_preview1']);

const view = new DataView(memory.buffer);
const bytes = Buffer.from(memory.buffer);
const FILES = 0x8e001ffn;

const put = (at, text) => { bytes.write(text, at); return [at, text.length]; };
const text = (at, length) => bytes.toString('utf8', at, at + length);

// Arguments and variables.
assert.strictEqual(w.args_sizes_get(0, 4), 0);
assert.deepStrictEqual([view.getUint32(0, true), view.getUint32(4, true)],
                       [2, 12]);
assert.strictEqual(w.args_get(0, 100), 0);
assert.strictEqual(text(100, 12), 'program\0one\0');
assert.strictEqual(view.getUint32(4, true), 108);
assert.strictEqual(w.environ_get(0, 100), 0);
assert.strictEqual(text(100, 10), 'KEY=value\0');
assert.strictEqual(w.args_get(65535, 0), 61); // EOVERFLOW

// The folder that was given.
assert.strictEqual(w.fd_prestat_get(3, 0), 0);
assert.strictEqual(view.getUint32(4, true), 5);
assert.strictEqual(w.fd_prestat_dir_name(3, 100, 5), 0);
assert.strictEqual(text(100, 5), '/data');
assert.strictEqual(w.fd_prestat_get(4, 0), 8); // EBADF

function open(name, oflags = 0, follows = 1, rights = FILES) {
    const error = w.path_open(3, follows, ...put(1000, name), oflags, rights, 0n,
                              0, 2000);
    return error === 0 ? view.getUint32(2000, true) : -error;
}

function read(fd, length) {
    view.setUint32(200, 3000, true);
    view.setUint32(204, length, true);
    assert.strictEqual(w.fd_read(fd, 200, 1, 208), 0);
    return text(3000, view.getUint32(208, true));
}

// Nothing leads out of it.
assert.strictEqual(open('../secret'), -76); // ENOTCAPABLE
assert.strictEqual(open('/etc/passwd'), -76);
assert.strictEqual(open('up'), -76);
assert.strictEqual(open('absolute'), -76);
assert.strictEqual(open('loop'), -32);    // ELOOP
assert.strictEqual(open('nothing'), -44); // ENOENT

// Reading, seeking, writing.
{
    const fd = open('link');
    assert(fd > 3);
    assert.strictEqual(read(fd, 5), 'hello');
    assert.strictEqual(read(fd, 50), ' world');
    assert.strictEqual(read(fd, 50), '');
    assert.strictEqual(w.fd_seek(fd, -5n, 2, 208), 0);
    assert.strictEqual(view.getBigUint64(208, true), 6n);
    assert.strictEqual(read(fd, 50), 'world');
    assert.strictEqual(w.fd_seek(fd, -50n, 0, 208), 28); // EINVAL
    assert.strictEqual(w.fd_filestat_get(fd, 400), 0);
    assert.strictEqual(view.getBigUint64(432, true), 11n);
    assert.strictEqual(view.getUint8(416), 4);
    assert.strictEqual(w.fd_close(fd), 0);
    assert.strictEqual(w.fd_close(fd), 8);
}
{
    const fd = open('new.txt', 1 | 4);
    put(3000, 'some text');
    view.setUint32(200, 3000, true);
    view.setUint32(204, 9, true);
    assert.strictEqual(w.fd_write(fd, 200, 1, 208), 0);
    assert.strictEqual(view.getUint32(208, true), 9);
    assert.strictEqual(w.fd_pwrite(fd, 200, 1, 5n, 208), 0);
    assert.strictEqual(fs.readFileSync(`${folder}/inner/new.txt`, 'utf8'),
                       'some some text');
    assert.strictEqual(w.fd_filestat_set_size(fd, 4n), 0);
    assert.strictEqual(w.fd_close(fd), 0);
    assert.strictEqual(fs.readFileSync(`${folder}/inner/new.txt`, 'utf8'),
                       'some');
    assert.strictEqual(open('new.txt', 1 | 4), -20); // EEXIST
}

// Folders and names.
assert.strictEqual(w.path_create_directory(3, ...put(1000, 'made')), 0);
assert.strictEqual(w.path_rename(3, ...put(1000, 'new.txt'), 3,
                                 ...put(1100, 'made/moved')), 0);
assert.strictEqual(w.path_remove_directory(3, ...put(1000, 'made')), 55);
assert.strictEqual(w.path_unlink_file(3, ...put(1000, 'made/moved')), 0);
assert.strictEqual(w.path_remove_directory(3, ...put(1000, 'made')), 0);
assert.strictEqual(w.path_readlink(3, ...put(1000, 'link'), 1200, 50, 208), 0);
assert.strictEqual(text(1200, view.getUint32(208, true)), 'hello.txt');
assert.strictEqual(w.fd_readdir(3, 4000, 1000, 0n, 208), 0);
assert(text(4000, view.getUint32(208, true)).includes('hello.txt'));

// Clocks, chance, and the end.
assert.strictEqual(w.clock_time_get(0, 0n, 0), 0);
assert(view.getBigUint64(0, true) > 0n);
assert.strictEqual(w.random_get(0, 32), 0);
assert.strictEqual(w.sched_yield(), 0);
assert.throws(() => w.proc_exit(3), (error) => typeof error === 'symbol');
assert.throws(() => new WASI({ version: 'x' }),
              { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => new WASI({ version: 'preview1',
                               preopens: { '/x': `${folder}/none` } }),
              { code: 'UVWASI_ENOENT' });
fs.rmSync(folder, { recursive: true });
