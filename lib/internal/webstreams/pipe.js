'use strict';
/*
 * internal/webstreams/pipe - pipeTo() and pipeThrough().
 *
 * The pipe holds a reader and a writer. It moves chunks while there is space,
 * and shuts down once: when either end fails or closes, or the signal aborts.
 * A shutdown lets the writes that are under way end first, does what follows
 * for the other end, and gives both streams free.
 */

const { codes } = require('internal/errors');
const { ReaderCore } = require('internal/webstreams/readable_core');
const { noop, soon } = require('internal/webstreams/util');
const { acquireWriter } = require('internal/webstreams/writablestream');
/* Loaded when first used: internal/events/abort_listener. */

/* All writes of a pipe, in place of a promise for each. */
class WriteCounter {
    pending = 0;
    #failure = undefined; /* { error } of the last one that failed */
    #waiting = undefined;

    resolve() {
        this.pending--;
        if (this.pending === 0)
            this.#settle();
    }

    reject(error) {
        this.pending--;
        this.#failure = { error };
        this.#settle();
    }

    /* A write that was not started. */
    refuse(error) {
        this.#failure = { error };
    }

    #settle() {
        const waiting = this.#waiting;
        this.#waiting = undefined;
        if (this.#failure === undefined)
            waiting?.resolve();
        else
            waiting?.reject(this.#failure.error);
    }

    /* Till the writes that are under way have ended. */
    wait() {
        this.#waiting = Promise.withResolvers();
        const { promise } = this.#waiting;
        if (this.pending === 0)
            this.#settle();
        return promise;
    }
}

class Pipe {
    #from;
    #to;
    #choices;
    #reader;
    #writer;
    #done = Promise.withResolvers();
    #isShuttingDown = false;
    #counter = new WriteCounter();
    #pump = () => this.#move();
    #chunk = undefined; /* on its way to the writer */
    #request = undefined;
    #abortListener = undefined;

    constructor(from, to, choices) {
        this.#from = from;
        this.#to = to;
        this.#choices = choices;
        this.#reader = new ReaderCore(from, false);
        this.#writer = acquireWriter(to.stream);
        from.disturbed = true;
    }

    run() {
        if (this.#listenToSignal()) {
            this.#move();
            this.#watchSource();
            this.#watchDestination();
            this.#watchSourceEnd();
            this.#refuseClosedDestination();
        }
        return this.#done.promise;
    }

    /* ---- Chunks --------------------------------------------------- */

    #move() {
        if (this.#isShuttingDown)
            return;
        const { source, state } = this.#from;
        if (this.#to.backpressure) {
            this.#writer.onReady = this.#pump;
        } else if (state === 'readable' && !source.isByteSource &&
                   source.queue.length > 0) {
            this.#moveQueued(source);
        } else {
            this.#request ??= this.#makeRequest();
            this.#reader.read(this.#request);
        }
    }

    #write(chunk) {
        this.#to.writeCounted(this.#writer, chunk, this.#counter);
    }

    /* What is there already, as long as it is wanted. */
    #moveQueued(source) {
        const { queue } = source;
        while (queue.length > 0) {
            if (this.#isShuttingDown)
                return;
            const chunk = queue.shift();
            if (source.closeRequested && queue.length === 0)
                source.finish();
            this.#write(chunk);
            if (this.#to.backpressure || this.#to.state !== 'writable' ||
                this.#to.isCloseQueuedOrInFlight())
                break;
        }
        source.pullIfNeeded();
        if (this.#from.state === 'closed')
            return;
        if (this.#to.backpressure)
            this.#writer.onReady = this.#pump;
        else
            soon(this.#pump);
    }

    /* One read is under way at a time. enqueue() must not call the sink, so a
     * write is one microtask later. The ends are watched below. */
    #makeRequest() {
        const forward = () => {
            const chunk = this.#chunk;
            this.#chunk = undefined;
            this.#write(chunk);
            this.#move();
        };
        return {
            chunk: (chunk) => {
                this.#chunk = chunk;
                soon(forward);
            },
            close: noop,
            error: noop,
        };
    }

    /* ---- What ends it --------------------------------------------- */

    /* False if it is aborted already. */
    #listenToSignal() {
        const { signal } = this.#choices;
        if (signal === undefined)
            return true;
        if (signal.aborted) {
            this.#abort();
            return false;
        }
        const { addAbortListener } =
            require('internal/events/abort_listener');
        this.#abortListener = addAbortListener(signal, () => this.#abort());
        return true;
    }

    #abort() {
        const { preventAbort, preventCancel, signal } = this.#choices;
        const { AbortError } = require('internal/errors');
        const error = signal.reason instanceof AbortError
            ? new DOMException(signal.reason.message, 'AbortError')
            : signal.reason;
        this.#shutDown(() => {
            const results = [];
            if (!preventAbort) {
                results.push(this.#to.state === 'writable'
                    ? this.#to.abort(error) : Promise.resolve());
            }
            if (!preventCancel) {
                results.push(this.#from.state === 'readable'
                    ? this.#from.cancel(error) : Promise.resolve());
            }
            /* As many microtasks as it takes in Node. */
            return Promise.all(results.map((one) => one.then())).then();
        }, true, error);
    }

    #watchSource() {
        this.#onFailure(this.#from, this.#reader.closed, (error) => {
            this.#shutDown(this.#choices.preventAbort ? undefined
                : () => this.#to.abort(error), true, error);
        });
    }

    #watchDestination() {
        this.#onFailure(this.#to, this.#writer.closed,
                        (error) => this.#stopSource(error));
    }

    #watchSourceEnd() {
        const onClosed = () => this.#shutDown(
            this.#choices.preventClose ? undefined
                : () => this.#writer.closeWithErrorPropagation());
        if (this.#from.state === 'closed')
            onClosed();
        else
            this.#reader.closed.promise.then(onClosed, noop);
    }

    #refuseClosedDestination() {
        if (this.#to.isCloseQueuedOrInFlight() ||
            this.#to.state === 'closed') {
            this.#stopSource(new codes.ERR_INVALID_STATE.TypeError(
                'Destination WritableStream is closed'));
        }
    }

    #onFailure(end, closed, callback) {
        if (end.state === 'errored')
            callback(end.storedError);
        else
            closed.promise.then(undefined, callback);
    }

    #stopSource(error) {
        this.#shutDown(this.#choices.preventCancel ? undefined
            : () => this.#from.cancel(error), true, error);
    }

    /* ---- The end -------------------------------------------------- */

    /* `isRejected` says that there is an error, which may be undefined. */
    #shutDown(action, isRejected = false, error = undefined) {
        if (this.#isShuttingDown)
            return;
        this.#isShuttingDown = true;
        const fail = (other) => this.#finish(true, other);
        const finish = () => this.#finish(isRejected, error);
        const complete = action === undefined
            ? finish : () => action().then(finish, fail);
        if (this.#to.state === 'writable' &&
            !this.#to.isCloseQueuedOrInFlight())
            this.#counter.wait().then(complete, fail);
        else
            complete();
    }

    #finish(isRejected, error) {
        this.#writer.release();
        this.#reader.detach();
        this.#abortListener?.[Symbol.dispose]();
        if (isRejected)
            this.#done.reject(error);
        else
            this.#done.resolve();
    }
}

module.exports = { Pipe };
