'use strict';
/*
 * internal/streams/pipeline - pipeline(): a source, transforms and a sink,
 * which end together. Each is a stream, a stream of the web, an iterable or a
 * function that takes and returns one.
 *
 *      source --> transform --> ... --> sink --> callback(error, value)
 *
 * A link between two neighbours is pipe() if both are streams, and a pump, an
 * async function that awaits chunk after chunk, if not. `pending` counts what
 * the links have still to report: a pipe reports both its ends, a pump once.
 * With the last report, or an error, all streams are destroyed that are not
 * over; the callback comes when all have reported.
 */

const { eos } = require('internal/streams/end-of-stream');
const { destroyer } = require('internal/streams/destroy');
const {
    AbortError,
    aggregateTwoErrors,
    codes: {
        ERR_INVALID_ARG_TYPE, ERR_INVALID_RETURN_VALUE, ERR_MISSING_ARGS,
        ERR_STREAM_DESTROYED, ERR_STREAM_PREMATURE_CLOSE,
        ERR_STREAM_UNABLE_TO_PIPE,
    },
} = require('internal/errors');
const { once, promisify } = require('internal/util');
const { validateAbortSignal, validateFunction } =
    require('internal/validators');
const {
    isIterable, isNodeStream, isReadable, isReadableFinished,
    isReadableNodeStream, isReadableStream, isTransformStream, isWebStream,
} = require('internal/streams/utils');
/* Loaded when first used: internal/events/abort_controller,
 * internal/events/abort_listener, internal/streams/async_iterator,
 * internal/streams/duplex, internal/streams/passthrough, stream/promises. */

const { nextTick } = process;

const sourceKinds = ['Readable', 'Iterable', 'AsyncIterable', 'ReadableStream',
                     'TransformStream'];

/* An error that only says that another one came first. */
function isConsequence(error) {
    return error.code === 'ERR_STREAM_PREMATURE_CLOSE' ||
        error.name === 'AbortError';
}

/* ---- Pumps ------------------------------------------------------------ */

/* Waits for 'drain' of a writable, or for its end. */
class Drain {
    constructor(writable) {
        this.error = undefined;
        this.wake = null;
        this.onEvent = (error) => {
            if (error)
                this.error = error;
            const { wake } = this;
            this.wake = null;
            wake?.();
        };
        this.writable = writable;
        writable.on('drain', this.onEvent);
        this.stopWatching = eos(writable, { readable: false }, this.onEvent);
    }

    wait() {
        return new Promise((resolve, reject) => {
            const settle = () => {
                if (this.error)
                    reject(this.error);
                else
                    resolve();
            };
            if (this.error)
                settle();
            else
                this.wake = settle;
        });
    }

    stop() {
        this.stopWatching();
        this.writable.off('drain', this.onEvent);
    }
}

async function pumpToNode(iterable, writable, finish, wantsEnd) {
    const drain = new Drain(writable);
    try {
        if (writable.writableNeedDrain)
            await drain.wait();
        for await (const chunk of iterable) {
            if (!writable.write(chunk))
                await drain.wait();
        }
        if (wantsEnd) {
            writable.end();
            await drain.wait();
        }
        finish();
    } catch (error) {
        finish(drain.error === error ? error
                                     : aggregateTwoErrors(drain.error, error));
    } finally {
        drain.stop();
    }
}

async function pumpToWeb(readable, stream, finish, wantsEnd) {
    const sink = isTransformStream(stream) ? stream.writable : stream;
    const writer = sink.getWriter();
    try {
        for await (const chunk of readable) {
            await writer.ready;
            writer.write(chunk).catch(() => {});
        }
        await writer.ready;
        if (wantsEnd)
            await writer.close();
        finish();
    } catch (error) {
        try {
            await writer.abort(error);
            finish(error);
        } catch (another) {
            finish(another);
        }
    }
}

async function* iterateOld(readable) {
    const { iterate } = require('internal/streams/async_iterator');
    yield* iterate(readable);
}

function toIterable(value) {
    if (isIterable(value))
        return value;
    if (isReadableNodeStream(value))
        return iterateOld(value);
    throw new ERR_INVALID_ARG_TYPE(
        'val', ['Readable', 'Iterable', 'AsyncIterable'], value);
}

/* ---- The pipeline ----------------------------------------------------- */

class Pipeline {
    constructor(streams, callback, options) {
        const { AbortController } = require('internal/events/abort_controller');
        this.streams = streams;
        this.callback = callback;
        this.endsLast = options?.end !== false;
        this.outerSignal = options?.signal;
        this.controller = new AbortController();
        this.error = undefined;
        this.value = undefined; /* what an async function at the end gave */
        this.pending = 0;
        this.destroys = [];
        this.cleanups = []; /* of a last stream that the program goes on with */
        this.abortListener = undefined;
        this.finish = (error) => this.report(error, --this.pending === 0);
        this.fail = (error) => this.report(error, false);
        this.abort = () => this.report(
            new AbortError(undefined, { cause: this.outerSignal?.reason }));
    }

    report(error, isLast) {
        if (error && (!this.error || isConsequence(this.error)))
            this.error = error;
        if (!this.error && !isLast)
            return;
        while (this.destroys.length > 0)
            this.destroys.shift()(this.error);
        this.abortListener?.[Symbol.dispose]();
        this.controller.abort();
        if (!isLast)
            return;
        if (!this.error) {
            for (const cleanup of this.cleanups)
                cleanup();
        }
        nextTick(this.callback, this.error, this.value);
    }

    run() {
        const { outerSignal, streams } = this;
        validateAbortSignal(outerSignal, 'options.signal');
        if (outerSignal) {
            const { addAbortListener } =
                require('internal/events/abort_listener');
            this.abortListener = addAbortListener(outerSignal, this.abort);
        }
        let result;
        for (let at = 0; at < streams.length; at++) {
            if (isNodeStream(streams[at]))
                this.watch(streams[at], at);
            result = at === 0 ? this.start(streams[0])
                              : this.link(result, streams[at], at);
        }
        if (this.controller.signal.aborted || outerSignal?.aborted)
            nextTick(this.abort);
        return result;
    }

    isLast(at) {
        return at === this.streams.length - 1;
    }

    wantsEnd(at) {
        return !this.isLast(at) || this.endsLast;
    }

    watch(stream, at) {
        const next = this.streams[at + 1];
        if (next?.closed || next?.destroyed)
            throw new ERR_STREAM_UNABLE_TO_PIPE();
        const isKept = this.isLast(at) && isReadable(stream);
        if (this.wantsEnd(at)) {
            const cleanup = this.destroyLater(stream, !this.isLast(at), at > 0);
            if (isKept)
                this.cleanups.push(cleanup);
        }
        const onError = (error) => {
            if (error && !isConsequence(error))
                this.fail(error);
        };
        stream.on('error', onError);
        if (this.isLast(at) && isReadable(stream)) {
            this.cleanups.push(() => {
                stream.removeListener('error', onError);
            });
        }
    }

    /* Destroy it with the others, if it is not over by then. */
    destroyLater(stream, readable, writable) {
        let isOver = false;
        stream.on('close', () => { isOver = true; });
        this.destroys.push((error) => {
            if (isOver)
                return;
            isOver = true;
            destroyer(stream, error || new ERR_STREAM_DESTROYED('pipe'));
        });
        return eos(stream, { readable, writable },
                   (error) => { isOver = !error; });
    }

    start(source) {
        if (typeof source === 'function') {
            const made = source({ signal: this.controller.signal });
            if (!isIterable(made)) {
                throw new ERR_INVALID_RETURN_VALUE(
                    'Iterable, AsyncIterable or Stream', 'source', made);
            }
            return made;
        }
        if (isIterable(source) || isReadableNodeStream(source) ||
            isTransformStream(source))
            return source;
        return toDuplex(source);
    }

    link(from, to, at) {
        if (typeof to === 'function')
            return this.linkFunction(from, to, at);
        if (isNodeStream(to))
            return this.linkNode(from, to, at);
        if (isWebStream(to))
            return this.linkWeb(from, to, at);
        return toDuplex(to);
    }

    linkFunction(from, fn, at) {
        const input = toIterable(isTransformStream(from) ? from?.readable
                                                         : from);
        const made = fn(input, { signal: this.controller.signal });
        if (this.isLast(at))
            return this.linkToResult(made, at);
        if (!isIterable(made, true)) {
            throw new ERR_INVALID_RETURN_VALUE(
                'AsyncIterable', `transform[${at - 1}]`, made);
        }
        return made;
    }

    /* What a function at the end gives can be read from a stream. */
    linkToResult(made, at) {
        const PassThrough = require('internal/streams/passthrough');
        const output = new PassThrough({ objectMode: true });
        const then = made?.then;
        if (typeof then === 'function') {
            this.pending++;
            this.linkPromise(made, then, output, this.wantsEnd(at));
        } else if (isIterable(made, true)) {
            this.pending++;
            pumpToNode(made, output, this.finish, this.wantsEnd(at));
        } else if (isReadableStream(made) || isTransformStream(made)) {
            this.pending++;
            pumpToNode(made.readable || made, output, this.finish,
                       this.wantsEnd(at));
        } else {
            throw new ERR_INVALID_RETURN_VALUE(
                'AsyncIterable or Promise', 'destination', made);
        }
        this.cleanups.push(this.destroyLater(output, false, true));
        return output;
    }

    linkPromise(promise, then, output, wantsEnd) {
        then.call(promise, (value) => {
            this.value = value;
            if (value !== null && value !== undefined)
                output.write(value);
            if (wantsEnd)
                output.end();
            nextTick(this.finish);
        }, (error) => {
            output.destroy(error);
            nextTick(this.finish, error);
        });
    }

    linkNode(from, to, at) {
        const wantsEnd = this.wantsEnd(at);
        if (isReadableNodeStream(from)) {
            this.pending += 2;
            const cleanup = this.pipe(from, to, wantsEnd);
            if (this.isLast(at) && isReadable(to))
                this.cleanups.push(cleanup);
        } else if (isTransformStream(from) || isReadableStream(from)) {
            this.pending++;
            pumpToNode(from.readable || from, to, this.finish, wantsEnd);
        } else if (isIterable(from)) {
            this.pending++;
            pumpToNode(from, to, this.finish, wantsEnd);
        } else {
            throw new ERR_INVALID_ARG_TYPE('val', sourceKinds, from);
        }
        return to;
    }

    linkWeb(from, to, at) {
        let input;
        if (isReadableNodeStream(from))
            input = toIterable(from);
        else if (isReadableStream(from) || isIterable(from))
            input = from;
        else if (isTransformStream(from))
            input = from.readable;
        else
            throw new ERR_INVALID_ARG_TYPE('val', sourceKinds, from);
        this.pending++;
        pumpToWeb(input, to, this.finish, this.wantsEnd(at));
        return to;
    }

    /* The source's 'end' ends the destination from here, so that it is known
     * whether a 'close' comes too early. */
    pipe(source, dest, wantsEnd) {
        let isEnded = false;
        dest.on('close', () => {
            if (!isEnded)
                this.fail(new ERR_STREAM_PREMATURE_CLOSE());
        });
        source.pipe(dest, { end: false });
        if (!wantsEnd) {
            this.finish();
        } else {
            const endDest = () => {
                isEnded = true;
                dest.end();
            };
            if (isReadableFinished(source))
                nextTick(endDest);
            else
                source.once('end', endDest);
        }
        eos(source, { readable: true, writable: false },
            (error) => this.onSourceEnd(source, error));
        return eos(dest, { readable: false, writable: true }, this.finish);
    }

    /* A stream may close before it has emitted the 'end' that it owes. */
    onSourceEnd(source, error) {
        const state = source._readableState;
        if (error?.code === 'ERR_STREAM_PREMATURE_CLOSE' && state?.ended &&
            !state.errored && !state.errorEmitted)
            source.once('end', this.finish).once('error', this.finish);
        else
            this.finish(error);
    }
}

function toDuplex(value) {
    return require('internal/streams/duplex').from(value);
}

function pipelineImpl(streams, callback, options) {
    if (streams.length === 1 && Array.isArray(streams[0]))
        streams = streams[0];
    if (streams.length < 2)
        throw new ERR_MISSING_ARGS('streams');
    return new Pipeline(streams, callback, options).run();
}

function pipeline(...streams) {
    const callback = streams[streams.length - 1];
    validateFunction(callback, 'streams[stream.length - 1]');
    streams.pop();
    return pipelineImpl(streams, once(callback));
}

Object.defineProperty(pipeline, promisify.custom, {
    __proto__: null, enumerable: true,
    get() { return require('stream/promises').pipeline; },
});

module.exports = { pipeline, pipelineImpl };
