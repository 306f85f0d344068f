'use strict';
/*
 * internal/streams/async_iterator - `for await` over a readable: each chunk as
 * read() gives it. A loop that is left before the end destroys the stream,
 * unless it was asked not to (destroyOnReturn).
 */

const { aggregateTwoErrors } = require('internal/errors');
const { eos } = require('internal/streams/end-of-stream');
const { destroyer } = require('internal/streams/destroy');
/* Loaded when first used: internal/streams/readable. */

function nop() {}

/* Waits for 'readable' and for the end. `error` is undefined until the end, and
 * null if that was without an error. */
class Waiting {
    constructor(stream) {
        this.stream = stream;
        this.wake = nop;
        this.error = undefined;
        this.hold = (resolve) => { this.wake = resolve; };
        this.onReadable = () => this.proceed();
        stream.on('readable', this.onReadable);
        this.stopWatching = eos(stream, { writable: false }, (error) => {
            this.error = error ? aggregateTwoErrors(this.error, error) : null;
            this.proceed();
        });
    }

    proceed() {
        const { wake } = this;
        this.wake = nop;
        wake();
    }

    stop() {
        this.stream.off('readable', this.onReadable);
        this.stopWatching();
    }
}

/* The other side of a duplex may go on. */
function isHalfOpen(stream, error) {
    return error === null && stream.allowHalfOpen === true &&
        stream.writable === true && stream.writableEnded !== true;
}

function finishLoop(stream, waiting, options) {
    const { error } = waiting;
    if ((error || options?.destroyOnReturn !== false) &&
        (error === undefined || stream._readableState.autoDestroy) &&
        !isHalfOpen(stream, error))
        destroyer(stream, null);
    else
        waiting.stop();
}

async function* chunksOf(stream, options) {
    const waiting = new Waiting(stream);
    try {
        while (true) {
            const chunk = stream.destroyed ? null : stream.read();
            if (chunk !== null)
                yield chunk;
            else if (waiting.error)
                throw waiting.error;
            else if (waiting.error === null)
                return;
            else
                await new Promise(waiting.hold);
        }
    } catch (error) {
        waiting.error = aggregateTwoErrors(waiting.error, error);
        throw waiting.error;
    } finally {
        finishLoop(stream, waiting, options);
    }
}

/* A stream of the old kind is wrapped. */
function iterate(stream, options) {
    if (typeof stream.read !== 'function') {
        const Readable = require('internal/streams/readable');
        stream = Readable.wrap(stream, { objectMode: true });
    }
    const iterator = chunksOf(stream, options);
    iterator.stream = stream;
    return iterator;
}

module.exports = { iterate };
