'use strict';
/*
 * internal/browser/messages - postMessage() of windows and broadcast channels.
 * Each message is a task; its data is cloned when it is posted.
 */

const { MESSAGE, queueTask } = internalBinding('browser');
const { EventTarget, defineHandlers } = require('internal/browser/event_target');
const { MessageChannel, MessagePort, cloneHere, deliver, listOf, naming } =
    require('internal/browser/ports');
/* Loaded when first used: internal/browser/links. */

/* ---- Broadcasts ------------------------------------------------------- */

const channels = new Set();

/* To the channels of other threads: a tree, since a worker has one parent. */
function forward(name, data, from) {
    const { links } = require('internal/browser/links');
    for (const link of links) {
        if (link !== from)
            link.send({ type: 'broadcast', name, data });
    }
}

/* A message that came over a link. */
function receiveBroadcast({ name, data }, from) {
    forward(name, data, from);
    for (const channel of channels)
        queueFor(channel, name, data);
}

let queueFor; // (channel, name, data): a task, if the channel has that name

class BroadcastChannel extends EventTarget {
    #name;
    #closed = false;

    static {
        queueFor = (channel, name, data) => {
            if (channel.#name !== name)
                return;
            const init = cloneHere(data, []);
            queueTask(() => {
                if (!channel.#closed)
                    deliver(channel, init);
            }, MESSAGE);
        };
    }

    constructor(name) {
        super();
        this.#name = `${name}`;
        channels.add(this);
    }

    get name() { return this.#name; }

    postMessage(data) {
        if (this.#closed) {
            const { DOMException } = globalThis;
            throw new DOMException(
                "Failed to execute 'postMessage' on 'BroadcastChannel': " +
                'Channel is closed', 'InvalidStateError');
        }
        const copy = cloneHere(data, []).data;
        for (const other of channels) {
            if (other !== this)
                queueFor(other, this.#name, copy);
        }
        forward(this.#name, copy);
    }

    close() {
        this.#closed = true;
        channels.delete(this);
    }
}
defineHandlers(BroadcastChannel.prototype, ['message', 'messageerror']);

/* window.postMessage(data, targetOrigin or options, transfer) */
function postMessage(data, options = undefined, transfer = undefined) {
    const list = listOf('Window', arguments.length,
                        typeof options === 'string' ? transfer : options);
    const init = { ...naming('Window', () => cloneHere(data, list)),
                   source: globalThis, origin: 'null' };
    queueTask(() => deliver(globalThis, init), MESSAGE);
}

module.exports = { BroadcastChannel, MessageChannel, MessagePort, postMessage,
                   receiveBroadcast };
