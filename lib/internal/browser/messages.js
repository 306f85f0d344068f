'use strict';
/*
 * internal/browser/messages - postMessage() of windows, ports and broadcast
 * channels. Each message is a task; its data is cloned when it is posted.
 */

const { MESSAGE, queueTask } = internalBinding('browser');
const {
    EventTarget, MessageEvent, defineHandlers, dispatch, makeTrusted,
} = require('internal/browser/event_target');

function clone(data, transfer) {
    const { structuredClone } = require('internal/structured_clone');
    return structuredClone(data, { transfer });
}

function deliver(target, init) {
    dispatch(target, makeTrusted(MessageEvent, 'message', init));
}

/* Ports stay the objects that they are: there is one window only. */
function splitPorts(options) {
    const list = Array.isArray(options) ? options : options?.transfer ?? [];
    return {
        ports: list.filter((thing) => thing instanceof MessagePort),
        others: list.filter((thing) => !(thing instanceof MessagePort)),
    };
}

let entangle;

class MessagePort extends EventTarget {
    #other = null;
    #waiting = []; // until start()
    #started = false;
    #closed = false;

    static {
        entangle = (one, two) => {
            one.#other = two;
            two.#other = one;
        };
    }

    postMessage(data, options = undefined) {
        const { others, ports } = splitPorts(options);
        const init = { data: clone(data, others), ports };
        this.#other?.#receive(init);
    }

    #receive(init) {
        if (this.#closed)
            return;
        if (!this.#started) {
            this.#waiting.push(init);
            return;
        }
        queueTask(() => {
            if (!this.#closed)
                deliver(this, init);
        }, MESSAGE);
    }

    start() {
        if (this.#started)
            return;
        this.#started = true;
        for (const init of this.#waiting.splice(0))
            this.#receive(init);
    }

    close() {
        this.#closed = true;
        if (this.#other !== null)
            this.#other.#other = null;
        this.#other = null;
    }
}
defineHandlers(MessagePort.prototype, ['message', 'messageerror'],
               (port) => port.start());

class MessageChannel {
    #port1 = new MessagePort();
    #port2 = new MessagePort();

    constructor() {
        entangle(this.#port1, this.#port2);
    }

    get port1() { return this.#port1; }
    get port2() { return this.#port2; }
}

const channels = new Set();

class BroadcastChannel extends EventTarget {
    #name;
    #closed = false;

    constructor(name) {
        super();
        this.#name = `${name}`;
        channels.add(this);
    }

    get name() { return this.#name; }

    postMessage(data) {
        for (const other of channels) {
            if (other === this || other.#name !== this.#name)
                continue;
            const init = { data: clone(data, []) };
            queueTask(() => {
                if (!other.#closed)
                    deliver(other, init);
            }, MESSAGE);
        }
    }

    close() {
        this.#closed = true;
        channels.delete(this);
    }
}
defineHandlers(BroadcastChannel.prototype, ['message', 'messageerror']);

/* window.postMessage(data, targetOrigin or options, transfer) */
function postMessage(data, options = undefined, transfer = undefined) {
    const { others, ports } = splitPorts(
        typeof options === 'string' ? transfer : options);
    const init = { data: clone(data, others), ports, source: globalThis,
                   origin: 'null' };
    queueTask(() => deliver(globalThis, init), MESSAGE);
}

module.exports = { BroadcastChannel, MessageChannel, MessagePort, postMessage };
