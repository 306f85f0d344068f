'use strict';
/*
 * internal/message_channel - MessageChannel within one thread.
 *
 * A message is cloned when it is posted, and waits in the queue of the other
 * port until that one is started and the loop polls. A port with a listener
 * keeps the program alive until it is closed.
 *
 * The other port may be in the runtime of module hooks: see hooks_channel. Then
 * the peer is a RemotePeer, which can post() and close().
 */

const binding = internalBinding('message');
const asyncContext = internalBinding('async_context');
const {
    Event,
    defineEventHandler,
    kAdded,
    kCreateEvent,
    kDispatch,
    kRemoved,
} = require('internal/event_target');
const { NodeEventTarget } = require('internal/node_event_target');
const {
    customInspectSymbol,
    defineEnumerable,
    defineTag,
} = require('internal/util');

const key = Symbol('made here');

/* Errors that Node makes in C++ do not show their code in the stack. */
function nativeError(message, code) {
    return Object.assign(new TypeError(message), { code });
}

/* ---- Events ----------------------------------------------------------- */

const head = 'MessageEvent constructor: ';

/* In the words of the web's interfaces, as Node has them here. */
function toDomString(value, name) {
    if (typeof value === 'symbol') {
        throw new TypeError(`${head}${name} is a symbol, which cannot be ` +
                            'converted to a DOMString.');
    }
    return `${value}`;
}

function toDictionary(value) {
    if (value === undefined || value === null)
        return {};
    if (typeof value !== 'object' && typeof value !== 'function') {
        throw new TypeError(`${head}Expected ${String(value)} to be one of: ` +
                            'Null, Undefined, Object.');
    }
    return value;
}

function needsOne(given, name) {
    if (given === 0)
        throw new TypeError(`${name}: 1 argument required, but 0 found.`);
}

function checkPort(port, name) {
    if (port instanceof MessagePort)
        return port;
    const shown = JSON.stringify(port) ?? String(port);
    throw new TypeError('MessageEvent constructor: Expected eventInitDict.' +
        `${name} ("${shown}") to be an instance of MessagePort.`);
}

function readPorts(ports) {
    if (typeof ports?.[Symbol.iterator] !== 'function') {
        const shown = typeof ports === 'object' ? '' : ` (${String(ports)})`;
        throw new TypeError(`${head}eventInitDict.ports${shown} is not ` +
                            'iterable.');
    }
    return Object.freeze([...ports].map(
        (port, i) => checkPort(port, `ports[${i}]`)));
}

let fieldsOf;

class MessageEvent extends Event {
    #fields;

    static {
        fieldsOf = (value) => {
            if (value === null || typeof value !== 'object' ||
                !(#fields in value))
                throw nativeError('Illegal invocation', 'ERR_INVALID_THIS');
            return value.#fields;
        };
    }

    constructor(type, given = {}) {
        needsOne(arguments.length, 'MessageEvent constructor');
        const text = toDomString(type, 'type');
        const options = toDictionary(given);
        super(text, {
            bubbles: options.bubbles,
            cancelable: options.cancelable,
            composed: options.composed,
        });
        const { data = null, ports = [], source, origin = '',
                lastEventId = '' } = options;
        this.#fields = {
            data,
            ports: readPorts(ports),
            source: source == null ? null : checkPort(source, 'source'),
            origin: `${origin}`,
            lastEventId: toDomString(lastEventId,
                                     'eventInitDict.lastEventId'),
        };
    }

    get data() { return fieldsOf(this).data; }

    get origin() { return fieldsOf(this).origin; }

    get lastEventId() { return fieldsOf(this).lastEventId; }

    get source() { return fieldsOf(this).source; }

    get ports() { return fieldsOf(this).ports; }

    /* Node's makes another event, and leaves this one as it is. */
    initMessageEvent(type, bubbles = false, cancelable = false, data = null,
                     origin = '', lastEventId = '', source = null,
                     ports = []) {
        fieldsOf(this);
        needsOne(arguments.length, 'MessageEvent.initMessageEvent');
        return new MessageEvent(type, { bubbles, cancelable, data, origin,
                                        lastEventId, source, ports });
    }
}

defineEnumerable(MessageEvent.prototype, [
    'data', 'origin', 'lastEventId', 'source', 'ports', 'initMessageEvent',
]);
defineTag(MessageEvent.prototype, 'MessageEvent');

class MessagePortCloseEvent extends Event {
    constructor() {
        super('close');
    }
}

/* ---- Ports ------------------------------------------------------------ */

/* The second argument is a list, or an object with one in `transfer`. */
function readTransfer(given) {
    if (given === undefined || given === null)
        return undefined;
    if (typeof given[Symbol.iterator] === 'function')
        return [...given];
    if (typeof given !== 'object') {
        throw nativeError(
            'Optional transferList argument must be an iterable',
            'ERR_INVALID_ARG_TYPE');
    }
    const { transfer } = given;
    if (transfer === undefined || transfer === null)
        return undefined;
    if (typeof transfer[Symbol.iterator] !== 'function') {
        throw nativeError(
            'Optional options.transfer argument must be an iterable',
            'ERR_INVALID_ARG_TYPE');
    }
    return [...transfer];
}

/* ---- Moving ----------------------------------------------------------- */

/* As binding.mark() wants it. */
const kMovedByUs = 1;
const kNeverCloned = 2;

function cloneError(message) {
    return new DOMException(message, 'DataCloneError');
}

function checkMoved(ports, source) {
    ports.forEach((port, i) => {
        if (ports.indexOf(port) < i)
            throw cloneError('Transfer list contains duplicate MessagePort');
        if (port === source)
            throw cloneError('Transfer list contains source port');
        if (isDetached(port)) {
            throw cloneError(
                'MessagePort in transfer list is already detached');
        }
    });
}

/*
 * Clone a value and move what is listed: buffers are moved in C, ports here. A
 * port that is moved ends, and a new one has its queue and its peer; it opens
 * when the message arrives. If the value can't be cloned nothing has moved. A
 * getter of the value may close or move a port that is listed: then it can't be.
 * `source` is the port by which it is sent, which can't go along.
 */
function makeMessage(value, list, source) {
    const ports = list.filter((item) => item instanceof MessagePort);
    if (ports.length === 0)
        return { value: binding.clone(value, list), ports };
    checkMoved(ports, source);
    const places = ports.map(() => new MessagePort(key, kTravels));
    const buffers = list.filter((item) => !(item instanceof MessagePort));
    const result = binding.clone(value, buffers, ports, places);
    ports.forEach((port, i) => moveTo(port, places[i]));
    return { value: result, ports: places };
}

/* It has arrived. */
function openMessage({ value, ports = [] }) {
    ports.forEach(openPort);
    return value;
}

function cloneMoving(value, list) {
    return openMessage(makeMessage(value, list));
}

/* ---- The port --------------------------------------------------------- */

const kTravels = Symbol('travels');
let tie, moveTo, isDetached, takeOne, peerOf, leaveFor, makeEnd, arrive;
let openPort, leave;

/* What stands in a queue behind the last message if the other end was
 * closed. */
const lastMessage = {};

function isRemote(peer) {
    return peer !== null && !(peer instanceof MessagePort);
}

class MessagePort extends NodeEventTarget {
    #handle; /* undefined while it is being transferred */
    #peer = null;
    #queue = [];
    #isStarted = false;
    #isClosed = false; /* close() was called */
    #isOver = false;   /* and 'close' was emitted */
    #isRefed = false;
    #scope;
    #asyncContext;

    static {
        tie = (a, b) => {
            a.#peer = b;
            b.#peer = a;
        };
        isDetached = (port) => port.#isClosed || isRemote(port.#peer);
        moveTo = (from, to) => {
            to.#queue = from.#queue;
            to.#peer = from.#peer;
            if (to.#peer !== null)
                to.#peer.#peer = to;
            from.#queue = [];
            from.#peer = null;
            from.close();
        };
        /* To the other runtime: what is left here is the peer. What had come
         * already goes along. */
        leaveFor = (port, remote) => {
            const queue = port.#queue;
            const peer = port.#peer;
            port.#queue = [];
            port.#peer = null;
            port.close();
            if (peer !== null)
                peer.#peer = remote;
            for (const message of queue) {
                if (message === lastMessage)
                    remote.close();
                else
                    remote.post(message.value, []);
            }
        };
        peerOf = (port) => port.#peer;
        makeEnd = (remote) => {
            const port = new MessagePort(key);
            port.#peer = remote;
            return port;
        };
        arrive = (port, { value, isClosed }) => {
            if (port.#isClosed)
                return;
            if (isClosed)
                port.#peer = null;
            port.#queue.push(isClosed ? lastMessage : { value });
            if (port.#isStarted || isClosed)
                port.#wake();
        };
        openPort = (port) => port.#open();
        leave = (port) => port.#leave();
        takeOne = (port) =>
            (port.#queue[0] === lastMessage ? undefined : port.#queue.shift());
    }

    constructor() {
        if (arguments[0] !== key)
            throw nativeError('Constructor cannot be called',
                              'ERR_CONSTRUCT_CALL_INVALID');
        super();
        if (arguments[1] !== kTravels)
            this.#open();
    }

    #open() {
        this.#asyncContext = asyncContext.get();
        this.#handle = new binding.Port(
            (isClosing) => this.#scope.run(() => this.#take(isClosing)));
        const { openScope } = require('internal/async_hooks');
        this.#scope = openScope('MESSAGEPORT', this);
        if (this.#queue.includes(lastMessage))
            this.#wake();
    }

    #wake(messages = 1) {
        if (this.#handle !== undefined)
            this.#handle.wake(messages);
    }

    /* One message; how many are left, or -1 if there was none to deliver. */
    #take(isClosing) {
        if (isClosing) {
            this.#end();
            return 0;
        }
        if (this.#queue[0] === lastMessage) {
            this.close();
            return -1;
        }
        if (!this.#isStarted || this.#queue.length === 0)
            return -1;
        /* Those that came before close() was called are still delivered. */
        const message = openMessage(this.#queue.shift());
        const outer = asyncContext.exchange(this.#asyncContext);
        try {
            this[kDispatch](message, 'message');
        } finally {
            asyncContext.set(outer);
        }
        return this.#queue.length;
    }

    /* The other end is closed by what comes behind its last message. */
    #leave() {
        const peer = this.#peer;
        this.#peer = null;
        if (isRemote(peer)) {
            peer.close();
        } else if (peer !== null && !peer.#isClosed) {
            peer.#peer = null;
            peer.#queue.push(lastMessage);
            peer.#wake();
        }
    }

    /* What is not delivered by now never arrives. */
    #end() {
        this.#isOver = true;
        this.#leave();
        for (const { ports = [] } of this.#queue)
            ports.forEach(leave);
        this.dispatchEvent(new MessagePortCloseEvent());
        this.#scope.close();
    }

    [kCreateEvent](value, type) {
        return type === 'message' || type === 'messageerror'
            ? new MessageEvent(type, { data: value })
            : super[kCreateEvent](value, type);
    }

    /* A port with a listener keeps the program alive. */
    [kAdded](size, type, isWeak) {
        super[kAdded](size, type, isWeak);
        if (type === 'message' && size === 1) {
            this.ref();
            this.start();
        }
    }

    [kRemoved](size, type) {
        if (type === 'message' && size === 0) {
            this.#isStarted = false;
            this.unref();
        }
    }

    postMessage() {
        if (arguments.length === 0) {
            throw nativeError(
                'Not enough arguments to MessagePort.postMessage',
                'ERR_MISSING_ARGS');
        }
        const list = readTransfer(arguments[1]) ?? [];
        if (isRemote(this.#peer)) {
            if (!this.#isClosed)
                this.#peer.post(arguments[0], list);
            return this.#isClosed ? undefined : true;
        }
        const wasClosed = this.#isClosed;
        const message = makeMessage(arguments[0], list, this);
        const peer = this.#peer;
        if (this.#isClosed || peer === null || peer.#isClosed) {
            message.ports.forEach(leave);
            return wasClosed === this.#isClosed ? undefined : true;
        }
        peer.#queue.push(message);
        if (peer.#isStarted)
            peer.#wake();
        return true;
    }

    start() {
        if (this.#isStarted || this.#isClosed)
            return;
        this.#isStarted = true;
        if (this.#queue.length > 0)
            this.#wake(this.#queue.length);
    }

    close(callback) {
        if (typeof callback === 'function')
            this.once('close', callback);
        if (this.#isClosed)
            return;
        this.#isClosed = true;
        binding.mark(this, kNeverCloned);
        this.#handle.close();
    }

    ref() {
        this.#setRef(true);
    }

    unref() {
        this.#setRef(false);
    }

    #setRef(isRefed) {
        if (this.#isOver)
            return;
        this.#isRefed = isRefed;
        if (isRefed)
            this.#handle.ref();
        else
            this.#handle.unref();
    }

    hasRef() {
        return this.#isRefed && !this.#isOver;
    }

    [customInspectSymbol]() {
        if (!(#isClosed in this))
            return this;
        return { __proto__: MessagePort.prototype,
                 ...(this.#isOver ? { active: false } : {
                     active: true, refed: this.#isRefed,
                 }) };
    }
}

defineEventHandler(MessagePort.prototype, 'message');
defineEventHandler(MessagePort.prototype, 'messageerror');
defineEnumerable(MessagePort.prototype, [
    'postMessage', 'start', 'close', 'ref', 'unref', 'hasRef',
]);

binding.mark(MessagePort.prototype, kMovedByUs);

/* worker_threads: one message, without waiting and without an event. */
function receiveMessageOnPort(port) {
    if (!(port instanceof MessagePort)) {
        throw nativeError(
            'The "port" argument must be a MessagePort instance',
            'ERR_INVALID_ARG_TYPE');
    }
    const message = takeOne(port);
    return message === undefined ? undefined :
        { message: openMessage(message) };
}

function MessageChannel() {
    if (new.target === undefined)
        throw nativeError('Cannot call constructor without `new`',
                          'ERR_CONSTRUCT_CALL_REQUIRED');
    this.port1 = new MessagePort(key);
    this.port2 = new MessagePort(key);
    tie(this.port1, this.port2);
}

module.exports = {
    MessageChannel,
    MessageEvent,
    MessagePort,
    arrive,
    checkMoved,
    cloneMoving,
    leaveFor,
    makeEnd,
    peerOf,
    receiveMessageOnPort,
};
