'use strict';
/*
 * internal/ipc/format - how messages are bytes on the channel.
 *
 *      json        one line of JSON each
 *      advanced    the length in four bytes, then V8's serialization
 *
 * Both are those of Node, so that either end may be Node. A format has
 * encode(message), which gives what is written, and decode(bytes, receive),
 * which calls receive(message) for each one that is complete; isPartial says
 * whether the beginning of another is there.
 */

const { Buffer } = require('buffer');
/* Loaded when first used: internal/util/types, string_decoder, v8. */

class JsonFormat {
    #decoder;
    #text = '';

    encode(message) {
        return `${JSON.stringify(message)}\n`;
    }

    decode(bytes, receive) {
        const { StringDecoder } = require('string_decoder');
        this.#decoder ??= new StringDecoder('utf8');
        const lines = (this.#text + this.#decoder.write(bytes)).split('\n');
        this.#text = lines.pop();
        for (const line of lines)
            receive(JSON.parse(line));
    }

    get isPartial() {
        return this.#text !== '';
    }
}

// ---- advanced --------------------------------------------------------------

const IS_VIEW = 0; // a typed array, DataView or Buffer: v8 writes it
const IS_OTHER = 1; // an object of the host: its properties are written

let classes;

function loadClasses() {
    const { DefaultSerializer, DefaultDeserializer } = require('v8');
    const { isArrayBufferView } = require('internal/util/types');

    class Serializer extends DefaultSerializer {
        _writeHostObject(object) {
            if (isArrayBufferView(object)) {
                this.writeUint32(IS_VIEW);
                super._writeHostObject(object);
            } else {
                this.writeUint32(IS_OTHER);
                this.writeValue({ ...object });
            }
        }
    }

    class Deserializer extends DefaultDeserializer {
        _readHostObject() {
            return this.readUint32() === IS_VIEW ? super._readHostObject() :
                this.readValue();
        }
    }
    return { Serializer, Deserializer };
}

class AdvancedFormat {
    #chunks = [];
    #size = 0;

    constructor() {
        classes ??= loadClasses();
    }

    encode(message) {
        const serializer = new classes.Serializer();
        serializer.writeHeader();
        serializer.writeValue(message);
        const body = serializer.releaseBuffer();
        const head = Buffer.allocUnsafe(4);
        head.writeUInt32BE(body.length);
        return Buffer.concat([head, body]);
    }

    /* The bytes that are there, in one piece. */
    #join() {
        if (this.#chunks.length > 1)
            this.#chunks = [Buffer.concat(this.#chunks, this.#size)];
        return this.#chunks[0];
    }

    #needed() {
        const first = this.#chunks[0].length < 4 ? this.#join() :
            this.#chunks[0];
        return first.length < 4 ? 4 : 4 + first.readUInt32BE(0);
    }

    decode(bytes, receive) {
        this.#chunks.push(bytes);
        this.#size += bytes.length;
        for (let n; this.#size >= 4 && (n = this.#needed()) <= this.#size;) {
            const all = this.#join();
            this.#size -= n;
            this.#chunks = this.#size > 0 ? [all.subarray(n)] : [];
            const deserializer =
                new classes.Deserializer(all.subarray(4, n));
            deserializer.readHeader();
            receive(deserializer.readValue());
        }
    }

    get isPartial() {
        return this.#size > 0;
    }
}

function makeFormat(mode) {
    return mode === 'advanced' ? new AdvancedFormat() : new JsonFormat();
}

module.exports = { makeFormat };
