'use strict';
/*
 * internal/worker/broadcast_channel - BroadcastChannel: what one posts, all
 * others of the same name hear, in every thread of the program. Each has a port
 * of the channel of that name.
 */

const { EventTarget, defineEventHandler } = require('internal/events/event_target');
const { MessageEvent, joinChannel, kPort } = require('internal/worker/message_channel');
const { codes } = require('internal/errors');
const { customInspectSymbol, defineEnumerable } = require('internal/util');
/* Loaded when first used: internal/util/inspect. */

const prefix = 'broadcast:';

class BroadcastChannel extends EventTarget {
    #name;
    #port; /* undefined once it is closed */

    constructor(name) {
        if (arguments.length === 0)
            throw new codes.ERR_MISSING_ARGS('name');
        super();
        this.#name = `${name}`;
        this.#port = joinChannel(prefix + this.#name);
        for (const type of ['message', 'messageerror']) {
            this.#port.on(type, (data) => {
                if (this.#port !== undefined)
                    this.dispatchEvent(new MessageEvent(type, { data }));
            });
        }
    }

    static #check(value) {
        if (value === null || typeof value !== 'object' || !(#port in value))
            throw new codes.ERR_INVALID_THIS('BroadcastChannel');
    }

    get [kPort]() {
        return this.#port;
    }

    get name() {
        BroadcastChannel.#check(this);
        return this.#name;
    }

    close() {
        BroadcastChannel.#check(this);
        this.#port?.close();
        this.#port = undefined;
    }

    postMessage(message) {
        BroadcastChannel.#check(this);
        if (arguments.length === 0)
            throw new codes.ERR_MISSING_ARGS('message');
        if (this.#port === undefined) {
            throw new DOMException('BroadcastChannel is closed.',
                                   'InvalidStateError');
        }
        this.#port.postMessage(message);
    }

    ref() {
        BroadcastChannel.#check(this);
        this.#port?.ref();
        return this;
    }

    unref() {
        BroadcastChannel.#check(this);
        this.#port?.unref();
        return this;
    }

    [customInspectSymbol](depth, options) {
        BroadcastChannel.#check(this);
        if (depth < 0)
            return 'BroadcastChannel';
        const { inspect } = require('internal/util/inspect');
        const deeper = options.depth == null ? null : options.depth - 1;
        const shown = { name: this.#name, active: this.#port !== undefined };
        return `BroadcastChannel ${inspect(shown,
                                           { ...options, depth: deeper })}`;
    }
}

defineEnumerable(BroadcastChannel.prototype, ['name', 'close', 'postMessage']);
defineEventHandler(BroadcastChannel.prototype, 'message');
defineEventHandler(BroadcastChannel.prototype, 'messageerror');

module.exports = { BroadcastChannel };
