'use strict';
/*
 * internal/browser/ports - MessagePort and MessageChannel of the browser
 * profiles, and how they move.
 *
 *     port1 -> end <- peers -> end <- port2              both in one thread
 *     port1 -> end <- peers -> RemoteEnd -- link --> RemoteEnd <-> end <- port2
 *
 * An end receives messages for its port. A port that is transferred loses its
 * end to a new port; if that one is in another thread, the link between the two
 * threads carries its messages (internal/browser/links). So every message
 * between threads goes by a link, which counts them.
 */

const { MESSAGE, queueTask } = internalBinding('browser');
const binding = internalBinding('message');
const {
    EventTarget, MessageEvent, defineHandlers, defineTag, dispatch, makeTrusted,
} = require('internal/browser/event_target');
/* Loaded when first used: internal/worker/js_transferable,
 * internal/worker/structured_clone. */

const kMake = Symbol('make a port');
const kMovedByUs = 1; // as engine_clone_mark has it

function deliver(target, init) {
    dispatch(target, makeTrusted(MessageEvent, 'message', init));
}

/* Data and ports that have arrived wait here until the port is started. */
class LocalEnd {
    peer = null;
    waiting = [];
    isStarted = false;

    constructor(port) {
        this.port = port;
    }

    /* From code of this thread. */
    accept(data, list) {
        this.receive(cloneHere(data, list));
    }

    /* What is cloned already. */
    receive(init) {
        this.waiting.push(init);
        if (this.isStarted)
            this.#queue();
    }

    #queue() {
        queueTask(() => {
            if (this.waiting.length > 0)
                deliver(this.port, this.waiting.shift());
        }, MESSAGE);
    }

    start() {
        if (this.isStarted)
            return;
        this.isStarted = true;
        for (let i = this.waiting.length; i > 0; i--)
            this.#queue();
    }
}

function entangle(one, two) {
    one.peer = two;
    two.peer = one;
}

let endOf, takeEnd;

class MessagePort extends EventTarget {
    #end;

    static {
        endOf = (port) => port.#end;
        takeEnd = (port) => {
            const end = port.#end;
            port.#end = new LocalEnd(port);
            return end;
        };
    }

    constructor(key) {
        if (key !== kMake) {
            throw new TypeError("Failed to construct 'MessagePort': Illegal " +
                                'constructor');
        }
        super();
        this.#end = new LocalEnd(this);
    }

    postMessage(data, options = undefined) {
        const list = listOf('MessagePort', arguments.length, options, this);
        naming('MessagePort', () => {
            if (this.#end.peer === null)
                cloneHere(data, list);
            else
                this.#end.peer.accept(data, list);
        });
    }

    start() {
        this.#end.start();
    }

    /* What waits for this port is dropped; what it has posted arrives. */
    close() {
        const { peer, waiting } = takeEnd(this);
        waiting.length = 0;
        if (peer !== null)
            peer.peer = null;
    }
}
defineTag(MessagePort);
defineHandlers(MessagePort.prototype, ['message', 'messageerror'],
               (port) => port.start());
binding.mark(MessagePort.prototype, kMovedByUs);

class MessageChannel {
    #port1 = new MessagePort(kMake);
    #port2 = new MessagePort(kMake);

    constructor() {
        entangle(endOf(this.#port1), endOf(this.#port2));
    }

    get port1() { return this.#port1; }
    get port2() { return this.#port2; }
}
defineTag(MessageChannel);

/* ---- Moving ----------------------------------------------------------- */

function cloneError(text) {
    const { DOMException } = globalThis;
    return new DOMException(text, 'DataCloneError');
}

function checkPorts(list, head, source) {
    const ports = list.filter((item) => item instanceof MessagePort);
    ports.forEach((port, i) => {
        if (ports.indexOf(port) < i) {
            throw cloneError(`${head}Message port at index ${i} is a ` +
                             'duplicate of an earlier port.');
        }
        if (port === source) {
            throw cloneError(`${head}Port at index ${i} contains the source ` +
                             'port.');
        }
        if (moved.has(port))
            throw cloneError(`${head}Port at index ${i} is already neutered.`);
    });
}

const headOf = (className) =>
    `Failed to execute 'postMessage' on '${className}': `;

/* What is transferred: the second argument of postMessage() is a list, or
 * { transfer }. `count` is the number of arguments. */
function listOf(className, count, options, source) {
    const head = headOf(className);
    if (count === 0) {
        throw new TypeError(`${head}1 argument required, but only 0 present.`);
    }
    if (options === undefined || options === null)
        return [];
    if (typeof options !== 'object' && typeof options !== 'function')
        throw new TypeError(`${head}Overload resolution failed.`);
    const given = typeof options[Symbol.iterator] === 'function' ? options :
        options.transfer ?? [];
    const list = [...given];
    checkPorts(list, head, source);
    return list;
}

/* Clone in fn(); what can't be cloned is said in the name of the caller. */
function naming(className, fn) {
    try {
        return fn();
    } catch (error) {
        if (error?.name !== 'DataCloneError')
            throw error;
        const text = /needs transfer/.test(error.message) ? 'A MessagePort ' +
            'could not be cloned because it was not transferred.' :
            error.message;
        throw cloneError(text.startsWith('Failed') ? text :
            `${headOf(className)}${text}`);
    }
}

const moved = new WeakSet(); // ports that were transferred

let reading = false;
let arrived = []; // the ports of the message that was read last

/* Called by the runtime for a message with ports: these, and in the place of
 * their handles nothing. Undefined if the message is not one of ours. */
function makePorts(count) {
    if (!reading)
        return undefined;
    arrived = Array.from({ length: count }, () => new MessagePort(kMake));
    return [...arrived, ...arrived.map(() => null)];
}

/* read() gives a value; the ports that are made meanwhile are its ports. */
function readWithPorts(read) {
    reading = true;
    arrived = [];
    try {
        const data = read();
        return { data, ports: Object.freeze(arrived) };
    } finally {
        reading = false;
    }
}

/* The arguments by which the binding writes a value, but for the value. */
function toCargo(list) {
    const ports = list.filter((item) => item instanceof MessagePort);
    const buffers = list.filter((item) => !(item instanceof MessagePort));
    return ports.length === 0 ? [buffers] :
        [buffers, ports, ports.map(() => null)];
}

function cloneHere(data, list) {
    const { isTransferable } = require('internal/worker/js_transferable');
    if (list.some(isTransferable)) {
        const { structuredClone } = require('internal/worker/structured_clone');
        return { data: structuredClone(data, { transfer: list }), ports: [] };
    }
    const cargo = toCargo(list);
    const init = readWithPorts(() => binding.clone(data, ...cargo));
    cargo[1]?.forEach((port, i) => moveHere(detach(port), init.ports[i]));
    return init;
}

function detach(port) {
    moved.add(port);
    return takeEnd(port);
}

function moveHere(from, port) {
    const end = endOf(port);
    if (from.peer !== null)
        entangle(end, from.peer);
    end.waiting = from.waiting.splice(0);
}

module.exports = {
    MessageChannel, MessagePort, cloneHere, defineTag, deliver, detach, endOf,
    entangle, listOf, makePorts, naming, readWithPorts, toCargo,
};
