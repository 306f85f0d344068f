'use strict';
/*
 * internal/webstreams/transfer - streams that are moved by structuredClone() or
 * postMessage(), maybe to another thread.
 *
 * The stream itself stays where it is, and is piped into one port of a channel;
 * the other port travels, and a new stream is made around it where it arrives.
 * The reading side sends { type: 'pull' } for each chunk that it wants, the
 * writing side { type: 'chunk', value } or { type: 'close' }, and either one
 * { type: 'error', value } when it ends early.
 *
 * A port keeps the program alive only if its stream is read or written.
 */

const { ReadableStream, coreOfReadable } =
    require('internal/webstreams/readablestream');
const { makeTransferred } = require('internal/webstreams/transformstream');
const { markHandled } = require('internal/webstreams/util');
const { WritableStream, coreOfWritable } =
    require('internal/webstreams/writablestream');
/* Loaded when first used: internal/worker/message_channel. */

/* Why the other side could not read a message. */
function makeReadError() {
    return new DOMException('Internal transferred ReadableStream error',
                            'DataCloneError');
}

/* What one side can say to the other, and how it listens. */
class Line {
    #port;
    #isIdle;

    constructor(port, staysIdle, onMessage, onError) {
        this.#port = port;
        this.#isIdle = !staysIdle;
        port.onmessage = ({ data }) => onMessage(data);
        port.onmessageerror = () => {
            const error = makeReadError();
            this.send('error', error);
            onError(error);
            this.close();
        };
        port.unref();
    }

    /* From the first use on. */
    keepAlive() {
        if (this.#isIdle) {
            this.#isIdle = false;
            this.#port.ref();
        }
    }

    send(type, value = undefined) {
        this.#port.postMessage({ type, value });
    }

    /* A value that can't be cloned is an error on both sides. */
    sendValue(type, value) {
        try {
            this.send(type, value);
        } catch (error) {
            this.send('error', error);
            this.close();
            throw error;
        }
    }

    close() {
        this.#port.close();
    }
}

/* ---- The side that is read -------------------------------------------- */

class PortSource {
    #line;
    #source;

    constructor(port, staysIdle) {
        this.#line = new Line(port, staysIdle,
                              (message) => this.#onMessage(message),
                              (error) => this.#source.error(error));
    }

    tie(stream) {
        this.#source = coreOfReadable(stream).source;
    }

    #onMessage({ type, value }) {
        if (type === 'chunk') {
            this.#source.enqueue(value);
            return;
        }
        if (type === 'close')
            this.#source.close();
        else
            this.#source.error(value);
        this.#line.close();
    }

    async pull() {
        this.#line.keepAlive();
        this.#line.send('pull');
    }

    async cancel(reason) {
        this.#line.sendValue('error', reason);
        this.#line.close();
    }
}

function openReadable(port, staysIdle, strategy) {
    const source = new PortSource(port, staysIdle);
    const stream = new ReadableStream(source, strategy);
    source.tie(stream);
    return stream;
}

/* ---- The side that is written ----------------------------------------- */

class PortSink {
    #line;
    #core;
    #wanted = Promise.withResolvers(); /* undefined: a chunk is wanted now */

    constructor(port, staysIdle) {
        this.#line = new Line(port, staysIdle,
                              (message) => this.#onMessage(message),
                              (error) => this.#core.errorIfNeeded(error));
    }

    tie(stream) {
        this.#core = coreOfWritable(stream);
    }

    #onMessage({ type, value }) {
        if (type === 'error')
            this.#core.errorIfNeeded(value);
        this.#wanted?.resolve();
        this.#wanted = undefined;
    }

    async write(chunk) {
        this.#line.keepAlive();
        await this.#wanted?.promise;
        this.#wanted = Promise.withResolvers();
        this.#line.sendValue('chunk', chunk);
    }

    close() {
        this.#line.send('close');
        this.#line.close();
    }

    abort(reason) {
        this.#line.sendValue('error', reason);
        this.#line.close();
    }
}

function openWritable(port, staysIdle) {
    const sink = new PortSink(port, staysIdle);
    const stream = new WritableStream(sink);
    sink.tie(stream);
    return stream;
}

/* ---- Leaving ---------------------------------------------------------- */

function refuseLocked(name) {
    throw new DOMException(`Cannot transfer a locked ${name}`,
                           'DataCloneError');
}

/* A transfer that has begun: what else has to be moved, and what follows. */
class Transfer {
    constructor(items, data, maker, onDone, onFailed) {
        this.items = items;
        this.data = data;
        this.deserializeInfo = `internal/webstreams/transfer:${maker}`;
        this.finish = onDone;
        this.undo = onFailed;
    }
}

function beginThroughPort(maker, connect) {
    const { MessageChannel } = require('internal/worker/message_channel');
    const { port1, port2 } = new MessageChannel();
    return new Transfer([port2], { port: port2 }, maker,
                        () => markHandled(connect(port1)),
                        () => port1.close());
}

function beginReadable(core) {
    if (core.reader !== undefined)
        refuseLocked('ReadableStream');
    return beginThroughPort('receiveReadable', (port) =>
        core.stream.pipeTo(openWritable(port, true)));
}

function beginWritable(core) {
    if (core.writer !== undefined)
        refuseLocked('WritableStream');
    return beginThroughPort('receiveWritable', (port) =>
        openReadable(port, true).pipeTo(core.stream));
}

function beginTransform({ readable, writable }) {
    if (coreOfReadable(readable).reader !== undefined)
        refuseLocked('ReadableStream');
    if (coreOfWritable(writable).writer !== undefined)
        refuseLocked('WritableStream');
    return new Transfer([readable, writable], { readable, writable },
                        'receiveTransform', () => {}, () => {});
}

/* ---- Arriving --------------------------------------------------------- */

function receiveReadable({ port }) {
    return openReadable(port, false, { highWaterMark: 0 });
}

function receiveWritable({ port }) {
    return openWritable(port, false);
}

function receiveTransform({ readable, writable }) {
    return makeTransferred(readable, writable);
}

module.exports = {
    beginReadable,
    beginTransform,
    beginWritable,
    receiveReadable,
    receiveTransform,
    receiveWritable,
};
