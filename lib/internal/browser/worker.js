'use strict';
/*
 * internal/browser/worker - class Worker: a script in a thread and on a loop of
 * its own. Its global scope is internal/browser/worker_scope.
 *
 * A page ends when nothing is left that could run. A worker that waits could be
 * posted to, so it does not end by itself; but when it is idle it does not keep
 * the page alive. It is idle after a message `idle` that counts as many messages
 * as this side has sent: whatever it does later, somebody has to send it first.
 */

const binding = internalBinding('worker');
const { connect } = internalBinding('message');
const { DOM, MESSAGE, queueTask } = internalBinding('browser');
const trace = internalBinding('trace');
const {
    ErrorEvent, Event, EventTarget, defineHandlers, dispatch, makeTrusted,
} = require('internal/browser/event_target');
const { Link } = require('internal/browser/links');
const { cloneHere, defineTag, deliver, listOf, naming } =
    require('internal/browser/ports');
const sources = require('internal/browser/sources');
/* Loaded when first used: internal/browser/errors, internal/browser/messages,
 * internal/errors. */

const LIMITS = [-1, -1, -1, 4]; // megabytes; only the stack has one
const HEAD = "Failed to construct 'Worker': ";

/* { href, text }: a worker reads files itself, blobs are this thread's. */
function findScript(address) {
    const href = sources.resolve(address);
    if (href === undefined) {
        const { DOMException } = globalThis;
        throw new DOMException(`${HEAD}'${address}' is not a valid URL.`,
                               'SyntaxError');
    }
    if (!href.startsWith('blob:'))
        return { href };
    try {
        return { href, text: sources.read(href) };
    } catch {
        return { href, text: null }; // it fails, as one that is not there
    }
}

function checkType(type) {
    if (type === 'classic' || type === 'module')
        return type;
    throw new TypeError(`${HEAD}Failed to read the 'type' property from ` +
        `'WorkerOptions': The provided value '${type}' is not a valid enum ` +
        'value of type WorkerType.');
}

class Worker extends EventTarget {
    #handle;
    #link;
    #isTerminated = false;

    constructor(address, options = undefined) {
        if (arguments.length === 0) {
            throw new TypeError(`${HEAD}1 argument required, but only 0 ` +
                                'present.');
        }
        super();
        const { name = '', type = 'classic' } = options ?? {};
        checkType(`${type}`);
        const script = findScript(`${address}`);
        this.#handle = new binding.Worker(`${name}` || 'Worker', LIMITS,
                                          undefined);
        this.#handle.onexit = () => this.#onExit();
        this.#link = new Link('parent', (...args) => this.#receive(...args));
        this.#link.onSend = () => this.#handle?.ref();
        this.#start({ type: 'load', ...script, name: `${name}`, kind: type });
    }

    #start(load) {
        const other = new Link('worker', () => {});
        connect(this.#link.handle, other.handle);
        this.#link.send(load);
        const err = this.#handle.start(other.handle);
        other.close();
        if (err < 0) {
            this.#onExit();
            const { UVException } = require('internal/errors');
            throw new UVException({ errno: err, syscall: 'thread' });
        }
        this.#link.start();
    }

    #receive(message, ports) {
        const { type } = message;
        if (type === 'idle') {
            if (message.received === this.#link.sent)
                this.#handle?.unref();
        } else if (type === 'print') {
            this.#print(message);
        } else if (type === 'broadcast') {
            require('internal/browser/messages')
                .receiveBroadcast(message, this.#link);
        } else if (type === 'message') {
            this.#queue(() => deliver(this, { data: message.data, ports }),
                        MESSAGE);
        } else if (type === 'error') {
            this.#queue(() => this.#fireError(message), DOM);
        } else {
            this.#queue(() => dispatch(this, makeTrusted(Event, 'error', {
                cancelable: true })), DOM);
        }
    }

    /* Messages that a worker sent before it was terminated are dropped. */
    #queue(steps, source) {
        queueTask(() => {
            if (!this.#isTerminated)
                steps();
        }, source);
    }

    #print({ fd, text }) {
        trace.relay(this.#handle.getThreadId());
        try {
            process[fd === 1 ? 'stdout' : 'stderr'].write(text);
        } finally {
            trace.relay(0);
        }
    }

    /* One that is not canceled is an error of this thread too. */
    #fireError({ message, filename, lineno, colno, stack }) {
        const fields = { message, filename, lineno, colno };
        const event = makeTrusted(ErrorEvent, 'error',
                                  { ...fields, cancelable: true });
        if (dispatch(this, event))
            require('internal/browser/errors').report({ ...fields, stack });
    }

    #onExit() {
        this.#link.close();
        this.#handle.close();
        this.#handle = null;
    }

    postMessage(data, options = undefined) {
        const list = listOf('Worker', arguments.length, options);
        naming('Worker', () => {
            if (this.#handle === null || this.#isTerminated)
                cloneHere(data, list);
            else
                this.#link.send({ type: 'message', data }, list);
        });
    }

    terminate() {
        this.#isTerminated = true;
        this.#handle?.stop();
    }
}
defineTag(Worker);
defineHandlers(Worker.prototype, ['message', 'messageerror', 'error']);

module.exports = { Worker };
