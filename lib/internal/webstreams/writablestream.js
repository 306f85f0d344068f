'use strict';
/*
 * internal/webstreams/writablestream - WritableStream, its writer and its
 * controller.
 *
 *     writable --error--> erroring --nothing in flight--> errored
 *         |                   |
 *         +--sink closed------+-------------------------> closed
 *
 * One chunk is with the sink at a time; the queue keeps it until the sink has
 * taken it. A close waits in the same queue, as its last entry.
 */

const { codes } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const {
    kValidateObjectAllowObjects,
    kValidateObjectAllowObjectsAndNull,
    validateObject,
} = require('internal/validators');
const { defineTransfer } = require('internal/worker/js_transferable');
const {
    kControllerErrorFunction, kIsClosedPromise, kIsErrored, kIsWritable,
} = require('internal/streams/utils');
const {
    LazyPromise, SizedQueue, afterStart, countOne, defineInterface, kMake,
    makeSharedError, noop, react, toAlgorithm, toCallback, toHighWaterMark,
    toSize, toStart,
} = require('internal/webstreams/util');
/* Loaded when first used: internal/events/abort_controller,
 * internal/webstreams/transfer. */

const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE,
        ERR_INVALID_THIS } = codes;

const getReleasedError = makeSharedError('Writer has been released');

/* Stands in the queue for close(). */
const closeEntry = Symbol('close');

/* ---- The core of a stream and its controller -------------------------- */

class WritableCore {
    stream;
    controller;
    writer = undefined;
    state = 'writable';
    storedError = undefined;
    backpressure = false;
    isStarted = false;

    queue = new SizedQueue();
    writeRequests = [];
    inFlightWrite = undefined;
    closeRequest = undefined;
    inFlightClose = undefined;
    pendingAbort = undefined; /* { record, reason, wasErroring } */
    closed = new LazyPromise();
    abortController = undefined;
    algorithms = undefined;
    highWaterMark = 0;
    size = undefined;

    constructor(stream) {
        this.stream = stream;
        this.controller = new WritableStreamDefaultController(kMake, this);
    }

    /* `algorithms` has write(chunk, controller): see react(); close() and
     * abort(reason), which give promises. */
    setUp(algorithms, start, highWaterMark, size) {
        this.algorithms = algorithms;
        this.highWaterMark = highWaterMark;
        this.size = size;
        this.#updateBackpressure();
        afterStart(start(), () => {
            this.isStarted = true;
            this.advance();
        }, (error) => {
            this.isStarted = true;
            this.dealWithRejection(error);
        });
    }

    /* Most sinks never ask for the signal. */
    getAbortController() {
        const { AbortController } = require('internal/events/abort_controller');
        this.abortController ??= new AbortController();
        return this.abortController;
    }

    isCloseQueuedOrInFlight() {
        return this.closeRequest !== undefined ||
               this.inFlightClose !== undefined;
    }

    getDesiredSize() {
        return this.highWaterMark - this.queue.total;
    }

    /* ---- What a program asks for ---------------------------------- */

    abort(reason) {
        if (this.state === 'closed' || this.state === 'errored')
            return Promise.resolve();
        this.getAbortController().abort(reason);
        /* A listener of the signal may have ended the stream. */
        if (this.state === 'closed' || this.state === 'errored')
            return Promise.resolve();
        if (this.pendingAbort !== undefined)
            return this.pendingAbort.record.promise;
        const wasErroring = this.state === 'erroring';
        const record = Promise.withResolvers();
        this.pendingAbort = {
            record, wasErroring, reason: wasErroring ? undefined : reason,
        };
        if (!wasErroring)
            this.startErroring(reason);
        return record.promise;
    }

    close() {
        if (this.state === 'closed' || this.state === 'errored') {
            return Promise.reject(new ERR_INVALID_STATE.TypeError(
                'WritableStream is closed'));
        }
        this.closeRequest = Promise.withResolvers();
        const { promise } = this.closeRequest;
        if (this.backpressure && this.state === 'writable')
            this.writer?.ready.resolve();
        this.queue.push(closeEntry, 0);
        this.advance();
        return promise;
    }

    write(writer, chunk) {
        const size = this.#measure(chunk);
        const refusal = this.#findRefusal(writer);
        if (refusal !== undefined)
            return Promise.reject(refusal.error);
        const request = Promise.withResolvers();
        this.writeRequests.push(request);
        this.#enqueue(chunk, size);
        return request.promise;
    }

    /* The write of pipeTo(), for which one object counts all of them. */
    writeCounted(writer, chunk, counter) {
        const size = this.#measure(chunk);
        const refusal = this.#findRefusal(writer);
        if (refusal !== undefined) {
            counter.refuse(refusal.error);
            return;
        }
        counter.pending++;
        this.writeRequests.push(counter);
        this.#enqueue(chunk, size);
    }

    /* Measuring the chunk may have changed everything. */
    #findRefusal(writer) {
        if (writer.core !== this) {
            return { error: new ERR_INVALID_STATE.TypeError(
                'Mismatched WritableStreams') };
        }
        if (this.state === 'errored')
            return { error: this.storedError };
        if (this.isCloseQueuedOrInFlight() || this.state === 'closed') {
            return { error: new ERR_INVALID_STATE.TypeError(
                'WritableStream is closed') };
        }
        return this.state === 'erroring' ? { error: this.storedError }
                                         : undefined;
    }

    #measure(chunk) {
        if (this.size === undefined || this.size === countOne)
            return 1;
        try {
            return this.size(chunk);
        } catch (error) {
            this.errorIfNeeded(error);
            return 1;
        }
    }

    #enqueue(chunk, size) {
        try {
            this.queue.push(chunk, size);
        } catch (error) {
            this.errorIfNeeded(error);
            return;
        }
        if (this.state === 'writable' && !this.isCloseQueuedOrInFlight())
            this.#updateBackpressure();
        this.advance();
    }

    #updateBackpressure() {
        const isFull = this.highWaterMark <= this.queue.total;
        if (isFull === this.backpressure)
            return;
        this.backpressure = isFull;
        if (this.writer === undefined)
            return;
        if (isFull)
            this.writer.ready = new LazyPromise();
        else
            this.writer.becomeReady();
    }

    /* ---- The sink ------------------------------------------------- */

    advance() {
        if (!this.isStarted || this.inFlightWrite !== undefined)
            return;
        if (this.state === 'erroring') {
            this.#finishErroring();
        } else if (this.queue.length > 0 && this.state === 'writable') {
            const next = this.queue.peek();
            if (next === closeEntry)
                this.#callClose();
            else
                this.#callWrite(next);
        }
    }

    #callWrite(chunk) {
        this.inFlightWrite = this.writeRequests.shift();
        let result;
        try {
            result = this.algorithms.write(chunk, this.controller);
        } catch (error) {
            result = Promise.reject(error);
        }
        react(result, this.onWritten, this.onWriteFailed);
    }

    onWritten = () => {
        this.inFlightWrite.resolve();
        this.inFlightWrite = undefined;
        this.queue.shift();
        if (this.state === 'writable' && !this.isCloseQueuedOrInFlight())
            this.#updateBackpressure();
        this.advance();
    };

    onWriteFailed = (error) => {
        if (this.state === 'writable')
            this.#clearAlgorithms();
        this.inFlightWrite.reject(error);
        this.inFlightWrite = undefined;
        this.dealWithRejection(error);
    };

    #callClose() {
        this.inFlightClose = this.closeRequest;
        this.closeRequest = undefined;
        this.queue.shift();
        const result = this.algorithms.close();
        this.#clearAlgorithms();
        result.then(() => this.#finishClose(),
                    (error) => this.#failClose(error));
    }

    #finishClose() {
        this.inFlightClose.resolve();
        this.inFlightClose = undefined;
        if (this.state === 'erroring') {
            /* The sink was done before the error had an effect. */
            this.storedError = undefined;
            this.pendingAbort?.record.resolve();
            this.pendingAbort = undefined;
        }
        this.state = 'closed';
        this.writer?.closed.resolve();
        this.closed.resolve();
    }

    #failClose(error) {
        this.inFlightClose.reject(error);
        this.inFlightClose = undefined;
        this.pendingAbort?.record.reject(error);
        this.pendingAbort = undefined;
        this.dealWithRejection(error);
    }

    #clearAlgorithms() {
        this.algorithms = undefined;
        this.size = undefined;
    }

    /* ---- Errors --------------------------------------------------- */

    errorIfNeeded(error) {
        if (this.state === 'writable') {
            this.#clearAlgorithms();
            this.startErroring(error);
        }
    }

    startErroring(reason) {
        this.state = 'erroring';
        this.storedError = reason;
        this.writer?.rejectReady(reason);
        if (this.isStarted && this.inFlightWrite === undefined &&
            this.inFlightClose === undefined)
            this.#finishErroring();
    }

    dealWithRejection(error) {
        if (this.state === 'writable')
            this.startErroring(error);
        else
            this.#finishErroring();
    }

    #finishErroring() {
        this.state = 'errored';
        this.queue.clear();
        const requests = this.writeRequests;
        this.writeRequests = [];
        for (const request of requests)
            request.reject(this.storedError);
        const pending = this.pendingAbort;
        this.pendingAbort = undefined;
        if (pending === undefined) {
            this.#rejectClosed();
        } else if (pending.wasErroring) {
            pending.record.reject(this.storedError);
            this.#rejectClosed();
        } else {
            this.#callAbort(pending);
        }
    }

    #callAbort({ record, reason }) {
        const result = this.algorithms.abort(reason);
        this.#clearAlgorithms();
        result.then(() => {
            record.resolve();
            this.#rejectClosed();
        }, (error) => {
            record.reject(error);
            this.#rejectClosed();
        });
    }

    #rejectClosed() {
        this.closeRequest?.reject(this.storedError);
        this.closeRequest = undefined;
        this.closed.reject(this.storedError);
        this.writer?.closed.reject(this.storedError);
    }
}

/* ---- The stream ------------------------------------------------------- */

let coreOf; /* undefined for what is not a WritableStream */

function needCore(stream) {
    const core = coreOf(stream);
    if (core === undefined)
        throw new ERR_INVALID_THIS('WritableStream');
    return core;
}

function refuse(error) {
    return Promise.reject(error);
}

class WritableStream {
    #core;

    static {
        coreOf = (value) => value !== null && typeof value === 'object' &&
                            #core in value ? value.#core : undefined;
    }

    constructor(sink = kEmptyObject, strategy = kEmptyObject) {
        this.#core = new WritableCore(this);
        if (sink === kMake)
            return;
        validateObject(sink, 'sink', kValidateObjectAllowObjects);
        validateObject(strategy, 'strategy',
                       kValidateObjectAllowObjectsAndNull);
        const { type } = sink;
        if (type !== undefined)
            throw new ERR_INVALID_ARG_VALUE.RangeError('type', type);
        const size = toSize(strategy?.size);
        const highWaterMark = toHighWaterMark(strategy?.highWaterMark, 1);
        setUpFromSink(this.#core, sink, highWaterMark, size);
    }

    get locked() {
        return needCore(this).writer !== undefined;
    }

    abort(reason = undefined) {
        const core = coreOf(this);
        if (core === undefined)
            return refuse(new ERR_INVALID_THIS('WritableStream'));
        if (core.writer !== undefined) {
            return refuse(new ERR_INVALID_STATE.TypeError(
                'WritableStream is locked'));
        }
        return core.abort(reason);
    }

    close() {
        const core = coreOf(this);
        if (core === undefined)
            return refuse(new ERR_INVALID_THIS('WritableStream'));
        if (core.writer !== undefined) {
            return refuse(new ERR_INVALID_STATE.TypeError(
                'WritableStream is locked'));
        }
        if (core.isCloseQueuedOrInFlight()) {
            return refuse(new ERR_INVALID_STATE.TypeError(
                'Failure closing WritableStream'));
        }
        return core.close();
    }

    getWriter() {
        needCore(this);
        return new WritableStreamDefaultWriter(this);
    }

    /* What internal/streams/utils asks. */
    get [kIsErrored]() {
        return needCore(this).state === 'errored';
    }

    get [kIsWritable]() {
        return needCore(this).state === 'writable';
    }

    get [kIsClosedPromise]() {
        return needCore(this).closed.getRecord();
    }

    [kControllerErrorFunction](error) {
        needCore(this).errorIfNeeded(error);
    }
}

defineInterface(WritableStream, ['locked', 'abort', 'close', 'getWriter'],
                (stream) => ({ locked: stream.locked,
                               state: needCore(stream).state }));

defineTransfer(WritableStream.prototype, (stream) =>
    require('internal/webstreams/transfer').beginWritable(needCore(stream)));

function setUpFromSink(core, sink, highWaterMark, size) {
    const { start, write, close, abort } = sink;
    const begin = toStart(sink, start, core.controller);
    core.setUp({
        write: toCallback(sink, write, 'sink.write'),
        close: toAlgorithm(sink, close, 'sink.close'),
        abort: toAlgorithm(sink, abort, 'sink.abort'),
    }, begin, highWaterMark, size);
}

/* A stream without a sink of the program's; see WritableCore.setUp(). */
function createWritableStream(algorithms, start = noop, highWaterMark = 1,
                              size = countOne) {
    const stream = new WritableStream(kMake);
    coreOf(stream).setUp(algorithms, start, highWaterMark, size);
    return stream;
}

/* ---- Writers ---------------------------------------------------------- */

class WriterCore {
    writer;
    core; /* undefined after releaseLock() */
    closed;
    ready;
    onReady = undefined; /* called once, at the end of backpressure */

    constructor(writer, core) {
        if (core.writer !== undefined)
            throw new ERR_INVALID_STATE.TypeError('WritableStream is locked');
        this.writer = writer;
        this.core = core;
        core.writer = this;
        this.closed = firstClosed(core);
        this.ready = firstReady(core);
    }

    getDesiredSize() {
        switch (this.core.state) {
        case 'errored':
        case 'erroring':
            return null;
        case 'closed':
            return 0;
        default:
            return this.core.getDesiredSize();
        }
    }

    /* As in Node: who asks for the first time while the sink's abort() is under
     * way does not wait for that. */
    getClosed() {
        const { core, closed } = this;
        if (core?.state === 'errored' && closed.record === undefined)
            closed.reject(core.storedError);
        return closed.promise;
    }

    becomeReady() {
        const { onReady } = this;
        this.onReady = undefined;
        this.ready.resolve();
        onReady?.();
    }

    rejectReady(reason) {
        if (this.ready.state === 'pending')
            this.ready.reject(reason);
        else
            this.ready = LazyPromise.rejected(reason);
    }

    rejectClosed(reason) {
        if (this.closed.state === 'pending')
            this.closed.reject(reason);
        else
            this.closed = LazyPromise.rejected(reason);
    }

    release() {
        if (this.core === undefined)
            return;
        const error = getReleasedError();
        this.rejectReady(error);
        this.rejectClosed(error);
        this.core.writer = undefined;
        this.core = undefined;
    }

    /* The close of pipeTo(), for which a closed stream is a success. */
    closeWithErrorPropagation() {
        const { core } = this;
        if (core.isCloseQueuedOrInFlight() || core.state === 'closed')
            return Promise.resolve();
        if (core.state === 'errored')
            return Promise.reject(core.storedError);
        return core.close();
    }
}

function firstClosed({ state, storedError }) {
    if (state === 'closed')
        return LazyPromise.resolved();
    return state === 'errored' ? LazyPromise.rejected(storedError)
                               : new LazyPromise();
}

function firstReady(core) {
    if (core.state === 'erroring' || core.state === 'errored')
        return LazyPromise.rejected(core.storedError);
    const mustWait = core.state === 'writable' && core.backpressure &&
                     !core.isCloseQueuedOrInFlight();
    return mustWait ? new LazyPromise() : LazyPromise.resolved();
}

let writerCoreOf;
const writerName = 'WritableStreamDefaultWriter';

/* calls fn(writer core, stream core), or gives a rejection. */
function withStream(writer, fn) {
    const core = writerCoreOf(writer);
    if (core === undefined)
        return refuse(new ERR_INVALID_THIS(writerName));
    if (core.core === undefined) {
        return refuse(new ERR_INVALID_STATE.TypeError(
            'Writer is not bound to a WritableStream'));
    }
    return fn(core, core.core);
}

class WritableStreamDefaultWriter {
    #core;

    static {
        writerCoreOf = (value) => value !== null &&
            typeof value === 'object' && #core in value ? value.#core
                                                        : undefined;
    }

    constructor(stream) {
        const core = coreOf(stream);
        if (core === undefined)
            throw new ERR_INVALID_ARG_TYPE('stream', 'WritableStream', stream);
        this.#core = new WriterCore(this, core);
    }

    get closed() {
        const core = writerCoreOf(this);
        return core === undefined ? refuse(new ERR_INVALID_THIS(writerName))
                                  : core.getClosed();
    }

    get ready() {
        const core = writerCoreOf(this);
        return core === undefined ? refuse(new ERR_INVALID_THIS(writerName))
                                  : core.ready.promise;
    }

    get desiredSize() {
        const core = writerCoreOf(this);
        if (core === undefined)
            throw new ERR_INVALID_THIS(writerName);
        if (core.core === undefined) {
            throw new ERR_INVALID_STATE.TypeError(
                'Writer is not bound to a WritableStream');
        }
        return core.getDesiredSize();
    }

    abort(reason = undefined) {
        return withStream(this, (core, stream) => stream.abort(reason));
    }

    close() {
        return withStream(this, (core, stream) => {
            if (stream.isCloseQueuedOrInFlight()) {
                return refuse(new ERR_INVALID_STATE.TypeError(
                    'Failure to close WritableStream'));
            }
            return stream.close();
        });
    }

    releaseLock() {
        const core = writerCoreOf(this);
        if (core === undefined)
            throw new ERR_INVALID_THIS(writerName);
        core.release();
    }

    write(chunk = undefined) {
        return withStream(this, (core, stream) => stream.write(core, chunk));
    }
}

defineInterface(
    WritableStreamDefaultWriter,
    ['closed', 'ready', 'desiredSize', 'abort', 'close', 'releaseLock',
     'write'],
    (writer) => ({
        stream: writerCoreOf(writer).core?.stream,
        close: writer.closed,
        ready: writer.ready,
        desiredSize: writer.desiredSize,
    }));

/* The writer of pipeTo() and of the adapters. */
function acquireWriter(stream) {
    return writerCoreOf(new WritableStreamDefaultWriter(stream));
}

/* ---- The controller that a sink sees ---------------------------------- */

let controllerCoreOf;

class WritableStreamDefaultController {
    #core;

    static {
        controllerCoreOf = (value) => {
            if (value === null || typeof value !== 'object' ||
                !(#core in value)) {
                throw new ERR_INVALID_THIS('WritableStreamDefaultController');
            }
            return value.#core;
        };
    }

    constructor(key = undefined, core = undefined) {
        if (key !== kMake)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this.#core = core;
    }

    get signal() {
        return controllerCoreOf(this).getAbortController().signal;
    }

    error(error = undefined) {
        controllerCoreOf(this).errorIfNeeded(error);
    }
}

defineInterface(WritableStreamDefaultController, ['signal', 'error'],
                (controller) => ({
                    stream: controllerCoreOf(controller).stream,
                }));

module.exports = {
    WritableStream,
    WritableStreamDefaultController,
    WritableStreamDefaultWriter,
    acquireWriter,
    coreOfWritable: (value) => coreOf(value),
    createWritableStream,
    isWritableStream: (value) => coreOf(value) !== undefined,
};
