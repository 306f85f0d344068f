'use strict';
/*
 * internal/webstreams/readable_bytes - the controller of a readable stream of
 * bytes, which can write into buffers that the reader brings.
 *
 * Bytes that nobody has asked for wait in the queue, as parts of buffers that
 * belong to the stream. A read into a buffer that can't be answered at once
 * waits as a PullInto, first come first served; the first of them is what
 * `byobRequest` offers to the program. A buffer that comes in or goes out is
 * transferred, so that only one side ever has it.
 *
 * A PullInto is of one of three types: 'byob', of a reader with a buffer;
 * 'default', of a reader without one, where the stream brings the buffer
 * (autoAllocateChunkSize); 'none', if its reader has gone, and the program may
 * still be writing into it.
 */

const { FastBuffer } = require('internal/buffer/buffer');
const { codes } = require('internal/errors');
const { isDataView, isSharedArrayBuffer } = require('internal/util/types');
const { validateBuffer } = require('internal/validators');
const { PullingSource } = require('internal/webstreams/readable_core');
const { afterStart, defineInterface, kMake, noop, toAlgorithm, toCallback,
        toStart } = require('internal/webstreams/util');

const { ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE, ERR_INVALID_THIS } = codes;

const TypedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype);
const binding = internalBinding('buffer');
/* Loaded when first used: buffer. */

/* ---- Views ------------------------------------------------------------ */

/* What a view really is, whatever properties a program gave to it. */
function describeView(view) {
    const prototype = isDataView(view) ? DataView.prototype
                                       : TypedArrayPrototype;
    const buffer = Reflect.get(prototype, 'buffer', view);
    /* The length of a DataView can't be asked for without its buffer. */
    if (buffer.detached)
        return { buffer, byteOffset: 0, byteLength: 0, bufferLength: 0 };
    return {
        buffer,
        byteOffset: Reflect.get(prototype, 'byteOffset', view),
        byteLength: Reflect.get(prototype, 'byteLength', view),
        bufferLength: buffer.byteLength,
    };
}

function refuseShared(buffer, view, name) {
    if (isSharedArrayBuffer(buffer)) {
        throw new ERR_INVALID_ARG_VALUE(
            name, view, 'must not be backed by a SharedArrayBuffer');
    }
}

function copyView(view) {
    const { buffer, byteOffset, byteLength } = describeView(view);
    return new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

/* ---- Reads that wait -------------------------------------------------- */

class PullInto {
    filled = 0;

    constructor(type, buffer, byteOffset, byteLength) {
        this.type = type;
        this.buffer = buffer;
        this.bufferLength = buffer.byteLength;
        this.byteOffset = byteOffset;
        this.byteLength = byteLength;
        this.elementSize = 1;
        this.minimum = 1;
        this.constructView = Uint8Array;
    }

    /* What the reader gave, with at least `min` of its elements filled. */
    static forView(view, min) {
        const { buffer, byteOffset, byteLength } = describeView(view);
        const made = new PullInto('byob', buffer.transfer(), byteOffset,
                                  byteLength);
        if (isDataView(view)) {
            made.constructView = DataView;
        } else {
            made.constructView = view.constructor;
            made.elementSize = view.constructor.BYTES_PER_ELEMENT;
        }
        made.minimum = min * made.elementSize;
        return made;
    }

    /* The part that is filled; the buffer is the caller's from here on. */
    toView() {
        const { Buffer } = require('buffer');
        const make = this.constructView === Buffer ? FastBuffer
                                                   : this.constructView;
        return new make(this.buffer.transfer(), this.byteOffset,
                        this.filled / this.elementSize);
    }

    isAligned() {
        return this.filled % this.elementSize === 0;
    }
}

/* ---- The source ------------------------------------------------------- */

class ByteSource extends PullingSource {
    isByteSource = true;
    controller = new ReadableByteStreamController(kMake, this);
    request = null; /* the ReadableStreamBYOBRequest that the program has */
    pending = [];   /* PullIntos */
    queue = [];     /* { buffer, byteOffset, byteLength } */
    total = 0;
    highWaterMark = 0;
    chunkSize = undefined; /* autoAllocateChunkSize */

    setUp({ start = noop, pull, cancel }, highWaterMark, chunkSize) {
        this.pull = pull;
        this.cancel = cancel;
        this.highWaterMark = highWaterMark;
        this.chunkSize = chunkSize;
        afterStart(start(), () => this.onStarted(),
                   (error) => this.error(error));
    }

    hasWaitingRead() {
        return (this.core.reader?.requests.length ?? 0) > 0;
    }

    getFreeSize() {
        return this.highWaterMark - this.total;
    }

    clearQueue() {
        this.#invalidateRequest();
        this.pending = [];
        this.queue = [];
        this.total = 0;
    }

    /* The program may be writing into the first one. */
    releaseSteps() {
        if (this.pending.length > 0) {
            this.pending[0].type = 'none';
            this.pending = [this.pending[0]];
        }
    }

    getRequest() {
        if (this.request === null && this.pending.length > 0) {
            const { buffer, byteOffset, byteLength, filled } = this.pending[0];
            const view = new Uint8Array(buffer, byteOffset + filled,
                                        byteLength - filled);
            this.request = new ReadableStreamBYOBRequest(kMake, this, view);
        }
        return this.request;
    }

    getRequestView() {
        const request = this.getRequest();
        return request === null ? null : fieldsOf(request).view;
    }

    #invalidateRequest() {
        if (this.request !== null) {
            invalidate(this.request);
            this.request = null;
        }
    }

    /* ---- The queue ------------------------------------------------ */

    #store(buffer, byteOffset, byteLength) {
        this.queue.push({ buffer, byteOffset, byteLength });
        this.total += byteLength;
    }

    #storeCopy(buffer, byteOffset, byteLength) {
        let copy;
        try {
            copy = buffer.slice(byteOffset, byteOffset + byteLength);
        } catch (error) {
            this.error(error);
            throw error;
        }
        this.#store(copy, 0, byteLength);
    }

    /* The reader of the first PullInto has gone. */
    #storeAbandoned() {
        const { buffer, byteOffset, filled } = this.pending[0];
        if (filled > 0)
            this.#storeCopy(buffer, byteOffset, filled);
        this.pending.shift();
    }

    #giveFromQueue(request) {
        const { buffer, byteOffset, byteLength } = this.queue.shift();
        this.total -= byteLength;
        this.#afterTaking();
        request.chunk(new Uint8Array(buffer, byteOffset, byteLength));
    }

    #afterTaking() {
        if (this.total === 0 && this.closeRequested)
            this.finish();
        else
            this.pullIfNeeded();
    }

    /* Copy what there is. True if that is enough to answer; what makes no
     * whole element stays in the queue then. */
    #fill(pull) {
        const max = Math.min(this.total, pull.byteLength - pull.filled);
        const end = pull.filled + max;
        const aligned = end - end % pull.elementSize;
        const isEnough = aligned >= pull.minimum;
        this.#copyTo(pull, isEnough ? aligned - pull.filled : max);
        return isEnough;
    }

    #copyTo(pull, count) {
        const target = new Uint8Array(pull.buffer);
        for (let left = count; left > 0;) {
            const head = this.queue[0];
            const n = Math.min(left, head.byteLength);
            const from = new Uint8Array(head.buffer, head.byteOffset, n);
            binding.copy(from, target, pull.byteOffset + pull.filled, 0, n);
            if (n === head.byteLength) {
                this.queue.shift();
            } else {
                head.byteOffset += n;
                head.byteLength -= n;
            }
            this.total -= n;
            pull.filled += n;
            left -= n;
        }
    }

    /* Those that the queue has enough bytes for. They are answered later: a
     * program's `then` may run in between, and must find all in order. */
    #takeFilled() {
        const filled = [];
        while (this.pending.length > 0 && this.total > 0) {
            const [pull] = this.pending;
            if (this.#fill(pull)) {
                this.pending.shift();
                filled.push(pull);
            }
        }
        return filled;
    }

    #commit(pull) {
        const isDone = this.core.state === 'closed';
        this.core.fulfillRequest(pull.toView(), isDone);
    }

    #commitAll(pulls) {
        for (const pull of pulls)
            this.#commit(pull);
    }

    /* ---- Reads ---------------------------------------------------- */

    pullSteps(request) {
        if (this.total > 0) {
            this.#giveFromQueue(request);
            return;
        }
        if (this.chunkSize !== undefined) {
            try {
                this.pending.push(new PullInto(
                    'default', new ArrayBuffer(this.chunkSize), 0,
                    this.chunkSize));
            } catch (error) {
                request.error(error);
                return;
            }
        }
        this.core.reader.requests.push(request);
        this.pullIfNeeded();
    }

    pullInto(view, min, request) {
        let pull;
        try {
            pull = PullInto.forView(view, min);
        } catch (error) {
            request.error(error);
            return;
        }
        const isFirst = this.pending.length === 0;
        if (isFirst && this.#answerAtOnce(pull, request))
            return;
        this.pending.push(pull);
        this.core.reader.requests.push(request);
        if (isFirst)
            this.pullIfNeeded();
    }

    #answerAtOnce(pull, request) {
        if (this.core.state === 'closed') {
            request.close(pull.toView());
            return true;
        }
        if (this.total === 0)
            return false;
        if (this.#fill(pull)) {
            const view = pull.toView();
            this.#afterTaking();
            request.chunk(view);
            return true;
        }
        if (this.closeRequested) {
            const error = new ERR_INVALID_STATE.TypeError(
                'ReadableStream closed');
            this.error(error);
            request.error(error);
            return true;
        }
        return false;
    }

    /* ---- What the program brings ---------------------------------- */

    close() {
        if (!this.canTakeMore())
            return;
        if (this.total > 0) {
            this.closeRequested = true;
            return;
        }
        if (this.pending.length > 0 && !this.pending[0].isAligned()) {
            const error = new ERR_INVALID_STATE.TypeError('Partial read');
            this.error(error);
            throw error;
        }
        this.finish();
    }

    enqueue(chunk) {
        if (!this.canTakeMore())
            return;
        const { buffer, byteOffset, byteLength } = describeView(chunk);
        const moved = buffer.transfer();
        if (this.pending.length > 0)
            this.#takeBackFirst();
        const { reader } = this.core;
        if (reader !== undefined && !reader.isByob) {
            this.#enqueueForReader(reader, moved, byteOffset, byteLength);
        } else {
            this.#store(moved, byteOffset, byteLength);
            if (reader !== undefined)
                this.#commitAll(this.#takeFilled());
        }
        this.pullIfNeeded();
    }

    /* The program did not use the request that it may have. */
    #takeBackFirst() {
        const [first] = this.pending;
        if (first.buffer.detached) {
            throw new ERR_INVALID_STATE.TypeError(
                'Destination ArrayBuffer is detached');
        }
        this.#invalidateRequest();
        first.buffer = first.buffer.transfer();
        if (first.type === 'none')
            this.#storeAbandoned();
    }

    #enqueueForReader(reader, buffer, byteOffset, byteLength) {
        while (reader.requests.length > 0 && this.total > 0)
            this.#giveFromQueue(reader.requests.shift());
        if (reader.requests.length === 0) {
            this.#store(buffer, byteOffset, byteLength);
            return;
        }
        if (this.pending.length > 0)
            this.pending.shift();
        this.core.fulfillRequest(
            new Uint8Array(buffer, byteOffset, byteLength), false);
    }

    respond(written) {
        const [first] = this.pending;
        if (this.core.state === 'closed') {
            if (written !== 0)
                throw new ERR_INVALID_ARG_VALUE('bytesWritten', written);
        } else {
            if (!written)
                throw new ERR_INVALID_ARG_VALUE('bytesWritten', written);
            if (first.filled + written > first.byteLength) {
                throw new ERR_INVALID_ARG_VALUE.RangeError('bytesWritten',
                                                           written);
            }
        }
        first.buffer = first.buffer.transfer();
        this.#acceptResponse(written);
    }

    respondWithView(view) {
        const [first] = this.pending;
        const { buffer, byteOffset, byteLength, bufferLength } =
            describeView(view);
        if (this.core.state === 'closed') {
            if (byteLength !== 0) {
                throw new ERR_INVALID_STATE.TypeError(
                    'View is not zero-length');
            }
        } else if (byteLength === 0) {
            throw new ERR_INVALID_STATE.TypeError('View is zero-length');
        }
        if (first.byteOffset + first.filled !== byteOffset ||
            first.filled + byteLength > first.byteLength ||
            first.bufferLength !== bufferLength)
            throw new ERR_INVALID_ARG_VALUE.RangeError('view', view);
        first.buffer = buffer.transfer();
        this.#acceptResponse(byteLength);
    }

    #acceptResponse(written) {
        this.#invalidateRequest();
        if (this.core.state === 'closed')
            this.#answerClosed();
        else
            this.#answerReadable(this.pending[0], written);
        this.pullIfNeeded();
    }

    /* All buffers go back to their readers, with nothing more in them. */
    #answerClosed() {
        if (this.pending[0].type === 'none')
            this.pending.shift();
        const count = this.core.countRequests(true);
        this.#commitAll(this.pending.splice(0, count));
    }

    #answerReadable(first, written) {
        first.filled += written;
        if (first.type === 'none') {
            this.#storeAbandoned();
            this.#commitAll(this.#takeFilled());
            return;
        }
        if (first.filled < first.minimum)
            return;
        this.pending.shift();
        const rest = first.filled % first.elementSize;
        if (rest > 0) {
            const end = first.byteOffset + first.filled;
            this.#storeCopy(first.buffer, end - rest, rest);
            first.filled -= rest;
        }
        const filled = this.#takeFilled();
        this.#commit(first);
        this.#commitAll(filled);
    }
}

/* ---- What the program sees -------------------------------------------- */

let sourceOf;

class ReadableByteStreamController {
    #source;

    static {
        sourceOf = (value) => {
            if (value === null || typeof value !== 'object' ||
                !(#source in value))
                throw new ERR_INVALID_THIS('ReadableByteStreamController');
            return value.#source;
        };
    }

    constructor(key = undefined, source = undefined) {
        if (key !== kMake)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this.#source = source;
    }

    get byobRequest() {
        return sourceOf(this).getRequest();
    }

    get desiredSize() {
        return sourceOf(this).getDesiredSize();
    }

    close() {
        const source = sourceOf(this);
        checkOpen(source);
        source.close();
    }

    enqueue(chunk) {
        const source = sourceOf(this);
        validateBuffer(chunk);
        const { buffer, byteLength, bufferLength } = describeView(chunk);
        refuseShared(buffer, chunk, 'chunk');
        if (byteLength === 0 || bufferLength === 0) {
            throw new ERR_INVALID_STATE.TypeError(
                'chunk ArrayBuffer is zero-length or detached');
        }
        checkOpen(source);
        source.enqueue(chunk);
    }

    error(error = undefined) {
        sourceOf(this).error(error);
    }
}

function checkOpen(source) {
    if (source.closeRequested)
        throw new ERR_INVALID_STATE.TypeError('Controller is already closed');
    if (source.core.state !== 'readable') {
        throw new ERR_INVALID_STATE.TypeError(
            'ReadableStream is already closed');
    }
}

defineInterface(ReadableByteStreamController,
                ['byobRequest', 'desiredSize', 'close', 'enqueue', 'error'],
                () => ({}));

let fieldsOf, invalidate;

class ReadableStreamBYOBRequest {
    #fields;

    static {
        fieldsOf = (value) => {
            if (value === null || typeof value !== 'object' ||
                !(#fields in value))
                throw new ERR_INVALID_THIS('ReadableStreamBYOBRequest');
            return value.#fields;
        };
        invalidate = (request) => {
            request.#fields = { source: undefined, view: null };
        };
    }

    constructor(key = undefined, source = undefined, view = null) {
        if (key !== kMake)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this.#fields = { source, view };
    }

    get view() {
        return fieldsOf(this).view;
    }

    respond(bytesWritten) {
        const { source, view } = needValid(this);
        refuseDetached(view);
        source.respond(bytesWritten);
    }

    respondWithNewView(view) {
        const { source } = needValid(this);
        validateBuffer(view, 'view');
        refuseDetached(view);
        source.respondWithView(view);
    }
}

function needValid(request) {
    const fields = fieldsOf(request);
    if (fields.source === undefined) {
        throw new ERR_INVALID_STATE.TypeError(
            'This BYOB request has been invalidated');
    }
    return fields;
}

function refuseDetached(view) {
    if (describeView(view).buffer.detached)
        throw new ERR_INVALID_STATE.TypeError('Viewed ArrayBuffer is detached');
}

defineInterface(ReadableStreamBYOBRequest,
                ['view', 'respond', 'respondWithNewView'],
                (request) => ({
                    view: request.view,
                    controller: fieldsOf(request).source?.controller,
                }));

/* From what a program gave to the constructor of a stream. */
function setUpBytes(core, object, highWaterMark) {
    const source = new ByteSource(core);
    const { start, pull, cancel, autoAllocateChunkSize } = object;
    const algorithms = {
        __proto__: null,
        start: toStart(object, start, source.controller),
        pull: toCallback(object, pull, 'source.pull'),
        cancel: toAlgorithm(object, cancel, 'source.cancel'),
    };
    if (autoAllocateChunkSize === 0) {
        throw new ERR_INVALID_ARG_VALUE('source.autoAllocateChunkSize',
                                        autoAllocateChunkSize);
    }
    source.setUp(algorithms, highWaterMark, autoAllocateChunkSize);
}

module.exports = {
    ByteSource,
    ReadableByteStreamController,
    ReadableStreamBYOBRequest,
    copyView,
    describeView,
    refuseShared,
    setUpBytes,
};
