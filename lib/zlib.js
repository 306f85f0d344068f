'use strict';
/*
 * zlib - deflate, gzip and their relatives, brotli and zstd as streams, at
 * once, and with a callback.
 *
 * A stream gives its input to C piece by piece; C fills `_outBuffer`, of which
 * the filled part is pushed. All but the *Sync functions work on the thread
 * pool. The three libraries differ in their options, in how they are flushed and
 * in their errors: what a class has of its own is [kErrorOf] and `defaults`.
 */

const binding = internalBinding('zlib');
const { Transform, finished } = require('stream');
const { codes, makePlainError } = require('internal/errors');
const {
    validateBoolean, validateFunction, validateUint32,
} = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const constants = require('internal/zlib/constants');

const {
    DEFLATE, DEFLATERAW, GUNZIP, GZIP, INFLATE, INFLATERAW, UNZIP,
    BROTLI_DECODE, BROTLI_ENCODE, ZSTD_COMPRESS, ZSTD_DECOMPRESS,
    Z_BLOCK, Z_BUF_ERROR, Z_DEFAULT_CHUNK, Z_DEFAULT_LEVEL,
    Z_DEFAULT_MEMLEVEL, Z_DEFAULT_STRATEGY,
    Z_DEFAULT_WINDOWBITS, Z_FINISH, Z_FIXED, Z_FULL_FLUSH, Z_MAX_LEVEL,
    Z_MAX_MEMLEVEL, Z_MAX_WINDOWBITS, Z_MIN_CHUNK, Z_MIN_LEVEL,
    Z_MIN_MEMLEVEL, Z_MIN_WINDOWBITS, Z_NEED_DICT, Z_NO_FLUSH, Z_OK,
    Z_STREAM_END, Z_SYNC_FLUSH,
} = constants;

const kFlushFlag = Symbol('kFlushFlag');
const kError = Symbol('kError');
const kOwner = Symbol('kOwner'); // the stream of a handle
const kErrorOf = Symbol('kErrorOf');
const kMaxLength = require('buffer').kMaxLength;

const codesByName = {};
for (const name of ['Z_OK', 'Z_STREAM_END', 'Z_NEED_DICT', 'Z_ERRNO',
                    'Z_STREAM_ERROR', 'Z_DATA_ERROR', 'Z_MEM_ERROR',
                    'Z_BUF_ERROR', 'Z_VERSION_ERROR']) {
    codesByName[name] = constants[name];
    codesByName[constants[name]] = name;
}

// ---- Options ---------------------------------------------------------------

/* NaN counts as not given, as in Node. */
function checkRange(value, name, min, max, fallback) {
    if (value === undefined || Number.isNaN(value))
        return fallback;
    if (typeof value !== 'number')
        throw new codes.ERR_INVALID_ARG_TYPE(name, 'number', value);
    if (!Number.isFinite(value) && max !== Infinity)
        throw new codes.ERR_OUT_OF_RANGE(name, 'a finite number', value);
    if (value < min || value > max)
        throw new codes.ERR_OUT_OF_RANGE(
            name, `>= ${min} and <= ${max}`, value);
    return value;
}

function readChunkSize(size) {
    checkRange(size, 'options.chunkSize', -Infinity, Number.MAX_VALUE);
    if (size === undefined || Number.isNaN(size))
        return Z_DEFAULT_CHUNK;
    if (size < Z_MIN_CHUNK)
        throw new codes.ERR_OUT_OF_RANGE('options.chunkSize',
                                         `>= ${Z_MIN_CHUNK}`, size);
    return size;
}

/* A coder of C, with the array in which it reports what is left over. */
function openHandle(Handle, mode) {
    const state = new Uint32Array(2);
    const handle = new Handle(mode, state);
    handle.stateArray = state;
    handle.writeSync = writeSync;
    return handle;
}

/* For packages that drive the handle by themselves (pngjs): they find in
 * stream._writeState what is left, and the error is the stream's. */
function writeSync(flush, ...args) {
    const stream = this[kOwner];
    const result = this.write(flush, ...args, undefined);
    const error = stream[kErrorOf](result, flush);
    if (error !== undefined)
        stream.destroy(error);
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
    const min = mode === GZIP ? 9 : Z_MIN_WINDOWBITS;
    let read = checkRange(bits, 'options.windowBits', min, Z_MAX_WINDOWBITS,
                          Z_DEFAULT_WINDOWBITS);
    // zlib cannot deflate raw with 8 bits; 9 can be read by all that read 8.
    if (mode === DEFLATERAW && read === 8)
        read = 9;
    return read;
}

// ---- The streams -----------------------------------------------------------

/* How to flush by default, and the last of the numbers for it. */
const zlibDefaults = { flush: Z_NO_FLUSH, finishFlush: Z_FINISH,
                       fullFlush: Z_FULL_FLUSH, max: Z_BLOCK };

function ZlibBase(options, mode, handle, defaults) {
    const given = options ?? {};
    const { max } = defaults;
    const chunkSize = readChunkSize(given.chunkSize);
    const flush = checkRange(given.flush, 'options.flush', 0, max,
                             defaults.flush);
    const finish = checkRange(given.finishFlush, 'options.finishFlush', 0,
                              max, defaults.finishFlush);
    const longest = checkRange(given.maxOutputLength,
                               'options.maxOutputLength', 1, kMaxLength,
                               kMaxLength);
    if (given.rejectGarbageAfterEnd !== undefined)
        validateBoolean(given.rejectGarbageAfterEnd,
                        'options.rejectGarbageAfterEnd');
    Transform.call(this, { autoDestroy: true, ...given, encoding: null,
                           objectMode: false, writableObjectMode: false });
    this[kError] = null;
    this.bytesWritten = 0;
    this._writeState = handle.stateArray;
    this._handle = handle;
    handle[kOwner] = this;
    this._outBuffer = Buffer.allocUnsafe(chunkSize);
    this._outOffset = 0;
    this._chunkSize = chunkSize;
    this._defaultFlushFlag = flush;
    this._finishFlushFlag = finish;
    this._defaultFullFlushFlag = defaults.fullFlush;
    this._lastFlushFlag = max;
    this._info = given.info;
    this._maxOutputLength = longest;
    this._rejectGarbageAfterEnd = given.rejectGarbageAfterEnd === true;
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
    const handle = openHandle(binding.Zlib, mode);
    const result = handle.init(windowBits, level, memLevel, strategy,
                               dictionary,
                               given.rejectGarbageAfterEnd === true);
    if (result !== Z_OK)
        throw new codes.ERR_ZLIB_INITIALIZATION_FAILED();
    ZlibBase.call(this, options, mode, handle, zlibDefaults);
    this._level = level;
    this._strategy = strategy;
    this._dictionary = dictionary;
}
Object.setPrototypeOf(Zlib.prototype, ZlibBase.prototype);
Object.setPrototypeOf(Zlib, ZlibBase);

function makeError(errno, code, text) {
    const error = makePlainError(Error, code, text);
    // Programs see errno first.
    delete error.code;
    error.errno = errno;
    error.code = code;
    return error;
}

/* The words for a result that is not a success; undefined if it is one. */
function describeResult(stream, result, flush) {
    switch (result) {
    case Z_STREAM_END:
        return undefined;
    case Z_OK:
    case Z_BUF_ERROR: // the output is full, or the end is missing
        return stream._writeState[0] !== 0 && flush === Z_FINISH ?
            'unexpected end of file' : undefined;
    case Z_NEED_DICT:
        return stream._dictionary === undefined ? 'Missing dictionary' :
            'Bad dictionary';
    default:
        return 'Zlib error';
    }
}

/* The error of a step; undefined if there was none. zlib's own words come
 * first. */
Zlib.prototype[kErrorOf] = function(result, flush) {
    const text = describeResult(this, result, flush);
    return text === undefined ? undefined :
        makeError(result, codesByName[result],
                  this._handle.getMessage() || text);
};

/* What C has put into the buffer since; a full one is replaced. */
function takeOutput(stream) {
    const { _outBuffer: buffer, _outOffset: from } = stream;
    const end = buffer.length - stream._writeState[0];
    stream._outOffset = end;
    const part = end > from ? buffer.slice(from, end) : null;
    if (stream._writeState[0] === 0 || end >= buffer.length) {
        stream._outOffset = 0;
        stream._outBuffer = Buffer.allocUnsafe(stream._chunkSize);
    }
    return part;
}

function spaceLeft(stream) {
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
    const { [kFlushFlag]: own, byteLength } = chunk;
    const usual = typeof own === 'number' ? own : this._defaultFlushFlag;
    const isLast = this.writableEnded && this.writableLength === byteLength;
    const flush = isLast ? maxFlush(usual, this._finishFlushFlag) : usual;
    run(this, { chunk, at: 0, end: 0, flush, callback });
};

/* Of two ways to flush the one that flushes more. */
const strength = [0, 2, 3, 4, 5, 1]; // Z_BLOCK only ends a block
function maxFlush(a, b) {
    return strength[a] > strength[b] ? a : b;
}

/* One step: as much as fits into the buffer. */
function run(stream, job) {
    const { _handle: handle } = stream;
    if (!handle) {
        process.nextTick(job.callback);
        return;
    }
    // A chunk whose buffer was detached or shortened meanwhile ends there.
    job.end = job.chunk.byteLength;
    job.at = Math.min(job.at, job.end);
    handle.write(job.flush, job.chunk, job.at, job.end - job.at,
                 stream._outBuffer, stream._outOffset, spaceLeft(stream),
                 { oncomplete: (result) => afterStep(stream, job, result) });
}

function afterStep(stream, job, result) {
    if (stream.destroyed || !stream._handle) {
        job.callback();
        return;
    }
    const error = stream[kErrorOf](result, job.flush);
    if (error !== undefined) {
        stream.destroy(error);
        return;
    }
    const { 0: space, 1: left } = stream._writeState;
    const at = job.end - left;
    stream.bytesWritten += at - job.at;
    const isFull = space === 0;
    const output = takeOutput(stream);
    let goesOn = true;
    if (output !== null)
        goesOn = stream.push(output);
    if (stream.destroyed || !stream._handle)
        return;
    // A full buffer means that there may be more of the same input.
    if ((isFull && result !== Z_STREAM_END) ||
        isNextMember(stream, job.chunk, job.at, at)) {
        job.at = at;
        if (goesOn)
            run(stream, job);
        else
            waitForReader(stream, job);
        return;
    }
    // Behind the end of what is decompressed comes nothing of ours.
    if (left > 0) {
        if (stream._rejectGarbageAfterEnd) {
            stream.destroy(new codes.ERR_TRAILING_JUNK_AFTER_STREAM_END());
            return;
        }
        stream.push(null);
    }
    job.callback();
}

/* After a member of a gzip file another one may begin. Where that is not what
 * is unzipped, nothing was used from `before` on. */
function isNextMember(stream, chunk, before, at) {
    return (stream._mode === GUNZIP || stream._mode === UNZIP) &&
        !stream._rejectGarbageAfterEnd &&
        before < at && at < chunk.byteLength && chunk[at] === 0x1f;
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
        kind = this._defaultFullFlushFlag;
    }
    checkRange(kind, 'kind', 0, this._lastFlushFlag);
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

// ---- brotli ----------------------------------------------------------------

/* The values of options.params by their numbers, where one is given. */
function readParams(params, max, Invalid) {
    const values = new Uint32Array(max + 1).fill(-1);
    for (const name of Object.keys(params ?? {})) {
        const number = +name;
        if (Number.isNaN(number) || number < 0 || number > max ||
            (values[number] | 0) !== -1)
            throw new Invalid(name);
        const value = params[name];
        if (typeof value !== 'number' && typeof value !== 'boolean')
            throw new codes.ERR_INVALID_ARG_TYPE('options.params[key]',
                                                 'number', value);
        values[number] = value;
    }
    return values;
}

function lastParam(prefix) {
    let max = 0;
    for (const name of Object.keys(constants)) {
        if (name.startsWith(prefix))
            max = Math.max(max, constants[name]);
    }
    return max;
}

const brotliDefaults = { flush: 0, finishFlush: 2, fullFlush: 1, max: 3 };

/* What init() of C returns besides 0. */
function checkInit(result, library) {
    if (result === 0)
        return;
    if (result === 2)
        throw makePlainError(
            Error, 'ERR_ZLIB_INITIALIZATION_FAILED',
            library === 'zstd' ? 'Setting parameter failed' :
                'Initialization failed');
    if (result === 3)
        throw makePlainError(Error, 'ERR_ZLIB_DICTIONARY_LOAD_FAILED',
                             `Failed to load ${library} dictionary`);
    throw makePlainError(
        Error, 'ERR_ZLIB_INITIALIZATION_FAILED',
        result === 4 ? 'Could not set pledged src size' :
            `Could not initialize ${library} instance`);
}

function Brotli(options, mode) {
    const params = readParams(options?.params, lastParam('BROTLI_PARAM_'),
                              codes.ERR_BROTLI_INVALID_PARAM);
    if (readDictionary(options?.dictionary) !== undefined)
        throw new codes.ERR_FEATURE_UNAVAILABLE_ON_PLATFORM(
            'options.dictionary of brotli');
    const handle = openHandle(mode === BROTLI_ENCODE ? binding.BrotliEncoder :
        binding.BrotliDecoder, mode);
    checkInit(handle.init(params), 'Brotli');
    ZlibBase.call(this, options, mode, handle, brotliDefaults);
}
Object.setPrototypeOf(Brotli.prototype, Zlib.prototype);
Object.setPrototypeOf(Brotli, Zlib);

Brotli.prototype[kErrorOf] = function(result, flush) {
    if (result === 0)
        return undefined;
    if (result === 1) // of the decoder, which would like more
        return flush === brotliDefaults.finishFlush ?
            makeError(Z_BUF_ERROR, 'Z_BUF_ERROR', 'unexpected end of file') :
            undefined;
    if (this._mode === BROTLI_ENCODE)
        return makeError(-1, 'ERR_BROTLI_COMPRESSION_FAILED',
                         'Compression failed');
    return makeError(result, `ERR_${nameOfConstant('BROTLI_DECODER', result)}`,
                     'Decompression failed');
};

/* The rest of the name of an error number. */
function nameOfConstant(prefix, number) {
    for (const name of Object.keys(constants)) {
        if (name.startsWith(`${prefix}_E`) || name.startsWith(`${prefix}_e`)) {
            if (constants[name] === number)
                return name.slice(prefix.length);
        }
    }
    return '_ERROR';
}

// ---- zstd ------------------------------------------------------------------

const zstdDefaults = { flush: 0, finishFlush: 2, fullFlush: 1, max: 2 };

function Zstd(options, mode) {
    const isEncoder = mode === ZSTD_COMPRESS;
    const params = readParams(options?.params,
                              lastParam(isEncoder ? 'ZSTD_c_' : 'ZSTD_d_'),
                              codes.ERR_ZSTD_INVALID_PARAM);
    const handle = openHandle(isEncoder ? binding.ZstdCompress :
        binding.ZstdDecompress, mode);
    const dictionary = isArrayBufferView(options?.dictionary) ?
        options.dictionary : undefined;
    checkInit(handle.init(params, dictionary,
                          options?.pledgedSrcSize ?? undefined), 'zstd');
    ZlibBase.call(this, options, mode, handle, zstdDefaults);
}
Object.setPrototypeOf(Zstd.prototype, ZlibBase.prototype);
Object.setPrototypeOf(Zstd, ZlibBase);

Zstd.prototype[kErrorOf] = function(result) {
    if (result === 0)
        return undefined;
    if (result === Z_BUF_ERROR)
        return makeError(result, 'Z_BUF_ERROR', 'unexpected end of file');
    return makeError(result, `ZSTD${nameOfConstant('ZSTD', result)}`,
                     this._handle.getMessage());
};

// ---- At once ---------------------------------------------------------------

function toBytes(data, name = 'buffer') {
    if (typeof data === 'string')
        return Buffer.from(data);
    if (isArrayBufferView(data)) {
        const end = data.byteOffset + data.byteLength;
        if (end > data.buffer.byteLength)
            throw new codes.ERR_OUT_OF_RANGE(
                'buffer.byteLength', `<= ${data.buffer.byteLength}`, end);
        return data.buffer.detached
            ? Buffer.alloc(0)
            : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    }
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
    if (spaceLeft(stream) < 0)
        throw new codes.ERR_OUT_OF_RANGE(
            'stream._outOffset', `<= ${stream._outBuffer.length}`,
            stream._outOffset);
    for (;;) {
        const result = stream._handle.write(
            flush, bytes, at, bytes.length - at, stream._outBuffer,
            stream._outOffset, spaceLeft(stream), undefined);
        const error = stream[kErrorOf](result, flush);
        if (error !== undefined) {
            closeHandle(stream);
            throw error;
        }
        const isFull = stream._writeState[0] === 0;
        const before = at;
        at = bytes.length - stream._writeState[1];
        const output = takeOutput(stream);
        if (output !== null) {
            parts.push(output);
            total += output.length;
        }
        if (total > stream._maxOutputLength) {
            closeHandle(stream);
            throw new codes.ERR_BUFFER_TOO_LARGE(stream._maxOutputLength);
        }
        if ((!isFull || result === Z_STREAM_END) &&
            !isNextMember(stream, bytes, before, at))
            break;
    }
    if (at < bytes.length && stream._rejectGarbageAfterEnd) {
        closeHandle(stream);
        throw new codes.ERR_TRAILING_JUNK_AFTER_STREAM_END();
    }
    stream.bytesWritten = at;
    closeHandle(stream);
    return parts.length === 1 ? parts[0] : Buffer.concat(parts, total);
}

ZlibBase.prototype._processChunk = function(chunk, flush, callback) {
    if (typeof callback === 'function')
        run(this, { chunk, at: 0, end: 0, flush, callback });
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
    // The stream checks what is neither: nothing at all is an empty input.
    const bytes = typeof data === 'string' || isArrayBufferView(data) ||
        isAnyArrayBuffer(data) ? toBytes(data) : data;
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

function makeClass(name, Base, mode) {
    const Class = {
        [name]: function(options) {
            if (!(this instanceof Class)) {
                warnOfCall(name);
                return new Class(options);
            }
            Base.call(this, options, mode);
        },
    }[name];
    Object.setPrototypeOf(Class.prototype, Base.prototype);
    Object.setPrototypeOf(Class, Base);
    return Class;
}

let hasWarned = false;

function warnOfCall(name) {
    if (hasWarned)
        return;
    hasWarned = true;
    process.emitWarning(
        `Instantiating ${name} without the 'new' keyword has been deprecated.`,
        'DeprecationWarning', 'DEP0184');
}

const kinds = [
    ['Deflate', Zlib, DEFLATE], ['Inflate', Zlib, INFLATE],
    ['Gzip', Zlib, GZIP], ['Gunzip', Zlib, GUNZIP],
    ['DeflateRaw', Zlib, DEFLATERAW], ['InflateRaw', Zlib, INFLATERAW],
    ['Unzip', Zlib, UNZIP], ['BrotliCompress', Brotli, BROTLI_ENCODE],
    ['BrotliDecompress', Brotli, BROTLI_DECODE],
    ['ZstdCompress', Zstd, ZSTD_COMPRESS],
    ['ZstdDecompress', Zstd, ZSTD_DECOMPRESS],
];
for (const { 0: name, 1: Base, 2: mode } of kinds) {
    const Class = makeClass(name, Base, mode);
    const plain = name[0].toLowerCase() + name.slice(1);
    exports[name] = Class;
    exports[`create${name}`] = {
        [`create${name}`]: function(options) { return new Class(options); },
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
    return binding.crc32(toBytes(data, 'data'), value);
};

Object.defineProperties(exports, {
    constants: { __proto__: null, enumerable: true, value: constants },
    codes: { __proto__: null, enumerable: true,
             value: Object.freeze(codesByName) },
});

/* Those that zlib itself had before zlib.constants, and zstd's; none of
 * brotli's. */
for (const name of Object.keys(constants)) {
    if (!name.startsWith('BROTLI'))
        Object.defineProperty(exports, name,
                              { __proto__: null, value: constants[name] });
}
