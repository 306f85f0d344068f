'use strict';
/*
 * zlib - deflate, gzip and their relatives as streams, at once, and with a
 * callback.
 *
 * A stream gives its input to C piece by piece; C fills `_outBuffer`, of which
 * the filled part is pushed. All but the *Sync functions work on the thread
 * pool. brotli and zstd are not there yet and say so.
 */

const { Zlib: Handle, crc32: crc32OfBytes } = internalBinding('zlib');
const { Transform, finished } = require('stream');
const { codes, makePlainError } = require('internal/errors');
const {
    validateFunction, validateUint32,
} = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { defineMissing } = require('internal/missing');
const constants = require('internal/zlib/constants');

const {
    DEFLATE, DEFLATERAW, GUNZIP, GZIP, INFLATE, INFLATERAW, UNZIP,
    Z_BLOCK, Z_BUF_ERROR, Z_DEFAULT_CHUNK, Z_DEFAULT_LEVEL, Z_DEFAULT_MEMLEVEL, Z_DEFAULT_STRATEGY,
    Z_DEFAULT_WINDOWBITS, Z_FINISH, Z_FIXED, Z_FULL_FLUSH, Z_MAX_LEVEL,
    Z_MAX_MEMLEVEL, Z_MAX_WINDOWBITS, Z_MIN_CHUNK, Z_MIN_LEVEL,
    Z_MIN_MEMLEVEL, Z_MIN_WINDOWBITS, Z_NEED_DICT, Z_NO_FLUSH, Z_OK,
    Z_STREAM_END, Z_SYNC_FLUSH,
} = constants;

const kFlushFlag = Symbol('kFlushFlag');
const kError = Symbol('kError');
const kMaxLength = require('buffer').kMaxLength;

const codesByName = { __proto__: null };
for (const name of ['Z_OK', 'Z_STREAM_END', 'Z_NEED_DICT', 'Z_ERRNO',
                    'Z_STREAM_ERROR', 'Z_DATA_ERROR', 'Z_MEM_ERROR',
                    'Z_BUF_ERROR', 'Z_VERSION_ERROR']) {
    codesByName[name] = constants[name];
    codesByName[constants[name]] = name;
}

// ---- Options ---------------------------------------------------------------

/* NaN counts as not given, as in Node. */
function checkRange(value, name, least, most, fallback) {
    if (value === undefined || Number.isNaN(value))
        return fallback;
    if (typeof value !== 'number')
        throw new codes.ERR_INVALID_ARG_TYPE(name, 'number', value);
    if (!Number.isFinite(value) && most !== Infinity)
        throw new codes.ERR_OUT_OF_RANGE(name, 'a finite number', value);
    if (value < least || value > most)
        throw new codes.ERR_OUT_OF_RANGE(
            name, `>= ${least} and <= ${most}`, value);
    return value;
}

function readDictionary(dictionary) {
    if (dictionary === undefined || isArrayBufferView(dictionary))
        return dictionary;
    if (isAnyArrayBuffer(dictionary))
        return new Uint8Array(dictionary);
    throw new codes.ERR_INVALID_ARG_TYPE(
        'options.dictionary',
        ['Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], dictionary);
}

function isDeflating(mode) {
    return mode === DEFLATE || mode === GZIP || mode === DEFLATERAW;
}

function readWindowBits(options, mode) {
    const bits = options.windowBits;
    // Zero leaves it to the head of what is inflated.
    if ((bits === 0 || bits === undefined || bits === null) &&
        !isDeflating(mode) && mode !== INFLATERAW)
        return bits === 0 ? 0 : Z_DEFAULT_WINDOWBITS;
    const least = mode === GZIP ? 9 : Z_MIN_WINDOWBITS;
    let read = checkRange(bits, 'options.windowBits', least, Z_MAX_WINDOWBITS,
                          Z_DEFAULT_WINDOWBITS);
    // zlib cannot deflate raw with 8 bits; 9 can be read by all that read 8.
    if (mode === DEFLATERAW && read === 8)
        read = 9;
    return read;
}

// ---- The streams -----------------------------------------------------------

function ZlibBase(options, mode) {
    const given = options ?? {};
    const chunkSize = checkRange(given.chunkSize, 'options.chunkSize',
                                 Z_MIN_CHUNK, Infinity, Z_DEFAULT_CHUNK);
    const flush = checkRange(given.flush, 'options.flush', Z_NO_FLUSH, Z_BLOCK,
                             Z_NO_FLUSH);
    const finish = checkRange(given.finishFlush, 'options.finishFlush',
                              Z_NO_FLUSH, Z_BLOCK, Z_FINISH);
    const most = checkRange(given.maxOutputLength, 'options.maxOutputLength',
                            1, kMaxLength, kMaxLength);
    Transform.call(this, { autoDestroy: true, ...given, encoding: undefined,
                           objectMode: false, readableObjectMode: false,
                           writableObjectMode: false });
    this[kError] = null;
    this.bytesWritten = 0;
    this._state = new Uint32Array(2);
    this._handle = new Handle(mode, this._state);
    this._outBuffer = Buffer.allocUnsafe(chunkSize);
    this._outOffset = 0;
    this._chunkSize = chunkSize;
    this._defaultFlushFlag = flush;
    this._finishFlushFlag = finish;
    this._info = Boolean(given.info);
    this._maxOutputLength = most;
    this._mode = mode;
}
Object.setPrototypeOf(ZlibBase.prototype, Transform.prototype);
Object.setPrototypeOf(ZlibBase, Transform);

function Zlib(options, mode) {
    const given = options ?? {};
    const windowBits = readWindowBits(given, mode);
    const level = checkRange(given.level, 'options.level', Z_MIN_LEVEL,
                             Z_MAX_LEVEL, Z_DEFAULT_LEVEL);
    const memLevel = checkRange(given.memLevel, 'options.memLevel',
                                Z_MIN_MEMLEVEL, Z_MAX_MEMLEVEL,
                                Z_DEFAULT_MEMLEVEL);
    const strategy = checkRange(given.strategy, 'options.strategy',
                                Z_DEFAULT_STRATEGY, Z_FIXED,
                                Z_DEFAULT_STRATEGY);
    const dictionary = readDictionary(given.dictionary);
    ZlibBase.call(this, options, mode);
    this._level = level;
    this._strategy = strategy;
    this._dictionary = dictionary;
    const result = this._handle.init(windowBits, level, memLevel, strategy,
                                     dictionary);
    if (result !== Z_OK)
        throw makeError(this, result, 'Failed to initialize');
}
Object.setPrototypeOf(Zlib.prototype, ZlibBase.prototype);
Object.setPrototypeOf(Zlib, ZlibBase);

function makeError(stream, result, text) {
    const error = makePlainError(Error, codesByName[result], text);
    error.errno = result;
    return error;
}

/* The words for a result that is no success; undefined if it is one. */
function describeResult(stream, result, flush) {
    if (result === Z_OK || result === Z_STREAM_END)
        return undefined;
    if (result === Z_BUF_ERROR)
        return flush === Z_FINISH ? 'unexpected end of file' : undefined;
    if (result === Z_NEED_DICT)
        return stream._dictionary === undefined ? 'Missing dictionary' :
            'Bad dictionary';
    return stream._handle.getMessage() || 'Zlib error';
}

function errorOf(stream, result, flush) {
    if (result === Z_BUF_ERROR && stream._state[0] === 0)
        return undefined; // the output is full, and that is all
    const text = describeResult(stream, result, flush);
    return text === undefined ? undefined : makeError(stream, result, text);
}

/* What C has put into the buffer since; a full one is replaced. */
function takeOutput(stream) {
    const { _outBuffer: buffer, _outOffset: from } = stream;
    const end = buffer.length - stream._state[0];
    stream._outOffset = end;
    const part = end > from ? buffer.slice(from, end) : null;
    if (stream._state[0] === 0 || end >= buffer.length) {
        stream._outOffset = 0;
        stream._outBuffer = Buffer.allocUnsafe(stream._chunkSize);
    }
    return part;
}

function roomLeft(stream) {
    return stream._outBuffer.length - stream._outOffset;
}

Object.defineProperty(ZlibBase.prototype, '_closed', {
    __proto__: null,
    configurable: true,
    get() { return this._handle === null; },
});

ZlibBase.prototype._flush = function(callback) {
    this._transform(Buffer.alloc(0), '', callback);
};

ZlibBase.prototype._final = function(callback) {
    callback();
};

ZlibBase.prototype._transform = function(chunk, encoding, callback) {
    let flush = this._defaultFlushFlag;
    if (typeof chunk[kFlushFlag] === 'number')
        flush = chunk[kFlushFlag];
    else if (this.writableEnded && this.writableLength === chunk.byteLength)
        flush = maxFlush(flush, this._finishFlushFlag);
    process.nextTick(run, this, { chunk, at: 0, flush, callback });
};

/* Of two ways to flush the one that flushes more. */
const strength = [0, 1, 2, 3, 5, 4]; // Z_BLOCK is weaker than Z_FINISH
function maxFlush(a, b) {
    return strength[a] > strength[b] ? a : b;
}

/* One step: as much as fits into the buffer. */
function run(stream, job) {
    const { _handle: handle } = stream;
    if (!handle) {
        job.callback();
        return;
    }
    handle.write(job.flush, job.chunk, job.at, job.chunk.byteLength - job.at,
                 stream._outBuffer, stream._outOffset, roomLeft(stream),
                 { oncomplete: (result) => afterStep(stream, job, result) });
}

function afterStep(stream, job, result) {
    if (stream.destroyed || !stream._handle) {
        job.callback();
        return;
    }
    const error = errorOf(stream, result, job.flush);
    if (error !== undefined) {
        stream.destroy(error);
        return;
    }
    const { 0: room, 1: left } = stream._state;
    const at = job.chunk.byteLength - left;
    stream.bytesWritten += at - job.at;
    const isFull = room === 0;
    const output = takeOutput(stream);
    let goesOn = true;
    if (output !== null)
        goesOn = stream.push(output);
    if (stream.destroyed || !stream._handle)
        return;
    // A full buffer means that there may be more of the same input.
    if ((isFull && result !== Z_STREAM_END) || isNextMember(stream, job, at)) {
        job.at = at;
        if (goesOn)
            run(stream, job);
        else
            waitForReader(stream, job);
        return;
    }
    // Behind the end of what is inflated comes nothing of ours.
    if (left > 0 && result === Z_STREAM_END)
        stream.push(null);
    job.callback();
}

/* After a member of a gzip file another one may begin. */
function isNextMember(stream, job, at) {
    return stream._mode === GUNZIP && at < job.chunk.byteLength &&
        job.chunk[at] === 0x1f;
}

/* The reader has enough for now. */
function waitForReader(stream, job) {
    const read = stream._read;
    stream._read = (n) => {
        stream._read = read;
        run(stream, job);
        read.call(stream, n);
    };
}

ZlibBase.prototype.flush = function(kind, callback) {
    if (typeof kind === 'function' || (kind === undefined && !callback)) {
        callback = kind;
        kind = Z_FULL_FLUSH;
    }
    if (this.writableFinished) {
        if (callback)
            process.nextTick(callback);
    } else if (this.writableEnded) {
        if (callback)
            this.once('end', callback);
    } else {
        const marker = Buffer.alloc(0);
        marker[kFlushFlag] = kind;
        this.write(marker, '', callback);
    }
};

ZlibBase.prototype.close = function(callback) {
    if (callback)
        finished(this, callback);
    this.destroy();
};

ZlibBase.prototype._destroy = function(error, callback) {
    closeHandle(this);
    callback(error);
};

function closeHandle(stream) {
    stream._handle?.close();
    stream._handle = null;
}

ZlibBase.prototype.reset = function() {
    if (!this._handle)
        throw new codes.ERR_STREAM_DESTROYED('zlib binding closed');
    this._handle.reset();
};

Zlib.prototype.params = function(level, strategy, callback) {
    level = checkRange(level, 'level', Z_MIN_LEVEL, Z_MAX_LEVEL);
    strategy = checkRange(strategy, 'strategy', Z_DEFAULT_STRATEGY, Z_FIXED);
    if (this._level === level && this._strategy === strategy) {
        process.nextTick(callback);
        return;
    }
    this.flush(Z_SYNC_FLUSH, () => {
        if (this.destroyed)
            return;
        this._handle.params(level, strategy);
        this._level = level;
        this._strategy = strategy;
        callback?.();
    });
};

// ---- At once ---------------------------------------------------------------

function toBytes(data, name = 'buffer') {
    if (typeof data === 'string')
        return Buffer.from(data);
    if (isArrayBufferView(data))
        return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    if (isAnyArrayBuffer(data))
        return Buffer.from(data);
    throw new codes.ERR_INVALID_ARG_TYPE(
        name, ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'],
        data);
}

function processSync(stream, bytes, flush) {
    const parts = [];
    let total = 0;
    let at = 0;
    for (;;) {
        const result = stream._handle.write(
            flush, bytes, at, bytes.length - at, stream._outBuffer,
            stream._outOffset, roomLeft(stream), undefined);
        const error = errorOf(stream, result, flush);
        if (error !== undefined) {
            closeHandle(stream);
            throw error;
        }
        const isFull = stream._state[0] === 0;
        at = bytes.length - stream._state[1];
        const output = takeOutput(stream);
        if (output !== null) {
            parts.push(output);
            total += output.length;
        }
        if (total > stream._maxOutputLength) {
            closeHandle(stream);
            throw new codes.ERR_BUFFER_TOO_LARGE(stream._maxOutputLength);
        }
        const goesOn = stream._mode === GUNZIP && at < bytes.length &&
            bytes[at] === 0x1f;
        if (!goesOn && (!isFull || result === Z_STREAM_END))
            break;
    }
    stream.bytesWritten = at;
    closeHandle(stream);
    return parts.length === 1 ? parts[0] : Buffer.concat(parts, total);
}

ZlibBase.prototype._processChunk = function(chunk, flush, callback) {
    if (typeof callback === 'function')
        process.nextTick(run, this, { chunk, at: 0, flush, callback });
    else
        return processSync(this, chunk, flush);
    return undefined;
};

function runSync(Class, data, options) {
    const bytes = toBytes(data);
    const stream = new Class(options);
    const buffer = processSync(stream, bytes, stream._finishFlushFlag);
    return stream._info ? { buffer, engine: stream } : buffer;
}

function runLater(Class, data, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = {};
    }
    validateFunction(callback, 'callback');
    const bytes = toBytes(data);
    const stream = new Class(options);
    const parts = [];
    let total = 0;
    stream.on('data', (part) => {
        parts.push(part);
        total += part.length;
        if (total > stream._maxOutputLength) {
            stream.removeAllListeners('end');
            stream.close();
            callback(new codes.ERR_BUFFER_TOO_LARGE(stream._maxOutputLength));
        }
    });
    stream.on('error', (error) => {
        stream.removeAllListeners('end');
        callback(error);
    });
    stream.on('end', () => {
        const buffer = Buffer.concat(parts, total);
        stream.close();
        callback(null, stream._info ? { buffer, engine: stream } : buffer);
    });
    stream.end(bytes);
}

// ---- All of them -----------------------------------------------------------

function makeClass(name, mode) {
    const Class = {
        [name]: function(options) {
            if (!(this instanceof Class))
                return new Class(options);
            Zlib.call(this, options, mode);
        },
    }[name];
    Object.setPrototypeOf(Class.prototype, Zlib.prototype);
    Object.setPrototypeOf(Class, Zlib);
    return Class;
}

const kinds = [
    ['Deflate', DEFLATE], ['Inflate', INFLATE], ['Gzip', GZIP],
    ['Gunzip', GUNZIP], ['DeflateRaw', DEFLATERAW],
    ['InflateRaw', INFLATERAW], ['Unzip', UNZIP],
];
for (const { 0: name, 1: mode } of kinds) {
    const Class = makeClass(name, mode);
    const plain = name[0].toLowerCase() + name.slice(1);
    exports[name] = Class;
    exports[`create${name}`] = {
        [`create${name}`](options) { return new Class(options); },
    }[`create${name}`];
    exports[plain] = {
        [plain](data, options, callback) {
            runLater(Class, data, options, callback);
        },
    }[plain];
    const atOnce = `${plain}Sync`;
    exports[atOnce] = {
        [atOnce](data, options) { return runSync(Class, data, options); },
    }[atOnce];
}

exports.crc32 = function crc32(data, value = 0) {
    if (typeof data !== 'string' && !isArrayBufferView(data))
        throw new codes.ERR_INVALID_ARG_TYPE(
            'data', ['Buffer', 'TypedArray', 'DataView', 'string'], data);
    validateUint32(value, 'value');
    return crc32OfBytes(toBytes(data, 'data'), value);
};

defineMissing(exports, 'brotli and zstd', [
    'BrotliCompress', 'BrotliDecompress', 'ZstdCompress', 'ZstdDecompress',
    'brotliCompress', 'brotliCompressSync', 'brotliDecompress',
    'brotliDecompressSync', 'zstdCompress', 'zstdCompressSync',
    'zstdDecompress', 'zstdDecompressSync', 'createBrotliCompress',
    'createBrotliDecompress', 'createZstdCompress', 'createZstdDecompress',
]);

Object.defineProperties(exports, {
    constants: { __proto__: null, enumerable: true, value: constants },
    codes: { __proto__: null, enumerable: true,
             value: Object.freeze(codesByName) },
});
