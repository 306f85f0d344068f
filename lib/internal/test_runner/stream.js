'use strict';
/*
 * internal/test_runner/stream - TestsStream: what run() returns and what
 * reporters read. Each event is emitted under its name at once, and can be
 * read as { type, data }.
 */

const { Readable } = require('stream');

class TestsStream extends Readable {
    constructor() {
        super({ objectMode: true, highWaterMark: Number.MAX_SAFE_INTEGER });
    }

    _read() {}

    /* `data` is completed with the place in the source that it is about. */
    report(type, data, loc) {
        const whole = { __proto__: null, ...data, ...loc };
        this.emit(type, whole);
        this.push({ type, data: whole });
    }

    end() {
        this.push(null);
    }
}

module.exports = { TestsStream };
