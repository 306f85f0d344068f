'use strict';
/*
 * internal/event_target - Event, CustomEvent, EventTarget, and the target with
 * an emitter's methods that a MessagePort is.
 *
 * The listeners of one type form a list behind a root that counts them. While
 * an event is dispatched the list may change: the one to come next is noted
 * before each call, a removed one is marked, and one added behind the noted
 * one is called in the same round.
 *
 *     kEvents: Map   'abort' -> root { size } -> Listener -> Listener
 *
 * Unlike an emitter, a target does not stop at a listener that throws: the
 * error becomes an uncaught exception in the next tick and the others run.
 */

const {
    codes: {
        ERR_EVENT_RECURSION,
        ERR_INVALID_ARG_TYPE,
        ERR_INVALID_THIS,
        ERR_MISSING_ARGS,
    },
} = require('internal/errors');
const {
    validateAbortSignal,
    validateObject,
    validateString,
} = require('internal/validators');
const {
    customInspectSymbol,
    defineEnumerable,
    defineTag,
    kEmptyObject,
} = require('internal/util');

const ReflectApply = Reflect.apply;
const ObjectDefineProperty = Object.defineProperty;

const kIsEventTarget = Symbol.for('nodejs.event_target');
const kIsNodeEventTarget = Symbol('kIsNodeEventTarget');
const kHybridDispatch = Symbol.for('nodejs.internal.kHybridDispatch');
const kEvents = Symbol('kEvents');
const kHandlers = Symbol('kHandlers');
const kStop = Symbol('kStop');
const kTarget = Symbol('kTarget');
const kType = Symbol('type');
const kIsBeingDispatched = Symbol('kIsBeingDispatched');
const kInPassiveListener = Symbol('kInPassiveListener');
const kCreateEvent = Symbol('kCreateEvent');
const kNewListener = Symbol('kNewListener');
const kRemoveListener = Symbol('kRemoveListener');
const kIsNodeStyleListener = Symbol('kIsNodeStyleListener');
const kTrustEvent = Symbol('kTrustEvent');
const kWeakHandler = Symbol('kWeak');
const kResistStopPropagation = Symbol('kResistStopPropagation');
const kMaxEventTargetListeners = Symbol('events.maxEventTargetListeners');
const kMaxEventTargetListenersWarned =
    Symbol('events.maxEventTargetListenersWarned');

function inspect(value, options) {
    return require('internal/util/inspect').inspect(value, options);
}

/* What console.log() shows of the classes here: their name and these fields. */
function showAs(self, fields, depth, options) {
    const { name } = self.constructor;
    if (depth < 0)
        return name;
    const inner = { ...options };
    if (Number.isInteger(options.depth))
        inner.depth = options.depth - 1;
    return `${name} ${inspect(fields, inner)}`;
}

/* ---- Events ----------------------------------------------------------- */

function isEvent(value) {
    return typeof value?.[kType] === 'string';
}

function checkEvent(value) {
    if (!isEvent(value))
        throw new ERR_INVALID_THIS('Event');
}

class Event {
    #cancelable = false;
    #bubbles = false;
    #composed = false;
    #defaultPrevented = false;
    #timeStamp = performance.now();
    #propagationStopped = false;
    #trusted = false;

    constructor(type, options = undefined) {
        if (arguments.length === 0)
            throw new ERR_MISSING_ARGS('type');
        if (options != null)
            validateObject(options, 'options');
        this.#bubbles = !!options?.bubbles;
        this.#cancelable = !!options?.cancelable;
        this.#composed = !!options?.composed;
        this.#trusted = !!options?.[kTrustEvent];
        this[kType] = `${type}`;
        this[kTarget] = null;
        this[kIsBeingDispatched] = false;
        this[kInPassiveListener] = false;
    }

    initEvent(type, bubbles = false, cancelable = false) {
        if (arguments.length === 0)
            throw new ERR_MISSING_ARGS('type');
        if (this[kIsBeingDispatched])
            return;
        this[kType] = `${type}`;
        this.#bubbles = !!bubbles;
        this.#cancelable = !!cancelable;
    }

    [customInspectSymbol](depth, options) {
        checkEvent(this);
        return showAs(this, {
            type: this[kType],
            defaultPrevented: this.#defaultPrevented,
            cancelable: this.#cancelable,
            timeStamp: this.#timeStamp,
        }, depth, options);
    }

    stopImmediatePropagation() {
        checkEvent(this);
        /* It would be the same to stop here and to go on stopping; a getter
         * on the prototype must not be asked each time. */
        this.#propagationStopped = true;
        this[kStop] = true;
    }

    preventDefault() {
        checkEvent(this);
        if (!this[kInPassiveListener])
            this.#defaultPrevented = true;
    }

    get target() {
        checkEvent(this);
        return this[kTarget];
    }

    get currentTarget() {
        checkEvent(this);
        return this[kIsBeingDispatched] ? this[kTarget] : null;
    }

    get srcElement() {
        checkEvent(this);
        return this[kTarget];
    }

    get type() {
        checkEvent(this);
        return this[kType];
    }

    get cancelable() {
        checkEvent(this);
        return this.#cancelable;
    }

    get defaultPrevented() {
        checkEvent(this);
        return this.#cancelable && this.#defaultPrevented;
    }

    get timeStamp() {
        checkEvent(this);
        return this.#timeStamp;
    }

    composedPath() {
        checkEvent(this);
        return this[kIsBeingDispatched] ? [this[kTarget]] : [];
    }

    get returnValue() {
        checkEvent(this);
        return !this.#cancelable || !this.#defaultPrevented;
    }

    get bubbles() {
        checkEvent(this);
        return this.#bubbles;
    }

    get composed() {
        checkEvent(this);
        return this.#composed;
    }

    get eventPhase() {
        checkEvent(this);
        return this[kIsBeingDispatched] ? Event.AT_TARGET : Event.NONE;
    }

    get cancelBubble() {
        checkEvent(this);
        return this.#propagationStopped;
    }

    set cancelBubble(value) {
        checkEvent(this);
        if (value)
            this.#propagationStopped = true;
    }

    stopPropagation() {
        checkEvent(this);
        this.#propagationStopped = true;
    }

    get isTrusted() {
        checkEvent(this);
        return this.#trusted;
    }
}

defineEnumerable(Event.prototype, [
    'initEvent', 'stopImmediatePropagation', 'preventDefault', 'target',
    'currentTarget', 'srcElement', 'type', 'cancelable', 'defaultPrevented',
    'timeStamp', 'composedPath', 'returnValue', 'bubbles', 'composed',
    'eventPhase', 'cancelBubble', 'stopPropagation', 'isTrusted',
]);
defineTag(Event.prototype, 'Event');

const phases = ['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'];
for (let i = 0; i < phases.length; i++) {
    ObjectDefineProperty(Event, phases[i], {
        __proto__: null, value: i, writable: false, enumerable: true,
        configurable: false,
    });
}

class CustomEvent extends Event {
    #detail;

    constructor(type, options = undefined) {
        if (arguments.length === 0)
            throw new ERR_MISSING_ARGS('type');
        super(type, options);
        this.#detail = options?.detail ?? null;
    }

    get detail() {
        if (!(#detail in this))
            throw new ERR_INVALID_THIS('CustomEvent');
        return this.#detail;
    }
}

defineEnumerable(CustomEvent.prototype, ['detail']);
defineTag(CustomEvent.prototype, 'CustomEvent');

/* What NodeEventTarget.emit() hands to listeners of the web's kind. */
class NodeCustomEvent extends Event {
    constructor(type, options) {
        super(type, options);
        if (options?.detail)
            this.detail = options.detail;
    }
}

/* ---- Listeners -------------------------------------------------------- */

/* Keeps weakly held listeners alive as long as what they belong to. */
const weakListeners = new WeakMap();

/* One entry of the list. `callback` is what is called; for an object with
 * handleEvent() the method is looked up at each event. */
class Listener {
    constructor(root, listener, flags) {
        this.next = undefined;
        this.previous = undefined;
        this.listener = flags.weak ? new WeakRef(listener) : listener;
        this.callback = typeof listener === 'function'
            ? this.listener : callHandleEvent(listener);
        this.capture = flags.capture;
        this.once = flags.once;
        this.passive = flags.passive;
        this.weak = Boolean(flags.weak);
        this.isNodeStyleListener = flags.isNodeStyleListener;
        this.resistStopPropagation = flags.resistStopPropagation;
        this.removed = false;
        if (flags.weak)
            weakListeners.set(flags.weak, listener);

        let last = root;
        while (last.next !== undefined)
            last = last.next;
        last.next = this;
        this.previous = last;
    }

    getListener() {
        return this.weak ? this.listener.deref() : this.listener;
    }

    getCallback() {
        return this.weak && typeof this.callback !== 'function'
            ? this.callback.deref() : this.callback;
    }

    matches(listener, capture) {
        return this.getListener() === listener && this.capture === capture;
    }

    remove() {
        this.previous.next = this.next;
        if (this.next !== undefined)
            this.next.previous = this.previous;
        this.removed = true;
    }
}

function callHandleEvent(listener) {
    return async (...args) => {
        if (listener.handleEvent)
            await ReflectApply(listener.handleEvent, listener, args);
    };
}

function readFlags(options) {
    if (typeof options === 'boolean')
        return { __proto__: null, capture: options, once: false,
                 passive: false };
    if (options === null || typeof options !== 'object' &&
        typeof options !== 'function') {
        return { __proto__: null, capture: Boolean(options), once: false,
                 passive: false };
    }
    return {
        __proto__: null,
        once: Boolean(options.once),
        capture: Boolean(options.capture),
        passive: Boolean(options.passive),
        signal: options.signal,
        weak: options[kWeakHandler],
        isNodeStyleListener: Boolean(options[kIsNodeStyleListener]),
        resistStopPropagation: Boolean(options[kResistStopPropagation]),
    };
}

/* False for what may be passed and does nothing. */
function isListener(listener) {
    if (typeof listener === 'function' ||
        typeof listener?.handleEvent === 'function')
        return true;
    if (listener === undefined || listener === null)
        return false;
    if (typeof listener === 'object')
        return true;
    throw new ERR_INVALID_ARG_TYPE('listener', 'EventListener', listener);
}

function isEventTarget(value) {
    return value?.constructor?.[kIsEventTarget] === true;
}

function isNodeEventTarget(value) {
    return value?.constructor?.[kIsNodeEventTarget] === true;
}

function checkTarget(value) {
    if (!isEventTarget(value))
        throw new ERR_INVALID_THIS('EventTarget');
}

function throwLater(error) {
    process.nextTick(() => { throw error; });
}

function catchLater(result) {
    const then = result.then;
    if (typeof then === 'function')
        ReflectApply(then, result, [undefined, throwLater]);
}

/* ---- Targets ---------------------------------------------------------- */

function initEventTarget(self) {
    self[kEvents] = new Map();
    self[kMaxEventTargetListeners] = require('events').defaultMaxListeners;
    self[kMaxEventTargetListenersWarned] = false;
    self[kHandlers] = new Map();
}

class EventTarget {
    static [kIsEventTarget] = true;

    constructor() {
        initEventTarget(this);
    }

    /* Told of each listener added, when there are more than the limit it
     * warns once. */
    [kNewListener](size, type) {
        const max = this[kMaxEventTargetListeners];
        if (max <= 0 || size <= max ||
            this[kMaxEventTargetListenersWarned])
            return;
        this[kMaxEventTargetListenersWarned] = true;
        const warning = new Error(
            `Possible EventTarget memory leak detected. ${size} ${type} ` +
            `listeners added to ${inspect(this, { depth: -1 })}. ` +
            `MaxListeners is ${max}. Use events.setMaxListeners() to ` +
            'increase limit');
        warning.name = 'MaxListenersExceededWarning';
        warning.target = this;
        warning.type = type;
        warning.count = size;
        process.emitWarning(warning);
    }

    [kRemoveListener]() {}

    addEventListener(type, listener, options = kEmptyObject) {
        checkTarget(this);
        if (arguments.length < 2)
            throw new ERR_MISSING_ARGS('type', 'listener');
        const flags = readFlags(options);
        validateAbortSignal(flags.signal, 'options.signal');
        if (!isListener(listener)) {
            const warning = new Error(`addEventListener called with ` +
                `${listener} which has no effect.`);
            warning.name = 'AddEventListenerArgumentTypeWarning';
            warning.target = this;
            warning.type = type;
            process.emitWarning(warning);
            return;
        }
        type = `${type}`;
        if (flags.signal && !removeOnAbort(this, type, listener, options,
                                           flags.signal))
            return;
        addToTarget(this, type, listener, flags);
    }

    removeEventListener(type, listener, options = kEmptyObject) {
        checkTarget(this);
        if (arguments.length < 2)
            throw new ERR_MISSING_ARGS('type', 'listener');
        if (!isListener(listener))
            return;
        type = `${type}`;
        const capture = options?.capture === true || options === true;
        const root = this[kEvents].get(type);
        let handler = root?.next;
        while (handler !== undefined) {
            if (handler.matches(listener, capture)) {
                handler.remove();
                root.size--;
                if (root.size === 0)
                    this[kEvents].delete(type);
                this[kRemoveListener](root.size, type, listener, capture);
                return;
            }
            handler = handler.next;
        }
    }

    dispatchEvent(event) {
        checkTarget(this);
        if (arguments.length < 1)
            throw new ERR_MISSING_ARGS('event');
        if (!(event instanceof Event))
            throw new ERR_INVALID_ARG_TYPE('event', 'Event', event);
        if (event[kIsBeingDispatched])
            throw new ERR_EVENT_RECURSION(event.type);
        this[kHybridDispatch](event, event.type, event);
        return event.defaultPrevented !== true;
    }

    /* Dispatch a value: listeners of the web's kind get it as an event, which
     * is made when the first of them is met. */
    [kHybridDispatch](value, type, event) {
        const root = this[kEvents].get(type);
        if (event !== undefined) {
            event[kTarget] = this;
            event[kIsBeingDispatched] = true;
        }
        let handler = root?.next;
        while (handler !== undefined) {
            const next = handler.next;
            const stopped = event?.[kStop] === true;
            if (stopped && !root.resistStopPropagation)
                break;
            if (!handler.removed &&
                (!stopped || handler.resistStopPropagation)) {
                if (handler.once) {
                    handler.remove();
                    root.size--;
                    this[kRemoveListener](root.size, type,
                                          handler.getListener(),
                                          handler.capture);
                }
                if (event === undefined && !handler.isNodeStyleListener) {
                    event = this[kCreateEvent](value, type);
                    event[kTarget] = this;
                    event[kIsBeingDispatched] = true;
                }
                callListener(this, handler, value, event);
            }
            handler = next;
        }
        if (event !== undefined)
            event[kIsBeingDispatched] = false;
        return undefined;
    }

    [kCreateEvent](value, type) {
        return new NodeCustomEvent(type, { detail: value });
    }

    [customInspectSymbol](depth, options) {
        checkTarget(this);
        return showAs(this, {}, depth, options);
    }
}

/* False if the signal was aborted already: then there is nothing to add. */
function removeOnAbort(target, type, listener, options, signal) {
    if (signal.aborted)
        return false;
    signal.addEventListener('abort', () => {
        target.removeEventListener(type, listener, options);
    }, { __proto__: null, once: true, [kWeakHandler]: target,
         [kResistStopPropagation]: true });
    return true;
}

function addToTarget(target, type, listener, flags) {
    let root = target[kEvents].get(type);
    if (root === undefined) {
        root = { size: 0, next: undefined, resistStopPropagation: false };
        target[kEvents].set(type, root);
    }
    for (let at = root.next; at !== undefined; at = at.next) {
        if (at.matches(listener, flags.capture))
            return;
    }
    new Listener(root, listener, flags);
    root.size++;
    root.resistStopPropagation ||= Boolean(flags.resistStopPropagation);
    target[kNewListener](root.size, type, listener, flags.once,
                         flags.capture, flags.passive, flags.weak);
}

function callListener(target, handler, value, event) {
    try {
        const argument = handler.isNodeStyleListener ? value : event;
        const callback = handler.getCallback();
        if (handler.passive && event !== undefined)
            event[kInPassiveListener] = true;
        const result = callback
            ? ReflectApply(callback, target, [argument]) : undefined;
        if (handler.passive && event !== undefined)
            event[kInPassiveListener] = false;
        /* As in Node: from the second listener on the event does not know
         * that it is under way. */
        if (!handler.isNodeStyleListener)
            event[kIsBeingDispatched] = false;
        if (result !== undefined && result !== null)
            catchLater(result);
    } catch (error) {
        throwLater(error);
    }
}

defineEnumerable(EventTarget.prototype, [
    'addEventListener', 'removeEventListener', 'dispatchEvent',
]);
defineTag(EventTarget.prototype, 'EventTarget');

function listListenersOf(target, type) {
    const list = [];
    const root = target[kEvents].get(type);
    for (let at = root?.next; at !== undefined; at = at.next)
        list[list.length] = at.getListener();
    return list;
}

/* ---- A target with an emitter's methods ------------------------------- */

function checkNodeTarget(value) {
    if (!isNodeEventTarget(value))
        throw new ERR_INVALID_THIS('NodeEventTarget');
}

class NodeEventTarget extends EventTarget {
    static [kIsNodeEventTarget] = true;
    static defaultMaxListeners = 10;

    setMaxListeners(n) {
        checkNodeTarget(this);
        require('events').setMaxListeners(n, this);
    }

    getMaxListeners() {
        checkNodeTarget(this);
        return this[kMaxEventTargetListeners];
    }

    eventNames() {
        checkNodeTarget(this);
        return Array.from(this[kEvents].keys());
    }

    listenerCount(type) {
        checkNodeTarget(this);
        const root = this[kEvents].get(String(type));
        return root === undefined ? 0 : root.size;
    }

    off(type, listener, options) {
        checkNodeTarget(this);
        this.removeEventListener(type, listener, options);
        return this;
    }

    removeListener(type, listener, options) {
        checkNodeTarget(this);
        this.removeEventListener(type, listener, options);
        return this;
    }

    on(type, listener) {
        checkNodeTarget(this);
        this.addEventListener(type, listener, {
            [kIsNodeStyleListener]: true });
        return this;
    }

    addListener(type, listener) {
        checkNodeTarget(this);
        this.addEventListener(type, listener, {
            [kIsNodeStyleListener]: true });
        return this;
    }

    emit(type, arg) {
        checkNodeTarget(this);
        validateString(type, 'type');
        const heard = this.listenerCount(type) > 0;
        this[kHybridDispatch](arg, type);
        return heard;
    }

    once(type, listener) {
        checkNodeTarget(this);
        this.addEventListener(type, listener, {
            once: true, [kIsNodeStyleListener]: true });
        return this;
    }

    removeAllListeners(type) {
        checkNodeTarget(this);
        if (type !== undefined)
            this[kEvents].delete(String(type));
        else
            this[kEvents].clear();
        return this;
    }
}

defineEnumerable(NodeEventTarget.prototype, [
    'setMaxListeners', 'getMaxListeners', 'eventNames', 'listenerCount',
    'off', 'removeListener', 'on', 'addListener', 'once', 'emit',
    'removeAllListeners',
]);

/* ---- onabort and its like --------------------------------------------- */

/* The function that stands in the list; what it calls may be replaced without
 * losing its place. */
function makeHandler(handler) {
    function eventHandler(...args) {
        if (typeof eventHandler.handler !== 'function')
            return undefined;
        return ReflectApply(eventHandler.handler, this, args);
    }
    eventHandler.handler = handler;
    return eventHandler;
}

function defineEventHandler(target, name, event = name) {
    const property = `on${name}`;
    function get() {
        checkTarget(this);
        return this[kHandlers]?.get(event)?.handler ?? null;
    }
    function set(value) {
        checkTarget(this);
        let wrapped = this[kHandlers]?.get(event);
        if (wrapped) {
            if (typeof wrapped.handler === 'function') {
                this[kEvents].get(event).size--;
                this[kRemoveListener](this[kEvents].get(event).size, event,
                                      wrapped.handler, false);
            }
            wrapped.handler = value;
            if (typeof value === 'function') {
                const root = this[kEvents].get(event);
                root.size++;
                this[kNewListener](root.size, event, value, false, false,
                                   false);
            }
        } else {
            wrapped = makeHandler(value);
            this.addEventListener(event, wrapped);
        }
        this[kHandlers] ??= new Map();
        this[kHandlers].set(event, wrapped);
    }
    ObjectDefineProperty(get, 'name', { __proto__: null,
                                        value: `get ${property}` });
    ObjectDefineProperty(set, 'name', { __proto__: null,
                                        value: `set ${property}` });
    ObjectDefineProperty(target, property, {
        __proto__: null, get, set, enumerable: true, configurable: true,
    });
}

module.exports = {
    CustomEvent,
    Event,
    EventTarget,
    NodeEventTarget,
    defineEventHandler,
    initEventTarget,
    initNodeEventTarget: initEventTarget,
    isEventTarget,
    kCreateEvent,
    kEvents,
    kHybridDispatch,
    kMaxEventTargetListeners,
    kMaxEventTargetListenersWarned,
    kNewListener,
    kRemoveListener,
    kResistStopPropagation,
    kTarget,
    kTrustEvent,
    kWeakHandler,
    listListenersOf,
    showAs,
};
