'use strict';
/* internal/webstreams/compression - CompressionStream and DecompressionStream,
 * on the streams of node:zlib. */

const { codes } = require('internal/errors');
const { isArrayBufferView, isSharedArrayBuffer } =
    require('internal/util/types');
const { newReadableWritablePairFromDuplex } =
    require('internal/webstreams/adapters');
const { defineInterface } = require('internal/webstreams/util');
/* Loaded when first used: zlib. */

/* The functions of node:zlib, by format. */
const compressors = {
    '__proto__': null,
    'deflate': 'createDeflate',
    'deflate-raw': 'createDeflateRaw',
    'gzip': 'createGzip',
    'brotli': 'createBrotliCompress',
};
const decompressors = {
    '__proto__': null,
    'deflate': 'createInflate',
    'deflate-raw': 'createInflateRaw',
    'gzip': 'createGunzip',
    'brotli': 'createBrotliDecompress',
};

/* In the words of the web's interfaces, as Node has them. */
function makeTypeError(code, name, message) {
    return Object.assign(
        new TypeError(`Failed to construct '${name}': 1st argument ${message}`),
        { code });
}

function findFunction(functions, format, name) {
    if (typeof format === 'symbol') {
        throw makeTypeError('ERR_INVALID_ARG_TYPE', name,
                            'is a Symbol and cannot be converted to a string.');
    }
    const key = `${format}`;
    if (functions[key] === undefined) {
        throw makeTypeError('ERR_INVALID_ARG_VALUE', name,
            `'${key}' is not a valid enum value of type CompressionFormat.`);
    }
    return require('zlib')[functions[key]];
}

/* Memory that others can change while it is read is refused. */
function checkChunk(chunk) {
    if (isSharedArrayBuffer(isArrayBufferView(chunk) ? chunk.buffer : chunk)) {
        throw new codes.ERR_INVALID_ARG_TYPE(
            'chunk', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'],
            chunk);
    }
}

function checkThis(isOne) {
    if (!isOne) {
        throw new TypeError('Cannot read private member #pair from an ' +
                            'object whose class did not declare it');
    }
}

class CompressionStream {
    #pair;

    constructor(format) {
        const create = findFunction(compressors, format, 'CompressionStream');
        this.#pair = newReadableWritablePairFromDuplex(create(), {},
                                                       checkChunk);
    }

    get readable() {
        checkThis(#pair in this);
        return this.#pair.readable;
    }

    get writable() {
        checkThis(#pair in this);
        return this.#pair.writable;
    }
}

class DecompressionStream {
    #pair;

    constructor(format) {
        const create = findFunction(decompressors, format,
                                    'DecompressionStream');
        this.#pair = newReadableWritablePairFromDuplex(
            create({ rejectGarbageAfterEnd: true }), {}, checkChunk);
    }

    get readable() {
        checkThis(#pair in this);
        return this.#pair.readable;
    }

    get writable() {
        checkThis(#pair in this);
        return this.#pair.writable;
    }
}

for (const one of [CompressionStream, DecompressionStream]) {
    defineInterface(one, ['readable', 'writable'],
                    ({ readable, writable }) => ({ readable, writable }));
}

module.exports = { CompressionStream, DecompressionStream };
