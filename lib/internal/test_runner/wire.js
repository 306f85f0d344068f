'use strict';
/*
 * internal/test_runner/wire - events of tests from a child to its parent, in
 * between whatever else the child prints on standard output.
 *
 *   ff 0f | length, 4 bytes, big endian | the event as v8.serialize() has it
 *
 * ff is not a byte of UTF-8, so text is not taken for an event.
 */

const copies = require('internal/errors/copy');
/* Loaded when first used: v8. */

const MARK = 0xff;
const SECOND = 0x0f;
const HEAD = 6;

/* An error as plain data, its cause too. */
function packError(error) {
    const packed = { error: copies.write(error) };
    if (error instanceof Error && error.cause !== undefined) {
        delete packed.error.own.cause;
        packed.cause = packError(error.cause);
    }
    return packed;
}

function unpackError({ error, cause }) {
    const made = copies.read(error);
    if (cause !== undefined) {
        Object.defineProperty(made, 'cause', {
            __proto__: null, value: unpackError(cause), writable: true,
            enumerable: true, configurable: true,
        });
    }
    return made;
}

function encode({ type, data }) {
    const whole = { ...data };
    if (data.details?.error !== undefined) {
        whole.details = { ...data.details };
        whole.details.error = packError(data.details.error);
    } else if (data.details !== undefined) {
        whole.details = { ...data.details };
    }
    const body = require('v8').serialize({ type, data: whole });
    const head = Buffer.from([MARK, SECOND, 0, 0, 0, 0]);
    head.writeUInt32BE(body.length, 2);
    return Buffer.concat([head, body]);
}

function decode(body) {
    const { type, data } = require('v8').deserialize(body);
    if (data.details?.error !== undefined)
        data.details.error = unpackError(data.details.error);
    return { type, data: { __proto__: null, ...data } };
}

function sendAll(stream) {
    stream.on('data', (event) => process.stdout.write(encode(event)));
}

/* Cuts what a child prints into events and text. */
class FrameReader {
    #rest = Buffer.alloc(0);

    constructor(onEvent, onText) {
        this.onEvent = onEvent;
        this.onText = onText;
    }

    push(chunk) {
        this.#rest = this.#rest.length === 0 ? chunk :
            Buffer.concat([this.#rest, chunk]);
        while (this.#rest.length > 0 && this.#takeOne());
    }

    /* False: more bytes are needed. */
    #takeOne() {
        const at = this.#rest.indexOf(MARK);
        if (at !== 0) {
            this.#takeText(at < 0 ? this.#rest.length : at);
            return true;
        }
        if (this.#rest.length > 1 && this.#rest[1] !== SECOND) {
            this.#takeText(1);
            return true;
        }
        if (this.#rest.length < HEAD)
            return false;
        const end = HEAD + this.#rest.readUInt32BE(2);
        if (this.#rest.length < end)
            return false;
        const body = this.#rest.subarray(HEAD, end);
        this.#rest = this.#rest.subarray(end);
        this.onEvent(decode(body));
        return true;
    }

    #takeText(length) {
        const text = this.#rest.toString('utf8', 0, length);
        this.#rest = this.#rest.subarray(length);
        this.onText(text);
    }

    end() {
        if (this.#rest.length > 0)
            this.#takeText(this.#rest.length);
    }
}

module.exports = { FrameReader, sendAll };
