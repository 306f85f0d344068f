'use strict';
/*
 * internal/wasi/memory - the memory of the program, as its calls see it. It may
 * grow between two calls, so views are made anew for each.
 */

const { fail } = require('internal/wasi/paths');

class WasiMemory {
    #memory;
    #view;
    #bytes;

    constructor(memory) {
        this.#memory = memory;
        this.renew();
    }

    renew() {
        const { buffer } = this.#memory;
        if (this.#view?.buffer === buffer)
            return;
        this.#view = new DataView(buffer);
        this.#bytes = new Uint8Array(buffer);
    }

    /* Bytes of the program; beyond its memory is an error. */
    span(at, length) {
        const start = at >>> 0;
        const size = length >>> 0;
        if (start + size > this.#bytes.length)
            fail('EOVERFLOW');
        return this.#bytes.subarray(start, start + size);
    }

    get8(at) { this.span(at, 1); return this.#view.getUint8(at >>> 0); }
    get16(at) { this.span(at, 2); return this.#view.getUint16(at >>> 0, true); }
    get32(at) { this.span(at, 4); return this.#view.getUint32(at >>> 0, true); }
    get64(at) {
        this.span(at, 8);
        return this.#view.getBigUint64(at >>> 0, true);
    }
    set8(at, value) {
        this.span(at, 1);
        this.#view.setUint8(at >>> 0, value);
    }
    set16(at, value) {
        this.span(at, 2);
        this.#view.setUint16(at >>> 0, value, true);
    }
    set32(at, value) {
        this.span(at, 4);
        this.#view.setUint32(at >>> 0, value, true);
    }
    set64(at, value) {
        this.span(at, 8);
        this.#view.setBigUint64(at >>> 0, BigInt.asUintN(64, value), true);
    }

    text(at, length) {
        const bytes = this.span(at, length);
        return Buffer.from(bytes).toString('utf8');
    }

    /* The buffers of a vector of [address, length]. */
    vectors(at, count) {
        const list = [];
        for (let i = 0; i < count; i++) {
            list.push(this.span(this.get32(at + i * 8),
                                this.get32(at + i * 8 + 4)));
        }
        return list;
    }

    /* Texts with a zero byte each, and a table of where they are. */
    putTexts(texts, table, bytes) {
        let at = bytes >>> 0;
        texts.forEach((text, i) => {
            const encoded = Buffer.from(`${text}\0`);
            this.set32(table + i * 4, at);
            this.span(at, encoded.length).set(encoded);
            at += encoded.length;
        });
    }
}

module.exports = { WasiMemory };
