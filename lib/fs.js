'use strict';
/*
 * fs - files.
 *
 * Most calls are one line of a table: how its arguments are checked, and what
 * is made of its result. From a line three functions are made: the one with a
 * callback, fooSync, and promises.foo. What takes more than one call of the
 * kernel is written out below.
 *
 * Watching, streams and file handles come with later modules.
 */

const binding = internalBinding('fs');
const { codes } = require('internal/errors');
const {
    Dirent, FSReqCallback, FSReqPromise, StatFs, Stats, constants, makeDirents,
    makeError, makeStats, makeAsyncError, refuse, toCallback, toFd, toFlags,
    toMode, toOptions, toPath, toTime,
} = require('internal/fs/utils');
const { defineLazy, deprecate, getDeprecationWarner } =
    require('internal/util');
const { encode, nameToResult, toResult: decode } =
    require('internal/buffer');
const {
    validateBoolean, validateFunction, validateInteger, validateObject,
    validateOneOf, validateUint32,
} = require('internal/validators');

const promisifySymbol = Symbol.for('nodejs.util.promisify.custom');
const fs = module.exports;
const promises = {};

// ---- The table -----------------------------------------------------------------------

const same = (value) => value;
const isBig = (options) => !!options?.bigint;
const withPath = (path) => [toPath(path)];
const withFd = (fd) => [toFd(fd)];
const paths = (from, to) => [toPath(from, 'oldPath'), toPath(to, 'newPath')];
const id = (value, name) => {
    validateInteger(value, name, -1, 4294967295);
    return value;
};
const length = (value) => {
    validateInteger(value ?? 0, 'len');
    return Math.max(0, value ?? 0);
};

/* What a link is to point to, which matters on other systems only. */
const linkTypes = ['dir', 'file', 'junction', null, undefined];

/*
 * name: [how many arguments it has, how they are checked, what the result is,
 * the name of the system call, how many of the arguments are paths].
 */
const table = {
    __proto__: null,
    access: [2, (path, mode) => [toPath(path), toAccess(mode)], same,
             'access', 1],
    open: [3, (path, flags, mode) => [toPath(path), toFlags(flags),
                                      toMode(mode, 'mode', 0o666)], same,
           'open', 1],
    close: [1, withFd, same, 'close', 0],
    stat: [2, (path, options) => [toPath(path), isBig(options)], makeStats,
           'stat', 1],
    lstat: [2, (path, options) => [toPath(path), isBig(options)], makeStats,
            'lstat', 1],
    fstat: [2, (fd, options) => [toFd(fd), isBig(options)], makeStats,
            'fstat', 0],
    statfs: [2, (path, options) => [toPath(path), isBig(options)],
             (n) => new StatFs(n), 'statfs', 1],
    rmdir: [2, (path) => [toPath(path)], same, 'rmdir', 1],
    unlink: [1, withPath, same, 'unlink', 1],
    rename: [2, paths, same, 'rename', 2],
    link: [2, (from, to) => [toPath(from, 'existingPath'),
                             toPath(to, 'newPath')], same, 'link', 2],
    symlink: [3, (target, path, type) => {
        validateOneOf(type, 'type', linkTypes);
        return [toPath(target, 'target'), toPath(path)];
    }, same, 'symlink', 2],
    readlink: [2, withPath, same, 'readlink', 1],
    chmod: [2, (path, mode) => [toPath(path), toMode(mode, 'mode')], same,
            'chmod', 1],
    fchmod: [2, (fd, mode) => [toFd(fd), toMode(mode, 'mode')], same,
             'fchmod', 0],
    chown: [3, (path, uid, gid) => [toPath(path), id(uid, 'uid'),
                                    id(gid, 'gid')], same, 'chown', 1],
    lchown: [3, (path, uid, gid) => [toPath(path), id(uid, 'uid'),
                                     id(gid, 'gid')], same, 'lchown', 1],
    fchown: [3, (fd, uid, gid) => [toFd(fd), id(uid, 'uid'), id(gid, 'gid')],
             same, 'fchown', 0],
    utimes: [3, (path, atime, mtime) => [toPath(path), toTime(atime),
                                         toTime(mtime)], same, 'utime', 1],
    lutimes: [3, (path, atime, mtime) => [toPath(path), toTime(atime),
                                          toTime(mtime)], same, 'lutime', 1],
    futimes: [3, (fd, atime, mtime) => [toFd(fd), toTime(atime, 'atime'),
                                        toTime(mtime, 'mtime')], same,
              'futime', 0],
    ftruncate: [2, (fd, len) => [toFd(fd), length(len)], same, 'ftruncate', 0],
    fsync: [1, withFd, same, 'fsync', 0],
    fdatasync: [1, withFd, same, 'fdatasync', 0],
    copyFile: [3, (from, to, mode) => [toPath(from, 'src'), toPath(to, 'dest'),
                                       toAccess(mode)], same, 'copyfile', 2],
    mkdtemp: [2, (prefix) => [`${toPath(prefix, 'prefix')}XXXXXX`], same,
              'mkdtemp', 1],
};

/* In the words of Node's C++. */
function toAccess(mode) {
    if (mode === undefined || mode === null)
        return constants.F_OK;
    if (typeof mode !== 'number') {
        throw Object.assign(
            new TypeError('mode must be int32 or null/undefined'),
            { code: 'ERR_INVALID_ARG_TYPE' });
    }
    if (!(mode >= 0 && mode <= 7)) {
        throw Object.assign(
            new RangeError('mode is out of range: >= 0 && <= 7'),
            { code: 'ERR_OUT_OF_RANGE' });
    }
    return mode;
}


/* These, and no others, are not there as promises.foo: they have a descriptor,
 * which there is a FileHandle. */
const ofDescriptors = new Set(['close', 'fstat', 'fchmod', 'fchown', 'futimes',
                               'ftruncate', 'fsync', 'fdatasync', 'open']);

function errorOf(row, errno, args, make = makeError) {
    const count = row[4];
    return make(errno, row[3], count > 0 ? args[0] : undefined,
                count > 1 ? args[1] : undefined);
}

function runSync(name, given) {
    const row = table[name];
    const args = row[1](...given);
    const result = binding[name](...args);
    if (typeof result === 'number' && result < 0)
        throw errorOf(row, result, args);
    return row[2](result);
}

/* promise() sets the class of its request in done.Request. */
function toRequest(oncomplete, done) {
    return new (done.Request ?? FSReqCallback)(oncomplete);
}

/* Calls done(error) or done(null, value); what is wrong with the arguments is
 * thrown. */
function start(name, args, done) {
    const row = table[name];
    const oncomplete = (errno, value) => {
        if (errno !== undefined)
            done(errorOf(row, errno, args, makeAsyncError));
        else if (value === undefined)
            done(null);
        else
            done(null, row[2](value));
    };
    const err = binding[name](...args, toRequest(oncomplete, done));
    if (err < 0)
        process.nextTick(done, errorOf(row, err, args, makeAsyncError));
}

function makeCallbackForm(name) {
    const [argc, check] = table[name];
    fs[name] = { [name](...given) {
        const last = Math.min(given.length - 1, argc);
        const at = typeof given[last] === 'function' ? last : argc;
        const done = toCallback(given[at]);
        given.length = at;
        start(name, check(...given), done);
    } }[name];
}

function makeSyncForm(name) {
    const sync = `${name}Sync`;
    fs[sync] = { [sync](...given) {
        return runSync(name, given);
    } }[sync];
}

function settle(resolve, reject) {
    return (error, value) => {
        if (error)
            reject(error);
        else
            resolve(value);
    };
}

/* A reaction and an await are between the loop's callback and the result of the
 * caller: as many microtasks as in Node. Callers await this. */
function promise(begin) {
    return new Promise((resolve, reject) => {
        const done = settle(resolve, reject);
        done.Request = FSReqPromise;
        begin(done);
    }).then(undefined, refuse);
}

function makePromiseForm(name) {
    const [, check] = table[name];
    promises[name] = { async [name](...given) {
        const args = check(...given);
        return await promise((done) => start(name, args, done));
    } }[name];
}

for (const name in table) {
    makeCallbackForm(name);
    makeSyncForm(name);
    if (!ofDescriptors.has(name))
        makePromiseForm(name);
}

/* What is not there is no error here. */
fs.statSync = function statSync(path, options) {
    return statQuietly('stat', path, options);
};
fs.lstatSync = function lstatSync(path, options) {
    return statQuietly('lstat', path, options);
};

const ENOENT = -2;
const ENOTDIR = -20;

function statQuietly(name, path, options) {
    const args = [toPath(path), isBig(options)];
    const result = binding[name](...args);
    if (typeof result !== 'number')
        return makeStats(result);
    if (options?.throwIfNoEntry === false &&
        (result === ENOENT || result === ENOTDIR))
        return undefined;
    throw makeError(result, name, path);
}

/* Names that may be wanted as bytes. */
fs.readlinkSync = function readlinkSync(path, options) {
    const { encoding } = toOptions(options, {});
    return nameToResult(runSync('readlink', [path]), encoding);
};
fs.mkdtempSync = function mkdtempSync(prefix, options) {
    const { encoding } = toOptions(options, {});
    return nameToResult(runSync('mkdtemp', [prefix]), encoding);
};

/* One that is removed with what is in it when it is no longer needed. */
fs.mkdtempDisposableSync = function mkdtempDisposableSync(prefix, options) {
    const path = fs.mkdtempSync(prefix, options);
    const full = require('path').resolve(path);
    function remove() {
        fs.rmSync(full, { force: true, recursive: true });
    }
    return {
        path,
        remove,
        [Symbol.dispose]() {
            remove();
        },
    };
};

const warnOfTree = getDeprecationWarner(
    'In future versions of Node.js, fs.rmdir(path, { recursive: true }) ' +
    'will be removed. Use fs.rm(path, { recursive: true }) instead',
    'DEP0147');

fs.rmdirSync = function rmdirSync(path, options) {
    path = toPath(path);
    if (options !== undefined)
        validateObject(options, 'options');
    if (options?.recursive) {
        warnOfTree();
        fs.rmSync(path, { recursive: true, force: true });
        return;
    }
    runSync('rmdir', [path]);
};

const warnOfExists = getDeprecationWarner(
    'Passing invalid argument types to fs.existsSync is deprecated', 'DEP0187');

fs.existsSync = function existsSync(path) {
    try {
        return binding.access(toPath(path), constants.F_OK) === undefined;
    } catch (error) {
        if (error.code === 'ERR_INVALID_ARG_TYPE')
            warnOfExists();
        return false;
    }
};

fs.exists = function exists(path, callback) {
    validateFunction(callback, 'cb');
    try {
        path = toPath(path);
    } catch {
        callback(false);
        return;
    }
    start('access', [path, constants.F_OK],
          function suppressedCallback(error) { callback(!error); });
};
Object.defineProperty(fs.exists, promisifySymbol, {
    __proto__: null,
    value: function exists(path) {
        return new Promise((resolve) => fs.exists(path, resolve));
    },
});

// ---- Reading whole files ------------------------------------------------------------------

const isUtf8 = (encoding) => encoding === 'utf8' || encoding === 'utf-8';
const EISDIR = -21;

function readError(errno, path) {
    return errno === EISDIR ? makeError(errno, 'read') :
        makeError(errno, 'open', path);
}

/* A bad descriptor fails in fstat. */
function readAllSync(fd) {
    const stats = binding.fstat(fd, false);
    if (stats < 0)
        throw makeError(stats, 'fstat');
    const chunks = [];
    let total = 0;
    for (;;) {
        const chunk = new Uint8Array(65536);
        const n = binding.read(fd, chunk, 0, chunk.length, -1);
        if (n < 0)
            throw makeError(n, 'read');
        if (n === 0)
            return joinChunks(chunks, total);
        chunks.push(chunk.subarray(0, n));
        total += n;
    }
}

function joinChunks(chunks, total) {
    const all = new Uint8Array(total);
    let at = 0;
    for (const chunk of chunks) {
        all.set(chunk, at);
        at += chunk.length;
    }
    return all;
}

fs.readFileSync = function readFileSync(path, options) {
    const { encoding, flag } = toOptions(options, { flag: 'r' });
    if (Number.isInteger(path))
        return decode(readAllSync(toFd(path)), encoding);
    path = toPath(path);
    if (flag !== 'r')
        return readWithFlag(path, flag, encoding);
    const result = binding.readFile(path, isUtf8(encoding));
    if (typeof result === 'number')
        throw readError(result, path);
    return typeof result === 'string' ? result : decode(result, encoding);
};

function readWithFlag(path, flag, encoding) {
    const fd = fs.openSync(path, flag, 0o666);
    try {
        return decode(readAllSync(fd), encoding);
    } finally {
        fs.closeSync(fd);
    }
}

fs.readFile = function readFile(path, options, callback) {
    callback = toCallback(callback ?? options);
    require('internal/fs/read/context').readFile(
        path, toOptions(options, { flag: 'r' }), callback);
};

promises.readFile = async function readFile(path, options) {
    const own = toOptions(options, { flag: 'r' });
    const { checkAborted, closeAfter, open, readAll } =
        require('internal/fs/whole_file');
    checkAborted(own.signal);
    const fd = await open(path, own.flag, 0o666);
    return closeAfter(readAll(fd, own), fd);
};

// ---- Writing whole files --------------------------------------------------------------------

function toBytes(data, encoding) {
    if (typeof data === 'string')
        return encode(data, encoding);
    if (ArrayBuffer.isView(data))
        return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    throw new codes.ERR_INVALID_ARG_TYPE(
        'data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}

function toWriteOptions(options, flag) {
    const own = toOptions(options, { encoding: 'utf8', mode: 0o666, flag });
    if (own.flush !== undefined && own.flush !== null)
        validateBoolean(own.flush, 'options.flush');
    return own;
}

function writeAllSync(fd, bytes) {
    for (let at = 0; at < bytes.length;) {
        const n = binding.write(fd, bytes, at, bytes.length - at, -1);
        if (n < 0)
            throw makeError(n, 'write');
        at += n;
    }
}

fs.writeFileSync = function writeFileSync(path, data, options) {
    const { encoding, flag, mode, flush } = toWriteOptions(options, 'w');
    const bytes = toBytes(data, encoding);
    if (Number.isInteger(path)) {
        writeAllSync(toFd(path), bytes);
        return;
    }
    const fd = fs.openSync(path, flag, mode);
    try {
        writeAllSync(fd, bytes);
        if (flush)
            fs.fsyncSync(fd);
    } finally {
        fs.closeSync(fd);
    }
};

fs.appendFileSync = function appendFileSync(path, data, options) {
    fs.writeFileSync(path, data, toWriteOptions(options, 'a'));
};

function writeAll(fd, bytes, at, done) {
    if (at >= bytes.length) {
        done(null);
        return;
    }
    const oncomplete = (errno, n) => {
        if (errno !== undefined)
            done(makeAsyncError(errno, 'write'));
        else
            writeAll(fd, bytes, at + n, done);
    };
    binding.write(fd, bytes, at, bytes.length - at, -1,
                  new FSReqCallback(oncomplete));
}

function startWriteFile(path, data, options, done) {
    const { encoding, flag, mode, flush } = options;
    const bytes = toBytes(data, encoding);
    if (Number.isInteger(path)) {
        writeAll(toFd(path), bytes, 0, done);
        return;
    }
    fs.open(path, flag, mode, (error, fd) => {
        if (error) {
            done(error);
            return;
        }
        const close = (failed) => {
            fs.close(fd, failed ? () => done(failed) : done);
        };
        writeAll(fd, bytes, 0, (failed) => {
            if (flush && !failed)
                fs.fsync(fd, close);
            else
                close(failed);
        });
    });
}

fs.writeFile = function writeFile(path, data, options, callback) {
    callback = toCallback(callback ?? options);
    startWriteFile(path, data, toWriteOptions(options, 'w'), callback);
};

fs.appendFile = function appendFile(path, data, options, callback) {
    callback = toCallback(callback ?? options);
    startWriteFile(path, data, toWriteOptions(options, 'a'), callback);
};

promises.writeFile = async function writeFile(path, data, options) {
    const own = toWriteOptions(options, 'w');
    const bytes = toBytes(data, own.encoding);
    const { checkAborted, closeAfter, open, writeAll } =
        require('internal/fs/whole_file');
    checkAborted(own.signal);
    const fd = await open(path, own.flag, own.mode);
    return closeAfter(writeAll(fd, bytes, own), fd);
};

promises.appendFile = async function appendFile(path, data, options) {
    return promises.writeFile(path, data, toWriteOptions(options, 'a'));
};

// ---- Reading and writing pieces ---------------------------------------------------------------

Object.assign(fs, require('internal/fs/pieces'));

fs.truncateSync = function truncateSync(path, len) {
    const fd = fs.openSync(path, 'r+');
    try {
        fs.ftruncateSync(fd, len);
    } finally {
        fs.closeSync(fd);
    }
};

fs.truncate = function truncate(path, len, callback) {
    callback = toCallback(callback ?? len);
    const size = typeof len === 'number' ? len : 0;
    fs.open(path, 'r+', (error, fd) => {
        if (error) {
            callback(error);
            return;
        }
        fs.ftruncate(fd, size, (failed) => {
            fs.close(fd, (notClosed) => callback(failed ?? notClosed));
        });
    });
};

promises.truncate = async function truncate(path, len) {
    return await promise((done) => fs.truncate(path, len ?? 0, done));
};

// ---- Directories ------------------------------------------------------------------------------

function makeList(list, path, options) {
    if (options.withFileTypes)
        return makeDirents(list, path);
    const { encoding } = options;
    return encoding === undefined
        ? list : list.map((name) => nameToResult(name, encoding));
}

function readTreeSync(path, options) {
    const { join, relative } = require('path');
    const result = [];
    const folders = [path];
    while (folders.length > 0) {
        const folder = folders.shift();
        const list = readFolder(folder);
        for (const entry of makeDirents(list, folder)) {
            const whole = join(folder, entry.name);
            result.push(options.withFileTypes ? entry : relative(path, whole));
            if (entry.isDirectory())
                folders.push(whole);
        }
    }
    return result;
}

function readFolder(path) {
    const list = binding.scandir(path, true);
    if (typeof list === 'number')
        throw makeError(list, 'scandir', path);
    return list;
}

function toReaddir(options) {
    const own = toOptions(options, {});
    if (own.recursive !== undefined && own.recursive !== null)
        validateBoolean(own.recursive, 'options.recursive');
    return own;
}

fs.readdirSync = function readdirSync(path, options) {
    const own = toReaddir(options);
    path = toPath(path);
    if (own.recursive)
        return readTreeSync(path, own);
    const list = binding.scandir(path, !!own.withFileTypes);
    if (typeof list === 'number')
        throw makeError(list, 'scandir', path);
    return makeList(list, path, own);
};

function startReaddir(path, options, done) {
    path = toPath(path);
    if (options.recursive) {
        setImmediate(() => finishSync(() => readTreeSync(path, options), done));
        return;
    }
    const oncomplete = (errno, list) => {
        if (errno !== undefined)
            done(makeAsyncError(errno, 'scandir', path));
        else
            done(null, makeList(list, path, options));
    };
    const err = binding.scandir(path, !!options.withFileTypes,
                                toRequest(oncomplete, done));
    if (err < 0)
        process.nextTick(done, makeAsyncError(err, 'scandir', path));
}

function finishSync(run, done) {
    let value;
    try {
        value = run();
    } catch (error) {
        done(error);
        return;
    }
    done(null, value);
}

fs.readdir = function readdir(path, options, callback) {
    callback = toCallback(callback ?? options);
    startReaddir(path, toReaddir(options), callback);
};

promises.readdir = async function readdir(path, options) {
    const own = toReaddir(options);
    return await promise((done) => startReaddir(path, own, done));
};

function readMkdir(options) {
    if (typeof options === 'number' || typeof options === 'string')
        return { mode: toMode(options, 'mode', 0o777), recursive: false };
    if (options?.recursive !== undefined)
        validateBoolean(options.recursive, 'options.recursive');
    return { mode: toMode(options?.mode, 'options.mode', 0o777),
             recursive: options?.recursive === true };
}

const EEXIST = -17;

/* The first folder that was made, or undefined. */
function makeTreeSync(path, mode) {
    const { dirname } = require('path');
    const err = binding.mkdir(path, mode);
    if (err === undefined)
        return path;
    if (err === ENOENT && dirname(path) !== path) {
        const first = makeTreeSync(dirname(path), mode);
        const again = binding.mkdir(path, mode);
        if (again !== undefined && again !== EEXIST)
            throw makeError(again, 'mkdir', path);
        return first ?? path;
    }
    if (err === EEXIST && binding.stat(path, false)[1] !== undefined &&
        makeStats(binding.stat(path, false)).isDirectory())
        return undefined;
    throw makeError(err, 'mkdir', path);
}

fs.mkdirSync = function mkdirSync(path, options) {
    const { mode, recursive } = readMkdir(options);
    path = toPath(path);
    if (recursive)
        return makeTreeSync(path, mode);
    const err = binding.mkdir(path, mode);
    if (err !== undefined)
        throw makeError(err, 'mkdir', path);
    return undefined;
};

function startMkdir(path, options, done) {
    const { mode, recursive } = readMkdir(options);
    path = toPath(path);
    if (recursive) {
        setImmediate(() => finishSync(() => makeTreeSync(path, mode), done));
        return;
    }
    const oncomplete = (errno) => {
        done(errno === undefined ? null : makeAsyncError(errno, 'mkdir', path));
    };
    const err = binding.mkdir(path, mode, toRequest(oncomplete, done));
    if (err < 0)
        process.nextTick(done, makeAsyncError(err, 'mkdir', path));
}

fs.mkdir = function mkdir(path, options, callback) {
    callback = toCallback(callback ?? options);
    startMkdir(path, typeof options === 'function' ? undefined : options,
               callback);
};

promises.mkdir = async function mkdir(path, options) {
    return await promise((done) => startMkdir(path, options, done));
};

function checkRm(options) {
    validateObject(options, 'options');
    for (const name of ['force', 'recursive']) {
        if (options[name] !== undefined)
            validateBoolean(options[name], `options.${name}`);
    }
    for (const name of ['retryDelay', 'maxRetries']) {
        if (options[name] !== undefined)
            validateUint32(options[name], `options.${name}`);
    }
}

fs.rmSync = function rmSync(path, options = {}) {
    path = toPath(path);
    checkRm(options);
    const stats = binding.lstat(path, false);
    if (typeof stats === 'number') {
        if (options.force && stats === ENOENT)
            return;
        throw makeError(stats, 'lstat', path);
    }
    if (!makeStats(stats).isDirectory()) {
        fs.unlinkSync(path);
        return;
    }
    if (!options.recursive) {
        throw new codes.ERR_FS_EISDIR({
            code: 'EISDIR', message: 'is a directory', path, syscall: 'rm',
            errno: -EISDIR,
        });
    }
    const { join } = require('path');
    for (const name of fs.readdirSync(path))
        fs.rmSync(join(path, name), options);
    fs.rmdirSync(path);
};

fs.rm = function rm(path, options, callback) {
    callback = toCallback(callback ?? options);
    const own = typeof options === 'object' ? options : {};
    setImmediate(() => finishSync(() => fs.rmSync(path, own),
                                  (error) => callback(error)));
};

promises.rm = async function rm(path, options) {
    return await promise((done) => fs.rm(path, options ?? {}, done));
};

// ---- Real paths ----------------------------------------------------------------------------------

const real = require('internal/fs/realpath');
fs.realpathSync = real.realpathSync;
fs.realpath = real.realpath;
promises.realpath = real.promised;

// ---- Names ------------------------------------------------------------------------------------------

promises.cp = async function cp(src, dest, options) {
    return await promise((done) => fs.cp(src, dest, options ?? {}, done));
};
promises.glob = function glob(pattern, options) {
    return require('internal/fs/glob').promised(pattern, options);
};
promises.opendir = async function opendir(path, options) {
    return await promise((done) => fs.opendir(path, options ?? {}, done));
};
promises.mkdtempDisposable = async function mkdtempDisposable(prefix, options) {
    const path = await promises.mkdtemp(prefix, options);
    const full = require('path').resolve(path);
    const remove = () => promises.rm(full, { force: true, recursive: true });
    return {
        path,
        remove,
        async [Symbol.asyncDispose]() {
            await remove();
        },
    };
};
promises.lchmod = async function lchmod() {
    throw new codes.ERR_METHOD_NOT_IMPLEMENTED('lchmod()');
};
promises.constants = constants;
Object.assign(fs, {
    Dirent, constants,
    Stats: deprecate(Stats, 'fs.Stats constructor is deprecated.', 'DEP0180'), _toUnixTimestamp: toTime,
    cp(src, dest, options, callback) {
        require('internal/fs/copy').cp(src, dest, options, callback);
    },
    cpSync(src, dest, options) {
        require('internal/fs/copy').cpSync(src, dest, options);
    },
    glob(pattern, options, callback) {
        require('internal/fs/glob').glob(pattern, options, callback);
    },
    globSync(pattern, options) {
        return require('internal/fs/glob').globSync(pattern, options);
    },
    lchmod: undefined, // not on Linux
    lchmodSync: undefined,
    openAsBlob(path, options) {
        return require('internal/blob_file').openAsBlob(path, options);
    },
    opendir(path, options, callback) {
        require('internal/fs/dir').opendir(path, options, callback);
    },
    opendirSync(path, options) {
        return require('internal/fs/dir').opendirSync(path, options);
    },
});
defineLazy(fs, 'Dir', () => require('internal/fs/dir').Dir);
for (const name of ['F_OK', 'R_OK', 'W_OK', 'X_OK'])
    defineOldName(name);

/* What is found under `constants` by now. */
function defineOldName(name) {
    Object.defineProperty(fs, name, {
        __proto__: null,
        get: deprecate(() => constants[name],
                       `fs.${name} is deprecated, use fs.constants.${name} ` +
                       'instead', 'DEP0176'),
        enumerable: false,
        configurable: false,
    });
}
Object.defineProperty(fs, 'promises', {
    __proto__: null, value: promises, enumerable: true, configurable: true,
});
