'use strict';
/*
 * internal/blob/blob - Blob, and the URLs of Blobs.
 *
 * A Blob is a list of parts, and what is made of it (slices, clones, Blobs that
 * have it as a part) shares them: a part is never changed. Parts in memory are
 * Uint8Arrays of SharedArrayBuffers, which nobody else sees, so that a clone
 * for another thread copies nothing. A part of a file has a method read() and
 * is a FilePart of internal/blob/file_part.
 */

const { queueMicrotask, setImmediate } = internalBinding('order');
const { codes } = require('internal/errors');
const { customInspectSymbol, defineEnumerable, defineTag } =
    require('internal/util');
const { kClone, markCloneable } = require('internal/worker/js_transferable');
const { isAnyArrayBuffer } = require('internal/util/types');
const { UTF8 } = require('internal/buffer/buffer');
const binding = internalBinding('buffer');
/* Loaded when first used: buffer, internal/url/url, internal/util/inspect,
 * internal/webstreams/encoding, internal/webstreams/readablestream. */

const ArrayBufferIsView = ArrayBuffer.isView;
const MathMax = Math.max;
const MathMin = Math.min;
const kMake = Symbol('kMake');

/* ---- What the constructor takes --------------------------------------- */

/* In the words of the web's interfaces, as Node has them. */
function makeTypeError(message) {
    return Object.assign(new TypeError(message),
                         { code: 'ERR_INVALID_ARG_TYPE' });
}

function refuseSequence() {
    throw makeTypeError('Value cannot be converted to sequence.');
}

function toSource(source, i) {
    if (isBlob(source) || isAnyArrayBuffer(source) ||
        ArrayBufferIsView(source))
        return source;
    if (typeof source === 'symbol') {
        throw makeTypeError(
            `Value[${i}] is a Symbol and cannot be converted to a string.`);
    }
    return `${source}`;
}

/* Each step of the iterator is checked: a list of wrong things is not a
 * list. */
function toSources(value) {
    const iterate = typeof value === 'object' ? value?.[Symbol.iterator]
                                              : undefined;
    if (typeof iterate !== 'function')
        refuseSequence();
    const iterator = Reflect.apply(iterate, value, []);
    if (typeof iterator?.next !== 'function')
        refuseSequence();
    const sources = [];
    for (;;) {
        const step = iterator.next();
        if (step === null || typeof step !== 'object')
            refuseSequence();
        if (step.done)
            return sources;
        sources.push(toSource(step.value, sources.length));
    }
}

function toOptions(options) {
    if (options === undefined || options === null)
        return {};
    if (typeof options !== 'object' && typeof options !== 'function') {
        throw new codes.ERR_INVALID_ARG_TYPE('options', 'a dictionary',
                                             options);
    }
    return options;
}

function toType(type) {
    const text = `${type}`;
    return /[^\u0020-\u007e]/.test(text) ? '' : text.toLowerCase();
}

/* ---- Parts ------------------------------------------------------------ */

function copyText(text) {
    const part = new Uint8Array(
        new SharedArrayBuffer(binding.byteLength(text, UTF8)));
    binding.write(part, text, 0, part.length, UTF8);
    return part;
}

function copyBytes(source) {
    const bytes = ArrayBufferIsView(source)
        ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
        : new Uint8Array(source);
    const part = new Uint8Array(new SharedArrayBuffer(bytes.length));
    binding.copy(bytes, part, 0, 0, bytes.length);
    return part;
}

/* On all systems that we run on a native line ends in '\n'. */
function toParts(sources, endings) {
    const parts = [];
    for (const source of sources) {
        if (isBlob(source)) {
            parts.push(...partsOf(source));
        } else if (typeof source === 'string') {
            parts.push(copyText(endings === 'native'
                ? source.replaceAll('\r\n', '\n') : source));
        } else {
            parts.push(copyBytes(source));
        }
    }
    return parts;
}

function sizeOfParts(parts) {
    return parts.reduce((size, part) => size + part.length, 0);
}

/* What lies between start and end, which count from the first byte. */
function sliceParts(parts, start, end) {
    const slices = [];
    let at = 0;
    for (const part of parts) {
        const from = MathMax(start - at, 0);
        const to = MathMin(end - at, part.length);
        if (from < to)
            slices.push(part.subarray(from, to));
        at += part.length;
    }
    return slices;
}

function makeReadError() {
    return new DOMException('The blob could not be read', 'NotReadableError');
}

const noBytes = new Uint8Array(0);

/* One part after the other: pull(callback) calls it with an error, with bytes,
 * or with neither at the end; at once, if the part is in memory. Between two
 * parts there is a pull that brings nothing, which programs see by the order
 * in which Blobs are read. */
class Reader {
    #parts;
    #next = 0;
    #at = 0; /* within a part of a file */
    #isBetween = false;

    constructor(parts) {
        this.#parts = parts;
    }

    pull(callback) {
        if (this.#next === this.#parts.length) {
            callback(null, undefined);
        } else if (this.#isBetween) {
            this.#isBetween = false;
            callback(null, noBytes);
        } else {
            this.#pullPart(this.#parts[this.#next], callback);
        }
    }

    #pullPart(part, callback) {
        if (ArrayBufferIsView(part)) {
            this.#endPart();
            callback(null, part);
            return;
        }
        part.read(this.#at, (error, bytes) => {
            this.#at += bytes?.length ?? 0;
            if (error || bytes.length === 0 || this.#at === part.length)
                this.#endPart();
            callback(error && makeReadError(), bytes);
        });
    }

    #endPart() {
        this.#next++;
        this.#at = 0;
        this.#isBetween = true;
    }
}

function join(parts) {
    const all = new Uint8Array(sizeOfParts(parts));
    let at = 0;
    for (const part of parts) {
        binding.copy(part, all, at, 0, part.length);
        at += part.length;
    }
    return all.buffer;
}

/* A part is one microtask, as it is in Node. */
function readAll(blob) {
    const reader = new Reader(partsOf(blob));
    const { promise, resolve, reject } = Promise.withResolvers();
    const chunks = [];
    const onChunk = (error, bytes) => {
        if (error) {
            reject(error);
        } else if (bytes === undefined) {
            resolve(join(chunks));
        } else {
            chunks.push(bytes);
            queueMicrotask(() => reader.pull(onChunk));
        }
    };
    reader.pull(onChunk);
    return promise;
}

/* ---- Streams ---------------------------------------------------------- */

/* What a stream of bytes reads from. After each chunk the loop turns; a pull is
 * over when the stream has more than it wants, or at the end. */
class BlobSource {
    type = 'bytes';
    #reader;
    #pulls = [];

    constructor(reader) {
        this.#reader = reader;
    }

    pull(controller) {
        const pull = Promise.withResolvers();
        this.#pulls.push(pull);
        this.#readNext(controller);
        return pull.promise;
    }

    cancel(reason) {
        for (const pull of this.#pulls)
            pull.reject(reason);
        this.#pulls = [];
    }

    #readNext(controller) {
        this.#reader.pull((error, bytes) => {
            if (this.#pulls.length > 0)
                this.#give(controller, error, bytes);
        });
    }

    #give(controller, error, bytes) {
        if (error) {
            controller.error(error);
            this.#pulls.shift().reject(error);
        } else if (bytes === undefined) {
            controller.close();
            controller.byobRequest?.respond(0); /* ends a reader of that kind */
            this.#pulls.shift().resolve();
        } else {
            if (bytes.length > 0)
                controller.enqueue(new Uint8Array(bytes));
            setImmediate(() => this.#goOn(controller));
        }
    }

    #goOn(controller) {
        if (controller.desiredSize < 0)
            this.#pulls.shift()?.resolve();
        else
            this.#readNext(controller);
    }
}

function createBlobReaderStream(blob) {
    const { ReadableStream } =
        require('internal/webstreams/readablestream');
    /* Nothing is read before the first pull. */
    return new ReadableStream(new BlobSource(new Reader(partsOf(blob))),
                              { highWaterMark: 0 });
}

/* ---- The class -------------------------------------------------------- */

let isBlob, partsOf;

/* To the nearest integer; from the middle, to the even one. */
function toInteger(value, name) {
    if (typeof value === 'bigint' || typeof value === 'symbol') {
        const kind = typeof value === 'bigint' ? 'BigInt' : 'Symbol';
        throw makeTypeError(
            `${name} is a ${kind} and cannot be converted to a number.`);
    }
    const n = Number(value);
    const rounded = Math.round(n);
    return (n % 1 !== 0 && n % 0.5 === 0 && rounded % 2 !== 0 ? rounded - 1
                                                              : rounded) || 0;
}

/* Negative ones count from the end. */
function toPlace(value, name, size) {
    const n = toInteger(value, name);
    return n < 0 ? MathMax(size + n, 0) : MathMin(n, size);
}

class Blob {
    #parts;
    #size;
    #type;

    static {
        isBlob = (value) => value !== null && typeof value === 'object' &&
                            #parts in value;
        partsOf = (blob) => blob.#parts;
    }

    constructor(sources = [], options) {
        if (sources === kMake) {
            this.#parts = options.parts;
            this.#size = options.size;
            this.#type = options.type;
            return;
        }
        const list = toSources(sources);
        const { endings = 'transparent', type = '' } = toOptions(options);
        const ends = `${endings}`;
        if (ends !== 'transparent' && ends !== 'native')
            throw new codes.ERR_INVALID_ARG_VALUE('options.endings', ends);
        this.#parts = toParts(list, ends);
        this.#size = sizeOfParts(this.#parts);
        this.#type = toType(type);
    }

    get type() {
        if (!isBlob(this))
            throw new codes.ERR_INVALID_THIS('Blob');
        return this.#type;
    }

    get size() {
        if (!isBlob(this))
            throw new codes.ERR_INVALID_THIS('Blob');
        return this.#size;
    }

    slice(start = 0, end = undefined, contentType = '') {
        if (!isBlob(this))
            throw new codes.ERR_INVALID_THIS('Blob');
        const from = toPlace(start, 'start', this.#size);
        const to = end === undefined ? this.#size
                                     : toPlace(end, 'end', this.#size);
        const size = MathMax(to - from, 0);
        return createBlob(sliceParts(this.#parts, from, from + size), size,
                          toType(contentType));
    }

    arrayBuffer() {
        if (!isBlob(this))
            return Promise.reject(new codes.ERR_INVALID_THIS('Blob'));
        return readAll(this);
    }

    text() {
        if (!isBlob(this))
            return Promise.reject(new codes.ERR_INVALID_THIS('Blob'));
        return readAll(this).then((buffer) => new TextDecoder().decode(buffer));
    }

    bytes() {
        if (!isBlob(this))
            return Promise.reject(new codes.ERR_INVALID_THIS('Blob'));
        return readAll(this).then((buffer) => new Uint8Array(buffer));
    }

    stream() {
        if (!isBlob(this))
            throw new codes.ERR_INVALID_THIS('Blob');
        return createBlobReaderStream(this);
    }

    textStream() {
        if (!isBlob(this))
            throw new codes.ERR_INVALID_THIS('Blob');
        const { TextDecoderStream } = require('internal/webstreams/encoding');
        return createBlobReaderStream(this)
            .pipeThrough(new TextDecoderStream());
    }

    [customInspectSymbol](depth, options) {
        return showBlob('Blob', { size: this.size, type: this.type }, depth,
                        options);
    }

    /* A thread that reads a file needs no copy of it. */
    [kClone]() {
        if (this.#parts.some((part) => !ArrayBufferIsView(part))) {
            throw new codes.ERR_INVALID_STATE.TypeError(
                'File-backed Blobs are not cloneable');
        }
        return {
            data: { parts: this.#parts, size: this.#size, type: this.#type },
            deserializeInfo: 'internal/blob/blob:deserializeBlob',
        };
    }
}

defineEnumerable(Blob.prototype, ['size', 'type', 'slice', 'stream',
                                  'textStream', 'text', 'arrayBuffer',
                                  'bytes']);
defineTag(Blob.prototype, 'Blob');
markCloneable(Blob.prototype);

function showBlob(name, fields, depth, options) {
    if (depth < 0)
        return options.stylize(`[${name}]`, 'special');
    const { inspect } = require('internal/util/inspect');
    const shown = inspect(fields, {
        ...options, depth: options.depth == null ? null : options.depth - 1,
    });
    return `${name} ${shown}`;
}

function createBlob(parts, size, type = '') {
    return new Blob(kMake, { parts, size, type });
}

function deserializeBlob(data) {
    return new Blob(kMake, data);
}

/* ---- URLs ------------------------------------------------------------- */

/* By id. They stay until they are revoked. */
const registered = new Map();

/* A UUID of version 4. */
function makeId() {
    const bytes = internalBinding('buffer').allocate(16, 0);
    for (let i = 0; i < bytes.length; i++)
        bytes[i] = Math.random() * 256;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    return bytes.toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function createObjectURL(object) {
    if (!isBlob(object))
        throw new codes.ERR_INVALID_ARG_TYPE('obj', 'Blob', object);
    const id = makeId();
    registered.set(id, object);
    return `blob:nodedata:${id}`;
}

/* The id within such a URL; undefined if it is another. */
function getId(url) {
    const { URL } = require('internal/url/url');
    const parsed = URL.parse(`${url}`);
    const [base, id, more] = parsed?.pathname.split(':') ?? [];
    return base === 'nodedata' && more === undefined ? id : undefined;
}

function revokeObjectURL(url) {
    registered.delete(getId(url));
}

function resolveObjectURL(url) {
    const blob = registered.get(getId(url));
    return blob && createBlob(partsOf(blob), blob.size, blob.type);
}

/* Its text at once, for scripts; throws if a part of it is in a file. */
function readNow(blob) {
    const { Buffer } = require('buffer');
    return Buffer.concat(partsOf(blob)).toString();
}

module.exports = {
    Blob,
    createBlob,
    createObjectURL,
    deserializeBlob,
    isBlob: (value) => isBlob(value),
    kMake,
    readNow,
    resolveObjectURL,
    revokeObjectURL,
    showBlob,
};
