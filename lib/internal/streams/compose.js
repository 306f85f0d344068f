'use strict';
/*
 * internal/streams/compose - compose(): a pipeline as one duplex. What is
 * written to it goes to the first stream (the head), what is read from it comes
 * from the last (the tail).
 */

const { pipeline } = require('internal/streams/pipeline');
const Duplex = require('internal/streams/duplex');
const { destroyer } = require('internal/streams/destroy');
const { eos } = require('internal/streams/end-of-stream');
const {
    AbortError, codes: { ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS },
} = require('internal/errors');
const {
    isNodeStream, isReadable, isReadableStream, isTransformStream,
    isWebStream, isWritable, isWritableStream,
} = require('internal/streams/utils');
/* Loaded when first used: internal/streams/add-abort-signal,
 * internal/validators. */

function canBeRead(stream) {
    return !!(isReadable(stream) || isReadableStream(stream) ||
        isTransformStream(stream));
}

function canBeWritten(stream) {
    return !!(isWritable(stream) || isWritableStream(stream) ||
        isTransformStream(stream));
}

/* `given` is what the caller handed, for the messages. */
function checkStreams(streams, given) {
    const last = streams.length - 1;
    streams.forEach((stream, at) => {
        if (!isNodeStream(stream) && !isWebStream(stream))
            return;
        if (at < last && !canBeRead(stream)) {
            throw new ERR_INVALID_ARG_VALUE(
                `streams[${at}]`, given[at], 'must be readable');
        }
        if (at > 0 && !canBeWritten(stream)) {
            throw new ERR_INVALID_ARG_VALUE(
                `streams[${at}]`, given[at], 'must be writable');
        }
    });
}

/* A callback that is held until something happens. */
class Held {
    callback = null;

    hold(callback) {
        this.callback = callback;
    }

    release(...args) {
        const { callback } = this;
        this.callback = null;
        callback?.(...args);
    }
}

/* ---- The side that is written to -------------------------------------- */

function writeToNode(duplex, head, onFinish) {
    const onDrain = new Held();
    duplex._write = (chunk, encoding, callback) => {
        if (head.write(chunk, encoding))
            callback();
        else
            onDrain.hold(callback);
    };
    duplex._final = (callback) => {
        head.end();
        onFinish.hold(callback);
    };
    head.on('drain', () => onDrain.release());
    return onDrain;
}

function writeToWeb(duplex, head, onFinish) {
    const writer = (isTransformStream(head) ? head.writable : head)
        .getWriter();
    duplex._write = async (chunk, encoding, callback) => {
        try {
            await writer.ready;
            writer.write(chunk).catch(() => {});
            callback();
        } catch (error) {
            callback(error);
        }
    };
    duplex._final = async (callback) => {
        try {
            await writer.ready;
            writer.close().catch(() => {});
            onFinish.hold(callback);
        } catch (error) {
            callback(error);
        }
    };
    return undefined;
}

/* ---- The side that is read from --------------------------------------- */

function readFromNode(duplex, tail) {
    duplex._read = () => { tail.resume(); };
    tail.on('data', (chunk) => {
        if (!duplex.push(chunk))
            tail.pause();
    });
    tail.on('end', () => { duplex.push(null); });
}

function readFromWeb(duplex, tail) {
    const reader = (isTransformStream(tail) ? tail.readable : tail)
        .getReader();
    duplex._read = async () => {
        try {
            let value, done;
            do {
                ({ value, done } = await reader.read());
            } while (duplex.push(done ? null : value));
        } catch {
            /* The pipeline reports it. */
        }
    };
}

/* ---- Both ------------------------------------------------------------- */

class Composition {
    constructor(streams) {
        this.isOver = false;
        this.onDrain = undefined;
        this.onFinish = new Held();
        this.onDestroyed = new Held();
        const head = streams[0];
        const tail = pipeline(streams, (error) => this.onPipelineEnd(error));
        this.tail = tail;
        this.writable = canBeWritten(head);
        this.readable = canBeRead(tail);
        this.duplex = new Duplex({
            writableObjectMode: !!head?.writableObjectMode,
            readableObjectMode: !!tail?.readableObjectMode,
            writable: this.writable,
            readable: this.readable,
        });
        if (this.writable)
            this.connectHead(head);
        if (this.readable)
            this.connectTail();
        this.duplex._destroy = (error, callback) =>
            this.destroy(error, callback);
    }

    onPipelineEnd(error) {
        this.isOver = true;
        if (this.onDestroyed.callback !== null)
            this.onDestroyed.release(error);
        else if (error)
            this.duplex.destroy(error);
        else if (!this.readable && !this.writable)
            this.duplex.destroy();
    }

    connectHead(head) {
        const { duplex, onFinish, tail } = this;
        if (isNodeStream(head))
            this.onDrain = writeToNode(duplex, head, onFinish);
        else if (isWebStream(head))
            writeToWeb(duplex, head, onFinish);
        eos(isTransformStream(tail) ? tail.readable : tail,
            () => onFinish.release());
    }

    connectTail() {
        if (isNodeStream(this.tail))
            readFromNode(this.duplex, this.tail);
        else if (isWebStream(this.tail))
            readFromWeb(this.duplex, this.tail);
    }

    destroy(error, callback) {
        if (!error && !this.isOver)
            error = new AbortError();
        this.onDrain?.hold(null);
        this.onFinish.hold(null);
        if (isNodeStream(this.tail))
            destroyer(this.tail, error);
        if (this.isOver)
            callback(error);
        else
            this.onDestroyed.hold(callback);
    }
}

function compose(...streams) {
    if (streams.length === 0)
        throw new ERR_MISSING_ARGS('streams');
    if (streams.length === 1)
        return Duplex.from(streams[0]);
    const given = streams.slice();
    const last = streams.length - 1;
    for (const at of [0, last]) {
        if (typeof streams[at] === 'function')
            streams[at] = Duplex.from(streams[at]);
    }
    checkStreams(streams, given);
    return new Composition(streams).duplex;
}

/* readable.compose(stream, options) */
function composeReadable(readable, stream, options) {
    if (options !== undefined && options !== null)
        require('internal/validators').validateObject(options, 'options');
    const signal = options?.signal;
    if (signal !== undefined && signal !== null) {
        require('internal/validators')
            .validateAbortSignal(signal, 'options.signal');
    }
    const composed = compose(readable, stream);
    if (signal) {
        require('internal/streams/add-abort-signal')
            .addAbortSignalNoValidate(signal, composed);
    }
    return composed;
}

module.exports = { compose, composeReadable };
