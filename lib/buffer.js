'use strict';
/*
 * buffer - Buffer, Blob, File, atob() and btoa().
 *
 * Arguments are checked here, and what goes over bytes is C (src/bind/buffer*.c
 * and codec*.c). Encodings are the numbers of internal/buffer/buffer as soon as their
 * names have been looked up. All Buffers are made by C or by FastBuffer, whose
 * prototype Buffer.prototype is; Buffer() itself is the deprecated constructor.
 */

const binding = internalBinding('buffer');
const { codes } = require('internal/errors');
const {
    FastBuffer, UTF8, codecs, createUnsafeBuffer, codecOf, kMaxLength,
    kStringMaxLength, refuseSize, sliceToString,
} = require('internal/buffer/buffer');
const {
    customInspectSymbol, defineLazy, deprecate, isCalledInNodeModules,
    normalizeEncoding,
} = require('internal/util');
const { isAnyArrayBuffer, isTypedArray, isUint8Array } =
    require('internal/util/types');
const {
    validateArray, validateBuffer, validateInteger, validateNumber,
    validateString,
} = require('internal/validators');
/* Loaded when first used: internal/blob/blob, internal/blob/file,
 * internal/buffer/transcode, internal/process/object, internal/util/inspect. */

const {
    ERR_BUFFER_OUT_OF_BOUNDS, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE,
    ERR_INVALID_BUFFER_SIZE, ERR_MISSING_ARGS, ERR_OUT_OF_RANGE,
    ERR_UNKNOWN_ENCODING,
} = codes;

const ArrayFrom = Array.from;
const ArrayIsArray = Array.isArray;
const ArrayBufferIsView = ArrayBuffer.isView;
const MathFloor = Math.floor;
const MathMin = Math.min;
const MathTrunc = Math.trunc;
const NumberIsInteger = Number.isInteger;
const NumberIsNaN = Number.isNaN;
const ObjectDefineProperty = Object.defineProperty;
const ObjectSetPrototypeOf = Object.setPrototypeOf;
const ReflectApply = Reflect.apply;
const TypedArray = Object.getPrototypeOf(Uint8Array);
const { fill: TypedArrayFill, set: TypedArraySet } = TypedArray.prototype;

/* Throws for what is not a typed array, as every method of one does. */
function lengthOf(array) {
    return Reflect.get(TypedArray.prototype, 'length', array);
}

function validateOffset(value, name, min = 0, max = kMaxLength) {
    validateInteger(value, name, min, max);
}

function refuseBytes(name, value) {
    throw new ERR_INVALID_ARG_TYPE(name, ['Buffer', 'Uint8Array'], value);
}

/* ---- The constructor -------------------------------------------------- */

let isConstructorWarned = false;
let constructorCalls = 0;

/* The user cannot change code in node_modules, so there is no warning for it
 * unless it was asked for. Finding the caller takes time, so only the first
 * calls are checked. */
function warnOfConstructor() {
    if (isConstructorWarned || ++constructorCalls > 10000)
        return;
    const { options } = require('internal/process/object');
    if (!options.pendingDeprecation && isCalledInNodeModules())
        return;
    isConstructorWarned = true;
    process.emitWarning(
        'Buffer() is deprecated due to security and usability issues. Please ' +
        'use the Buffer.alloc(), Buffer.allocUnsafe(), or Buffer.from() ' +
        'methods instead.', 'DeprecationWarning', 'DEP0005');
}

function Buffer(arg, encodingOrOffset, length) {
    warnOfConstructor();
    if (typeof arg !== 'number')
        return Buffer.from(arg, encodingOrOffset, length);
    if (typeof encodingOrOffset === 'string')
        throw new ERR_INVALID_ARG_TYPE('string', 'string', arg);
    return Buffer.alloc(arg);
}

Buffer.prototype = FastBuffer.prototype;
ObjectDefineProperty(Buffer.prototype, 'constructor', {
    __proto__: null, value: Buffer, writable: true, enumerable: false,
    configurable: true,
});
binding.setPrototype(Buffer.prototype);
require('internal/buffer/numbers').install(Buffer.prototype);

ObjectDefineProperty(Buffer, Symbol.species, {
    __proto__: null,
    enumerable: false,
    configurable: true,
    get() { return FastBuffer; },
});
Buffer.poolSize = 64 * 1024;

/* ---- Making them ------------------------------------------------------ */

/* Small ones share the pool. */
function allocate(size) {
    return binding.allocate(size, Buffer.poolSize) ?? refuseSize(size);
}

function fromCodec(text, codec) {
    return binding.fromString(text, codec, Buffer.poolSize) ??
           refuseSize(binding.byteLength(text, codec));
}

function fromString(text, encoding) {
    let codec = UTF8;
    if (encoding && typeof encoding === 'string') {
        codec = codecOf(encoding);
        if (codec === undefined)
            throw new ERR_UNKNOWN_ENCODING(encoding);
    }
    return text.length === 0 ? new FastBuffer() : fromCodec(text, codec);
}

function fromArrayBuffer(buffer, byteOffset, length) {
    byteOffset = byteOffset === undefined ? 0 : +byteOffset;
    if (NumberIsNaN(byteOffset))
        byteOffset = 0;
    const max = buffer.byteLength - byteOffset;
    if (max < 0)
        throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
    if (length !== undefined) {
        length = +length;
        if (!(length > 0))
            length = 0;
        else if (length > max)
            throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
    }
    return new FastBuffer(buffer, byteOffset, length);
}

function fromArrayLike(list) {
    const { length } = list;
    if (length <= 0)
        return new FastBuffer();
    if (length >= Buffer.poolSize >>> 1)
        return new FastBuffer(list);
    const buffer = allocate(length);
    ReflectApply(TypedArraySet, buffer, [list, 0]);
    return buffer;
}

/* Undefined if it is not array-like. */
function fromObject(object) {
    if (object.length !== undefined || isAnyArrayBuffer(object.buffer)) {
        return typeof object.length === 'number' ? fromArrayLike(object)
                                                 : new FastBuffer();
    }
    if (object.type === 'Buffer' && ArrayIsArray(object.data))
        return fromArrayLike(object.data);
    return undefined;
}

function fromPrimitive(object, encoding) {
    if (typeof object[Symbol.toPrimitive] !== 'function')
        return undefined;
    const primitive = object[Symbol.toPrimitive]('string');
    return typeof primitive === 'string' ? fromString(primitive, encoding)
                                         : undefined;
}

Buffer.from = function from(value, encodingOrOffset, length) {
    if (typeof value === 'string')
        return fromString(value, encodingOrOffset);
    if (typeof value === 'object' && value !== null) {
        const copy = binding.copyOf(value, Buffer.poolSize);
        if (copy !== undefined)
            return copy;
        if (!ArrayIsArray(value) && isAnyArrayBuffer(value))
            return fromArrayBuffer(value, encodingOrOffset, length);
        const inner = value.valueOf && value.valueOf();
        if (inner != null && inner !== value &&
            (typeof inner === 'string' || typeof inner === 'object'))
            return from(inner, encodingOrOffset, length);
        const buffer = fromObject(value) ??
                       fromPrimitive(value, encodingOrOffset);
        if (buffer !== undefined)
            return buffer;
    }
    throw new ERR_INVALID_ARG_TYPE(
        'first argument',
        ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'],
        value);
};

Buffer.copyBytesFrom = function copyBytesFrom(view, offset, length) {
    if (!isTypedArray(view))
        throw new ERR_INVALID_ARG_TYPE('view', ['TypedArray'], view);
    const count = lengthOf(view);
    if (count > 0 && offset !== undefined)
        validateInteger(offset, 'offset', 0);
    const start = offset ?? 0;
    const isBehind = start >= count; // then the length is not looked at
    if (!isBehind && length !== undefined)
        validateInteger(length, 'length', 0);
    const end = MathMin(start + (length ?? count), count);
    if (isBehind || end <= start)
        return new FastBuffer();
    const size = view.byteLength / count;
    return fromArrayLike(new Uint8Array(
        view.buffer, view.byteOffset + start * size, (end - start) * size));
};

/* An arrow function, since TypedArray.of() is not a constructor either. */
const of = (...items) => {
    const buffer = new FastBuffer(items.length);
    for (let i = 0; i < items.length; i++)
        buffer[i] = items[i];
    return buffer;
};
Buffer.of = of;

ObjectSetPrototypeOf(Buffer, Uint8Array);

/* Most sizes are integers of 32 bits, and those are spared the call. */
Buffer.alloc = function alloc(size, fill, encoding) {
    if (typeof size !== 'number' || size >>> 0 !== size)
        validateNumber(size, 'size', 0, kMaxLength);
    if (fill === undefined || fill === 0 || !(size > 0))
        return binding.allocateZeroed(size) ?? refuseSize(size);
    const buffer = createUnsafeBuffer(size);
    return fillBuffer(buffer, fill, 0, buffer.length, encoding);
};

Buffer.allocUnsafe = function allocUnsafe(size) {
    if (typeof size !== 'number' || size >>> 0 !== size)
        validateNumber(size, 'size', 0, kMaxLength);
    return allocate(size);
};

Buffer.allocUnsafeSlow = function allocUnsafeSlow(size) {
    validateNumber(size, 'size', 0, kMaxLength);
    return createUnsafeBuffer(size);
};

function SlowBuffer(size) {
    validateNumber(size, 'size', 0, kMaxLength);
    return createUnsafeBuffer(size);
}

ObjectSetPrototypeOf(SlowBuffer.prototype, Uint8Array.prototype);
ObjectSetPrototypeOf(SlowBuffer, Uint8Array);

Buffer.isBuffer = function isBuffer(value) {
    return value instanceof Buffer;
};

Buffer.compare = function compare(buf1, buf2) {
    if (!isUint8Array(buf1))
        refuseBytes('buf1', buf1);
    if (!isUint8Array(buf2))
        refuseBytes('buf2', buf2);
    return buf1 === buf2 ? 0 : binding.compare(buf1, buf2);
};

Buffer.isEncoding = function isEncoding(encoding) {
    return typeof encoding === 'string' && encoding.length !== 0 &&
           normalizeEncoding(encoding) !== undefined;
};

/* The elements of a proxy, in an array that is none. */
function copyElements(list) {
    return ArrayFrom({ __proto__: null, length: list.length },
                     (_, i) => list[i]);
}

Buffer.concat = function concat(list, length) {
    if (!ArrayIsArray(list))
        validateArray(list, 'list');
    if (list.length === 0)
        return new FastBuffer();
    if (length !== undefined)
        validateOffset(length, 'length');
    const joined = binding.concat(list, length, Buffer.poolSize);
    if (typeof joined === 'number')
        refuseBytes(`list[${joined}]`, list[joined]);
    if (joined === null)
        return concat(copyElements(list), length);
    return joined ?? refuseSize(length);
};

Buffer.byteLength = function byteLength(string, encoding) {
    if (typeof string !== 'string') {
        if (ArrayBufferIsView(string) || isAnyArrayBuffer(string))
            return string.byteLength;
        throw new ERR_INVALID_ARG_TYPE(
            'string', ['string', 'Buffer', 'ArrayBuffer'], string);
    }
    const codec = encoding ? codecOf(encoding) ?? UTF8 : UTF8;
    return binding.byteLength(string, codec);
};

/* ---- Old properties --------------------------------------------------- */

function defineGetter(name, get) {
    ObjectDefineProperty(Buffer.prototype, name, {
        __proto__: null, enumerable: true, get,
    });
}

defineGetter('parent', function() {
    return this instanceof Buffer ? this.buffer : undefined;
});
defineGetter('offset', function() {
    return this instanceof Buffer ? this.byteOffset : undefined;
});

/* Fallbacks of the methods in C (src/bind/bytes/buffer_method.c), for arguments that
 * are missing, of another type or invalid. */
const slow = { __proto__: null };

/* ---- Text ------------------------------------------------------------- */

function defineSlice(name, codec) {
    Buffer.prototype[`${name}Slice`] = function(start, end) {
        return sliceChecked(this, start, end, codec);
    };
}

function refuseIndex() {
    const error = new RangeError('Index out of range');
    error.code = 'ERR_OUT_OF_RANGE';
    throw error;
}

/* A missing index is the start or the end; others are truncated to integers. */
function toIndex(value, missing) {
    if (value === undefined)
        return missing;
    const index = MathTrunc(value) || 0;
    if (index < 0)
        refuseIndex();
    return index;
}

function checkView(value) {
    if (!ArrayBufferIsView(value)) {
        const error = new TypeError('argument must be a buffer');
        error.code = 'ERR_INVALID_ARG_TYPE';
        throw error;
    }
}

function sliceChecked(buffer, start, end, codec) {
    checkView(buffer);
    const length = buffer.byteLength;
    if (length === 0)
        return '';
    start = toIndex(start, 0);
    end = toIndex(end, length);
    if (end <= start)
        return '';
    if (end > length)
        refuseIndex();
    return sliceToString(buffer, start, end, codec);
}

function checkString(value) {
    if (typeof value !== 'string') {
        const error = new TypeError('argument must be a string');
        error.code = 'ERR_INVALID_ARG_TYPE';
        throw error;
    }
}

function writeChecked(buffer, string, offset, length, codec) {
    checkView(buffer);
    checkString(string);
    const all = buffer.byteLength;
    offset = toIndex(offset, 0);
    if (offset > all)
        throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
    length = MathMin(toIndex(length, all - offset), all - offset);
    return binding.write(buffer, string, offset, length, codec);
}

/* For the write methods whose arguments Node checks in JavaScript. */
function writeWithin(buffer, string, offset, length, codec) {
    const all = buffer.byteLength;
    offset = offset === undefined ? 0 : Number(offset);
    length = length === undefined ? all - offset : Number(length);
    if (offset < 0 || offset > all)
        throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
    if (length < 0 || length > all - offset)
        throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
    checkString(string);
    return binding.write(buffer, string, offset, length, codec);
}

function defineWrite(name, codec) {
    const isWithin = name === 'ascii' || name === 'latin1' || name === 'utf8';
    const write = isWithin ? writeWithin : writeChecked;
    Buffer.prototype[`${name}Write`] = function(string, offset, length) {
        return write(this, string, offset, length, codec);
    };
}

const methodNames = ['ascii', 'base64', 'base64url', 'latin1', 'hex', 'ucs2',
                     'utf8'];
for (const name of methodNames)
    defineSlice(name, codecs[name]);
for (const name of methodNames)
    defineWrite(name, codecs[name]);

slow.toString = function toString(encoding, start, end) {
    const length = lengthOf(this);
    if (arguments.length === 0)
        return sliceToString(this, 0, length, UTF8);
    if (start <= 0)
        start = 0;
    else if (start >= length)
        return '';
    else
        start = MathTrunc(start) || 0;
    if (end === undefined || end > length)
        end = length;
    else
        end = MathTrunc(end) || 0;
    if (end <= start)
        return '';
    const codec = encoding === undefined ? UTF8 : codecOf(encoding);
    if (codec === undefined)
        throw new ERR_UNKNOWN_ENCODING(encoding);
    return sliceToString(this, start, end, codec);
};

slow.write = function write(string, offset, length, encoding) {
    const all = lengthOf(this);
    if (offset === undefined)
        return writeString(this, string, 0, all, undefined);
    if (length === undefined && typeof offset === 'string')
        return writeString(this, string, 0, all, offset);
    validateOffset(offset, 'offset', 0, all);
    if (typeof length === 'string')
        return writeString(this, string, offset, all - offset, length);
    if (length !== undefined)
        validateOffset(length, 'length', 0, all);
    length = MathMin(length ?? all, all - offset);
    return writeString(this, string, offset, length, encoding);
};

function writeString(buffer, string, offset, length, encoding) {
    const codec = encoding ? codecOf(encoding) : UTF8;
    if (codec === undefined)
        throw new ERR_UNKNOWN_ENCODING(encoding);
    checkString(string);
    return binding.write(buffer, string, offset, length, codec);
}

Buffer.prototype.toJSON = function toJSON() {
    const length = lengthOf(this);
    const data = new Array(length);
    for (let i = 0; i < length; i++)
        data[i] = this[i];
    return { type: 'Buffer', data };
};

/* ---- Comparing, copying, filling -------------------------------------- */

/* Rounded down if it is a finite number; else the default. */
function toInteger(value) {
    if (NumberIsInteger(value))
        return value;
    const n = +value;
    if (NumberIsNaN(n) || n < Number.MIN_SAFE_INTEGER ||
        n > Number.MAX_SAFE_INTEGER)
        return 0;
    return MathFloor(n);
}

Buffer.prototype.copy =
    function copy(target, targetStart, sourceStart, sourceEnd) {
        if (!ArrayBufferIsView(this))
            refuseBytes('source', this);
        if (!ArrayBufferIsView(target))
            refuseBytes('target', target);
        const length = this.byteLength;
        targetStart = targetStart === undefined ? 0 : toInteger(targetStart);
        if (targetStart < 0)
            throw new ERR_OUT_OF_RANGE('targetStart', '>= 0', targetStart);
        sourceStart = sourceStart === undefined ? 0 : toInteger(sourceStart);
        if (sourceStart < 0 || sourceStart > length) {
            throw new ERR_OUT_OF_RANGE(
                'sourceStart', `>= 0 && <= ${length}`, sourceStart);
        }
        sourceEnd = sourceEnd === undefined ? length : toInteger(sourceEnd);
        if (sourceEnd < 0)
            throw new ERR_OUT_OF_RANGE('sourceEnd', '>= 0', sourceEnd);
        if (targetStart >= target.byteLength || sourceStart >= sourceEnd)
            return 0;
        return binding.copy(this, target, targetStart, sourceStart,
                            sourceEnd - sourceStart);
    };

slow.equals = function equals(otherBuffer) {
    if (!isUint8Array(otherBuffer))
        refuseBytes('otherBuffer', otherBuffer);
    if (this === otherBuffer)
        return true;
    if (this.byteLength !== otherBuffer.byteLength)
        return false;
    return binding.compare(this, otherBuffer) === 0;
};

Buffer.prototype.compare = function compare(target, targetStart, targetEnd,
                                            sourceStart, sourceEnd) {
    if (!isUint8Array(target))
        refuseBytes('target', target);
    if (arguments.length === 1)
        return binding.compare(this, target);
    targetStart = readOffset(targetStart, 'targetStart', 0);
    targetEnd = readOffset(targetEnd, 'targetEnd', target.length,
                           target.length);
    sourceStart = readOffset(sourceStart, 'sourceStart', 0);
    sourceEnd = readOffset(sourceEnd, 'sourceEnd', this.length, this.length);
    const isSourceEmpty = sourceStart >= sourceEnd;
    const isTargetEmpty = targetStart >= targetEnd;
    if (isSourceEmpty || isTargetEmpty)
        return isTargetEmpty - isSourceEmpty;
    return binding.compareOffset(this, target, targetStart, sourceStart,
                                 targetEnd, sourceEnd);
};

function readOffset(value, name, fallback, max) {
    if (value === undefined)
        return fallback;
    validateOffset(value, name, 0, max);
    return value;
}

Buffer.prototype.fill = function fill(value, offset, end, encoding) {
    return fillBuffer(this, value, offset, end, encoding);
};

function getFillCodec(encoding) {
    const name = normalizeEncoding(encoding);
    if (name === undefined) {
        validateString(encoding, 'encoding');
        throw new ERR_UNKNOWN_ENCODING(encoding);
    }
    return codecs[name];
}

/* One byte is a number; so is an empty text, zero. The text has no more. */
function simplifyFill(text, codec) {
    if (text.length === 0)
        return 0;
    const code = text.charCodeAt(0);
    if (codec === UTF8 || codec === codecs.ascii)
        return code < 128 ? code : text;
    return codec === codecs.latin1 ? code : text;
}

function fillBuffer(buffer, value, offset, end, encoding) {
    let codec;
    if (typeof value === 'string') {
        if (offset === undefined || typeof offset === 'string') {
            encoding = offset;
            offset = 0;
            end = buffer.length;
        } else if (typeof end === 'string') {
            encoding = end;
            end = buffer.length;
        }
        codec = encoding === undefined ? UTF8 : getFillCodec(encoding);
        if (value.length < 2)
            value = simplifyFill(value, codec);
    }
    if (offset === undefined) {
        offset = 0;
        end = buffer.length;
    } else {
        if (typeof offset !== 'number' || offset >>> 0 !== offset)
            validateOffset(offset, 'offset');
        const { length } = buffer;
        if (end === undefined)
            end = length;
        else if (typeof end !== 'number' || end >>> 0 !== end || end > length)
            validateOffset(end, 'end', 0, length);
        if (offset >= end)
            return buffer;
    }
    fillRange(buffer, value, offset, end, codec);
    return buffer;
}

function fillRange(buffer, value, offset, end, codec) {
    if (typeof value !== 'string' && !ArrayBufferIsView(value)) {
        if (offset > end || end > buffer.byteLength)
            throw new ERR_BUFFER_OUT_OF_BOUNDS();
        if (typeof value !== 'number')
            value = value & 255;
        ReflectApply(TypedArrayFill, buffer, [value, offset, end]);
        return;
    }
    const failed = binding.fill(buffer, value, offset, end, codec);
    if (failed === -1)
        throw new ERR_INVALID_ARG_VALUE('value', value);
    if (failed < 0)
        throw new ERR_BUFFER_OUT_OF_BOUNDS();
}

/* ---- Searching -------------------------------------------------------- */

function toOffset(buffer, offset, isForwards) {
    if (offset > 0x7fffffff)
        return 0x7fffffff;
    if (offset < -0x80000000)
        return -0x80000000;
    const n = +offset;
    if (!NumberIsNaN(n))
        return MathTrunc(n);
    return isForwards ? 0 : buffer.length || buffer.byteLength;
}

function search(buffer, value, offset, end, encoding, isForwards) {
    validateBuffer(buffer);
    if (typeof end === 'string') {
        encoding = end;
        end = undefined;
    }
    if (typeof offset === 'string') {
        encoding = offset;
        offset = undefined;
    }
    if (end === undefined)
        end = buffer.length;
    offset = toOffset(buffer, offset, isForwards);
    if (typeof value === 'number') {
        return binding.indexOfNumber(buffer, value >>> 0 & 255, offset, 0,
                                     isForwards, end);
    }
    const codec = encoding === undefined ? UTF8 : codecOf(encoding);
    if (typeof value === 'string') {
        if (codec === undefined)
            throw new ERR_UNKNOWN_ENCODING(encoding);
        return binding.indexOfString(buffer, value, offset, codec, isForwards,
                                     end);
    }
    if (isUint8Array(value)) {
        return binding.indexOfBuffer(buffer, value, offset, codec ?? UTF8,
                                     isForwards, end);
    }
    throw new ERR_INVALID_ARG_TYPE(
        'value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
}

slow.indexOf = function indexOf(value, offset, end, encoding) {
    return search(this, value, offset, end, encoding, true);
};

Buffer.prototype.lastIndexOf =
    function lastIndexOf(value, offset, end, encoding) {
        return search(this, value, offset, end, encoding, false);
    };

slow.includes = function includes(value, offset, end, encoding) {
    return search(this, value, offset, end, encoding, true) !== -1;
};

/* ---- Parts and order of bytes ----------------------------------------- */

/* Negative ones count from the end. */
function toPlace(value, length) {
    const place = MathTrunc(value);
    if (place < 0)
        return place + length > 0 ? place + length : 0;
    if (place < length)
        return place;
    return NumberIsNaN(place) ? 0 : length;
}

slow.subarray = function subarray(start, end) {
    const length = lengthOf(this);
    start = toPlace(start, length);
    end = end === undefined ? length : toPlace(end, length);
    return binding.part(this, start, end > start ? end - start : 0);
};

slow.slice = function slice(start, end) {
    return this.subarray(start, end);
};

binding.defineMethods(Buffer.prototype, slow);
Buffer.prototype.toLocaleString = Buffer.prototype.toString;

function defineSwap(bits) {
    const name = `swap${bits}`;
    const size = bits / 8;
    Buffer.prototype[name] = {
        [name]() {
            if (lengthOf(this) % size !== 0)
                throw new ERR_INVALID_BUFFER_SIZE(`${bits}-bits`);
            return binding.swap(this, size);
        },
    }[name];
}

defineSwap(16);
defineSwap(32);
defineSwap(64);

/* ---- How they are shown ----------------------------------------------- */

let inspectMaxBytes = 50;

/* Properties that a program has added to a Buffer. */
function showExtras(buffer, options) {
    const { getOwnNonIndexProperties } = internalBinding('inspect');
    const keys = getOwnNonIndexProperties(buffer, options.showHidden ? 0 : 2);
    if (keys.length === 0)
        return '';
    const extras = { __proto__: null };
    for (const key of keys)
        extras[key] = buffer[key];
    const { inspect } = require('internal/util/inspect');
    const shown = inspect(extras, {
        ...options, breakLength: Infinity, compact: true,
    });
    /* Without "[Object: null prototype] { " and " }". */
    return (buffer.length === 0 ? '' : ', ') + shown.slice(27, -2);
}

function nameOf(buffer) {
    try {
        const { constructor } = buffer;
        if (typeof constructor === 'function' &&
            Object.hasOwn(constructor, 'name'))
            return constructor.name;
    } catch {
        /* A getter of the program threw: the class has no name to show. */
    }
    return 'Buffer';
}

Buffer.prototype[customInspectSymbol] = function inspect(recurseTimes, ctx) {
    const shown = MathMin(inspectMaxBytes, this.length);
    const hidden = this.length - inspectMaxBytes;
    let text = sliceToString(this, 0, shown, codecs.hex)
        .replace(/(.{2})/g, '$1 ').trim();
    if (hidden > 0)
        text += ` ... ${hidden} more byte${hidden > 1 ? 's' : ''}`;
    if (ctx)
        text += showExtras(this, ctx);
    return `<${nameOf(this)} ${text}>`;
};
Buffer.prototype.inspect = Buffer.prototype[customInspectSymbol];

/* ---- Functions of the module ------------------------------------------ */

function btoa(input) {
    if (arguments.length === 0)
        throw new ERR_MISSING_ARGS('input');
    const result = binding.btoa(`${input}`);
    if (result === -1)
        throw new DOMException('Invalid character', 'InvalidCharacterError');
    return result;
}

function atob(input) {
    if (arguments.length === 0)
        throw new ERR_MISSING_ARGS('input');
    const result = binding.atob(`${input}`);
    if (typeof result === 'string')
        return result;
    throw new DOMException(
        result === -1 ? 'The string to be decoded is not correctly encoded.'
                      : 'Invalid character', 'InvalidCharacterError');
}

function toCheckedBytes(input) {
    if (!isTypedArray(input) && !isAnyArrayBuffer(input)) {
        throw new ERR_INVALID_ARG_TYPE(
            'input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input);
    }
    if ((input.buffer ?? input).detached)
        throw new codes.ERR_INVALID_STATE('Cannot validate on a detached buffer');
    return isTypedArray(input) ? input : new Uint8Array(input);
}

function isUtf8(input) {
    return binding.isUtf8(toCheckedBytes(input));
}

function isAscii(input) {
    return binding.isAscii(toCheckedBytes(input));
}

function transcode(source, fromEncoding, toEncoding) {
    return require('internal/buffer/transcode')
        .transcode(source, fromEncoding, toEncoding);
}

const constants = Object.defineProperties({}, {
    MAX_LENGTH: { __proto__: null, value: kMaxLength, enumerable: true },
    MAX_STRING_LENGTH: {
        __proto__: null, value: kStringMaxLength, enumerable: true,
    },
});

module.exports = {
    Buffer,
    SlowBuffer: deprecate(
        SlowBuffer,
        'SlowBuffer() is deprecated. Please use Buffer.allocUnsafeSlow()',
        'DEP0030'),
    transcode,
    isUtf8,
    isAscii,
    kMaxLength,
    kStringMaxLength,
    btoa,
    atob,
};

defineLazy(module.exports, 'Blob', () => require('internal/blob/blob').Blob);
defineLazy(module.exports, 'resolveObjectURL',
           () => require('internal/blob/blob').resolveObjectURL);
defineLazy(module.exports, 'File', () => require('internal/blob/file').File);

function defineConstant(name, descriptor) {
    ObjectDefineProperty(module.exports, name, {
        __proto__: null, enumerable: true, ...descriptor,
    });
}

defineConstant('constants', { configurable: false, value: constants });
defineConstant('INSPECT_MAX_BYTES', {
    configurable: true,
    get() { return inspectMaxBytes; },
    set(value) {
        validateNumber(value, 'INSPECT_MAX_BYTES', 0);
        inspectMaxBytes = value;
    },
});
