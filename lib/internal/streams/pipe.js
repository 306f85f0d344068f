'use strict';
/*
 * internal/streams/pipe - Readable's pipe() and unpipe().
 *
 * A Pipe is one connection. It passes each chunk on, pauses the source when
 * write() says so, and resumes it when all destinations that did so have
 * drained: `awaitDrainWriters` of the source has them, one by itself or more in
 * a set. It takes its listeners back when the destination is told 'unpipe'.
 */

const { prependListener } = require('internal/streams/legacy');
const { errorOrDestroy } = require('internal/streams/destroy');
const { DATA_LISTENING, END_EMITTED, FLOWING, MULTI_AWAIT_DRAIN } =
    require('internal/streams/readable_state');
/* Loaded when first used: internal/process/object. */

const { nextTick } = process;

/* The second destination makes a set of what was one. */
function prepareForMany(state) {
    if (state.pipes.length !== 1 || state.bits & MULTI_AWAIT_DRAIN)
        return;
    const first = state.awaitDrainWriters;
    state.bits |= MULTI_AWAIT_DRAIN;
    state.awaitDrainWriters = new Set(first ? [first] : []);
}

class Pipe {
    constructor(source, dest, endsDest) {
        this.source = source;
        this.dest = dest;
        this.state = source._readableState;
        this.isOver = false;
        this.onDrain = undefined;
        this.onEnd = endsDest ? () => { dest.end(); } : () => this.disconnect();
        this.onUnpipe = (readable, info) => {
            if (readable === source && info && info.hasUnpiped === false) {
                info.hasUnpiped = true;
                this.takeBack();
            }
        };
        this.onData = (chunk) => {
            try {
                if (dest.write(chunk) === false)
                    this.pause();
            } catch (error) {
                dest.destroy(error);
            }
        };
        this.onError = (error) => this.fail(error);
        this.onClose = () => {
            dest.removeListener('finish', this.onFinish);
            this.disconnect();
        };
        this.onFinish = () => {
            dest.removeListener('close', this.onClose);
            this.disconnect();
        };
    }

    connect() {
        const { dest, source, state } = this;
        if (state.bits & END_EMITTED)
            nextTick(this.onEnd);
        else
            source.once('end', this.onEnd);
        dest.on('unpipe', this.onUnpipe);
        source.on('data', this.onData);
        /* Before the program's own, which may throw. */
        prependListener(dest, 'error', this.onError);
        dest.once('close', this.onClose);
        dest.once('finish', this.onFinish);
        dest.emit('pipe', source);
        if (dest.writableNeedDrain === true)
            this.pause();
        else if ((state.bits & FLOWING) === 0)
            source.resume();
    }

    disconnect() {
        this.source.unpipe(this.dest);
    }

    takeBack() {
        const { dest, source, onDrain } = this;
        dest.removeListener('close', this.onClose);
        dest.removeListener('finish', this.onFinish);
        if (onDrain)
            dest.removeListener('drain', onDrain);
        dest.removeListener('error', this.onError);
        dest.removeListener('unpipe', this.onUnpipe);
        source.removeListener('end', this.onEnd);
        source.removeListener('data', this.onData);
        this.isOver = true;
        /* No 'drain' of this one will come any more. */
        if (onDrain && this.state.awaitDrainWriters &&
            (!dest._writableState || dest._writableState.needDrain))
            onDrain();
    }

    /* The program may have called unpipe() in write(). */
    pause() {
        const { dest, source, state } = this;
        if (!this.isOver) {
            if (state.pipes.length === 1 && state.pipes[0] === dest) {
                state.awaitDrainWriters = dest;
                state.bits &= ~MULTI_AWAIT_DRAIN;
            } else if (state.pipes.length > 1 && state.pipes.includes(dest)) {
                state.awaitDrainWriters.add(dest);
            }
            source.pause();
        }
        if (this.onDrain === undefined) {
            this.onDrain = () => this.drained();
            dest.on('drain', this.onDrain);
        }
    }

    drained() {
        const { state } = this;
        if (state.awaitDrainWriters === this.dest)
            state.awaitDrainWriters = null;
        else if (state.bits & MULTI_AWAIT_DRAIN)
            state.awaitDrainWriters.delete(this.dest);
        const awaited = state.awaitDrainWriters;
        if ((!awaited || awaited.size === 0) && state.bits & DATA_LISTENING)
            this.source.resume();
    }

    /* Piping ends; the error is thrown if nobody else listens. */
    fail(error) {
        const { dest } = this;
        this.disconnect();
        dest.removeListener('error', this.onError);
        if (dest.listenerCount('error') > 0)
            return;
        const state = dest._writableState || dest._readableState;
        if (state && !state.errorEmitted)
            errorOrDestroy(dest, error);
        else
            dest.emit('error', error);
    }
}

/* Asking for process.stdout makes it, which costs more than a pipe. One that
 * was never made is not the destination; but the program may have put something
 * else in its place. */
function isOutput(dest) {
    const { outputs } = require('internal/process/object');
    const is = (fd, name) => {
        const { get } = Object.getOwnPropertyDescriptor(process, name) ?? {};
        return (outputs.isMade[fd] || get !== outputs.getters[fd]) &&
            dest === process[name];
    };
    return is(1, 'stdout') || is(2, 'stderr');
}

function pipe(source, dest, options) {
    const state = source._readableState;
    prepareForMany(state);
    state.pipes.push(dest);
    const endsDest = (!options || options.end !== false) && !isOutput(dest);
    new Pipe(source, dest, endsDest).connect();
    return dest;
}

/* Without a destination: all of them. */
function unpipe(source, dest) {
    const state = source._readableState;
    if (state.pipesCount === 0)
        return source;
    const { pipes } = state;
    const isAll = !dest;
    const at = isAll ? 0 : pipes.indexOf(dest);
    if (at === -1)
        return source;
    const gone = isAll ? pipes : pipes.splice(at, 1);
    if (isAll)
        state.pipes = [];
    if (state.pipes.length === 0)
        source.pause();
    for (const each of gone)
        each.emit('unpipe', source, { hasUnpiped: false });
    return source;
}

module.exports = { pipe, unpipe };
