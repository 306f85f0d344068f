'use strict';
/*
 * internal/webstreams/tee - two streams that each give all chunks of one.
 *
 * A chunk is read when either branch wants one, and goes to both. The original
 * is cancelled when both branches are. Branches of a stream of bytes are
 * streams of bytes; one that is read into a buffer hands that buffer on to the
 * original, and the other gets a copy.
 */

const { queueMicrotask } = internalBinding('order');
const { codes } = require('internal/errors');
const { validateBoolean } = require('internal/validators');
const { copyView } =
    require('internal/webstreams/readable_bytes');
const { ReaderCore } = require('internal/webstreams/readable_core');
const { coreOfReadable, createReadableByteStream, createReadableStream } =
    require('internal/webstreams/readablestream');
const { soon } = require('internal/webstreams/util');

/* What both kinds have in common. */
class Tee {
    from;
    reader;
    isReading = false;
    sources = [];                 /* of both branches */
    isCancelled = [false, false];
    reasons = [undefined, undefined];
    cancelled = Promise.withResolvers();

    constructor(from) {
        this.from = from;
        this.reader = new ReaderCore(from, false);
    }

    makeBranches(create) {
        const branches = [0, 1].map((i) => create({
            __proto__: null,
            pull: () => this.pull(i),
            cancel: (reason) => this.cancel(i, reason),
        }));
        this.sources = branches.map((one) => coreOfReadable(one).source);
        this.forwardErrors(this.reader);
        return branches;
    }

    cancel(i, reason) {
        this.isCancelled[i] = true;
        this.reasons[i] = reason;
        if (this.isCancelled[1 - i])
            this.cancelled.resolve(this.from.cancel(this.reasons));
        return this.cancelled.promise;
    }

    forwardErrors(reader) {
        reader.closed.promise.then(undefined, (error) => {
            if (reader !== this.reader)
                return;
            this.failBoth(error);
            this.finish();
        });
    }

    failBoth(error) {
        for (const source of this.sources)
            source.error(error);
    }

    finish() {
        if (!this.isCancelled[0] || !this.isCancelled[1])
            this.cancelled.resolve();
    }

    /* Calls fn(source) for each branch that is still wanted. */
    forEach(fn) {
        for (let i = 0; i < 2; i++) {
            if (!this.isCancelled[i])
                fn(this.sources[i]);
        }
    }
}

class DefaultTee extends Tee {
    #clones; /* each branch has chunks of its own */

    constructor(from, clones) {
        super(from);
        this.#clones = clones;
    }

    #give(chunk) {
        this.isReading = false;
        const other = this.#clones && !this.isCancelled[1]
            ? structuredClone(chunk) : chunk;
        if (!this.isCancelled[0])
            this.sources[0].enqueue(chunk);
        if (!this.isCancelled[1])
            this.sources[1].enqueue(other);
    }

    async pull() {
        if (this.isReading)
            return;
        this.isReading = true;
        this.reader.read({
            chunk: (chunk) => soon(() => this.#give(chunk)),
            /* Node waits for a tick here. */
            close: () => process.nextTick(() => {
                this.isReading = false;
                this.forEach((source) => source.close());
                this.finish();
            }),
            error: () => { this.isReading = false; },
        });
    }
}

class ByteTee extends Tee {
    wantsMore = [false, false];

    pull(i) {
        if (this.isReading) {
            this.wantsMore[i] = true;
        } else {
            this.isReading = true;
            const view = this.sources[i].getRequestView();
            if (view === null)
                this.#readChunk();
            else
                this.#readInto(i, view);
        }
        return Promise.resolve();
    }

    #useReader(isByob) {
        if (this.reader.isByob === isByob)
            return;
        this.reader.release();
        this.reader = new ReaderCore(this.from, isByob);
        this.forwardErrors(this.reader);
    }

    /* undefined, if there was no memory for it: then all has ended. */
    #copy(chunk) {
        try {
            return copyView(chunk);
        } catch (error) {
            this.failBoth(error);
            this.cancelled.resolve(this.from.cancel(error));
            return undefined;
        }
    }

    #readAgain() {
        this.isReading = false;
        const [first, second] = this.wantsMore;
        if (first)
            this.pull(0);
        else if (second)
            this.pull(1);
    }

    #readChunk() {
        this.#useReader(false);
        this.reader.read({
            chunk: (chunk) => soon(() => this.#giveChunk(chunk)),
            close: () => {
                this.isReading = false;
                this.forEach((source) => source.close());
                for (const source of this.sources) {
                    if (source.pending.length > 0)
                        source.respond(0);
                }
                this.finish();
            },
            error: () => { this.isReading = false; },
        });
    }

    #giveChunk(chunk) {
        this.wantsMore = [false, false];
        let other = chunk;
        if (!this.isCancelled[0] && !this.isCancelled[1]) {
            other = this.#copy(chunk);
            if (other === undefined)
                return;
        }
        if (!this.isCancelled[0])
            this.sources[0].enqueue(chunk);
        if (!this.isCancelled[1])
            this.sources[1].enqueue(other);
        this.#readAgain();
    }

    #readInto(i, view) {
        this.#useReader(true);
        this.reader.readInto(view, 1, {
            chunk: (chunk) => queueMicrotask(() => this.#giveView(i, chunk)),
            close: (chunk) => this.#closeWithView(i, chunk),
            error: () => { this.isReading = false; },
        });
    }

    #giveView(i, chunk) {
        this.wantsMore = [false, false];
        const copy = this.isCancelled[1 - i] ? undefined : this.#copy(chunk);
        if (copy === undefined && !this.isCancelled[1 - i])
            return;
        if (!this.isCancelled[i])
            this.#answer(this.sources[i], chunk);
        if (copy !== undefined)
            this.sources[1 - i].enqueue(copy);
        this.#readAgain();
    }

    /* The buffer is not wanted back if its reader has left and the bytes of
     * another chunk have taken its place. */
    #answer(source, chunk) {
        if (source.pending.length > 0)
            source.respondWithView(chunk);
        else if (chunk.byteLength > 0)
            source.enqueue(chunk);
    }

    /* `chunk` is undefined if the original was cancelled. */
    #closeWithView(i, chunk) {
        this.isReading = false;
        const other = this.sources[1 - i];
        if (!this.isCancelled[i])
            this.sources[i].close();
        if (!this.isCancelled[1 - i])
            other.close();
        if (chunk !== undefined) {
            if (!this.isCancelled[i])
                this.#answer(this.sources[i], chunk);
            if (!this.isCancelled[1 - i] && other.pending.length > 0)
                other.respond(0);
        }
        this.finish();
    }
}

function tee(core, clones = false) {
    return core.source.isByteSource
        ? new ByteTee(core).makeBranches(createReadableByteStream)
        : new DefaultTee(core, clones).makeBranches(createReadableStream);
}

function ReadableStreamTee(stream, cloneForBranch2 = false) {
    const core = coreOfReadable(stream);
    if (core === undefined) {
        throw new codes.ERR_INVALID_ARG_TYPE('stream', 'ReadableStream',
                                             stream);
    }
    validateBoolean(cloneForBranch2, 'cloneForBranch2');
    return tee(core, cloneForBranch2);
}

module.exports = { ReadableStreamTee, tee };
