'use strict';
/*
 * internal/websocket/deflate - permessage-deflate (RFC 7692), a client's half:
 * messages that come may be compressed, those that go never are, as in Node.
 *
 * A server compresses all messages with one window, or, without context takeover,
 * each with one of its own. It leaves out the four bytes that end each message.
 */

const { Buffer } = require('buffer');
/* Loaded when first used: zlib. */

const NAME = 'permessage-deflate';
const OFFER = `${NAME}; client_max_window_bits`;
const TAIL = Buffer.from([0, 0, 0xff, 0xff]);

/* What a message may grow to, as in Node: a few kilobytes can hold more. */
const LARGEST_MESSAGE = 128 * 1024 * 1024;

/* The parameters of an answer to the offer; undefined if it is none. As in Node,
 * those that are not known do not matter. */
function readAnswer(header) {
    const parameters = { __proto__: null };
    for (const part of header.split(';')) {
        const [name, value = ''] = part.split('=', 2);
        parameters[name.trim()] = value.trim();
    }
    return NAME in parameters ? parameters : undefined;
}

/* undefined: no such window. */
function readWindow(value) {
    if (value === undefined || value === '')
        return 15;
    const bits = /^[0-9]+$/.test(value) ? Number(value) : NaN;
    return bits >= 8 && bits <= 15 ? bits : undefined;
}

function openStream(windowBits, onChunk, onError) {
    const stream = require('zlib').createInflateRaw({ windowBits });
    stream.on('data', onChunk);
    stream.on('error', onError);
    return stream;
}

class Inflater {
    #windowBits;
    #keepsWindow;
    #stream;
    #chunks = [];
    #length = 0;
    #done; /* of the message under way */

    constructor(parameters) {
        this.#windowBits = readWindow(parameters.server_max_window_bits);
        this.#keepsWindow = !('server_no_context_takeover' in parameters);
    }

    /* One message at a time. done(code, why) if it is wrong, else done(0, bytes),
     * and nothing after close(). */
    inflate(bytes, done) {
        if (this.#windowBits === undefined)
            return done(1007, 'Invalid server_max_window_bits');
        this.#done = done;
        try {
            this.#stream ??= openStream(
                this.#windowBits, (chunk) => this.#add(chunk),
                (error) => this.#finish(1007, error.message));
        } catch (error) {
            return this.#finish(1011, error.message);
        }
        this.#stream.write(bytes);
        this.#stream.write(TAIL, () => this.#finish(0));
    }

    #add(chunk) {
        this.#length += chunk.length;
        if (this.#length > LARGEST_MESSAGE)
            this.#finish(1009, 'Max decompressed message size exceeded');
        else
            this.#chunks.push(chunk);
    }

    #finish(code, why) {
        const done = this.#done;
        if (done === undefined)
            return;
        const chunks = this.#chunks;
        this.#done = undefined;
        this.#chunks = [];
        this.#length = 0;
        // A server may end its stream with a message, and begins a new one.
        if (code !== 0 || !this.#keepsWindow || this.#stream.readableEnded)
            this.close();
        done(code, code !== 0 ? why :
            chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    }

    close() {
        this.#done = undefined;
        this.#stream?.destroy();
        this.#stream = undefined;
    }
}

module.exports = { Inflater, OFFER, readAnswer };
