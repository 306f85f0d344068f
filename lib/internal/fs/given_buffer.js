'use strict';
/*
 * internal/fs/given_buffer - readFile() into memory of the program: the option
 * `buffer`, which is a view, or a function that gets the size of the file and
 * returns one. What does not fit is an error, never cut off.
 */

const { codes } = require('internal/errors');
const { FastBuffer } = require('internal/buffer/buffer');
const { Contents } = require('internal/fs/whole_file');

/* Before the file is opened: can it be one at all? */
function checkBufferOption({ buffer }) {
    if (buffer === undefined || typeof buffer === 'function' ||
        ArrayBuffer.isView(buffer))
        return;
    throw new codes.ERR_INVALID_ARG_TYPE(
        'options.buffer', ['Buffer', 'TypedArray', 'DataView', 'function'],
        buffer);
}

class GivenContents extends Contents {
    #name;
    #isLookingForMore = false;

    constructor(numbers, option) {
        super(numbers);
        const isMade = typeof option === 'function';
        const view = isMade ? option(this.size) : option;
        this.#name = isMade ? 'options.buffer()' : 'options.buffer';
        if (!ArrayBuffer.isView(view)) {
            throw new codes.ERR_INVALID_ARG_TYPE(
                this.#name, ['Buffer', 'TypedArray', 'DataView'], view);
        }
        this.bytes = new FastBuffer(view.buffer, view.byteOffset,
                                    view.byteLength);
        if (this.bytes.length < this.size)
            this.#refuse(`is smaller than the file size of ${this.size} bytes`);
    }

    #refuse(reason) {
        throw new codes.ERR_INVALID_ARG_VALUE(
            `${this.#name}.byteLength`, this.bytes.length, reason);
    }

    /* A full buffer is too small only if another byte comes. */
    nextBuffer() {
        if (this.size > 0)
            return super.nextBuffer();
        this.#isLookingForMore = this.total === this.bytes.length;
        if (this.#isLookingForMore) {
            this.offset = 0;
            this.length = 1;
            return new Uint8Array(1);
        }
        this.offset = this.total;
        this.length = this.bytes.length - this.total;
        return this.bytes;
    }

    add(n) {
        if (this.#isLookingForMore && n > 0)
            this.#refuse('is too small to contain the entire file');
        this.total += n;
        return n === 0 || (this.size > 0 && this.total === this.size);
    }

    join() {
        return this.bytes.subarray(0, this.total);
    }

    toResult(encoding) {
        this.bytes = this.join();
        this.size = this.total;
        return super.toResult(encoding);
    }
}

/* What is read of a file with these numbers of fstat. */
function makeContents(numbers, buffer) {
    return buffer === undefined ? new Contents(numbers)
        : new GivenContents(numbers, buffer);
}

/* All of it at once: read(buffer, offset, length) reads a piece. */
function readInto(numbers, { buffer, encoding }, read) {
    const contents = new GivenContents(numbers, buffer);
    let n;
    do {
        const into = contents.nextBuffer();
        n = read(into, contents.offset, contents.length);
    } while (!contents.add(n));
    return contents.toResult(encoding);
}

module.exports = { checkBufferOption, makeContents, readInto };
