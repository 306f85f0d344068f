'use strict';
/*
 * internal/webstreams/readable_core - the states of a readable stream and of
 * its reader, whichever controller it has.
 *
 *     readable --close(), cancel()--> closed
 *         +------error()-----------> errored
 *
 * A read that cannot be answered yet is a request that waits with the reader:
 * an object with chunk(value), close(value) and error(reason), exactly one of
 * which is called, once.
 */

const { codes } = require('internal/errors');
const { LazyPromise, makeSharedError, noop, react } =
    require('internal/webstreams/util');

const { ERR_INVALID_STATE } = codes;

const getReleasedError = makeSharedError('Reader released');
const getReleasingError = makeSharedError('Releasing reader');

class ReadableCore {
    stream;
    source = undefined; /* the core of its controller */
    reader = undefined; /* a ReaderCore */
    state = 'readable';
    storedError = undefined;
    disturbed = false;
    closed = new LazyPromise();

    constructor(stream) {
        this.stream = stream;
    }

    /* How many reads wait, by a reader of this kind. */
    countRequests(isByob) {
        const { reader } = this;
        return reader !== undefined && reader.isByob === isByob
            ? reader.requests.length : 0;
    }

    fulfillRequest(chunk, isDone) {
        const request = this.reader.requests.shift();
        if (isDone)
            request.close(chunk);
        else
            request.chunk(chunk);
    }

    cancel(reason) {
        this.disturbed = true;
        if (this.state === 'closed')
            return Promise.resolve();
        if (this.state === 'errored')
            return Promise.reject(this.storedError);
        this.close();
        if (this.reader?.isByob) {
            for (const request of this.reader.takeRequests())
                request.close(undefined);
        }
        return this.source.cancelSteps(reason).then(noop);
    }

    /* Reads into a program's buffers wait on: they want their buffers back. */
    close() {
        this.state = 'closed';
        this.closed.resolve();
        const { reader } = this;
        if (reader === undefined)
            return;
        reader.closed.resolve();
        if (!reader.isByob) {
            for (const request of reader.takeRequests())
                request.close(undefined);
        }
    }

    fail(reason) {
        this.state = 'errored';
        this.storedError = reason;
        this.closed.reject(reason);
        const { reader } = this;
        if (reader === undefined)
            return;
        reader.closed.reject(reason);
        for (const request of reader.takeRequests())
            request.error(reason);
    }
}

class ReaderCore {
    core; /* undefined after releaseLock() */
    isByob;
    requests = [];
    closed = new LazyPromise();

    constructor(core, isByob) {
        if (core.reader !== undefined)
            throw new ERR_INVALID_STATE.TypeError('ReadableStream is locked');
        if (isByob && !core.source.isByteSource) {
            throw new codes.ERR_INVALID_ARG_VALUE('stream', core.stream,
                                                  'must be a byte stream');
        }
        this.core = core;
        this.isByob = isByob;
        core.reader = this;
        if (core.state === 'closed')
            this.closed.resolve();
        else if (core.state === 'errored')
            this.closed.reject(core.storedError);
    }

    takeRequests() {
        const { requests } = this;
        this.requests = [];
        return requests;
    }

    read(request) {
        const { core } = this;
        core.disturbed = true;
        if (core.state === 'readable')
            core.source.pullSteps(request);
        else if (core.state === 'closed')
            request.close(undefined);
        else
            request.error(core.storedError);
    }

    readInto(view, min, request) {
        const { core } = this;
        core.disturbed = true;
        if (core.state === 'errored')
            request.error(core.storedError);
        else
            core.source.pullInto(view, min, request);
    }

    /* Give the stream free, and leave what waits to the caller. */
    detach() {
        const { core } = this;
        if (core.state === 'readable')
            this.closed.reject(getReleasedError());
        else
            this.closed = LazyPromise.rejected(getReleasedError());
        core.source.releaseSteps();
        core.reader = undefined;
        this.core = undefined;
    }

    release() {
        if (this.core === undefined)
            return;
        this.detach();
        for (const request of this.takeRequests())
            request.error(getReleasingError());
    }
}

/* The request of a program's read(). */
class PromiseRequest {
    record = Promise.withResolvers();

    get promise() {
        return this.record.promise;
    }

    chunk(value) {
        this.record.resolve({ value, done: false });
    }

    close(value) {
        this.record.resolve({ value, done: true });
    }

    error(reason) {
        this.record.reject(reason);
    }
}

/* One that finds a chunk in the queue; Node makes its answer elsewhere. */
class QueuedRequest extends PromiseRequest {
    chunk(value) {
        this.record.resolve({ done: false, value });
    }
}

/* What both kinds of controllers do to call pull(): one call at a time, and
 * another one if it was wanted meanwhile. */
class PullingSource {
    core;
    isStarted = false;
    isPulling = false;
    pullAgain = false;
    closeRequested = false;
    pull = undefined;
    cancel = undefined;

    onPulled = () => {
        this.isPulling = false;
        if (this.pullAgain) {
            this.pullAgain = false;
            this.pullIfNeeded();
        }
    };

    onPullFailed = (error) => this.error(error);

    constructor(core) {
        this.core = core;
        core.source = this;
    }

    onStarted() {
        this.isStarted = true;
        this.pullIfNeeded();
    }

    canTakeMore() {
        return !this.closeRequested && this.core.state === 'readable';
    }

    getDesiredSize() {
        if (this.core.state === 'errored')
            return null;
        return this.core.state === 'closed' ? 0 : this.getFreeSize();
    }

    shouldPull() {
        return this.isStarted && !this.closeRequested &&
               this.core.state === 'readable' &&
               (this.hasWaitingRead() || this.getFreeSize() > 0);
    }

    pullIfNeeded() {
        if (!this.shouldPull())
            return;
        if (this.isPulling) {
            this.pullAgain = true;
            return;
        }
        this.isPulling = true;
        let result;
        try {
            result = this.pull(this.controller);
        } catch (error) {
            result = Promise.reject(error);
        }
        react(result, this.onPulled, this.onPullFailed);
    }

    /* What the program gave may hold much, and is not needed at the end. */
    clearAlgorithms() {
        this.pull = undefined;
        this.cancel = undefined;
    }

    cancelSteps(reason) {
        this.clearQueue();
        const result = this.cancel(reason);
        this.clearAlgorithms();
        return result;
    }

    error(reason) {
        if (this.core.state !== 'readable')
            return;
        this.clearQueue();
        this.clearAlgorithms();
        this.core.fail(reason);
    }

    /* All that was asked to be sent is read. */
    finish() {
        this.clearAlgorithms();
        this.core.close();
    }
}

module.exports = {
    PromiseRequest, PullingSource, QueuedRequest, ReadableCore, ReaderCore,
};
