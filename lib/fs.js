'use strict';
/*
 * fs - files.
 *
 * What is one request is made from the table of internal/fs/calls, with a
 * callback and at once. What takes more than one call of the kernel is here or
 * in internal/fs: streams, FileHandle, trees, directories, watchers. Those are
 * loaded when a program uses them.
 */

const binding = internalBinding('fs');
const { runSync, start, startStat, table, toLength } = require('internal/fs/calls');
const {
    Dirent, Stats, constants, decodeContents, makeError, toCallback, toFd,
    toOptions, toPath, toTime,
} = require('internal/fs/utils');
const { defineLazy, deprecate, getDeprecationWarner } =
    require('internal/util');
const { validateFunction } = require('internal/validators');
/* Loaded when first used: internal/blob/file_part, internal/errors,
 * internal/fs/copy, internal/fs/dir, internal/fs/given_buffer,
 * internal/fs/glob, internal/fs/promises, internal/fs/read/context,
 * internal/fs/streams, internal/fs/tree, internal/fs/watch,
 * internal/fs/watch_stat, internal/fs/write_file, path. */

const promisifySymbol = Symbol.for('nodejs.util.promisify.custom');
const fs = module.exports;

// ---- The table -----------------------------------------------------------------------

/* Functions with the number of arguments that Node's have. A callback may come
 * in the place of any argument that can be left out. Some check their arguments
 * before the callback. */
const callbackForms = [
    undefined,
    (name, check) => ({ [name](a, callback) {
        toCallback(callback);
        start(name, check(a), callback);
    } }),
    (name, check, isCheckedFirst) => ({ [name](a, b, callback) {
        if (typeof b === 'function') {
            callback = b;
            b = undefined;
        }
        if (!isCheckedFirst)
            toCallback(callback);
        const args = check(a, b);
        start(name, args, toCallback(callback));
    } }),
    (name, check, isCheckedFirst) => ({ [name](a, b, c, callback) {
        if (typeof b === 'function') {
            callback = b;
            b = c = undefined;
        } else if (typeof c === 'function') {
            callback = c;
            c = undefined;
        }
        if (!isCheckedFirst)
            toCallback(callback);
        const args = check(a, b, c);
        start(name, args, toCallback(callback));
    } }),
];

const syncForms = [
    undefined,
    (name, sync, check) => ({ [sync](a) {
        return runSync(name, check(a));
    } }),
    (name, sync, check) => ({ [sync](a, b) {
        return runSync(name, check(a, b));
    } }),
    (name, sync, check) => ({ [sync](a, b, c) {
        return runSync(name, check(a, b, c));
    } }),
];

function makeForms(name) {
    const [argc, check, , , , isCheckedFirst] = table[name];
    const sync = `${name}Sync`;
    fs[name] = callbackForms[argc](name, check, isCheckedFirst)[name];
    fs[sync] = syncForms[argc](name, sync, check)[sync];
}

for (const name in table) {
    if (name !== 'realPath')
        makeForms(name);
}

/* Without a callback an error is thrown from the loop. */
function throwError(error) {
    if (error)
        throw error;
}

fs.close = function close(fd, callback = throwError) {
    toCallback(callback);
    start('close', [toFd(fd)], callback);
};

/* What is not there is no error here. */
fs.stat = function stat(path, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = undefined;
    }
    if (typeof callback !== 'function')
        toCallback(callback);
    if (options === undefined && typeof path === 'string')
        startStat('stat', path, callback);
    else
        statWithOptions(path, options, callback);
};

function statWithOptions(path, options, callback) {
    const isQuiet = options?.throwIfNoEntry === false;
    start('stat', table.stat[1](path, options), isQuiet
        ? (error, stats) => {
            if (isNoEntry(error?.errno))
                callback(null, undefined);
            else
                callback(error, stats);
        } : callback);
}

fs.statSync = function statSync(path, options) {
    if (options !== undefined || typeof path !== 'string')
        return statQuietly('stat', path, options);
    const result = binding.stat(path); // it looks for zero bytes itself
    return typeof result === 'number' ? refuseStat('stat', result, path) : result;
};
fs.lstatSync = function lstatSync(path, options) {
    return statQuietly('lstat', path, options);
};

/* ENOENT, ENOTDIR */
const isNoEntry = (errno) => errno === -2 || errno === -20;

function statQuietly(name, path, options) {
    path = toPath(path);
    const result = binding[name](path, options?.bigint ? true : undefined);
    if (typeof result !== 'number')
        return result;
    if (options?.throwIfNoEntry === false && isNoEntry(result))
        return undefined;
    return refuseStat(name, result, path);
}

function refuseStat(name, errno, path) {
    throw makeError(errno, name, toPath(path), undefined, refuseStat);
}

/* A directory that is removed with what is in it when it is disposed of. */
fs.mkdtempDisposableSync = function mkdtempDisposableSync(prefix, options) {
    const path = fs.mkdtempSync(prefix, options);
    const full = require('path').resolve(path);
    const remove = () => {
        fs.rmSync(full, { force: true, recursive: true });
    };
    return {
        path,
        remove,
        [Symbol.dispose]() {
            remove();
        },
    };
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
    return errno === EISDIR
        ? makeError(errno, 'read', undefined, undefined, readError)
        : makeError(errno, 'open', path, undefined, readError);
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
    const own = toOptions(options, { flag: 'r' });
    const { encoding, flag } = own;
    if (own.buffer !== undefined)
        return readIntoBuffer(path, own);
    if (Number.isInteger(path))
        return decodeContents(readAllSync(toFd(path)), encoding);
    path = toPath(path);
    if (flag !== 'r')
        return readWithFlag(path, flag, encoding);
    const result = binding.readFile(path, isUtf8(encoding));
    if (typeof result === 'number')
        throw readError(result, path);
    return typeof result === 'string' ? result
        : decodeContents(result, encoding);
};

function readIntoBuffer(path, options) {
    const { checkBufferOption, readInto } =
        require('internal/fs/given_buffer');
    checkBufferOption(options);
    const isGiven = Number.isInteger(path);
    const fd = isGiven ? toFd(path)
        : fs.openSync(path, options.flag || 'r', 0o666);
    try {
        return readInto(
            runSync('fstat', [fd, false]), options,
            (into, offset, length) => fs.readSync(fd, into, offset, length));
    } finally {
        if (!isGiven)
            fs.closeSync(fd);
    }
}

function readWithFlag(path, flag, encoding) {
    const fd = fs.openSync(path, flag || 'r', 0o666);
    try {
        return decodeContents(readAllSync(fd), encoding);
    } finally {
        fs.closeSync(fd);
    }
}

fs.readFile = function readFile(path, options, callback) {
    callback = toCallback(callback || options);
    const own = toOptions(options, { flag: 'r' });
    if (own.buffer !== undefined)
        require('internal/fs/given_buffer').checkBufferOption(own);
    require('internal/fs/read/context').readFile(path, own, callback);
};

// ---- Writing whole files --------------------------------------------------------------------

fs.writeFileSync = function writeFileSync(path, data, options) {
    require('internal/fs/write_file').writeFileSync(path, data, options, 'w');
};

fs.writeFile = function writeFile(path, data, options, callback) {
    callback = toCallback(callback || options);
    require('internal/fs/write_file')
        .writeFile(path, data, options, 'w', callback);
};

fs.appendFileSync = function appendFileSync(path, data, options) {
    require('internal/fs/write_file').writeFileSync(path, data, options, 'a');
};

fs.appendFile = function appendFile(path, data, options, callback) {
    callback = toCallback(callback || options);
    require('internal/fs/write_file')
        .writeFile(path, data, options, 'a', callback);
};

// ---- Reading and writing pieces ---------------------------------------------------------------

Object.assign(fs, require('internal/fs/pieces').calls);

fs.truncateSync = function truncateSync(path, len) {
    const fd = fs.openSync(path, 'r+');
    try {
        fs.ftruncateSync(fd, len ?? 0);
    } finally {
        fs.closeSync(fd);
    }
};

fs.truncate = function truncate(path, len, callback) {
    if (typeof len === 'function') {
        callback = len;
        len = 0;
    }
    const size = toLength(len);
    toCallback(callback);
    fs.open(path, 'r+', (error, fd) => {
        if (error) {
            callback(error);
            return;
        }
        start('ftruncate', [fd, size], (failed) => {
            fs.close(fd, (notClosed) => {
                const { aggregateTwoErrors } = require('internal/errors');
                callback(aggregateTwoErrors(notClosed, failed));
            });
        });
    });
};

// ---- What other files have --------------------------------------------------------------------

/* A function that is in another file, which is loaded when it is first
 * called. `argc` is its length. */
function defineOther(names, load) {
    for (const [name, argc] of Object.entries(names)) {
        fs[name] = { [name](...args) {
            try {
                return Reflect.apply(load()[name], this, args);
            } catch (error) {
                if (typeof error?.code === 'string')
                    Error.captureStackTrace(error); // from here on
                throw error;
            }
        } }[name];
        Object.defineProperty(fs[name], 'length',
                              { __proto__: null, value: argc });
    }
}

defineOther({ mkdir: 3, mkdirSync: 2, readdir: 3, readdirSync: 2, rm: 3,
              rmSync: 2, rmdir: 3, rmdirSync: 2 },
            () => require('internal/fs/tree').calls);
defineOther({ opendir: 3, opendirSync: 2 },
            () => require('internal/fs/dir'));
defineOther({ cp: 4, cpSync: 3 }, () => require('internal/fs/copy'));
defineOther({ glob: 3, globSync: 2 }, () => require('internal/fs/glob'));
defineOther({ watch: 3 }, () => require('internal/fs/watch'));
defineOther({ watchFile: 3, unwatchFile: 2 },
            () => require('internal/fs/watch_stat'));
defineOther({ openAsBlob: 1 }, () => require('internal/blob/file_part'));

const real = require('internal/fs/realpath');
fs.realpathSync = real.realpathSync;
fs.realpath = real.realpath;

/* Streams are made of the classes that programs find, and replace, here. */
let streams;

function getStreams() {
    if (streams === undefined) {
        const { ReadStream, WriteStream } = require('internal/fs/streams');
        streams = { ReadStream, WriteStream, FileReadStream: ReadStream,
                    FileWriteStream: WriteStream };
    }
    return streams;
}

for (const name of ['ReadStream', 'WriteStream', 'FileReadStream',
                    'FileWriteStream']) {
    Object.defineProperty(fs, name, {
        __proto__: null, enumerable: true, configurable: true,
        get() { return getStreams()[name]; },
        set(value) { getStreams()[name] = value; },
    });
}

fs.createReadStream = function createReadStream(path, options) {
    const { ReadStream } = getStreams();
    return new ReadStream(path, options);
};

fs.createWriteStream = function createWriteStream(path, options) {
    const { WriteStream } = getStreams();
    return new WriteStream(path, options);
};

Object.assign(fs, {
    Dirent,
    Stats: deprecate(Stats, 'fs.Stats constructor is deprecated.', 'DEP0180'),
    _toUnixTimestamp: toTime,
    lchmod: undefined, // not on Linux
    lchmodSync: undefined,
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
Object.defineProperty(fs, 'constants', {
    __proto__: null, value: constants, enumerable: true,
});
Object.defineProperty(fs, 'promises', {
    __proto__: null, enumerable: true, configurable: true,
    get() { return require('internal/fs/promises'); },
});
