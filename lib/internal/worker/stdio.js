'use strict';
/*
 * internal/worker/stdio - the standard streams of a worker, both sides. The
 * writing side posts chunks to the control port and waits until the reading
 * side asks for more.
 *
 *     OutgoingStdio (write) -- { type: 'stdio', name, chunks } --> IncomingStdio
 *                          <-- { type: 'wantsMore', name } ------
 *
 * `link` is { port, waiting }: the control port, which keeps its thread alive
 * while a stream waits for the other side.
 */

const { Buffer } = require('buffer');
const { Readable, Writable } = require('stream');
const trace = internalBinding('trace');

function isText(chunk) {
    return typeof chunk === 'string' || ArrayBuffer.isView(chunk);
}

function addWaiting(link) {
    if (link.waiting++ === 0)
        link.port.ref();
}

function removeWaiting(link) {
    if (--link.waiting === 0)
        link.port.unref();
}

class IncomingStdio extends Readable {
    #link;
    #name;
    #keepsAlive;
    #isWaiting = false;
    #threadId;

    /* threadId: of the worker whose output it is, if that is printed. */
    constructor(link, name, keepsAlive, threadId = 0) {
        super();
        this.#threadId = threadId;
        this.#link = link;
        this.#name = name;
        this.#keepsAlive = keepsAlive;
        this.on('end', () => {
            if (this.#isWaiting)
                removeWaiting(link);
            this.#isWaiting = false;
        });
    }

    _read() {
        if (this.#keepsAlive && !this.#isWaiting) {
            this.#isWaiting = true;
            addWaiting(this.#link);
        }
        this.#link.port.postMessage({ type: 'wantsMore', name: this.#name });
    }

    /* The trace records which thread wrote the output. */
    emit(name, ...args) {
        if (name !== 'data' || this.#threadId === 0)
            return super.emit(name, ...args);
        trace.relay(this.#threadId);
        try {
            return super.emit(name, ...args);
        } finally {
            trace.relay(0);
        }
    }

    take(chunks) {
        for (const { chunk, encoding } of chunks)
            this.push(chunk, encoding);
    }
}

class OutgoingStdio extends Writable {
    #link;
    #name;
    #onTaken;

    constructor(link, name) {
        super({ decodeStrings: false });
        this.#link = link;
        this.#name = name;
    }

    /* For a trace: the parent prints it, but here it was written. */
    write(chunk, encoding, callback) {
        const fd = ['stdin', 'stdout', 'stderr'].indexOf(this.#name);
        if (fd > 0 && trace.isOn() && isText(chunk))
            trace.print(fd, chunk);
        return super.write(chunk, encoding, callback);
    }

    #send(chunks) {
        this.#link.port.postMessage({ type: 'stdio', name: this.#name,
                                      chunks });
    }

    /* One at a time; at its end a thread waits for no answer. */
    _writev(chunks, callback) {
        this.#send(chunks.map(({ chunk, encoding }) => ({ chunk, encoding })));
        if (process._exiting) {
            callback();
            return;
        }
        this.#onTaken = callback;
        addWaiting(this.#link);
    }

    _final(callback) {
        this.#send([{ chunk: null, encoding: '' }]);
        callback();
    }

    /* The other side wants more, or this thread ends: what waits is sent. */
    wantsMore() {
        const onTaken = this.#onTaken;
        if (onTaken === undefined)
            return;
        this.#onTaken = undefined;
        onTaken();
        removeWaiting(this.#link);
    }
}

module.exports = { IncomingStdio, OutgoingStdio };
