'use strict';
/*
 * fs: what the synchronous calls give and say. Each case is what Node 24 gives
 * for the same files, in a directory of its own.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { inspect } = require('util');
const { check, finish } = require('./support/check.js');

const start = process.cwd();
const box = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'orr-fs-'));
process.chdir(box);
process.noDeprecation = true;
fs.writeFileSync('a.txt', 'hello');
fs.mkdirSync('d/e', { recursive: true });
fs.writeFileSync('d/e/f', 'x');
fs.symlinkSync('../a.txt', 'd/ln');

/* ---- Bytes that read as text ------------------------------------------ */

check(() => `${fs.readFileSync('a.txt')}`, 'hello');
check(() => inspect(fs.readFileSync('a.txt')), '<Buffer 68 65 6c 6c 6f>');
check(() => fs.readFileSync('a.txt').toString('hex'), '68656c6c6f');
check(() => fs.readFileSync('a.txt').toString('utf8', 1, 3), 'el');
check(() => fs.readFileSync('a.txt').slice(1, 3).toString(), 'el');
check(() => fs.readFileSync('a.txt').toString('zz'),
      'TypeError [ERR_UNKNOWN_ENCODING]: Unknown encoding: zz');
check(() => fs.readFileSync('a.txt'),
      '{"type":"Buffer","data":[104,101,108,108,111]}');
check(() => {
    fs.writeFileSync('long', 'a'.repeat(51));
    return inspect(fs.readFileSync('long')).slice(-24);
}, ' 61 61 61 ... 1 more byte>'.slice(-24));
check(() => fs.writeFileSync('h', '616 2', 'hex') ??
            fs.readFileSync('h', 'latin1'), 'a');
check(() => fs.writeFileSync('h', 'aGk=!', 'base64') ??
            fs.readFileSync('h', 'latin1'), 'hi');
check(() => inspect(fs.readdirSync('d', 'buffer')),
      '[ <Buffer 65>, <Buffer 6c 6e> ]');
check(() => fs.readlinkSync('d/ln', 'base64'), 'Li4vYS50eHQ=');
check(() => inspect(fs.readdirSync('d', { withFileTypes: true })),
      "[\n  Dirent { name: 'e', parentPath: 'd', Symbol(type): 2 },\n" +
        "  Dirent { name: 'ln', parentPath: 'd', Symbol(type): 3 }\n]");

/* ---- Copying ---------------------------------------------------------- */

check(() => fs.cpSync('d', 'd2'),
      'Error [ERR_FS_EISDIR]: Recursive option not enabled, cannot copy a ' +
        'directory: d/');
check(() => fs.cpSync('d', 'd2', { recursive: true }), 'undefined');
check(() => fs.readdirSync('d2', { recursive: true }), '["e","ln","e/f"]');
check(() => fs.readlinkSync('d2/ln') === path.join(box, 'a.txt'), 'true');
check(() => fs.cpSync('a.txt', 'c/d/e.txt') ??
            fs.readFileSync('c/d/e.txt', 'utf8'), 'hello');
check(() => fs.cpSync('a.txt', 'c/d/e.txt', { force: false,
                                              errorOnExist: true }),
      'SystemError [ERR_FS_CP_EEXIST]: Target already exists: cp returned ' +
        'EEXIST (c/d/e.txt already exists) c/d/e.txt');
check(() => fs.cpSync('nope', 'x'),
      "Error [ENOENT]: ENOENT: no such file or directory, lstat 'nope'");
check(() => fs.cpSync('a.txt', 'd'),
      'Error [ERR_FS_CP_NON_DIR_TO_DIR]: Cannot overwrite directory d with ' +
        'non-directory a.txt');
check(() => fs.cpSync('d', 'a.txt', { recursive: true }),
      'Error [ERR_FS_CP_DIR_TO_NON_DIR]: Cannot overwrite non-directory ' +
        'a.txt with directory d');
check(() => fs.cpSync('d', 'd/e/z', { recursive: true }),
      'Error [ERR_FS_CP_EINVAL]: Cannot copy d/ to a subdirectory of self ' +
        'd/e/z');
check(() => fs.cpSync('a.txt', 'a.txt'),
      'Error [ERR_FS_CP_EINVAL]: src and dest cannot be the same a.txt');
check(() => {
    const asked = [];
    fs.cpSync('d', 'd3', { recursive: true, filter(from, to) {
        asked.push(`${from}>${to}`);
        return !from.endsWith('f');
    } });
    return [asked.sort(), fs.readdirSync('d3', { recursive: true })];
}, '[["d/e/f>d3/e/f","d/e>d3/e","d/ln>d3/ln","d>d3"],["e","ln"]]');
check(() => fs.cpSync('a', 'b', 5),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options" argument must be of ' +
        'type object. Received type number (5)');

/* ---- Directories ------------------------------------------------------ */

check(() => {
    const dir = fs.opendirSync('d');
    const names = [];
    for (let entry; (entry = dir.readSync()) !== null;)
        names.push(entry.name);
    dir.closeSync();
    return [dir.path, ...names.sort()];
}, '["d","e","ln"]');
check(() => Object.keys(fs.statfsSync('.')).join(),
      'type,bsize,frsize,blocks,bfree,bavail,files,ffree');
check(() => fs.statfsSync('.').frsize > 0, 'true');

check(() => fs.opendirSync('nope'),
      'Error [ENOENT]: ENOENT: no such file or directory, opendir');
check(() => {
    const dir = fs.opendirSync('.');
    dir.closeSync();
    dir.readSync();
}, 'Error [ERR_DIR_CLOSED]: Directory handle was closed');
check(() => fs.mkdirSync('m/n/o', { recursive: true }), 'm');
check(() => fs.mkdirSync('m/n/o', { recursive: true }), 'undefined');
check(() => fs.mkdirSync('./m2/n', { recursive: true }), './m2');
check(() => fs.mkdirSync('m', { mode: 'zz' }),
      "TypeError [ERR_INVALID_ARG_VALUE]: The property 'options.mode' must " +
        "be a 32-bit unsigned integer or an octal string. Received 'zz'");
check(() => {
    const dir = fs.mkdtempDisposableSync('tmp-');
    fs.writeFileSync(path.join(dir.path, 'x'), '');
    dir.remove();
    return [Object.keys(dir), fs.existsSync(dir.path)];
}, '[["path","remove"],false]');
check(() => fs.rmdirSync('m'),
      "Error [ENOTEMPTY]: ENOTEMPTY: directory not empty, rmdir 'm'");
check(() => fs.rmdirSync('m', 'x'),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options" argument must be of ' +
        "type object. Received type string ('x')");
check(() => fs.rmdirSync('m', { recursive: true }) ?? fs.existsSync('m'),
      'false');
check(() => fs.rmSync('a.txt', null),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options" argument must be of ' +
        'type object. Received null');
check(() => fs.rmSync('d', { recursive: 1 }),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options.recursive" property ' +
        'must be of type boolean. Received type number (1)');
check(() => fs.realpathSync('d/no/x').length,
      `Error [ENOENT]: ENOENT: no such file or directory, lstat '${box}/d/no'`);

/* ---- Pieces ----------------------------------------------------------- */

check(() => {
    const fd = fs.openSync('v', 'w+');
    const written = fs.writevSync(fd, [new Uint8Array([65]),
                                       new Uint8Array([66, 67])]);
    const [first, second] = [new Uint8Array(2), new Uint8Array(5)];
    const read = fs.readvSync(fd, [first, second], 0);
    fs.closeSync(fd);
    return [written, read, ...first, ...second];
}, '[3,3,65,66,67,0,0,0,0]');
check(() => fs.readvSync(1, [5]),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "buffers" argument must be an ' +
        'ArrayBufferView[]. Received an instance of Array');
check(() => fs.readSync(0, new Uint8Array(1), 0, 1, 1.5),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "position" is out of ' +
        'range. It must be an integer. Received 1.5');

/* ---- Patterns --------------------------------------------------------- */

fs.mkdirSync('g/a/b/c', { recursive: true });
for (const file of ['g/a/1.js', 'g/a/b/2.js', 'g/a/b/.dot', 'g/a/b/c/3.ts',
                    'g/root.js', 'g/a/[x].js'])
    fs.writeFileSync(file, '');
fs.symlinkSync('a', 'g/link');
process.chdir('g');
for (const [pattern, found] of [
    ['*', 'a,link,root.js'], ['**', '.,a,a/1.js,a/[x].js,a/b,a/b/2.js,a/b/c,' +
                                    'a/b/c/3.ts,link,root.js'],
    ['**/*.js', 'a/1.js,a/[x].js,a/b/2.js,root.js'], ['a/**/', 'a,a/b,a/b/c'],
    ['a/*/', 'a/b'], ['**/.*', 'a/b/.dot'], ['a/./b', 'a/b'], ['none', ''],
    ['../g/*.js', '../g/root.js'], ['./*.js', 'root.js'], ['a/none/*', ''],
    ['*/b/**/*.ts', 'a/b/c/3.ts'], ['{a,root}*', 'a,root.js'], ['a/', 'a'],
    ['link/*', 'link/1.js,link/[x].js,link/b'], ['a/[[]x].js', 'a/[x].js'],
    [['*.js', 'a/1.*', '*.js'], 'a/1.js,root.js'],
    [`${process.cwd()}/r*`, `${process.cwd()}/root.js`],
])
    check(() => fs.globSync(pattern).sort().join(), found);
check(() => fs.globSync('**/*.js', { cwd: 'a' }).sort(),
      '["1.js","[x].js","b/2.js"]');
check(() => fs.globSync('**/*.js', { exclude: ['a/b'] }).sort(),
      '["a/1.js","a/[x].js","root.js"]');
check(() => fs.globSync('a/**', { exclude: (name) => name === 'b' }).sort(),
      '["a","a/1.js","a/[x].js"]');
check(() => fs.globSync('a/b/*', { withFileTypes: true })
    .map((one) => [one.name, one.parentPath, one.isDirectory()]).sort(),
      '[["2.js","a/b",false],["c","a/b",true]]');
check(() => fs.globSync(5),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "patterns" argument must be of ' +
        'type string. Received type number (5)');
check(() => fs.globSync(null),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "patterns" argument must be an ' +
        'instance of Array. Received null');
check(() => fs.globSync('*', { exclude: 5 }),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options.exclude" property must ' +
        'be of type function or string[]. Received type number (5)');
process.chdir(box);

/* ---- Arguments -------------------------------------------------------- */

check(() => fs.copyFileSync('a.txt', 'b.txt', 99),
      'RangeError [ERR_OUT_OF_RANGE]: mode is out of range: >= 0 && <= 7');
check(() => fs.cpSync('a.txt', 'd/ln'),
      'Error [ERR_FS_CP_EINVAL]: src and dest cannot be the same d/ln');
check(() => fs.cpSync('a.txt', 'x', { mode: 8 }),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "mode" is out of range. ' +
        'It must be >= 0 && <= 7. Received 8');
check(() => fs.readdirSync('.', { recursive: 5 }),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options.recursive" property ' +
        'must be of type boolean. Received type number (5)');
check(() => fs.writeFileSync('x', '', { flush: 5 }),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options.flush" property must be ' +
        'of type boolean. Received type number (5)');
check(() => fs.rmSync('a.txt', { maxRetries: -1 }),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "options.maxRetries" is ' +
        'out of range. It must be >= 0 && <= 4294967295. Received -1');
check(() => fs.readSync(0, new Uint8Array(2), 5),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "options" argument must be of ' +
        'type object. Received type number (5)');
check(() => fs.writeSync(1, 5),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "buffer" argument must be of type ' +
        'string or an instance of Buffer, TypedArray, or DataView. Received ' +
        'type number (5)');
check(() => fs.writeSync(1, new Uint8Array(2), 5),
      'RangeError [ERR_OUT_OF_RANGE]: The value of "offset" is out of range. ' +
        'It must be <= 2. Received 5');
check(() => fs.readFileSync(9999),
      'Error [EBADF]: EBADF: bad file descriptor, fstat');
check(() => fs.stat('a.txt'),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "cb" argument must be of type ' +
        'function. Received undefined');
check(() => inspect(new fs.Dirent('n', 1, 'p')),
      "Dirent { name: 'n', parentPath: 'p', Symbol(type): 1 }");

check(() => fs.accessSync('a.txt', -1),
      'RangeError [ERR_OUT_OF_RANGE]: mode is out of range: >= 0 && <= 7');
check(() => fs.accessSync('a.txt', 'r'),
      'TypeError [ERR_INVALID_ARG_TYPE]: mode must be int32 or ' +
        'null/undefined');
check(() => fs.chmodSync('a.txt'),
      'TypeError [ERR_INVALID_ARG_TYPE]: The "mode" argument must be of type ' +
        'number. Received undefined');
check(() => fs.mkdtempSync('x', { encoding: 'zz' }),
      "TypeError [ERR_INVALID_ARG_VALUE]: The argument 'encoding' is invalid " +
        "encoding. Received 'zz'");
check(() => fs.symlinkSync('a.txt', 'ln2', 'zz'),
      "TypeError [ERR_INVALID_ARG_VALUE]: The argument 'type' must be one " +
        "of: 'dir', 'file', 'junction', null, undefined. Received 'zz'");
check(() => fs.Stats.length, '14');
check(() => new fs.Stats(1, 2).mode, '2');
check(() => fs.statSync('.') instanceof fs.Stats, 'true');
check(() => Object.keys(fs.statSync('.')).join() ===
            Object.keys(new fs.Stats()).join(), 'true');
check(() => {
    const one = fs.statSync('.');
    delete one.dev;
    one.more = 1;
    const other = fs.statSync('.');
    return ['dev' in other, 'more' in other, typeof other.mtime.getTime()];
}, '[true,false,"number"]');
check(() => {
    const { mtimeNs, mtimeMs, size } = fs.lstatSync('.', { bigint: true });
    return [mtimeNs / 1000000n === mtimeMs, typeof size];
}, '[true,"bigint"]');
// A negative position is that of the descriptor.
check(() => {
    const fd = fs.openSync('position', 'w');
    fs.writeSync(fd, 'ab', 0);
    fs.writeSync(fd, Buffer.from('c'), 0, 1, -1);
    fs.writeSync(fd, Buffer.from('d'), 0, 1, -2);
    fs.closeSync(fd);
    return fs.readFileSync('position', 'utf8');
}, 'cd');
check(() => fs.F_OK, '0');
check(() => fs._toUnixTimestamp(new Date(5000)), '5');

/* ---- Later ------------------------------------------------------------ */

/* The error of a callback has no stack, that of a promise has the awaiting
 * functions. */
async function checkLater() {
    const error = await new Promise((done) => fs.stat('none', done));
    check(() => inspect(error).split('\n')[0],
          "[Error: ENOENT: no such file or directory, stat 'none'] {");
    async function waits() {
        await fs.promises.readFile('none');
    }
    const thrown = await waits().catch((error) => error);
    check(() => /at async waits /.test(thrown.stack), 'true');

    const { promisify } = require('util');
    const exists = await promisify(fs.exists)('a.txt');
    check(() => exists, 'true');
    const fd = fs.openSync('later', 'w+');
    const { bytesWritten } = await promisify(fs.writev)(
        fd, [new Uint8Array([65]), new Uint8Array([66, 67])]);
    const { bytesRead, buffer } = await promisify(fs.read)(
        fd, new Uint8Array(4), 0, 4, 1);
    const { buffers } = await promisify(fs.readv)(fd, [new Uint8Array(2)], 0);
    fs.closeSync(fd);
    check(() => [bytesWritten, bytesRead, ...buffer, ...buffers[0]],
          '[3,2,66,67,0,0,65,66]');

    await fs.promises.truncate('later', 1);
    await fs.promises.cp('later', 'copied');
    check(() => fs.readFileSync('copied', 'utf8'), 'A');
    const found = [];
    for await (const name of fs.promises.glob('lat*'))
        found.push(name);
    const listed = await promisify(fs.glob)('lat*');
    check(() => [found, listed], '[["later"],["later"]]');
    const folder = await fs.promises.mkdtempDisposable('later-');
    await folder.remove();
    check(() => fs.existsSync(folder.path), 'false');
}

checkLater().finally(() => {
    process.chdir(start);
    fs.rmSync(box, { recursive: true });
    finish();
});
