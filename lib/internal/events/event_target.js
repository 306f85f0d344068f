'use strict';
/*
 * internal/events/event_target - EventTarget, and what it takes to derive from it.
 *
 * The listeners of one type are in a ring. The ring may change during a
 * dispatch: the next listener is read before each call, so one that the last
 * listener adds waits for the next event, and a removed one still has its
 * `next`.
 *
 *     rings: Map   'abort' -> Ring <-> Entry <-> Entry <-> (Ring)
 *
 * Unlike an emitter, a target does not stop at a listener that throws: the
 * error becomes an uncaught exception in the next tick and the others run.
 */

const { CustomEvent, Event, kTrustEvent, showAs, stateOf } =
    require('internal/events/event');
const { codes } = require('internal/errors');
const { validateAbortSignal, validateObject } =
    require('internal/validators');
const {
    customInspectSymbol,
    defineEnumerable,
    defineTag,
    kEmptyObject,
} = require('internal/util');
/* Loaded when first used: events, internal/util/inspect. */

const { apply } = Reflect;

/* This static member marks a class as an EventTarget. */
const kIsEventTarget = Symbol.for('nodejs.event_target');
const kState = Symbol('kEventTarget');

/* Options of addEventListener() that only the runtime has: the listener gets
 * the value and no event; is held only as long as another object lives; is
 * called even if another one stopped the event. */
const kIsNodeStyle = Symbol('kIsNodeStyleListener');
const kWeakHandler = Symbol('kWeak');
const kResistStopPropagation = Symbol('kResistStopPropagation');

/* Methods that derived classes override: called for each listener that was
 * added or removed; dispatch of a value, which becomes an event if needed. */
const kAdded = Symbol('kNewListener');
const kRemoved = Symbol('kRemoveListener');
const kDispatch = Symbol.for('nodejs.internal.kHybridDispatch');
const kCreateEvent = Symbol('kCreateEvent');

/* ---- Rings ------------------------------------------------------------ */

/* Keeps weakly held listeners alive as long as what they belong to. */
const owners = new WeakMap();

class Entry {
    constructor(listener, flags) {
        this.next = this.previous = null;
        this.isRemoved = false;
        this.flags = flags;
        this.listener = listener;
        this.isWeak = flags.owner !== undefined;
        if (this.isWeak) {
            const owned = owners.get(flags.owner);
            if (owned === undefined)
                owners.set(flags.owner, [listener]);
            else
                owned.push(listener);
            this.listener = new WeakRef(listener);
            flags.owner = undefined; // the entry must not keep it
        }
    }

    /* Undefined if it was held weakly and was collected. */
    get() {
        return this.isWeak ? this.listener.deref() : this.listener;
    }
}

class Ring {
    constructor() {
        this.next = this.previous = this;
        this.size = 0;
        this.hasResisting = false;
    }

    find(listener, capture) {
        for (let at = this.next; at !== this; at = at.next) {
            if (at.flags.capture === capture && at.get() === listener)
                return at;
        }
        return undefined;
    }

    append(entry) {
        entry.next = this;
        entry.previous = this.previous;
        this.previous = this.previous.next = entry;
        this.size++;
        this.hasResisting ||= entry.flags.resists;
    }

    /* The entry keeps its `next`: a dispatch may be at it. */
    remove(entry) {
        entry.previous.next = entry.next;
        entry.next.previous = entry.previous;
        entry.isRemoved = true;
        this.size--;
    }

    listeners() {
        const list = [];
        for (let at = this.next; at !== this; at = at.next)
            list[list.length] = at.get();
        return list;
    }
}

/* ---- Arguments -------------------------------------------------------- */

function readFlags(options) {
    const isObject = typeof options === 'object' && options !== null ||
                     typeof options === 'function';
    if (!isObject && options != null && typeof options !== 'boolean')
        validateObject(options, 'options');
    const from = isObject ? options : { capture: options };
    return {
        once: Boolean(from.once),
        capture: Boolean(from.capture),
        passive: Boolean(from.passive),
        signal: from.signal,
        owner: from[kWeakHandler],
        isNodeStyle: Boolean(from[kIsNodeStyle]),
        resists: Boolean(from[kResistStopPropagation]),
    };
}

/* False for values that are accepted and ignored. */
function isListener(value) {
    if (value === undefined || value === null)
        return false;
    if (typeof value === 'function' || typeof value === 'object' ||
        typeof value.handleEvent === 'function')
        return true;
    throw new codes.ERR_INVALID_ARG_TYPE('listener', 'EventListener', value);
}

/* In the words of the web's interfaces. */
function toType(value) {
    if (typeof value === 'symbol') {
        throw Object.assign(
            new TypeError('Value is a Symbol and cannot be converted to a ' +
                          'string.'), { code: 'ERR_INVALID_ARG_TYPE' });
    }
    return `${value}`;
}

function isEventTarget(value) {
    return value?.constructor?.[kIsEventTarget] === true;
}

function targetState(value) {
    if (!isEventTarget(value) || value[kState] === undefined)
        throw new codes.ERR_INVALID_THIS('EventTarget');
    return value[kState];
}

/* ---- Warnings --------------------------------------------------------- */

function warn(target, name, message, type, count) {
    const warning = new Error(message);
    warning.name = name;
    warning.target = target;
    warning.type = type;
    if (count !== undefined)
        warning.count = count;
    process.emitWarning(warning);
}

function warnOfLeak(target, state, type, size) {
    if (state.limit <= 0 || size <= state.limit || state.hasWarned)
        return;
    state.hasWarned = true;
    const { inspect } = require('internal/util/inspect');
    warn(target, 'MaxListenersExceededWarning',
         `Possible EventTarget memory leak detected. ${size} ${type} ` +
         `listeners added to ${inspect(target, { depth: -1 })}. ` +
         `MaxListeners is ${state.limit}. Use events.setMaxListeners() to ` +
         'increase limit', type, size);
}

/* ---- Calling ---------------------------------------------------------- */

function throwLater(error) {
    process.nextTick(() => { throw error; });
}

/* The method is looked up at each event. Node waits for it, and so a throw
 * comes out one step later than that of a function. */
async function callHandleEvent(listener, argument) {
    if (listener.handleEvent)
        await apply(listener.handleEvent, listener, [argument]);
}

function callListener(target, listener, argument) {
    try {
        const result = typeof listener === 'function'
            ? apply(listener, target, [argument])
            : callHandleEvent(listener, argument);
        const then = result?.then;
        if (typeof then === 'function')
            apply(then, result, [undefined, throwLater]);
    } catch (error) {
        throwLater(error);
    }
}

function begin(event, target) {
    const state = stateOf(event);
    state.target = target;
    state.isUnderWay = true;
    return state;
}

/* One round of an event, or of a value for which listeners of the web's kind
 * get an event that is made when the first of them is met. */
function goRound(target, ring, type, value, event) {
    let state = event === undefined ? undefined : begin(event, target);
    let next;
    for (let at = ring.next; at !== ring; at = next) {
        next = at.next;
        const isStopped = state !== undefined && state.isStoppedNow;
        const { once, isNodeStyle, passive, resists } = at.flags;
        if (isStopped && !ring.hasResisting)
            break;
        if (at.isRemoved || isStopped && !resists)
            continue;
        const listener = at.get();
        if (once) {
            ring.remove(at);
            target[kRemoved](ring.size, type);
        }
        if (event === undefined && !isNodeStyle)
            state = begin(event = target[kCreateEvent](value, type), target);
        if (listener === undefined)
            continue;
        if (isNodeStyle) {
            callListener(target, listener, value);
            continue;
        }
        state.isPassive = passive;
        callListener(target, listener, event);
        /* As in Node: from the second listener on, the event does not know
         * that it is under way. */
        state.isPassive = state.isUnderWay = false;
    }
    if (state !== undefined)
        state.isUnderWay = false;
}

/* ---- Targets ---------------------------------------------------------- */

class EventTarget {
    static [kIsEventTarget] = true;

    constructor() {
        this[kState] = {
            rings: new Map(),
            limit: require('events').defaultMaxListeners,
            hasWarned: false,
            handlers: undefined, /* values of onabort and similar */
        };
    }

    addEventListener(type, listener, options = kEmptyObject) {
        const { rings } = targetState(this);
        if (arguments.length < 2)
            throw new codes.ERR_MISSING_ARGS('type', 'listener');
        const flags = readFlags(options);
        validateAbortSignal(flags.signal, 'options.signal');
        if (!isListener(listener)) {
            warn(this, 'AddEventListenerArgumentTypeWarning',
                 `addEventListener called with ${listener} which has no ` +
                 'effect.', type);
            return;
        }
        type = toType(type);
        if (flags.signal?.aborted)
            return;
        if (flags.signal)
            removeOnAbort(this, type, listener, options, flags.signal);
        let ring = rings.get(type);
        if (ring === undefined)
            rings.set(type, ring = new Ring());
        if (ring.find(listener, flags.capture) !== undefined)
            return;
        const entry = new Entry(listener, flags);
        ring.append(entry);
        this[kAdded](ring.size, type, entry.isWeak);
    }

    removeEventListener(type, listener, options = kEmptyObject) {
        const { rings } = targetState(this);
        if (arguments.length < 2)
            throw new codes.ERR_MISSING_ARGS('type', 'listener');
        if (!isListener(listener))
            return;
        type = toType(type);
        const ring = rings.get(type);
        const entry = ring?.find(listener, options === true ||
                                           options?.capture === true);
        if (entry === undefined)
            return;
        ring.remove(entry);
        if (ring.size === 0)
            rings.delete(type);
        this[kRemoved](ring.size, type);
    }

    dispatchEvent(event) {
        targetState(this);
        if (arguments.length < 1)
            throw new codes.ERR_MISSING_ARGS('event');
        if (!(event instanceof Event))
            throw new codes.ERR_INVALID_ARG_TYPE('event', 'Event', event);
        const { type } = event;
        if (stateOf(event).isUnderWay)
            throw new codes.ERR_EVENT_RECURSION(type);
        this[kDispatch](event, type, event);
        return event.defaultPrevented !== true;
    }

    [kDispatch](value, type, event) {
        const ring = this[kState].rings.get(type);
        if (ring !== undefined)
            goRound(this, ring, type, value, event);
        else if (event !== undefined)
            stateOf(event).target = this; /* that is all it learns */
    }

    [kCreateEvent](value, type) {
        const event = new Event(type);
        if (value)
            event.detail = value;
        return event;
    }

    [kAdded](size, type) {
        warnOfLeak(this, this[kState], type, size);
    }

    [kRemoved]() {}

    [customInspectSymbol](depth, options) {
        targetState(this);
        return showAs(this, {}, depth, options);
    }
}

defineEnumerable(EventTarget.prototype, [
    'addEventListener', 'removeEventListener', 'dispatchEvent',
]);
defineTag(EventTarget.prototype, 'EventTarget');

/* The signal may outlive the target by far, so it holds it weakly. */
function removeOnAbort(target, type, listener, options, signal) {
    const flags = { __proto__: null, once: true };
    flags[kWeakHandler] = target;
    flags[kResistStopPropagation] = true;
    signal.addEventListener('abort', () => {
        target.removeEventListener(type, listener, options);
    }, flags);
}

/* ---- For events.js and derived classes -------------------------------- */

function ringOf(target, type) {
    return target[kState].rings.get(type);
}

function listListenersOf(target, type) {
    return ringOf(target, type)?.listeners() ?? [];
}

function getLimit(target) {
    return target[kState].limit;
}

function setLimit(target, limit) {
    target[kState].limit = limit;
    target[kState].hasWarned = false;
}

/* ---- onabort and similar ---------------------------------------------- */

/* The entry of the ring; the function it calls may be replaced, and keeps its
 * place. */
function makeHandler() {
    return function eventHandler(...args) {
        const { current } = eventHandler;
        return typeof current === 'function' ? apply(current, this, args)
                                             : undefined;
    };
}

function setHandler(target, state, type, value) {
    state.handlers ??= new Map();
    let handler = state.handlers.get(type);
    const isNew = handler === undefined;
    if (isNew)
        state.handlers.set(type, handler = makeHandler());
    const was = typeof handler.current === 'function';
    const is = typeof value === 'function';
    handler.current = value;
    const ring = state.rings.get(type);
    if (isNew || is && ring === undefined) {
        target.addEventListener(type, handler);
        return;
    }
    /* Its place stays; what is counted are places with a function. */
    if (was && ring !== undefined)
        target[kRemoved](--ring.size, type);
    if (is)
        target[kAdded](++ring.size, type, false);
}

function defineEventHandler(prototype, type) {
    const property = `on${type}`;
    const holder = {
        get [property]() {
            return targetState(this).handlers?.get(type)?.current ?? null;
        },
        set [property](value) {
            setHandler(this, targetState(this), type, value);
        },
    };
    Object.defineProperty(prototype, property,
                          Object.getOwnPropertyDescriptor(holder, property));
}

module.exports = {
    CustomEvent,
    Event,
    EventTarget,
    defineEventHandler,
    getLimit,
    isEventTarget,
    kAdded,
    kCreateEvent,
    kDispatch,
    kIsNodeStyle,
    kRemoved,
    kResistStopPropagation,
    kState,
    kTrustEvent,
    kWeakHandler,
    listListenersOf,
    ringOf,
    setLimit,
    showAs,
};
