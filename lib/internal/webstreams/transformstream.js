'use strict';
/*
 * internal/webstreams/transformstream - TransformStream: a writable stream, a
 * readable one, and a transformer in between.
 *
 * A write waits while the readable side has all that it wants (backpressure).
 * Cancelling the one side, closing or aborting the other are one and the same
 * end, which the transformer sees once: `finished` is its promise.
 */

const { codes } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const {
    kValidateObjectAllowObjects,
    kValidateObjectAllowObjectsAndNull,
    validateObject,
} = require('internal/validators');
const { defineTransfer } = require('internal/worker/js_transferable');
const { coreOfReadable, createReadableStream } =
    require('internal/webstreams/readablestream');
const {
    defineInterface, isObject, kMake, kParked, resolvedPromise, soon,
    toAlgorithm, toCallback, toHighWaterMark, toSize,
} = require('internal/webstreams/util');
const { coreOfWritable, createWritableStream } =
    require('internal/webstreams/writablestream');
/* Loaded when first used: internal/webstreams/transfer. */

const { ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE, ERR_INVALID_THIS } = codes;

class TransformCore {
    stream;
    controller = new TransformStreamDefaultController(kMake, this);
    backpressure = undefined;
    isPullParked = false;
    parked = undefined;     /* a write that waits: { chunk, record } */
    finished = undefined;
    algorithms = undefined;
    onTransformFailed = undefined;
    writable = undefined;
    readable = undefined;
    sink = undefined;   /* the core of the one */
    source = undefined; /* and of the other */

    constructor(stream) {
        this.stream = stream;
        this.onTransformFailed = (error) => {
            this.error(error);
            throw error;
        };
    }

    setUp(starting, writableLimits, readableLimits) {
        const start = () => starting;
        this.writable = createWritableStream({
            write: (chunk) => this.#write(chunk),
            close: () => this.#close(),
            abort: (reason) => this.#abort(reason),
        }, start, ...writableLimits);
        this.readable = createReadableStream({
            __proto__: null,
            start,
            pull: () => this.#pull(),
            cancel: (reason) => this.#cancel(reason),
        }, ...readableLimits);
        this.sink = coreOfWritable(this.writable);
        this.source = coreOfReadable(this.readable).source;
        this.#setBackpressure(true);
    }

    /* What waits for a change goes on one microtask after it. */
    #setBackpressure(backpressure) {
        this.backpressure = backpressure;
        if (backpressure && this.isPullParked) {
            this.isPullParked = false;
            soon(this.source.onPulled);
        } else if (!backpressure && this.parked !== undefined) {
            soon(() => this.#writeParked());
        }
    }

    #clearAlgorithms() {
        this.algorithms = undefined;
    }

    /* ---- What the transformer does -------------------------------- */

    enqueue(chunk) {
        const { source } = this;
        if (!source.canTakeMore())
            throw new ERR_INVALID_STATE.TypeError('Unable to enqueue');
        try {
            source.enqueue(chunk);
        } catch (error) {
            this.#errorWritable(error);
            throw source.core.storedError;
        }
        const isFull = !source.shouldPull();
        if (isFull !== this.backpressure)
            this.#setBackpressure(true);
    }

    error(reason) {
        this.source.error(reason);
        this.#errorWritable(reason);
    }

    terminate() {
        this.source.close();
        this.#errorWritable(new ERR_INVALID_STATE.TypeError(
            'TransformStream has been terminated'));
    }

    #errorWritable(reason) {
        this.#clearAlgorithms();
        this.sink.errorIfNeeded(reason);
        this.#unblockWrite();
    }

    #unblockWrite() {
        if (this.backpressure)
            this.#setBackpressure(false);
    }

    /* ---- The sides ------------------------------------------------ */

    #write(chunk) {
        if (!this.backpressure)
            return this.#transform(chunk);
        const record = Promise.withResolvers();
        this.parked = { chunk, record };
        return record.promise;
    }

    #writeParked() {
        if (this.parked === undefined)
            return;
        const { chunk, record } = this.parked;
        this.parked = undefined;
        if (this.sink.state === 'erroring')
            record.reject(this.sink.storedError);
        else
            record.resolve(this.#transform(chunk));
    }

    #transform(chunk) {
        if (this.algorithms === undefined)
            return resolvedPromise;
        let result;
        try {
            result = this.algorithms.transform(chunk, this.controller);
        } catch (error) {
            result = Promise.reject(error);
        }
        const promise = isObject(result) ? Promise.resolve(result)
                                         : resolvedPromise;
        return promise.then(undefined, this.onTransformFailed);
    }

    #pull() {
        this.#setBackpressure(false);
        this.isPullParked = true;
        return kParked;
    }

    /* Calls the transformer's last method; then isFailed() says whether the
     * other side has failed meanwhile, and if not finish(error) ends it. */
    #finish(call, getFailed, finish) {
        if (this.finished !== undefined)
            return this.finished;
        const { promise, resolve, reject } = Promise.withResolvers();
        this.finished = promise;
        /* There are none left if error() was called while an abort waited. */
        const result = this.algorithms === undefined ? Promise.resolve()
                                                     : call(this.algorithms);
        this.#clearAlgorithms();
        result.then(() => {
            const failed = getFailed();
            if (failed !== undefined) {
                reject(failed.storedError);
            } else {
                finish(undefined);
                resolve();
            }
        }, (error) => {
            finish({ error });
            reject(error);
        });
        return promise;
    }

    #getFailedReadable() {
        const { core } = this.source;
        return core.state === 'errored' ? core : undefined;
    }

    #close() {
        return this.#finish(
            ({ flush }) => flush(this.controller),
            () => this.#getFailedReadable(),
            (failure) => {
                if (failure === undefined)
                    this.source.close();
                else
                    this.source.error(failure.error);
            });
    }

    async #abort(reason) {
        return this.#finish(
            ({ cancel }) => cancel(reason),
            () => this.#getFailedReadable(),
            (failure) => this.source.error(
                failure === undefined ? reason : failure.error));
    }

    #cancel(reason) {
        return this.#finish(
            ({ cancel }) => cancel(reason),
            () => this.sink.state === 'errored' ? this.sink : undefined,
            (failure) => {
                this.sink.errorIfNeeded(
                    failure === undefined ? reason : failure.error);
                this.#unblockWrite();
            });
    }
}

/* ---- The stream ------------------------------------------------------- */

let coreOf;

function needCore(stream) {
    const core = coreOf(stream);
    if (core === undefined)
        throw new ERR_INVALID_THIS('TransformStream');
    return core;
}

function refuseType(transformer, name) {
    if (transformer[name] !== undefined) {
        throw new ERR_INVALID_ARG_VALUE.RangeError(`transformer.${name}`,
                                                   transformer[name]);
    }
}

function readLimits(readable, writable) {
    const raw = [readable?.highWaterMark, readable?.size,
                 writable?.highWaterMark, writable?.size];
    const readableLimits = [toHighWaterMark(raw[0], 0), toSize(raw[1])];
    const writableLimits = [toHighWaterMark(raw[2], 1), toSize(raw[3])];
    return { readableLimits, writableLimits };
}

class TransformStream {
    #core;

    static {
        coreOf = (value) => value !== null && typeof value === 'object' &&
                            #core in value ? value.#core : undefined;
    }

    constructor(transformer = kEmptyObject, writableStrategy = kEmptyObject,
                readableStrategy = kEmptyObject) {
        this.#core = new TransformCore(this);
        if (transformer === kMake)
            return;
        validateObject(transformer, 'transformer',
                       kValidateObjectAllowObjects);
        validateObject(writableStrategy, 'writableStrategy',
                       kValidateObjectAllowObjectsAndNull);
        validateObject(readableStrategy, 'readableStrategy',
                       kValidateObjectAllowObjectsAndNull);
        setUp(this.#core, transformer, readableStrategy, writableStrategy);
    }

    get readable() {
        return needCore(this).readable;
    }

    get writable() {
        return needCore(this).writable;
    }
}

function setUp(core, transformer, readableStrategy, writableStrategy) {
    refuseType(transformer, 'readableType');
    refuseType(transformer, 'writableType');
    const { start } = transformer;
    const limits = readLimits(readableStrategy, writableStrategy);
    const starting = Promise.withResolvers();
    core.setUp(starting.promise, limits.writableLimits,
               limits.readableLimits);
    const { transform, flush, cancel } = transformer;
    core.algorithms = {
        transform: transform
            ? toCallback(transformer, transform, 'transformer.transform')
            : (chunk) => core.enqueue(chunk),
        flush: toAlgorithm(transformer, flush, 'transformer.flush'),
        cancel: toAlgorithm(transformer, cancel, 'transformer.cancel'),
    };
    starting.resolve(start === undefined ? undefined
        : Reflect.apply(start, transformer, [core.controller]));
}

defineInterface(TransformStream, ['readable', 'writable'],
                (stream) => ({
                    readable: stream.readable,
                    writable: stream.writable,
                    backpressure: needCore(stream).backpressure,
                }));

defineTransfer(TransformStream.prototype, (stream) =>
    require('internal/webstreams/transfer').beginTransform(needCore(stream)));

/* ---- The controller that a transformer sees --------------------------- */

let controllerCoreOf;

class TransformStreamDefaultController {
    #core;

    static {
        controllerCoreOf = (value) => {
            if (value === null || typeof value !== 'object' ||
                !(#core in value)) {
                throw new ERR_INVALID_THIS('TransformStreamDefaultController');
            }
            return value.#core;
        };
    }

    constructor(key = undefined, core = undefined) {
        if (key !== kMake)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this.#core = core;
    }

    get desiredSize() {
        return controllerCoreOf(this).source.getDesiredSize();
    }

    enqueue(chunk = undefined) {
        controllerCoreOf(this).enqueue(chunk);
    }

    error(reason = undefined) {
        controllerCoreOf(this).error(reason);
    }

    terminate() {
        controllerCoreOf(this).terminate();
    }
}

defineInterface(TransformStreamDefaultController,
                ['desiredSize', 'enqueue', 'error', 'terminate'],
                (controller) => ({
                    stream: controllerCoreOf(controller).stream,
                }));

/* One whose sides came from elsewhere. */
function makeTransferred(readable, writable) {
    const stream = new TransformStream(kMake);
    Object.assign(coreOf(stream), { readable, writable });
    return stream;
}

module.exports = {
    TransformStream,
    TransformStreamDefaultController,
    isTransformStream: (value) => coreOf(value) !== undefined,
    makeTransferred,
};
