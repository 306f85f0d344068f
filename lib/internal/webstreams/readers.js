'use strict';
/* internal/webstreams/readers - ReadableStreamDefaultReader and
 * ReadableStreamBYOBReader: see readable_core for what they do. */

const { codes } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { isArrayBufferView, isDataView } = require('internal/util/types');
const { kValidateObjectAllowObjectsAndNull, validateObject } =
    require('internal/validators');
const { describeView, refuseShared } =
    require('internal/webstreams/readable_bytes');
const { PromiseRequest, QueuedRequest, ReaderCore } =
    require('internal/webstreams/readable_core');
const { defineInterface } = require('internal/webstreams/util');
/* Loaded when first used: internal/webstreams/readablestream. */

const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE,
        ERR_INVALID_THIS, ERR_OUT_OF_RANGE } = codes;

function refuse(error) {
    return Promise.reject(error);
}

function makeUnboundError() {
    return new ERR_INVALID_STATE.TypeError(
        'The reader is not attached to a stream');
}

function openReader(stream, isByob) {
    const { coreOfReadable } = require('internal/webstreams/readablestream');
    const core = coreOfReadable(stream);
    if (core === undefined)
        throw new ERR_INVALID_ARG_TYPE('stream', 'ReadableStream', stream);
    return new ReaderCore(core, isByob);
}

function cancel(core, name, reason) {
    if (core === undefined)
        return refuse(new ERR_INVALID_THIS(name));
    return core.core === undefined ? refuse(makeUnboundError())
                                   : core.core.cancel(reason);
}

function getClosed(core, name) {
    return core === undefined ? refuse(new ERR_INVALID_THIS(name))
                              : core.closed.promise;
}

function release(core, name) {
    if (core === undefined)
        throw new ERR_INVALID_THIS(name);
    core.release();
}

function hasChunk({ state, source }) {
    return state === 'readable' && source.queue.length > 0;
}

/* ---- Chunks ----------------------------------------------------------- */

const defaultName = 'ReadableStreamDefaultReader';
let defaultCoreOf;

class ReadableStreamDefaultReader {
    #core;

    static {
        defaultCoreOf = (value) => value !== null &&
            typeof value === 'object' && #core in value ? value.#core
                                                        : undefined;
    }

    constructor(stream) {
        this.#core = openReader(stream, false);
    }

    read() {
        const core = defaultCoreOf(this);
        if (core === undefined)
            return refuse(new ERR_INVALID_THIS(defaultName));
        if (core.core === undefined)
            return refuse(makeUnboundError());
        const request = hasChunk(core.core) ? new QueuedRequest() :
            new PromiseRequest();
        core.read(request);
        return request.promise;
    }

    releaseLock() {
        release(defaultCoreOf(this), defaultName);
    }

    get closed() {
        return getClosed(defaultCoreOf(this), defaultName);
    }

    cancel(reason = undefined) {
        return cancel(defaultCoreOf(this), defaultName, reason);
    }
}

defineInterface(ReadableStreamDefaultReader,
                ['closed', 'read', 'releaseLock', 'cancel'],
                (reader) => {
                    const core = defaultCoreOf(reader);
                    return { stream: core.core?.stream,
                             readRequests: core.requests.length,
                             close: core.closed.promise };
                });

/* ---- Bytes, into a buffer --------------------------------------------- */

const byobName = 'ReadableStreamBYOBReader';
let byobCoreOf;

/* How many elements at least. */
function toMinimum(options, view, byteLength) {
    const min = options?.min ?? 1;
    if (typeof min !== 'number')
        throw new ERR_INVALID_ARG_TYPE('options.min', 'number', min);
    if (!Number.isInteger(min)) {
        throw new ERR_INVALID_ARG_VALUE('options.min', min,
                                        'must be an integer');
    }
    if (min <= 0) {
        throw new ERR_INVALID_ARG_VALUE('options.min', min,
                                        'must be greater than 0');
    }
    if (isDataView(view)) {
        if (min > byteLength) {
            throw new ERR_OUT_OF_RANGE('options.min', '<= view.byteLength',
                                       min);
        }
    } else if (min > view.length) {
        throw new ERR_OUT_OF_RANGE('options.min', '<= view.length', min);
    }
    return min;
}

function checkView(view) {
    if (!isArrayBufferView(view)) {
        throw new ERR_INVALID_ARG_TYPE(
            'view', ['Buffer', 'TypedArray', 'DataView'], view);
    }
}

class ReadableStreamBYOBReader {
    #core;

    static {
        byobCoreOf = (value) => value !== null &&
            typeof value === 'object' && #core in value ? value.#core
                                                        : undefined;
    }

    constructor(stream) {
        this.#core = openReader(stream, true);
    }

    async read(view, options = kEmptyObject) {
        const core = byobCoreOf(this);
        if (core === undefined)
            throw new ERR_INVALID_THIS(byobName);
        checkView(view);
        validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
        const { buffer, byteLength, bufferLength } = describeView(view);
        refuseShared(buffer, view, 'view');
        if (byteLength === 0 || bufferLength === 0) {
            throw new ERR_INVALID_STATE.TypeError(
                'View or Viewed ArrayBuffer is zero-length or detached');
        }
        const min = toMinimum(options, view, byteLength);
        if (core.core === undefined)
            throw makeUnboundError();
        const request = new PromiseRequest();
        core.readInto(view, min, request);
        return request.promise;
    }

    releaseLock() {
        release(byobCoreOf(this), byobName);
    }

    get closed() {
        return getClosed(byobCoreOf(this), byobName);
    }

    cancel(reason = undefined) {
        return cancel(byobCoreOf(this), byobName, reason);
    }
}

defineInterface(ReadableStreamBYOBReader,
                ['closed', 'read', 'releaseLock', 'cancel'],
                (reader) => {
                    const core = byobCoreOf(reader);
                    return { stream: core.core?.stream,
                             readIntoRequests: core.requests.length,
                             close: core.closed.promise };
                });

module.exports = { ReadableStreamBYOBReader, ReadableStreamDefaultReader };
