'use strict';
/* Owners, links and positions: calls whose effect shows only when it is asked for. */
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orrery-owners-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true }));
const at = (name) => path.join(dir, name);
const missing = { code: 'ENOENT', path: at('none') };
const { uid, gid } = fs.statSync(dir);

fs.writeFileSync(at('file'), 'text');
fs.symlinkSync('none', at('dangling'));

fs.linkSync(at('file'), at('other'));
assert.strictEqual(fs.statSync(at('file')).nlink, 2);
assert.strictEqual(fs.statSync(at('other')).ino, fs.statSync(at('file')).ino);
assert.throws(() => fs.linkSync(at('none'), at('third')),
              { ...missing, dest: at('third'), syscall: 'link' });

fs.chownSync(at('file'), uid, gid);
fs.lchownSync(at('dangling'), uid, gid);
assert.throws(() => fs.chownSync(at('none'), uid, gid),
              { ...missing, syscall: 'chown' });
assert.throws(() => fs.chownSync(at('dangling'), uid, gid),
              { code: 'ENOENT', syscall: 'chown' });
assert.throws(() => fs.lchownSync(at('none'), uid, gid),
              { ...missing, syscall: 'lchown' });

const fd = fs.openSync(at('file'), 'r+');
fs.fchownSync(fd, uid, gid);
if (process.getuid() === 0) { // not reached: by others
    fs.fchownSync(fd, 1, 2);
    assert.deepStrictEqual([fs.fstatSync(fd).uid, fs.fstatSync(fd).gid], [1, 2]);
    fs.lchownSync(at('dangling'), 3, 4);
    assert.strictEqual(fs.lstatSync(at('dangling')).uid, 3);
    fs.chownSync(at('other'), 5, 6);
    assert.strictEqual(fs.statSync(at('file')).gid, 6);
}
assert.strictEqual(fs.writeSync(fd, 'EX', 1), 2);
fs.closeSync(fd);
assert.strictEqual(fs.readFileSync(at('file'), 'utf8'), 'tEXt');
assert.throws(() => fs.fchownSync(fd, uid, gid), { code: 'EBADF' });
