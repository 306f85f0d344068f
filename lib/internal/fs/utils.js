'use strict';
/*
 * internal/fs/utils - what all file calls share: checking arguments, errors,
 * and the objects they hand out.
 */

const { codes, UVException } = require('internal/errors');
const { fs: constants } = internalBinding('constants');
const {
    validateFunction, validateInteger, validateUint32,
} = require('internal/validators');

// ---- Arguments ---------------------------------------------------------------------

function decodePath(bytes) {
    return new TextDecoder().decode(bytes);
}

/* A path as a string: strings, URLs and bytes are taken. */
function toPath(path, name = 'path') {
    if (path instanceof Uint8Array)
        path = decodePath(path);
    else if (typeof path === 'object' && path !== null && path.href &&
             path.protocol)
        path = require('internal/url').fileURLToPath(path);
    if (typeof path !== 'string') {
        throw new codes.ERR_INVALID_ARG_TYPE(
            name, ['string', 'Buffer', 'URL'], path);
    }
    if (path.includes('\u0000')) {
        throw new codes.ERR_INVALID_ARG_VALUE(
            name, path, 'must be a string, Uint8Array, or URL without null ' +
            'bytes');
    }
    return path;
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

function toMode(mode, name = 'mode', otherwise = 0o666) {
    if (mode === undefined || mode === null)
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
    if (time instanceof Date)
        return time.getTime() / 1000;
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['Date', 'Time in seconds'],
                                         time);
}

function toCallback(callback) {
    validateFunction(callback, 'cb');
    return callback;
}

const encodings = new Set(['utf8', 'utf-8', 'buffer', 'ascii', 'latin1',
                           'binary', 'utf16le', 'utf-16le', 'ucs2', 'ucs-2',
                           'hex', 'base64', 'base64url']);

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
    if (encoding !== undefined && encoding !== null &&
        !encodings.has(`${encoding}`.toLowerCase())) {
        throw new codes.ERR_INVALID_ARG_VALUE('encoding', encoding,
                                              'is invalid encoding');
    }
    return { ...defaults, ...options };
}

// ---- Results ------------------------------------------------------------------------

function makeError(errno, syscall, path, dest) {
    return new UVException({ errno, syscall, path, dest });
}

/* Text of bytes; without an encoding the bytes themselves. */
function decode(bytes, encoding) {
    if (encoding === undefined || encoding === null || encoding === 'buffer')
        return bytes;
    const name = `${encoding}`.toLowerCase();
    switch (name) {
    case 'utf8':
    case 'utf-8':
        return internalBinding('encoding').decodeUtf8(bytes, false);
    case 'hex':
        return bytes.toHex();
    case 'base64':
        return bytes.toBase64();
    case 'base64url':
        return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
    case 'latin1':
    case 'binary':
    case 'ascii':
        return decodeLatin1(bytes, name === 'ascii' ? 127 : 255);
    default:
        return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(bytes);
    }
}

function decodeLatin1(bytes, mask) {
    let text = '';
    for (const byte of bytes)
        text += String.fromCharCode(byte & mask);
    return text;
}

function encode(text, encoding) {
    const name = `${encoding ?? 'utf8'}`.toLowerCase();
    switch (name) {
    case 'utf8':
    case 'utf-8':
        return internalBinding('encoding').encodeUtf8(text);
    case 'hex':
        return Uint8Array.fromHex(text);
    case 'base64':
        return Uint8Array.fromBase64(text);
    case 'base64url':
        return Uint8Array.fromBase64(text, { alphabet: 'base64url' });
    case 'latin1':
    case 'binary':
    case 'ascii':
        return Uint8Array.from(text, (c) => c.charCodeAt(0) & 255);
    default: {
        const units = new Uint16Array(text.length);
        for (let i = 0; i < text.length; i++)
            units[i] = text.charCodeAt(i);
        return new Uint8Array(units.buffer);
    }
    }
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

/* Dates are made when they are asked for: most programs never do. */
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

class Stats extends StatsBase {
    constructor(n) {
        super();
        for (let i = 0; i < numberFields.length; i++)
            this[numberFields[i]] = n[i];
        for (let i = 0; i < timeFields.length; i++) {
            this[`${timeFields[i]}Ms`] =
                n[10 + 2 * i] * 1000 + n[11 + 2 * i] / 1e6;
        }
    }
}
defineDates(Stats.prototype);

class BigIntStats extends StatsBase {
    constructor(n) {
        super();
        for (let i = 0; i < numberFields.length; i++)
            this[numberFields[i]] = n[i];
        for (let i = 0; i < timeFields.length; i++) {
            const [sec, nsec] = [n[10 + 2 * i], n[11 + 2 * i]];
            this[`${timeFields[i]}Ms`] = sec * 1000n + nsec / 1000000n;
            this[`${timeFields[i]}Ns`] = sec * 1000000000n + nsec;
        }
    }
}
defineDates(BigIntStats.prototype);

function makeStats(numbers) {
    return numbers instanceof BigInt64Array ? new BigIntStats(numbers) :
        new Stats(numbers);
}

class StatFs {
    constructor(n) {
        const names = ['type', 'bsize', 'blocks', 'bfree', 'bavail', 'files',
                       'ffree'];
        for (let i = 0; i < names.length; i++)
            this[names[i]] = n[i];
    }
}

class Dirent {
    #type;

    constructor(name, path, type) {
        this.name = name;
        this.parentPath = path;
        this.#type = type;
    }

    isDirectory() { return this.#type === constants.UV_DIRENT_DIR; }

    isFile() { return this.#type === constants.UV_DIRENT_FILE; }

    isBlockDevice() { return this.#type === constants.UV_DIRENT_BLOCK; }

    isCharacterDevice() { return this.#type === constants.UV_DIRENT_CHAR; }

    isSymbolicLink() { return this.#type === constants.UV_DIRENT_LINK; }

    isFIFO() { return this.#type === constants.UV_DIRENT_FIFO; }

    isSocket() { return this.#type === constants.UV_DIRENT_SOCKET; }
}

function makeDirents(list, path) {
    const result = [];
    for (let i = 0; i < list.length; i += 2)
        result.push(new Dirent(list[i], path, list[i + 1]));
    return result;
}

module.exports = {
    Dirent, StatFs, Stats, constants, decode, encode, makeDirents, makeError,
    makeStats, toCallback, toFd, toFlags, toMode, toOptions, toPath, toTime,
};
