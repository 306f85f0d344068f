'use strict';
/* internal/webstreams/readable_default - the controller of a readable stream of
 * chunks of any kind. */

const { codes } = require('internal/errors');
const { PullingSource } = require('internal/webstreams/readable_core');
const { SizedQueue, afterStart, countOne, defineInterface, kMake, noop,
        toAlgorithm, toCallback, toStart } = require('internal/webstreams/util');

const { ERR_INVALID_STATE, ERR_INVALID_THIS } = codes;

class DefaultSource extends PullingSource {
    isByteSource = false;
    controller = new ReadableStreamDefaultController(kMake, this);
    queue = new SizedQueue();
    highWaterMark = 0;
    size = undefined;

    /* cancel(reason) gives a promise; pull(controller): see react(). */
    setUp({ start = noop, pull, cancel }, highWaterMark, size) {
        this.pull = pull;
        this.cancel = cancel;
        this.highWaterMark = highWaterMark;
        this.size = size;
        afterStart(start(), () => this.onStarted(),
                   (error) => this.error(error));
    }

    hasWaitingRead() {
        const { reader } = this.core;
        return reader !== undefined && reader.requests.length > 0;
    }

    getFreeSize() {
        return this.highWaterMark - this.queue.total;
    }

    clearQueue() {
        this.queue.clear();
    }

    clearAlgorithms() {
        super.clearAlgorithms();
        this.size = undefined;
    }

    releaseSteps() {}

    pullSteps(request) {
        if (this.queue.length > 0) {
            request.chunk(this.take());
        } else {
            this.core.reader.requests.push(request);
            this.pullIfNeeded();
        }
    }

    /* The next chunk, which is there. */
    take() {
        const chunk = this.queue.shift();
        if (this.closeRequested && this.queue.length === 0)
            this.finish();
        else
            this.pullIfNeeded();
        return chunk;
    }

    close() {
        if (!this.canTakeMore())
            return;
        this.closeRequested = true;
        if (this.queue.length === 0)
            this.finish();
    }

    enqueue(chunk) {
        if (!this.canTakeMore())
            return;
        if (this.hasWaitingRead())
            this.core.reader.requests.shift().chunk(chunk);
        else if (this.size === countOne)
            this.queue.push(chunk, 1);
        else
            this.#measure(chunk);
        this.pullIfNeeded();
    }

    #measure(chunk) {
        try {
            this.queue.push(chunk, this.size(chunk));
        } catch (error) {
            this.error(error);
            throw error;
        }
    }
}

let sourceOf;

class ReadableStreamDefaultController {
    #source;

    static {
        sourceOf = (value) => {
            if (value === null || typeof value !== 'object' ||
                !(#source in value)) {
                throw new ERR_INVALID_THIS('ReadableStreamDefaultController');
            }
            return value.#source;
        };
    }

    constructor(key = undefined, source = undefined) {
        if (key !== kMake)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        this.#source = source;
    }

    get desiredSize() {
        return sourceOf(this).getDesiredSize();
    }

    close() {
        needOpen(this).close();
    }

    enqueue(chunk = undefined) {
        needOpen(this).enqueue(chunk);
    }

    error(error = undefined) {
        sourceOf(this).error(error);
    }
}

function needOpen(controller) {
    const source = sourceOf(controller);
    if (!source.canTakeMore())
        throw new ERR_INVALID_STATE.TypeError('Controller is already closed');
    return source;
}

defineInterface(ReadableStreamDefaultController,
                ['desiredSize', 'close', 'enqueue', 'error'], () => ({}));

/* From what a program gave to the constructor of a stream. */
function setUpDefault(core, object, highWaterMark, size) {
    const source = new DefaultSource(core);
    const { start, pull, cancel } = object;
    source.setUp({
        __proto__: null,
        start: toStart(object, start, source.controller),
        pull: toCallback(object, pull, 'source.pull'),
        cancel: toAlgorithm(object, cancel, 'source.cancel'),
    }, highWaterMark, size);
}

module.exports = {
    DefaultSource,
    ReadableStreamDefaultController,
    setUpDefault,
};
