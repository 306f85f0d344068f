'use strict';
/*
 * internal/message_channel - MessageChannel within one thread.
 *
 * A message is cloned when it is posted, and waits in the queue of the other
 * port until that one is started and the loop polls. A port that somebody
 * listens to keeps the program alive until it is closed.
 */

const binding = internalBinding('message');
const { EventTarget, Event } = require('internal/event_target');
const { codes } = require('internal/errors');

const key = Symbol('made here');

class MessageEvent extends Event {
    #data;
    #ports;
    #source;
    #origin;
    #lastEventId;

    constructor(type, options = {}) {
        super(type, options);
        this.#data = options.data === undefined ? null : options.data;
        this.#ports = [...options.ports ?? []];
        this.#source = options.source ?? null;
        this.#origin = `${options.origin ?? ''}`;
        this.#lastEventId = `${options.lastEventId ?? ''}`;
    }

    get data() { return this.#data; }

    get ports() { return this.#ports; }

    get source() { return this.#source; }

    get origin() { return this.#origin; }

    get lastEventId() { return this.#lastEventId; }
}

function readTransfer(given) {
    if (given === undefined || given === null)
        return undefined;
    if (Array.isArray(given) || typeof given[Symbol.iterator] === 'function')
        return [...given];
    return given.transfer === undefined ? undefined : [...given.transfer];
}

/* The methods of an emitter, which Node's ports have besides. A listener gets
 * what was sent, not the event. */
function wrapListener(listener) {
    return (event) => listener(event.type === 'message' ? event.data : event);
}

class MessagePort extends EventTarget {
    #handle;
    #peer = null;
    #queue = [];
    #started = false;
    #closed = false;
    #wrapped = new Map();
    #handlers = { __proto__: null };

    constructor(given) {
        if (given !== key)
            throw new codes.ERR_CONSTRUCT_CALL_INVALID();
        super();
        this.#handle = binding.open((isClosing) => this.#take(isClosing));
    }

    static _tie(a, b) {
        a.#peer = b;
        b.#peer = a;
    }

    /* One message; how many are left. */
    #take(isClosing) {
        if (isClosing) {
            this.dispatchEvent(new Event('close'));
            return 0;
        }
        const data = this.#queue.shift();
        if (data === undefined)
            return 0;
        this.dispatchEvent(new MessageEvent('message', { data: data.value }));
        return this.#started ? this.#queue.length : 0;
    }

    postMessage(value, transfer) {
        if (arguments.length === 0)
            throw new codes.ERR_MISSING_ARGS('message');
        const message = { value: binding.clone(value, readTransfer(transfer)) };
        const peer = this.#peer;
        if (peer === null || peer.#closed)
            return;
        peer.#queue.push(message);
        if (peer.#started)
            binding.wake(peer.#handle);
    }

    start() {
        if (this.#started || this.#closed)
            return;
        this.#started = true;
        if (this.#queue.length > 0)
            binding.wake(this.#handle);
    }

    close() {
        if (this.#closed)
            return;
        this.#closed = true;
        binding.close(this.#handle);
        this.#peer?.close();
    }

    ref() {
        binding.ref(this.#handle, true);
    }

    unref() {
        binding.ref(this.#handle, false);
    }

    hasRef() {
        return this.#started && !this.#closed;
    }

    addEventListener(type, listener, options) {
        super.addEventListener(type, listener, options);
        if (type === 'message') {
            this.ref();
            this.start();
        }
    }

    get onmessage() { return this.#handlers.message ?? null; }

    set onmessage(listener) { this.#setHandler('message', listener); }

    get onmessageerror() { return this.#handlers.messageerror ?? null; }

    set onmessageerror(listener) { this.#setHandler('messageerror', listener); }

    #setHandler(type, listener) {
        const before = this.#handlers[type];
        if (before !== undefined)
            super.removeEventListener(type, before);
        this.#handlers[type] = undefined;
        if (typeof listener !== 'function') {
            if (type === 'message')
                this.unref();
            return;
        }
        this.#handlers[type] = listener;
        this.addEventListener(type, listener);
    }

    on(type, listener) {
        const wrapped = wrapListener(listener);
        this.#wrapped.set(listener, wrapped);
        this.addEventListener(type, wrapped);
        return this;
    }

    once(type, listener) {
        const wrapped = wrapListener(listener);
        this.#wrapped.set(listener, wrapped);
        this.addEventListener(type, wrapped, { once: true });
        return this;
    }

    off(type, listener) {
        const wrapped = this.#wrapped.get(listener);
        if (wrapped !== undefined)
            this.removeEventListener(type, wrapped);
        this.#wrapped.delete(listener);
        return this;
    }
}
MessagePort.prototype.addListener = MessagePort.prototype.on;
MessagePort.prototype.removeListener = MessagePort.prototype.off;

class MessageChannel {
    constructor() {
        this.port1 = new MessagePort(key);
        this.port2 = new MessagePort(key);
        tie(this.port1, this.port2);
    }
}

const tie = MessagePort._tie;
delete MessagePort._tie;

module.exports = { MessageChannel, MessageEvent, MessagePort };
