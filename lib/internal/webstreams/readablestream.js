'use strict';
/*
 * internal/webstreams/readablestream - ReadableStream. Its states are in
 * readable_core, its controllers in readable_default and readable_bytes, its
 * readers in readers; piping, teeing and iterating are loaded when they are
 * used.
 */

const { codes } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const {
    kValidateObjectAllowObjects,
    kValidateObjectAllowObjectsAndNull,
    validateAbortSignal,
    validateObject,
} = require('internal/validators');
const { defineTransfer } = require('internal/worker/js_transferable');
const {
    kControllerErrorFunction, kIsClosedPromise, kIsDisturbed, kIsErrored,
    kIsReadable,
} = require('internal/streams/utils');
const bytes = require('internal/webstreams/readable_bytes');
const { ReadableCore } = require('internal/webstreams/readable_core');
const {
    DefaultSource, ReadableStreamDefaultController, setUpDefault,
} = require('internal/webstreams/readable_default');
const readers = require('internal/webstreams/readers');
const { countOne, defineInterface, kMake, markHandled, toHighWaterMark,
        toSize } = require('internal/webstreams/util');
/* Loaded when first used: internal/webstreams/iterate,
 * internal/webstreams/pipe, internal/webstreams/tee,
 * internal/webstreams/transfer, internal/webstreams/writablestream. */

const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE,
        ERR_INVALID_THIS } = codes;

let coreOf; /* undefined for what is not a ReadableStream */

function needCore(stream) {
    const core = coreOf(stream);
    if (core === undefined)
        throw new ERR_INVALID_THIS('ReadableStream');
    return core;
}

/* The strategy is read before the source, and each part of it once. */
function setUp(core, source, strategy) {
    const size = strategy?.size;
    const highWaterMark = strategy?.highWaterMark;
    const { type } = source;
    if (`${type}` === 'bytes') {
        if (size !== undefined)
            throw new ERR_INVALID_ARG_VALUE.RangeError('strategy.size', size);
        bytes.setUpBytes(core, source, toHighWaterMark(highWaterMark, 0));
    } else {
        if (type !== undefined)
            throw new ERR_INVALID_ARG_VALUE('source.type', type);
        const mark = toHighWaterMark(highWaterMark, 1);
        setUpDefault(core, source, mark, toSize(size));
    }
}

function checkOptions(options) {
    validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
}

/* Each once, and in this order. */
function readPipeOptions(options) {
    checkOptions(options);
    const preventAbort = options?.preventAbort;
    const preventCancel = options?.preventCancel;
    const preventClose = options?.preventClose;
    const signal = options?.signal;
    if (signal !== undefined)
        validateAbortSignal(signal, 'options.signal');
    return {
        preventAbort: !!preventAbort,
        preventCancel: !!preventCancel,
        preventClose: !!preventClose,
        signal,
    };
}

function needWritable(value) {
    const { coreOfWritable } = require('internal/webstreams/writablestream');
    const core = coreOfWritable(value);
    if (core === undefined) {
        throw new ERR_INVALID_ARG_TYPE('transform.writable', 'WritableStream',
                                       value);
    }
    return core;
}

function checkUnlocked(from, to) {
    if (from.reader !== undefined)
        throw new ERR_INVALID_STATE.TypeError('The ReadableStream is locked');
    if (to.writer !== undefined)
        throw new ERR_INVALID_STATE.TypeError('The WritableStream is locked');
}

function pipe(from, destination, options) {
    const to = needWritable(destination);
    const choices = readPipeOptions(options);
    checkUnlocked(from, to);
    const { Pipe } = require('internal/webstreams/pipe');
    return new Pipe(from, to, choices).run();
}

class ReadableStream {
    #core;

    static {
        coreOf = (value) => value !== null && typeof value === 'object' &&
                            #core in value ? value.#core : undefined;
    }

    static from(iterable) {
        const { fromIterable } = require('internal/webstreams/iterate');
        return fromIterable(iterable);
    }

    constructor(source = kEmptyObject, strategy = kEmptyObject) {
        this.#core = new ReadableCore(this);
        if (source === kMake)
            return;
        validateObject(source, 'source', kValidateObjectAllowObjects);
        validateObject(strategy, 'strategy',
                       kValidateObjectAllowObjectsAndNull);
        setUp(this.#core, source, strategy);
    }

    get locked() {
        return needCore(this).reader !== undefined;
    }

    cancel(reason = undefined) {
        const core = coreOf(this);
        if (core === undefined)
            return Promise.reject(new ERR_INVALID_THIS('ReadableStream'));
        if (core.reader !== undefined) {
            return Promise.reject(new ERR_INVALID_STATE.TypeError(
                'ReadableStream is locked'));
        }
        return core.cancel(reason);
    }

    getReader(options = kEmptyObject) {
        needCore(this);
        checkOptions(options);
        const mode = options?.mode;
        if (mode === undefined)
            return new readers.ReadableStreamDefaultReader(this);
        if (`${mode}` !== 'byob')
            throw new ERR_INVALID_ARG_VALUE('options.mode', mode);
        return new readers.ReadableStreamBYOBReader(this);
    }

    pipeThrough(transform, options = kEmptyObject) {
        const core = needCore(this);
        const readable = transform?.readable;
        if (coreOf(readable) === undefined) {
            throw new ERR_INVALID_ARG_TYPE('transform.readable',
                                           'ReadableStream', readable);
        }
        markHandled(pipe(core, transform?.writable, options));
        return readable;
    }

    pipeTo(destination, options = kEmptyObject) {
        try {
            return pipe(needCore(this), destination, options);
        } catch (error) {
            return Promise.reject(error);
        }
    }

    tee() {
        const core = needCore(this);
        const { tee } = require('internal/webstreams/tee');
        return tee(core);
    }

    values(options = kEmptyObject) {
        const core = needCore(this);
        checkOptions(options);
        const preventCancel = Boolean(options?.preventCancel);
        const { makeIterator } = require('internal/webstreams/iterate');
        return makeIterator(core, preventCancel);
    }

    /* What internal/streams/utils asks. */
    get [kIsDisturbed]() {
        return needCore(this).disturbed;
    }

    get [kIsErrored]() {
        return needCore(this).state === 'errored';
    }

    get [kIsReadable]() {
        return needCore(this).state === 'readable';
    }

    get [kIsClosedPromise]() {
        return needCore(this).closed.getRecord();
    }

    /* Node's leaves streams of bytes alone. */
    [kControllerErrorFunction](error) {
        const { source } = needCore(this);
        if (!source.isByteSource)
            source.error(error);
    }
}

defineInterface(
    ReadableStream,
    ['locked', 'cancel', 'getReader', 'pipeThrough', 'pipeTo', 'tee',
     'values'],
    (stream) => {
        const { state, source } = needCore(stream);
        return { locked: stream.locked, state,
                 supportsBYOB: source.isByteSource };
    });
Object.defineProperties(ReadableStream.prototype, {
    [Symbol.asyncIterator]: {
        __proto__: null, configurable: true, enumerable: false,
        writable: true, value: ReadableStream.prototype.values,
    },
});
Object.defineProperty(ReadableStream, 'from',
                      { __proto__: null, enumerable: true });

defineTransfer(ReadableStream.prototype, (stream) =>
    require('internal/webstreams/transfer').beginReadable(needCore(stream)));

/* ---- Streams without a source of the program's ------------------------ */

/* See DefaultSource.setUp(). */
function createReadableStream(algorithms, highWaterMark = 1,
                              size = countOne) {
    const stream = new ReadableStream(kMake);
    new DefaultSource(coreOf(stream)).setUp(algorithms, highWaterMark, size);
    return stream;
}

function createReadableByteStream(algorithms, highWaterMark = 0) {
    const stream = new ReadableStream(kMake);
    new bytes.ByteSource(coreOf(stream)).setUp(algorithms, highWaterMark,
                                               undefined);
    return stream;
}

module.exports = {
    ReadableByteStreamController: bytes.ReadableByteStreamController,
    ReadableStream,
    ReadableStreamBYOBReader: readers.ReadableStreamBYOBReader,
    ReadableStreamBYOBRequest: bytes.ReadableStreamBYOBRequest,
    ReadableStreamDefaultController,
    ReadableStreamDefaultReader: readers.ReadableStreamDefaultReader,
    coreOfReadable: (value) => coreOf(value),
    createReadableByteStream,
    createReadableStream,
    isReadableStream: (value) => coreOf(value) !== undefined,
};
