'use strict';
/*
 * events - EventEmitter and the functions around it.
 *
 * An emitter keeps its listeners in `_events`, an object without prototype
 * that has one slot for each event. Programs look at this field and at
 * `_eventsCount`, so both are as Node's:
 *
 *     slot:  undefined        no listener
 *            function         one listener: most events never have more
 *            [f, g, ...]      two or more, in the order of their turn
 *
 * All that depends on which of the three a slot is stands in the section
 * "Slots"; the methods below only say what is to be done.
 *
 * What must stay true:
 * - emit() calls the listeners that were there when it began.
 * - `_eventsCount` is the number of keys in `_events`.
 * - A listener's `this` is the emitter.
 * - Methods call each other through the emitter where Node's do, because
 *   subclasses replace on() and removeListener().
 */

const {
    defineLazy,
    kEmptyObject,
    kEnhanceStackBeforeInspector,
    spliceOne,
} = require('internal/util');
const { AbortError, codes } = require('internal/errors');
const {
    validateAbortSignal,
    validateBoolean,
    validateFunction,
    validateNumber,
    validateObject,
} = require('internal/validators');

const {
    callListeners, keepArguments, listArguments,
} = internalBinding('order');
/* Loaded when first used: internal/events/abort_listener,
 * internal/events/async_resource, internal/events/event_target,
 * internal/events/on, internal/util/inspect. */

const { apply, getPrototypeOf, ownKeys } = Reflect;
const defineProperty = Object.defineProperty;
const captureStackTrace = Error.captureStackTrace;

const capturing = Symbol('kCapture');
const emitting = Symbol('events.emitting');
const monitor = Symbol('events.errorMonitor');
const onRejection = Symbol.for('nodejs.rejection');
/* Whether `_events` came with slots for common events, as streams have it: then
 * a slot that becomes empty stays. */
const shapeMode = Symbol('shapeMode');

let defaultLimit = 10;

function inspect(value, options) {
    return require('internal/util/inspect').inspect(value, options);
}

function nameFunction(fn, name) {
    return defineProperty(fn, 'name', { __proto__: null, value: name });
}

function EventEmitter(options) {
    EventEmitter.init.call(this, options);
}

module.exports = EventEmitter;

/* Also called for objects that were never constructed. One that has listeners
 * of its own keeps them; those of its prototype are not its own. */
EventEmitter.init = function(options) {
    const slots = this._events;
    const hasOwn = slots !== undefined &&
        slots !== getPrototypeOf(this)._events;
    if (!hasOwn)
        forgetAll(this);
    this[shapeMode] = hasOwn;
    this._maxListeners = this._maxListeners || undefined;
    const wanted = options?.captureRejections;
    if (wanted)
        validateBoolean(wanted, 'options.captureRejections');
    this[capturing] = wanted ? true : EventEmitter.prototype[capturing];
};

/* ---- Slots ------------------------------------------------------------ */

function slotOf(emitter, type) {
    const { _events: slots } = emitter;
    return slots === undefined ? undefined : slots[type];
}

/* A listener for once stands in the slot as a wrapper around the original. */
function isListener(entry, listener) {
    return entry === listener || entry.listener === listener;
}

function originalOf(entry) {
    return typeof entry.listener === 'function' ? entry.listener : entry;
}

function slotToArray(slot) {
    if (slot === undefined)
        return [];
    return typeof slot === 'function' ? [slot] : slot.slice();
}

function forgetAll(emitter) {
    emitter._events = { __proto__: null };
    emitter._eventsCount = 0;
}

function forget(emitter, type) {
    if (emitter[shapeMode]) {
        emitter._eventsCount--;
        emitter._events[type] = undefined;
    } else if (emitter._eventsCount === 1) {
        forgetAll(emitter);
    } else {
        emitter._eventsCount--;
        delete emitter._events[type];
    }
}

/*
 * emit() does not copy the list that it walks, which would cost more than three
 * calls: it increments a counter on the list, and on() and off() change a copy
 * of such a list. console.log() of an emitter shows the counter, as in Node.
 */
function listOf(emitter, type, listeners) {
    listeners[emitting] = 0;
    return emitter._events[type] = listeners;
}

function listToChange(emitter, type) {
    const list = emitter._events[type];
    if (!(list[emitting] > 0))
        return list;
    const copy = listOf(emitter, type, list.slice());
    if (list.warned)
        copy.warned = true;
    return copy;
}

/* Add a listener to a slot that has one or more. Returns the list. */
function addToSlot(emitter, type, slot, listener, isFirst) {
    if (typeof slot === 'function') {
        return listOf(emitter, type,
                      isFirst ? [listener, slot] : [slot, listener]);
    }
    const list = listToChange(emitter, type);
    if (isFirst)
        list.unshift(listener);
    else
        list[list.length] = listener;
    return list;
}

/* Remove the listener that was added last. False: it is not in the list. */
function takeFromList(emitter, type, listener) {
    const slot = emitter._events[type];
    let at = slot.length;
    while (--at >= 0) {
        if (!isListener(slot[at], listener))
            continue;
        const list = listToChange(emitter, type);
        spliceOne(list, at);
        if (list.length === 1)
            emitter._events[type] = list[0];
        return true;
    }
    return false;
}

/* ---- Emitting --------------------------------------------------------- */

/* A listener returned something while rejections are captured. If it is a
 * promise and fails, that becomes an 'error' event. */
function captureRejection(emitter, result, type, args) {
    try {
        const { then } = result;
        if (typeof then === 'function') {
            apply(then, result, [undefined, (error) => {
                process.nextTick(emitUnhandledRejectionOrErr, emitter, error,
                                 type, args);
            }]);
        }
    } catch (error) {
        emitter.emit('error', error);
    }
}

function emitUnhandledRejectionOrErr(emitter, error, type, args) {
    const handle = emitter[onRejection];
    if (typeof handle === 'function') {
        apply(handle, emitter, [error, type, ...args]);
        return;
    }
    /* A rejected async 'error' listener must not be called again and again. */
    const before = emitter[capturing];
    emitter[capturing] = false;
    try {
        emitter.emit('error', error);
    } finally {
        emitter[capturing] = before;
    }
}

/* The line of an uncaught error that names the emitter. */
function describeEmission(emitter, error, own) {
    const { name } = emitter.constructor;
    const where = name === 'EventEmitter' || typeof name !== 'string'
        ? '' : ` on ${name} instance`;
    const frames = own.stack.slice(own.stack.indexOf('\n') + 1);
    return `${error.stack}\nEmitted 'error' event${where} at:\n${frames}`;
}

/* An 'error' event without a listener is thrown. */
function throwUnhandled(emitter, error) {
    if (error instanceof Error) {
        try {
            const own = {};
            captureStackTrace(own, EventEmitter.prototype.emit);
            defineProperty(error, kEnhanceStackBeforeInspector, {
                __proto__: null,
                value: () => describeEmission(emitter, error, own),
                configurable: true,
            });
        } catch {
            /* A frozen error is thrown as it is. */
        }
        throw error;
    }
    let shown;
    try {
        shown = inspect(error);
    } catch {
        shown = error;
    }
    const wrapped = new codes.ERR_UNHANDLED_ERROR(shown);
    wrapped.context = error;
    throw wrapped;
}

function beforeError(emitter, args) {
    if (slotOf(emitter, monitor) !== undefined)
        emitter.emit(monitor, ...args);
    if (slotOf(emitter, 'error') === undefined)
        throwUnhandled(emitter, args[0]);
}

/* Call the listeners that callListeners() left: an element is not a function,
 * or the list is not a plain array. */
function callRest(emitter, list, called, type, args) {
    list[emitting]++;
    try {
        for (let i = called; i < list.length; i++) {
            const result = apply(list[i], emitter, args);
            if (result !== undefined && result !== null && emitter[capturing])
                captureRejection(emitter, result, type, args);
        }
    } finally {
        list[emitting]--;
    }
}

const forListeners = [emitting, capturing, captureRejection, callRest];

/* The listeners' stacks show emit() next, as programs that print stacks expect:
 * callListeners() is native, and so in no stack. It reads the arguments after
 * the first from the frame of emit(): no function is called as often as this
 * one, and an array of them would cost more than the call of a listener. */
function emit(type) {
    if (type === 'error')
        beforeError(this, listArguments());
    return callListeners(this, this._events, type, forListeners);
}
keepArguments(emit);

/* ---- Adding ----------------------------------------------------------- */

function limitOf(emitter) {
    return emitter._maxListeners === undefined ? defaultLimit
                                               : emitter._maxListeners;
}

function warnOfLeak(emitter, type, list, limit) {
    list.warned = true;
    const warning = new Error(
        `Possible EventEmitter memory leak detected. ${list.length} ` +
        `${String(type)} listeners added to ` +
        `${inspect(emitter, { depth: -1 })}. MaxListeners is ` +
        `${limit}. Use emitter.setMaxListeners() to increase limit`);
    warning.name = 'MaxListenersExceededWarning';
    warning.emitter = emitter;
    warning.type = type;
    warning.count = list.length;
    process.emitWarning(warning);
}

/* add() and removeListener() run for every request of a server, several times:
 * they call no function for the common case. */
function add(emitter, type, listener, isFirst) {
    if (typeof listener !== 'function')
        validateFunction(listener, 'listener');
    let slots = emitter._events;
    if (slots === undefined) {
        forgetAll(emitter);
        slots = emitter._events;
    } else if (slots.newListener !== undefined) {
        /* Emitted first: a listener that it adds to the same event comes
         * before this one. */
        emitter.emit('newListener', type, listener.listener ?? listener);
        slots = emitter._events;
    }
    const slot = slots[type];
    if (slot === undefined) {
        slots[type] = listener;
        emitter._eventsCount++;
        return emitter;
    }
    const list = addToSlot(emitter, type, slot, listener, isFirst);
    const limit = limitOf(emitter);
    if (limit > 0 && list.length > limit && !list.warned)
        warnOfLeak(emitter, type, list, limit);
    return emitter;
}

/* The wrapper's name shows in stacks, and is Node's. */
function wrapOnce(emitter, type, listener) {
    validateFunction(listener, 'listener');
    let original = listener; /* undefined once it was called */
    function wrapper(...args) {
        if (original === undefined)
            return undefined;
        const called = original;
        original = undefined;
        emitter.removeListener(type, wrapper);
        return apply(called, emitter, args);
    }
    wrapper.listener = listener;
    return wrapper;
}

/* ---- Removing --------------------------------------------------------- */

function removeListener(type, listener) {
    if (typeof listener !== 'function')
        validateFunction(listener, 'listener');
    const slots = this._events;
    const slot = slots === undefined ? undefined : slots[type];
    if (slot === undefined)
        return this;
    /* Node names the original if it was the only one, and else what it was
     * given to remove. */
    let named = listener;
    if (slot === listener || slot.listener === listener) {
        forget(this, type);
        named = slot.listener || listener;
    } else if (typeof slot === 'function' ||
               !takeFromList(this, type, listener)) {
        return this;
    }
    if (this._events.removeListener !== undefined)
        this.emit('removeListener', type, named);
    return this;
}

/* With a 'removeListener' listener: emit it for each one, the last first. */
function removeEach(emitter, type) {
    const list = slotToArray(slotOf(emitter, type));
    while (list.length > 0)
        emitter.removeListener(type, list.pop());
}

function removeAllListeners(type) {
    const slots = this._events;
    if (slots === undefined)
        return this;
    const isHeard = slots.removeListener !== undefined;
    if (!isHeard)
        this[shapeMode] = false;
    if (arguments.length > 0) {
        if (isHeard)
            removeEach(this, type);
        else if (slots[type] !== undefined)
            forget(this, type);
        return this;
    }
    if (isHeard) {
        for (const key of ownKeys(slots)) {
            if (key !== 'removeListener')
                this.removeAllListeners(key);
        }
        this.removeAllListeners('removeListener');
        this[shapeMode] = false;
    }
    forgetAll(this);
    return this;
}

/* ---- Asking ----------------------------------------------------------- */

function listenerCount(type, listener) {
    const slot = slotOf(this, type);
    if (slot === undefined)
        return 0;
    const list = typeof slot === 'function' ? [slot] : slot;
    if (listener == null)
        return list.length;
    return list.filter((entry) => isListener(entry, listener)).length;
}

/* Written as functions with a name, and enumerable, because Node's are: some
 * programs copy the methods onto other objects with for-in. */
Object.assign(EventEmitter.prototype, {
    _events: undefined,
    _eventsCount: 0,
    _maxListeners: undefined,
    setMaxListeners: function setMaxListeners(n) {
        validateNumber(n, 'setMaxListeners', 0);
        this._maxListeners = n;
        return this;
    },
    getMaxListeners: function getMaxListeners() {
        return limitOf(this);
    },
    emit,
    addListener: function addListener(type, listener) {
        return add(this, type, listener, false);
    },
    on: undefined,
    prependListener: function prependListener(type, listener) {
        return add(this, type, listener, true);
    },
    once: function once(type, listener) {
        const wrapper = wrapOnce(this, type, listener);
        this.on(type, wrapper);
        return this;
    },
    prependOnceListener: function prependOnceListener(type, listener) {
        const wrapper = wrapOnce(this, type, listener);
        this.prependListener(type, wrapper);
        return this;
    },
    removeListener,
    off: removeListener,
    removeAllListeners,
    listeners: function listeners(type) {
        return slotToArray(slotOf(this, type)).map(originalOf);
    },
    rawListeners: function rawListeners(type) {
        return slotToArray(slotOf(this, type));
    },
    listenerCount,
    eventNames: function eventNames() {
        return this._eventsCount > 0 ? ownKeys(this._events) : [];
    },
});
EventEmitter.prototype.on = EventEmitter.prototype.addListener;
defineProperty(EventEmitter.prototype, capturing, {
    __proto__: null, value: false, writable: true, enumerable: false,
});

/* ---- Functions for emitters and event targets alike ------------------- */

function isEventTarget(value) {
    return value?.constructor?.[Symbol.for('nodejs.event_target')] === true;
}

/* Emitter or target? Throws if it is neither. */
function kindOf(value, method, argument = 'emitter') {
    if (typeof value[method] === 'function')
        return 'emitter';
    if (isEventTarget(value))
        return 'target';
    throw neither(value, argument);
}

function neither(value, argument) {
    return new codes.ERR_INVALID_ARG_TYPE(
        argument, ['EventEmitter', 'EventTarget'], value);
}

function targets() {
    return require('internal/events/event_target');
}

EventEmitter.setMaxListeners = function(n = defaultLimit, ...eventTargets) {
    validateNumber(n, 'setMaxListeners', 0);
    if (eventTargets.length === 0)
        defaultLimit = n;
    for (const it of eventTargets) {
        /* A target that is an emitter, too, is treated as a target. */
        if (isEventTarget(it))
            targets().setLimit(it, n);
        else if (kindOf(it, 'setMaxListeners', 'eventTargets'))
            it.setMaxListeners(n);
    }
};

function getLimit(emitter) {
    if (emitter === undefined || emitter === null)
        throw neither(emitter, 'emitter');
    return kindOf(emitter, 'getMaxListeners') === 'emitter'
        ? limitOf(emitter) : targets().getLimit(emitter);
}

function getEventListeners(emitter, type) {
    return kindOf(emitter, 'listeners') === 'emitter'
        ? emitter.listeners(type) : targets().listListenersOf(emitter, type);
}

function countListeners(emitter, type) {
    return kindOf(emitter, 'listenerCount') === 'emitter'
        ? emitter.listenerCount(type)
        : targets().listListenersOf(emitter, type).length;
}

function noEmitter(value) {
    return new codes.ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', value);
}

/* Listen on an emitter or an EventTarget. */
function listen(target, name, listener, flags) {
    if (typeof target.on === 'function')
        target[flags?.once ? 'once' : 'on'](name, listener);
    else if (typeof target.addEventListener === 'function')
        target.addEventListener(name, listener, flags);
    else
        throw noEmitter(target);
}

function unlisten(target, name, listener, flags) {
    if (typeof target.removeListener === 'function')
        target.removeListener(name, listener);
    else if (typeof target.removeEventListener === 'function')
        target.removeEventListener(name, listener, flags);
    else
        throw noEmitter(target);
}

/* A promise of the next event's arguments. An 'error' that comes first rejects
 * it, unless that is the awaited event. When it settles, all its listeners are
 * removed. */
function nextEvent(emitter, name, signal) {
    return new Promise((resolve, reject) => {
        const heard = [];
        const settle = (end, value) => {
            for (const [target, event, listener] of heard) {
                /* A thing that can only be listened to is an emitter here. */
                if (typeof target.removeListener === 'function' ||
                    typeof target.removeEventListener === 'function')
                    unlisten(target, event, listener);
            }
            end(value);
        };
        const hear = (target, event, listener) => {
            const flags = { __proto__: null, once: true };
            if (isEventTarget(target))
                flags[targets().kResistStopPropagation] = true;
            listen(target, event, listener, flags);
            heard[heard.length] = [target, event, listener];
        };
        const resolver = (...args) => settle(resolve, args);
        hear(emitter, name, resolver);
        if (name !== 'error' && typeof emitter.once === 'function') {
            const errorListener = (error) => settle(reject, error);
            hear(emitter, 'error', errorListener);
        }
        if (signal != null) {
            hear(signal, 'abort', () => settle(reject,
                new AbortError(undefined, { cause: signal.reason })));
        }
    });
}

async function once(emitter, name, options = kEmptyObject) {
    validateObject(options, 'options');
    validateAbortSignal(options.signal, 'options.signal');
    const { signal } = options;
    if (signal?.aborted)
        throw new AbortError(undefined, { cause: signal.reason });
    return nextEvent(emitter, name, signal);
}

function on(emitter, event, options = kEmptyObject) {
    return require('internal/events/on')(emitter, event, options);
}

function addAbortListener(signal, listener) {
    return require('internal/events/abort_listener')
        .addAbortListener(signal, listener);
}

EventEmitter.once = once;
EventEmitter.on = on;
EventEmitter.getEventListeners = getEventListeners;
EventEmitter.getMaxListeners = nameFunction(getLimit, 'getMaxListeners');
EventEmitter.listenerCount = nameFunction(countListeners, 'listenerCount');
EventEmitter.addAbortListener = addAbortListener;
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.usingDomains = false;
EventEmitter.captureRejectionSymbol = onRejection;
EventEmitter.errorMonitor = monitor;

/* A property that is checked when it is set. */
function defineChecked(name, get, set) {
    defineProperty(EventEmitter, name, {
        __proto__: null, enumerable: true, get, set,
    });
}

defineChecked('captureRejections', function get() {
    return EventEmitter.prototype[capturing];
}, function set(value) {
    validateBoolean(value, 'EventEmitter.captureRejections');
    EventEmitter.prototype[capturing] = value;
});
defineChecked('defaultMaxListeners', function get() {
    return defaultLimit;
}, function set(n) {
    validateNumber(n, 'defaultMaxListeners', 0);
    defaultLimit = n;
});
defineLazy(EventEmitter, 'EventEmitterAsyncResource',
           () => require('internal/events/async_resource'));

/* For other modules of lib/: not enumerable, not for users. */
defineProperty(EventEmitter, Symbol.for('orrery.events'), {
    __proto__: null, value: { listen, unlisten },
});
