'use strict';
/*
 * internal/streams/end-of-stream - finished(): one callback when a stream is
 * over, however it ended.
 *
 * A stream may be over by 'end' and 'finish', by 'error', or by 'close' without
 * any of them, which is an error of its own (ERR_STREAM_PREMATURE_CLOSE). One
 * that will emit 'close' by itself is over only then. One that was over before
 * anybody asked is told of in a tick.
 *
 * The callback runs in the async context of whoever called finished().
 */

const { AbortError, codes: { ERR_INVALID_ARG_TYPE,
                             ERR_STREAM_PREMATURE_CLOSE } } =
    require('internal/errors');
const { kEmptyObject, promisify } = require('internal/util');
const {
    validateAbortSignal, validateBoolean, validateFunction, validateObject,
} = require('internal/validators');
const utils = require('internal/streams/utils');

const { nextTick } = process;

/* An option of other built-ins: what is over is told of at once. */
const kEosNodeSynchronousCallback = Symbol('kEosNodeSynchronousCallback');

function nop() {}

function abortError(signal) {
    return new AbortError(undefined, { cause: signal.reason });
}

/* How a callback is called once, and when it is not wanted any more. */
class Outcome {
    constructor(stream, callback) {
        this.stream = stream;
        this.callback = callback;
        this.resource = undefined;
        this.isSettled = false;
        this.abortListener = undefined;
    }

    /* From here on it runs in this async context. */
    bind() {
        const { AsyncResource } = require('async_hooks');
        this.resource = new AsyncResource('STREAM_END_OF_STREAM');
    }

    settle(...args) {
        if (this.isSettled)
            return;
        this.forget();
        this.resource.runInAsyncScope(this.callback, this.stream, ...args);
    }

    settleWith(verdict, isAtOnce) {
        const args = verdict === null ? [] : [verdict];
        if (isAtOnce) {
            Reflect.apply(this.callback, this.stream, args);
        } else {
            this.bind();
            nextTick(() => this.settle(...args));
        }
    }

    forget() {
        this.isSettled = true;
        this.abortListener?.[Symbol.dispose]();
        this.abortListener = undefined;
    }

    /* `onAbort` comes first. */
    listenTo(signal, onAbort) {
        const abort = () => {
            if (this.isSettled)
                return;
            onAbort();
            this.settle(abortError(signal));
        };
        if (signal.aborted) {
            nextTick(abort);
        } else {
            const { addAbortListener } =
                require('internal/events/abort_listener');
            this.abortListener = addAbortListener(signal, abort);
        }
    }
}

function isRequest(stream) {
    return stream.setHeader && typeof stream.abort === 'function';
}

class Watch {
    constructor(stream, options, outcome) {
        this.stream = stream;
        this.outcome = outcome;
        const isReadable = utils.isReadableNodeStream(stream);
        const isWritable = utils.isWritableNodeStream(stream);
        this.readable = options.readable ?? isReadable;
        this.writable = options.writable ?? isWritable;
        this.willEmitClose = utils.willEmitClose(stream) &&
            isReadable === this.readable && isWritable === this.writable;
        this.isFinished = utils.isWritableFinished(stream, false);
        this.isEnded = utils.isReadableFinished(stream, false);
        this.listeners = [];
    }

    on(name, listener) {
        this.stream.on(name, listener);
        this.listeners.push(this.stream, name, listener);
    }

    onFinish = () => {
        const { stream } = this;
        this.isFinished = true;
        if (stream.destroyed)
            this.willEmitClose = false;
        if (this.willEmitClose && (!stream.readable || this.readable))
            return;
        if (!this.readable || this.isEnded)
            this.outcome.settle();
    };

    onEnd = () => {
        const { stream } = this;
        this.isEnded = true;
        if (stream.destroyed)
            this.willEmitClose = false;
        if (this.willEmitClose && (!stream.writable || this.writable))
            return;
        if (!this.writable || this.isFinished)
            this.outcome.settle();
    };

    onError = (error) => this.outcome.settle(error);

    onClose = () => {
        const error = this.errorAtClose();
        if (error === null)
            this.outcome.settle();
        else
            this.outcome.settle(error);
    };

    /* The error that the stream has, also if it was not emitted. */
    ownError() {
        const error = utils.isWritableErrored(this.stream) ||
            utils.isReadableErrored(this.stream);
        return error && typeof error !== 'boolean' ? error : null;
    }

    /* What it closed with: an error of its own, or that it closed too early. */
    errorAtClose() {
        const error = this.ownError();
        if (error !== null)
            return error;
        const { stream } = this;
        const isCut = (this.readable && !this.isEnded &&
             utils.isReadableNodeStream(stream, true) &&
             !utils.isReadableFinished(stream, false)) ||
            (this.writable && !this.isFinished &&
             !utils.isWritableFinished(stream, false));
        return isCut ? new ERR_STREAM_PREMATURE_CLOSE() : null;
    }

    /* Streams without a state, and http's requests. */
    listenToOldKinds() {
        const { stream } = this;
        if (isRequest(stream)) {
            this.on('complete', this.onFinish);
            if (!this.willEmitClose)
                this.on('abort', this.onClose);
            const onRequest = () => {
                stream.req.on('finish', this.onFinish);
                this.listeners.push(stream.req, 'finish', this.onFinish);
            };
            if (stream.req)
                onRequest();
            else
                this.on('request', onRequest);
        } else if (this.writable && !stream._writableState) {
            const onOldFinish = () => {
                if (!stream.writable)
                    this.onFinish();
            };
            this.on('end', onOldFinish);
            this.on('close', onOldFinish);
        }
        if (!this.willEmitClose && typeof stream.aborted === 'boolean')
            this.on('aborted', this.onClose);
    }

    listen(wantsErrors) {
        this.listenToOldKinds();
        this.on('end', this.onEnd);
        this.on('finish', this.onFinish);
        if (wantsErrors)
            this.on('error', this.onError);
        this.on('close', this.onClose);
    }

    /* It is over already, and no event that says so will come. */
    isOver() {
        const { stream } = this;
        const w = stream._writableState;
        const r = stream._readableState;
        if (w?.errorEmitted || r?.errorEmitted)
            return !this.willEmitClose;
        if (!this.readable &&
            (!this.willEmitClose || utils.isReadable(stream)) &&
            (this.isFinished || utils.isWritable(stream) === false) &&
            !w?.pendingcb)
            return true;
        if (!this.writable &&
            (!this.willEmitClose || utils.isWritable(stream)) &&
            (this.isEnded || utils.isReadable(stream) === false))
            return true;
        return !!(r && stream.req && stream.aborted);
    }

    /* How it has ended: an error, or null; undefined: it has not. */
    verdict() {
        if (utils.isClosed(this.stream))
            return this.errorAtClose();
        return this.isOver() ? this.ownError() : undefined;
    }

    /* What was told in a tick may still be emitted. */
    ignoreErrors(wantsErrors) {
        if (wantsErrors)
            this.on('error', nop);
    }

    takeBackListeners() {
        const { listeners } = this;
        this.listeners = [];
        for (let i = 0; i < listeners.length; i += 3)
            listeners[i].removeListener(listeners[i + 1], listeners[i + 2]);
    }

    stop = () => {
        this.outcome.forget();
        this.takeBackListeners();
    };
}

function eos(stream, options, callback) {
    if (arguments.length === 2) {
        callback = options;
        options = kEmptyObject;
    } else if (options === null || options === undefined) {
        options = kEmptyObject;
    } else {
        validateObject(options, 'options');
    }
    validateFunction(callback, 'callback');
    validateAbortSignal(options.signal, 'options.signal');
    const outcome = new Outcome(stream, callback);
    if (utils.isReadableStream(stream) || utils.isWritableStream(stream))
        return watchWebStream(stream, options, outcome);
    if (!utils.isNodeStream(stream)) {
        throw new ERR_INVALID_ARG_TYPE(
            'stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
    }
    const watch = new Watch(stream, options, outcome);
    let verdict = watch.verdict();
    if (verdict !== undefined)
        watch.ignoreErrors(options.error !== false);
    else if (options.signal?.aborted)
        verdict = abortError(options.signal);
    if (verdict !== undefined) {
        outcome.settleWith(verdict, options[kEosNodeSynchronousCallback]);
        return watch.stop;
    }
    outcome.bind();
    watch.listen(options.error !== false);
    if (options.signal)
        outcome.listenTo(options.signal, () => watch.takeBackListeners());
    return watch.stop;
}

function watchWebStream(stream, options, outcome) {
    let isAborted = false;
    outcome.bind();
    if (options.signal)
        outcome.listenTo(options.signal, () => { isAborted = true; });
    const onSettled = (...args) => {
        if (!isAborted)
            nextTick(() => outcome.settle(...args));
    };
    stream[utils.kIsClosedPromise].promise.then(onSettled, onSettled);
    return nop;
}

/* The form of stream/promises. */
function finished(stream, options) {
    let wantsCleanup = false;
    if (options === null)
        options = kEmptyObject;
    if (options?.cleanup) {
        validateBoolean(options.cleanup, 'cleanup');
        wantsCleanup = options.cleanup;
    }
    return new Promise((resolve, reject) => {
        const stop = eos(stream, options, (error) => {
            if (wantsCleanup)
                stop();
            if (error)
                reject(error);
            else
                resolve();
        });
    });
}

Object.defineProperty(eos, promisify.custom, {
    __proto__: null, enumerable: true,
    get() { return require('stream/promises').finished; },
});

module.exports = { eos, finished, kEosNodeSynchronousCallback };
