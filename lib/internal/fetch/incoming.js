'use strict';
/* internal/fetch/incoming - the body of a response as it comes from the
 * network, decompressed, as a stream of bytes. */

const { ReadableStream } = require('internal/webstreams/readablestream');

/* The server may leave out the end of compressed data. */
function makeDecoder(coding) {
    const zlib = require('zlib');
    const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = zlib.constants;
    const lenient = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
    switch (coding) {
    case 'gzip':
    case 'x-gzip':
        return zlib.createGunzip(lenient);
    case 'deflate':
        return zlib.createInflate(lenient);
    case 'br':
        return zlib.createBrotliDecompress({
            flush: BROTLI_OPERATION_FLUSH,
            finishFlush: BROTLI_OPERATION_FLUSH,
        });
    default:
        return undefined;
    }
}

/* None at all if one of them is not known: then the bytes stay as they are. */
function makeDecoders(encoding) {
    const codings = encoding.toLowerCase().split(',')
        .map((coding) => coding.trim()).filter((coding) => coding !== '');
    const decoders = [];
    for (const coding of codings.reverse()) {
        const decoder = makeDecoder(coding);
        if (decoder === undefined)
            return [];
        decoders.push(decoder);
    }
    return decoders;
}

class IncomingBody {
    #message;
    #last; /* of the streams behind it */
    #controller;
    #isOver = false;
    #onEnd;
    stream;

    constructor(message, encoding, onEnd) {
        this.#message = message;
        this.#onEnd = onEnd;
        this.#last = this.#decode(makeDecoders(encoding));
        this.stream = this.#makeStream();
        this.#last.pause();
        this.#last.on('data', (chunk) => this.#onData(chunk));
        this.#last.on('end', () => this.#close());
        this.#last.on('error', (error) => this.fail(error));
        message.on('error', (error) => this.fail(error));
        message.on('close', () => {
            if (!message.complete)
                this.fail(new Error('other side closed'));
        });
    }

    #decode(decoders) {
        if (decoders.length === 0)
            return this.#message;
        const { pipeline } = require('stream');
        return pipeline(this.#message, ...decoders, (error) => {
            if (error)
                this.fail(error);
        });
    }

    #makeStream() {
        return new ReadableStream({
            type: 'bytes',
            start: (controller) => { this.#controller = controller; },
            pull: () => { this.#last.resume(); },
            cancel: () => {
                this.#finish();
                this.#message.destroy();
            },
        });
    }

    #onData(chunk) {
        if (this.#isOver || chunk.length === 0)
            return;
        /* A chunk may share its memory with others. */
        this.#controller.enqueue(new Uint8Array(chunk));
        if (this.#controller.desiredSize <= 0)
            this.#last.pause();
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
        this.#message.destroy();
    }

    fail(cause) {
        this.abort(new TypeError('terminated', { cause }));
    }
}

/* onEnd() is called once, however it ends. */
function openBody(message, encoding, onEnd) {
    return new IncomingBody(message, encoding, onEnd);
}

module.exports = { openBody };
