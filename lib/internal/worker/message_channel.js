'use strict';
/*
 * internal/worker/message_channel - MessageChannel and its ports.
 *
 * A message is cloned when it is posted, and waits in the queue of the other
 * port until that one is started and the loop polls. A port with a listener
 * keeps the program alive until it is closed. The queues are in C: the other
 * port may belong to another thread (src/bind/thread/channel.h).
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
} = require('internal/events/event_target');
const { NodeEventTarget } = require('internal/events/node_event_target');
const {
    customInspectSymbol,
    defineEnumerable,
    defineTag,
} = require('internal/util');

const { isTransferable, sendMoving, withoutClasses } =
    require('internal/worker/js_transferable');
/* Loaded when first used: internal/async/hooks, internal/errors,
 * internal/modules/hooks_channel. */

/* Of an object that receives by a port: that one. */
const kPort = Symbol('kPort');

/* Of a port whose messages are made of the objects of a vm context: its handle. */
const kContext = Symbol('kContext');
const kFailed = Symbol('kFailed');

/* Ports of another context, which are no MessagePort here, by what a program
 * has of them (internal/worker/context_port). */
const outside = new WeakMap();

function portOf(value) {
    return value instanceof MessagePort ? value : outside.get(value);
}

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

    /* In Node it makes another event and leaves this one unchanged. */
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

/* Its elements; undefined if it is not iterable. */
function readIterable(value) {
    if (value === null || typeof value !== 'object' ||
        typeof value[Symbol.iterator] !== 'function')
        return undefined;
    const iterator = value[Symbol.iterator]();
    if (typeof iterator?.next !== 'function')
        return undefined;
    return [...{ [Symbol.iterator]: () => iterator }];
}

/* The second argument is a list, or an object with one in `transfer`. */
function readTransfer(given) {
    if (given === undefined || given === null)
        return [];
    const list = readIterable(given);
    if (list !== undefined)
        return list;
    if (typeof given !== 'object') {
        throw nativeError(
            'Optional transferList argument must be an iterable',
            'ERR_INVALID_ARG_TYPE');
    }
    const { transfer } = given;
    const inner = transfer === undefined ? [] : readIterable(transfer);
    if (inner === undefined) {
        throw nativeError(
            'Optional options.transfer argument must be an iterable',
            'ERR_INVALID_ARG_TYPE');
    }
    return inner;
}

/* ---- Moving ----------------------------------------------------------- */

/* As binding.mark() wants it. */
const kMovedByUs = 1;
const kNeverCloned = 2;

/* What the `post` of a handle returns. */
const kToNobody = 0;
const kToHooksRuntime = 2;
const kToItself = 3;

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
 * Clone a value by fn(value, buffers, ports, their handles) and move what is
 * listed: a port that is moved ends, and where the message arrives a new one
 * has its end of the channel. If the value can't be cloned nothing has moved. A
 * getter of the value may close or move a port that is listed: then it can't be.
 * `source` is the port by which it is sent, which can't go along.
 */
function cloneBy(fn, value, list, source) {
    if (list.some(isTransferable)) {
        return sendMoving(list,
                          (items) => cloneBy(fn, value, items, source));
    }
    const objects = list.filter((item) => portOf(item) !== undefined);
    if (objects.length === 0)
        return fn(value, list);
    const ports = objects.map(portOf);
    checkMoved(ports, source);
    const buffers = list.filter((item) => portOf(item) === undefined);
    const result = fn(value, buffers, objects, ports.map(handleOf));
    ports.forEach((port) => port.close());
    return result;
}

function cloneMoving(value, list) {
    return cloneBy(binding.clone, value, list);
}

/* The ports that came with the message that was read last. */
let arrived = [];

let makePort = () => new Port();

/* That port's end of the channel, given to a port that make() makes. */
function movePort(port, make) {
    const usual = makePort;
    makePort = make;
    try {
        return cloneMoving(port, [port]);
    } finally {
        makePort = usual;
    }
}

/* Called by the runtime: as many ports as a message carries, and after them
 * their handles, which it connects. */
function makePorts(count) {
    const ports = [];
    while (ports.length < count)
        ports.push(makePort());
    arrived = ports;
    return [...ports, ...ports.map(handleOf)];
}

/* ---- The port --------------------------------------------------------- */

let arrivedAt, deliverOne, handleOf, isDetached;

class Port extends NodeEventTarget {
    #handle;
    #isStarted = false;
    #isClosed = false; /* close() was called */
    #isOver = false;   /* and 'close' was emitted */
    #isRefed = false;
    #scope;
    #asyncContext;
    #ports = [];       /* that came with the message that is dispatched */

    static {
        handleOf = (port) => port.#handle;
        arrivedAt = (port) => port.#ports;
        isDetached = (port) => port.#isClosed;
        deliverOne = (port) => port.#deliver(true);
    }

    constructor() {
        super();
        this.#asyncContext = asyncContext.get();
        this.#handle = new binding.Port(
            (isClosing) => this.#scope.run(() => this.#take(isClosing)));
        const { openScope } = require('internal/async/hooks');
        this.#scope = openScope('MESSAGEPORT', this);
    }

    /* One message; false if there was none to deliver. */
    #take(isClosing) {
        if (isClosing) {
            this.#end();
            return false;
        }
        const hasDelivered = this.#deliver(false);
        if (!hasDelivered && this.#handle.isOver())
            this.close();
        return hasDelivered;
    }

    /* isForced: also if the port is not started. */
    #deliver(isForced) {
        let type = 'message';
        let value;
        arrived = [];
        try {
            value = receive(this.#handle, isForced, this[kContext]);
        } catch (error) {
            type = 'messageerror';
            value = this[kFailed](error);
        }
        if (value === this.#handle)
            return false;
        this.#dispatch(value, type);
        return true;
    }

    /* What 'messageerror' reports. */
    [kFailed](error) {
        return error;
    }

    #dispatch(value, type) {
        this.#ports = arrived;
        const outer = asyncContext.exchange(this.#asyncContext);
        try {
            this[kDispatch](value, type);
        } finally {
            asyncContext.set(outer);
        }
    }

    #end() {
        this.#isOver = true;
        this.dispatchEvent(new MessagePortCloseEvent());
        this.#scope.close();
    }

    [kCreateEvent](value, type) {
        return type === 'message' || type === 'messageerror'
            ? new MessageEvent(type, { data: value, ports: this.#ports })
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
            this.#handle.setStarted(false);
            this.unref();
        }
    }

    postMessage() {
        if (arguments.length === 0) {
            throw nativeError(
                'Not enough arguments to MessagePort.postMessage',
                'ERR_MISSING_ARGS');
        }
        const list = readTransfer(arguments[1]);
        const wasClosed = this.#isClosed;
        const how = cloneBy((...args) => this.#handle.post(...args),
                            arguments[0], list, this);
        if (how === kToItself) {
            process.emitWarning('The target port was posted to itself, and ' +
                                'the communication channel was lost');
        }
        if (how === kToHooksRuntime)
            require('internal/modules/hooks_channel').wakeHooksRuntime();
        if (how === kToNobody && wasClosed === this.#isClosed)
            return undefined;
        return true;
    }

    start() {
        if (this.#isStarted || this.#isClosed)
            return;
        this.#isStarted = true;
        this.#handle.setStarted(true);
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

/* The public class, which programs cannot construct. */
function MessagePort() {
    throw nativeError('Constructor cannot be called',
                      'ERR_CONSTRUCT_CALL_INVALID');
}

Object.setPrototypeOf(MessagePort, NodeEventTarget);
MessagePort.prototype = Port.prototype;
Object.defineProperty(Port.prototype, 'constructor', {
    __proto__: null, value: MessagePort, writable: true, enumerable: false,
    configurable: true,
});

defineEventHandler(MessagePort.prototype, 'message');
defineEventHandler(MessagePort.prototype, 'messageerror');
defineEnumerable(MessagePort.prototype, [
    'postMessage', 'start', 'close', 'ref', 'unref', 'hasRef',
]);

binding.mark(MessagePort.prototype, kMovedByUs);

function checkIsPort(value) {
    const port = portOf(value);
    if (port === undefined) {
        throw nativeError(
            'The "port" argument must be a MessagePort instance',
            'ERR_INVALID_ARG_TYPE');
    }
    return port;
}

/* The classes of this world are not those of another context. */
function receive(handle, isForced, context) {
    return context === undefined ? handle.receive(isForced, context) :
        withoutClasses(() => handle.receive(isForced, context));
}

/* worker_threads: one message, without waiting and without an event. */
function receiveMessageOnPort(given) {
    const port = checkIsPort(given?.[kPort] ?? given);
    const handle = handleOf(port);
    const message = receive(handle, true, port[kContext]);
    return message === handle ? undefined : { message };
}

function check(err) {
    if (err < 0) {
        const { UVException } = require('internal/errors');
        throw new UVException({ errno: err, syscall: 'connect' });
    }
}

function MessageChannel() {
    if (new.target === undefined)
        throw nativeError('Cannot call constructor without `new`',
                          'ERR_CONSTRUCT_CALL_REQUIRED');
    this.port1 = new Port();
    this.port2 = new Port();
    check(binding.connect(handleOf(this.port1), handleOf(this.port2)));
}

/* Deliver what waits, also to a port that is not started. */
function drainPort(port) {
    while (deliverOne(port))
        continue;
}

/* A port of the channel of that name, which may have any number of them. */
function joinChannel(name) {
    const port = new Port();
    check(binding.join(handleOf(port), name));
    return port;
}

module.exports = {
    MessageChannel,
    MessageEvent,
    MessagePort,
    Port,
    arrivedAt,
    checkIsPort,
    cloneBy,
    cloneMoving,
    deliverOne,
    drainPort,
    handleOf,
    isDetached,
    joinChannel,
    kContext,
    kFailed,
    kMovedByUs,
    kPort,
    makePorts,
    movePort,
    nativeError,
    outside,
    receiveMessageOnPort,
};
