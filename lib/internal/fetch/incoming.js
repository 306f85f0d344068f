'use strict';
/* internal/fetch/incoming - the body of a response as it comes from the
 * network, decompressed, as a stream of bytes. */

const { ReadableStream } = require('internal/webstreams/readablestream');
/* Loaded when first used: stream, zlib. */

/* Each coding takes a decompressor: a server does not get any number of them. */
const CODINGS_MAX = 5;

/* Some servers send "deflate" without the frame of zlib: the first byte says. */
function makeInflate(options) {
    const { Transform } = require('stream');
    const zlib = require('zlib');
    let inner;
    const open = (stream, { 0: byte }) => {
        inner = (byte & 15) === 8 ? zlib.createInflate(options) :
            zlib.createInflateRaw(options);
        inner.on('data', (chunk) => stream.push(chunk));
        inner.on('error', (error) => stream.destroy(error));
    };
    return new Transform({
        transform(chunk, encoding, callback) {
            if (inner === undefined)
                open(this, chunk);
            inner.write(chunk, callback);
        },
        flush(callback) {
            if (inner === undefined) {
                callback();
                return;
            }
            inner.once('end', callback);
            inner.end();
        },
    });
}

/* The server may leave out the end of compressed data. */
function makeDecoder(coding) {
    const zlib = require('zlib');
    const { BROTLI_OPERATION_FLUSH, ZSTD_e_continue, ZSTD_e_end,
            Z_SYNC_FLUSH } = zlib.constants;
    const lenient = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
    switch (coding) {
    case 'gzip':
    case 'x-gzip':
        return zlib.createGunzip(lenient);
    case 'deflate':
        return makeInflate(lenient);
    case 'br':
        return zlib.createBrotliDecompress({
            flush: BROTLI_OPERATION_FLUSH,
            finishFlush: BROTLI_OPERATION_FLUSH,
        });
    case 'zstd':
        return zlib.createZstdDecompress({
            flush: ZSTD_e_continue,
            finishFlush: ZSTD_e_end,
        });
    default:
        return undefined;
    }
}

/* None at all if one of them is not known: then the bytes stay as they are. */
function makeDecoders(encoding) {
    const codings = encoding === '' ? [] : encoding.toLowerCase().split(',');
    if (codings.length > CODINGS_MAX)
        throw new Error(`too many content-encodings in response: ${
            codings.length}, maximum allowed is ${CODINGS_MAX}`);
    const decoders = [];
    for (const coding of codings.reverse()) {
        const decoder = makeDecoder(coding.trim());
        if (decoder === undefined)
            return [];
        decoders.push(decoder);
    }
    return decoders;
}

class IncomingBody {
    #exchange;
    #first; /* of the decoders; undefined: there are none */
    #last;
    #controller;
    #isOver = false;
    #onEnd;
    stream;

    constructor(exchange, encoding, onEnd) {
        this.#exchange = exchange;
        this.#onEnd = onEnd;
        const decoders = makeDecoders(encoding);
        if (decoders.length > 0)
            this.#decode(decoders);
        this.stream = new ReadableStream({
            type: 'bytes',
            start: (controller) => { this.#controller = controller; },
            pull: () => { (this.#last ?? this.#exchange).resume(); },
            cancel: () => {
                this.#finish();
                this.#exchange.abort();
                this.#first?.destroy();
            },
        });
    }

    #decode(decoders) {
        const { pipeline } = require('stream');
        this.#first = decoders[0];
        this.#last = decoders[decoders.length - 1];
        this.#first.on('drain', () => this.#exchange.resume());
        this.#last.pause();
        this.#last.on('data', (chunk) => {
            if (!this.#enqueue(chunk))
                this.#last.pause();
        });
        this.#last.on('end', () => this.#close());
        const onError = (error) => {
            if (error)
                this.fail(error);
        };
        if (decoders.length > 1)
            pipeline(...decoders, onError);
        else
            this.#first.on('error', onError);
    }

    /* Whether there is space for more. */
    #enqueue(chunk) {
        if (this.#isOver || chunk.length === 0)
            return true;
        /* A chunk may share its memory with others. */
        this.#controller.enqueue(new Uint8Array(chunk));
        return this.#controller.desiredSize > 0;
    }

    push(chunk) {
        if (this.#isOver)
            return true;
        return this.#first === undefined ? this.#enqueue(chunk) :
            this.#first.write(chunk);
    }

    complete() {
        if (this.#first === undefined)
            this.#close();
        else
            this.#first.end();
    }

    #finish() {
        this.#isOver = true;
        this.#onEnd();
    }

    #close() {
        if (this.#isOver)
            return;
        this.#finish();
        this.#controller.close();
        this.#controller.byobRequest?.respond(0);
    }

    abort(reason) {
        if (this.#isOver)
            return;
        this.#finish();
        this.#controller.error(reason);
        this.#exchange.abort();
        this.#first?.destroy();
    }

    fail(cause) {
        this.abort(new TypeError('terminated', { cause }));
    }
}

/* onEnd() is called once, however it ends. Throws if there are too many
 * codings. */
function openBody(exchange, encoding, onEnd) {
    return new IncomingBody(exchange, encoding, onEnd);
}

module.exports = { openBody };
