'use strict';
/*
 * internal/fs/utils - what all file calls share: checking arguments, errors,
 * and the objects they hand out.
 */

const { codes, UVException } = require('internal/errors');
const { fs: constants } = internalBinding('constants');
const {
    validateAbortSignal, validateFunction, validateInteger, validateUint32,
} = require('internal/validators');
const { codecOf, toResult, UTF8 } = require('internal/buffer/buffer');
const { normalizeEncoding } = require('internal/util');
const { isDate, isUint8Array } = require('internal/util/types');
/* Loaded when first used: buffer, internal/url/url. */

/* Of dates and bytes of any realm. */
const { getTime: DateGetTime } = Date.prototype;
const { includes: Uint8ArrayIncludes } = Uint8Array.prototype;

const BUFFER = 6; // as in src/text/codec.h

// ---- Arguments ---------------------------------------------------------------------

/* What is wrong with a path, if it is one at all. */
function checkPath(path, name = 'path') {
    const isBytes = typeof path === 'object' && isUint8Array(path);
    if (typeof path !== 'string' && !isBytes) {
        throw new codes.ERR_INVALID_ARG_TYPE(
            name, ['string', 'Buffer', 'URL'], path);
    }
    if (isBytes ? Uint8ArrayIncludes.call(path, 0) : path.includes('\0')) {
        throw new codes.ERR_INVALID_ARG_VALUE(
            name, path,
            'must be a string, Uint8Array, or URL without null bytes');
    }
}

function toPathIfURL(path) {
    if (typeof path === 'object' && path !== null && path.href &&
        path.protocol && path.auth === undefined && path.path === undefined)
        return require('internal/url/url').fileURLToPath(path);
    return path;
}

function decodePath(bytes) {
    const { FastBuffer } = require('internal/buffer/buffer');
    require('buffer');
    return Reflect.apply(FastBuffer.prototype.toString, bytes, []);
}

/* What was read of a file: a Buffer, or the text in an encoding, of which 'buffer'
 * is none here. No encoding, and an empty one, is for a Buffer. */
function decodeContents(bytes, encoding) {
    if (encoding !== 'buffer')
        return toResult(bytes, encoding || undefined);
    if (bytes.length > 0)
        throw new codes.ERR_UNKNOWN_ENCODING(encoding);
    return '';
}

/* A path as a string: strings, URLs and bytes are taken. Bytes that are no
 * UTF-8 stay bytes, which is what the kernel calls take. */
function toPath(given, name = 'path') {
    const path = typeof given === 'string' ? given : toPathIfURL(given);
    checkPath(path, name);
    if (typeof path === 'string' || !require('buffer').isUtf8(path))
        return path;
    return decodePath(path);
}

/* For what has to take a path apart. */
function toTextPath(given, name = 'path') {
    const path = toPath(given, name);
    return typeof path === 'string' ? path : decodePath(path);
}

function toFd(fd) {
    validateInteger(fd, 'fd', 0, 2147483647);
    return fd;
}

const flagNames = {
    __proto__: null,
    'r': constants.O_RDONLY,
    'rs': constants.O_RDONLY | constants.O_SYNC,
    'sr': constants.O_RDONLY | constants.O_SYNC,
    'r+': constants.O_RDWR,
    'rs+': constants.O_RDWR | constants.O_SYNC,
    'sr+': constants.O_RDWR | constants.O_SYNC,
};
for (const [letter, more] of [['w', constants.O_TRUNC],
                              ['a', constants.O_APPEND]]) {
    const base = constants.O_CREAT | more;
    for (const [extra, bit] of [['', 0], ['x', constants.O_EXCL],
                                ['s', constants.O_SYNC]]) {
        const one = base | bit;
        flagNames[letter + extra] = flagNames[extra + letter] =
            one | constants.O_WRONLY;
        flagNames[`${letter}${extra}+`] = flagNames[`${extra}${letter}+`] =
            one | constants.O_RDWR;
    }
}

function toFlags(flags, name = 'flags') {
    if (typeof flags === 'number') {
        validateInteger(flags, name, -2147483648, 2147483647);
        return flags;
    }
    if (flags === undefined || flags === null)
        return constants.O_RDONLY;
    const known = flagNames[flags];
    if (known === undefined)
        throw new codes.ERR_INVALID_ARG_VALUE(name, flags);
    return known;
}

/* Without `otherwise` there has to be one. */
function toMode(mode, name = 'mode', otherwise = undefined) {
    if (otherwise !== undefined && (mode === undefined || mode === null))
        return otherwise;
    if (typeof mode === 'string') {
        if (!/^[0-7]+$/.test(mode)) {
            throw new codes.ERR_INVALID_ARG_VALUE(
                name, mode, 'must be a 32-bit unsigned integer or an octal ' +
                'string');
        }
        return parseInt(mode, 8);
    }
    validateUint32(mode, name);
    return mode;
}

/* Seconds; dates and strings too. */
function toTime(time, name = 'time') {
    if (typeof time === 'string' && +time == time) // eslint-disable-line eqeqeq
        return +time;
    if (Number.isFinite(time))
        return time < 0 ? Date.now() / 1000 : time;
    if (isDate(time))
        return DateGetTime.call(time) / 1000;
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['Date', 'Time in seconds'],
                                         time);
}

function toCallback(callback) {
    validateFunction(callback, 'cb');
    return callback;
}

function toOptions(options, defaults) {
    if (options === undefined || options === null ||
        typeof options === 'function')
        return defaults;
    if (typeof options === 'string')
        options = { encoding: options };
    else if (typeof options !== 'object')
        throw new codes.ERR_INVALID_ARG_TYPE('options', ['string', 'Object'],
                                             options);
    const { encoding } = options;
    if (encoding !== 'buffer' && normalizeEncoding(encoding) === undefined) {
        throw new codes.ERR_INVALID_ARG_VALUE('encoding', encoding,
                                              'is invalid encoding');
    }
    validateAbortSignal(options.signal, 'options.signal');
    return { ...defaults, ...options };
}

/* The number by which C knows the encoding of a name that it is to return. */
function toCodec(options) {
    if (options === undefined || options === null ||
        typeof options === 'function')
        return UTF8;
    return nameCodecOf(toOptions(options, {}).encoding);
}

function nameCodecOf(encoding) {
    if (encoding === 'buffer')
        return BUFFER;
    return encoding ? codecOf(encoding) : UTF8;
}

// ---- Results ------------------------------------------------------------------------

const toText = (path) =>
    (path === undefined || typeof path === 'string' ? path : decodePath(path));

/* The stack begins below `above`: programs see the function that they
 * called. */
function makeError(errno, syscall, path, dest, above = makeError) {
    const error = new UVException({ errno, syscall, path: toText(path),
                                    dest: toText(dest) });
    Error.captureStackTrace(error, above);
    return error;
}

/* The error of an asynchronous call has no stack below its message: there is
 * no JavaScript on the stack when the loop calls back. */
function makeAsyncError(errno, syscall, path, dest) {
    const error = makeError(errno, syscall, path, dest);
    Error.captureStackTrace(error, toCallback);
    return error;
}

// ---- Stats ---------------------------------------------------------------------------

const numberFields = ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize',
                      'ino', 'size', 'blocks'];
const timeFields = ['atime', 'mtime', 'ctime', 'birthtime'];

class StatsBase {
    isDirectory() { return this._is(constants.S_IFDIR); }

    isFile() { return this._is(constants.S_IFREG); }

    isBlockDevice() { return this._is(constants.S_IFBLK); }

    isCharacterDevice() { return this._is(constants.S_IFCHR); }

    isSymbolicLink() { return this._is(constants.S_IFLNK); }

    isFIFO() { return this._is(constants.S_IFIFO); }

    isSocket() { return this._is(constants.S_IFSOCK); }

    _is(type) {
        return (Number(this.mode) & constants.S_IFMT) === type;
    }
}
Object.defineProperty(StatsBase.prototype, '_is', {
    __proto__: null, enumerable: false,
});

/* Dates are made when they are read: most programs never do. */
function defineDates(prototype) {
    for (const field of timeFields) {
        Object.defineProperty(prototype, field, {
            __proto__: null, enumerable: true, configurable: true,
            get() {
                const value = new Date(Number(this[`${field}Ms`]));
                this[field] = value;
                return value;
            },
            set(value) {
                Object.defineProperty(this, field, {
                    __proto__: null, value, enumerable: true, writable: true,
                    configurable: true,
                });
            },
        });
    }
}

/* Its arguments are its fields, one by one. It can be called without new. */
function Stats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks,
               atimeMs, mtimeMs, ctimeMs, birthtimeMs) {
    const stats = new.target === undefined
        ? Object.create(Stats.prototype) : this;
    stats.dev = dev;
    stats.mode = mode;
    stats.nlink = nlink;
    stats.uid = uid;
    stats.gid = gid;
    stats.rdev = rdev;
    stats.blksize = blksize;
    stats.ino = ino;
    stats.size = size;
    stats.blocks = blocks;
    stats.atimeMs = atimeMs;
    stats.mtimeMs = mtimeMs;
    stats.ctimeMs = ctimeMs;
    stats.birthtimeMs = birthtimeMs;
    return stats;
}
Object.setPrototypeOf(Stats.prototype, StatsBase.prototype);
Object.setPrototypeOf(Stats, StatsBase);
defineDates(Stats.prototype);

/* From the numbers of the kernel, in which times are two each. */
function makeNumberStats(n) {
    return new Stats(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9],
                     n[10] * 1000 + n[11] / 1e6, n[12] * 1000 + n[13] / 1e6,
                     n[14] * 1000 + n[15] / 1e6, n[16] * 1000 + n[17] / 1e6);
}

class BigIntStats extends StatsBase {
    constructor(n) {
        super();
        for (let i = 0; i < numberFields.length; i++)
            this[numberFields[i]] = n[i];
        for (let i = 0; i < timeFields.length; i++) {
            this[`${timeFields[i]}Ms`] =
                n[10 + 2 * i] * 1000n + n[11 + 2 * i] / 1000000n;
        }
        for (let i = 0; i < timeFields.length; i++) {
            this[`${timeFields[i]}Ns`] =
                n[10 + 2 * i] * 1000000000n + n[11 + 2 * i];
        }
    }
}
defineDates(BigIntStats.prototype);

/* What C makes these objects of: the order of the fields is known there. */
function makeSample(isBig) {
    return isBig ? new BigIntStats(new BigInt64Array(18)) :
        makeNumberStats(new Float64Array(18));
}

function makeStats(numbers) {
    return numbers instanceof BigInt64Array ? new BigIntStats(numbers) :
        makeNumberStats(numbers);
}

class StatFs {
    constructor(n) {
        const names = ['type', 'bsize', 'frsize', 'blocks', 'bfree', 'bavail',
                       'files', 'ffree'];
        for (let i = 0; i < names.length; i++)
            this[names[i]] = n[i];
    }
}

const kType = Symbol('type');

class Dirent {
    constructor(name, type, path) {
        this.name = name;
        this.parentPath = path;
        this[kType] = type;
    }

    isDirectory() { return this[kType] === constants.UV_DIRENT_DIR; }

    isFile() { return this[kType] === constants.UV_DIRENT_FILE; }

    isBlockDevice() { return this[kType] === constants.UV_DIRENT_BLOCK; }

    isCharacterDevice() { return this[kType] === constants.UV_DIRENT_CHAR; }

    isSymbolicLink() { return this[kType] === constants.UV_DIRENT_LINK; }

    isFIFO() { return this[kType] === constants.UV_DIRENT_FIFO; }

    isSocket() { return this[kType] === constants.UV_DIRENT_SOCKET; }
}

function makeDirents(list, path) {
    const result = [];
    for (let i = 0; i < list.length; i += 2)
        result.push(new Dirent(list[i], list[i + 1], path));
    return result;
}

// ---- Requests ----------------------------------------------------------------------

/* What the loop calls oncomplete(errno, value) of. Stacks and async_hooks show
 * it, the latter under the name of its type. */
class FSReqCallback {
    constructor(oncomplete) {
        if (oncomplete !== undefined)
            this.oncomplete = oncomplete;
    }
    get requestType() { return 'FSREQCALLBACK'; }
}

/* One that settles a promise. */
class FSReqPromise {
    constructor(oncomplete) {
        if (oncomplete !== undefined)
            this.oncomplete = oncomplete;
    }
    get requestType() { return 'FSREQPROMISE'; }
}

class FileHandleCloseReq {
    constructor(oncomplete) {
        this.oncomplete = oncomplete;
    }
    get requestType() { return 'FILEHANDLECLOSEREQ'; }
}

/* The rejection handler of a request: the stack shows the awaiting
 * functions. */
function refuse(error) {
    Error.captureStackTrace(error, refuse);
    return Promise.reject(error);
}

module.exports = {
    Dirent, FSReqCallback, FSReqPromise, FileHandleCloseReq, StatFs, Stats,
    UTF8, checkPath, constants, decodeContents, makeAsyncError, makeDirents, makeError,
    makeSample, makeStats, nameCodecOf, refuse, toCallback, toCodec, toFd, toFlags, toMode,
    toOptions, toPath, toPathIfURL, toTextPath, toTime,
};
