'use strict';
/* internal/webstreams/encoding - TextEncoderStream and TextDecoderStream. */

const { codes } = require('internal/errors');
const { customInspectSymbol, defineEnumerable, kEmptyObject } =
    require('internal/util');
const { TextDecoder, TextEncoder } = require('internal/encoding/encoding');
const { TransformStream } = require('internal/webstreams/transformstream');
const { show } = require('internal/webstreams/util');

function isHighSurrogate(unit) {
    return unit >= 0xd800 && unit <= 0xdbff;
}

/* Text in, UTF-8 out. The first half of a character may end a chunk: it waits
 * for what follows. */
class TextTransformer {
    #encoder = new TextEncoder();
    #high = '';

    transform(chunk, controller) {
        const text = this.#high + String(chunk);
        const endsInHalf = isHighSurrogate(text.charCodeAt(text.length - 1));
        this.#high = endsInHalf ? text.at(-1) : '';
        const whole = endsInHalf ? text.slice(0, -1) : text;
        if (whole !== '')
            controller.enqueue(this.#encoder.encode(whole));
    }

    flush(controller) {
        if (this.#high !== '')
            controller.enqueue(this.#encoder.encode(this.#high));
    }
}

class TextEncoderStream {
    #transform = new TransformStream(new TextTransformer());

    get encoding() {
        checkThis(#transform in this, 'TextEncoderStream');
        return 'utf-8';
    }

    get readable() {
        checkThis(#transform in this, 'TextEncoderStream');
        return this.#transform.readable;
    }

    get writable() {
        checkThis(#transform in this, 'TextEncoderStream');
        return this.#transform.writable;
    }

    [customInspectSymbol](depth, options) {
        const { encoding, readable, writable } = this;
        return show(this, 'TextEncoderStream',
                    { encoding, readable, writable }, depth, options);
    }
}

class BytesTransformer {
    #decoder;

    constructor(decoder) {
        this.#decoder = decoder;
    }

    transform(chunk, controller) {
        if (chunk === undefined)
            throw new codes.ERR_INVALID_ARG_TYPE('chunk', 'string', chunk);
        this.#pass(this.#decoder.decode(chunk, { stream: true }), controller);
    }

    #pass(text, controller) {
        if (text !== '')
            controller.enqueue(text);
    }

    flush(controller) {
        this.#pass(this.#decoder.decode(), controller);
        controller.terminate();
    }
}

class TextDecoderStream {
    #decoder;
    #transform;

    constructor(encoding = 'utf-8', options = kEmptyObject) {
        this.#decoder = new TextDecoder(encoding, options);
        this.#transform =
            new TransformStream(new BytesTransformer(this.#decoder));
    }

    get encoding() {
        checkThis(#transform in this, 'TextDecoderStream');
        return this.#decoder.encoding;
    }

    get fatal() {
        checkThis(#transform in this, 'TextDecoderStream');
        return this.#decoder.fatal;
    }

    get ignoreBOM() {
        checkThis(#transform in this, 'TextDecoderStream');
        return this.#decoder.ignoreBOM;
    }

    get readable() {
        checkThis(#transform in this, 'TextDecoderStream');
        return this.#transform.readable;
    }

    get writable() {
        checkThis(#transform in this, 'TextDecoderStream');
        return this.#transform.writable;
    }

    [customInspectSymbol](depth, options) {
        const { encoding, fatal, ignoreBOM, readable, writable } = this;
        return show(this, 'TextDecoderStream',
                    { encoding, fatal, ignoreBOM, readable, writable }, depth,
                    options);
    }
}

/* In Node this error has no code: a private field that is missing throws it. */
function checkThis(isOne, name) {
    if (!isOne) {
        throw new TypeError(
            `Cannot read private member from an object whose class did not ` +
            `declare it: ${name}`);
    }
}

defineEnumerable(TextEncoderStream.prototype,
                 ['encoding', 'readable', 'writable']);
defineEnumerable(TextDecoderStream.prototype,
                 ['encoding', 'fatal', 'ignoreBOM', 'readable', 'writable']);

module.exports = { TextDecoderStream, TextEncoderStream };
