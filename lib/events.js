'use strict';
/*
 * events - EventEmitter and the functions around it.
 *
 * An emitter keeps its listeners in `_events`, an object without prototype
 * from event name to either one function or an array of at least two. Most
 * events have one listener, and that case makes no array. Programs look at
 * these fields and subclasses rely on them, so their names are Node's.
 *
 * What must stay true:
 * - emit() calls the listeners that were there when it began: arrays are
 *   copied before the first call.
 * - `_eventsCount` is the number of keys in `_events`.
 * - A listener's `this` is the emitter.
 */

const {
    kEmptyObject,
    kEnhanceStackBeforeInspector,
    defineLazy,
    spliceOne,
} = require('internal/util');
const {
    AbortError,
    codes: {
        ERR_INVALID_ARG_TYPE,
        ERR_UNHANDLED_ERROR,
    },
} = require('internal/errors');
const {
    validateAbortSignal,
    validateBoolean,
    validateFunction,
    validateNumber,
    validateObject,
} = require('internal/validators');

/* Only there while a trace is written. */
const { emit: traceEmit } = internalBinding('trace');

const ReflectApply = Reflect.apply;
const ReflectOwnKeys = Reflect.ownKeys;
const ObjectDefineProperty = Object.defineProperty;
const ObjectGetPrototypeOf = Object.getPrototypeOf;
const FunctionBind = Function.prototype.bind;
const captureStackTrace = Error.captureStackTrace;

const kCapture = Symbol('kCapture');
const kErrorMonitor = Symbol('events.errorMonitor');
const kShapeMode = Symbol('shapeMode');
const kRejection = Symbol.for('nodejs.rejection');

let defaultMaxListeners = 10;

function inspect(value, options) {
    return require('internal/util/inspect').inspect(value, options);
}

function checkListener(listener) {
    validateFunction(listener, 'listener');
}

function EventEmitter(options) {
    EventEmitter.init.call(this, options);
}

module.exports = EventEmitter;

EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;
ObjectDefineProperty(EventEmitter.prototype, kCapture, {
    __proto__: null, value: false, writable: true, enumerable: false,
});

EventEmitter.init = function(options) {
    if (this._events === undefined ||
        this._events === ObjectGetPrototypeOf(this)._events) {
        this._events = { __proto__: null };
        this._eventsCount = 0;
    }
    this[kShapeMode] = false;
    this._maxListeners = this._maxListeners || undefined;
    if (options?.captureRejections) {
        validateBoolean(options.captureRejections,
                        'options.captureRejections');
        this[kCapture] = Boolean(options.captureRejections);
    } else {
        this[kCapture] = EventEmitter.prototype[kCapture];
    }
};

/* ---- Emitting --------------------------------------------------------- */

/* A listener returned something while rejections are captured. If it is a
 * promise and fails, that becomes an 'error' event. */
function captureRejection(emitter, result, type, args) {
    if (!emitter[kCapture])
        return;
    try {
        const then = result.then;
        if (typeof then === 'function') {
            ReflectApply(then, result, [undefined, (error) => {
                process.nextTick(emitRejection, emitter, error, type, args);
            }]);
        }
    } catch (error) {
        emitter.emit('error', error);
    }
}

function emitRejection(emitter, error, type, args) {
    const handle = emitter[kRejection];
    if (typeof handle === 'function') {
        ReflectApply(handle, emitter, [error, type, ...args]);
        return;
    }
    /* A failing async 'error' listener must not be asked again, and again. */
    const capture = emitter[kCapture];
    try {
        emitter[kCapture] = false;
        emitter.emit('error', error);
    } finally {
        emitter[kCapture] = capture;
    }
}

/* What an uncaught error says about who emitted it. Frames that the error's
 * own stack has as well are left out. */
function describeEmission(emitter, error, own) {
    const { name } = emitter.constructor;
    const where = name === 'EventEmitter' || typeof name !== 'string'
        ? '' : ` on ${name} instance`;
    const { identicalFrames } = require('internal/util/inspect_error');
    const lines = own.stack.split('\n').slice(1);
    const same = identicalFrames(lines, `${error.stack}`.split('\n').slice(1));
    if (same.length > 3) {
        lines.splice(same.offset + 1, same.length - 2,
                     '    [... lines matching original stack trace ...]');
    }
    return `${error.stack}\nEmitted 'error' event${where} at:\n` +
           lines.join('\n');
}

/* Nobody listens to 'error': throw it. */
function throwUnheard(emitter, error) {
    if (error instanceof Error) {
        try {
            const own = {};
            captureStackTrace(own, EventEmitter.prototype.emit);
            ObjectDefineProperty(error, kEnhanceStackBeforeInspector, {
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
    const wrapped = new ERR_UNHANDLED_ERROR(shown);
    wrapped.context = error;
    throw wrapped;
}

function emitError(emitter, events, args) {
    if (events !== undefined && events[kErrorMonitor] !== undefined)
        emitter.emit(kErrorMonitor, ...args);
    if (events === undefined || events.error === undefined)
        throwUnheard(emitter, args[0]);
}

function copyArray(list) {
    const copy = [];
    for (let i = 0; i < list.length; i++)
        copy[i] = list[i];
    return copy;
}

EventEmitter.prototype.emit = function emit(type, ...args) {
    const events = this._events;
    if (type === 'error')
        emitError(this, events, args);
    if (events === undefined)
        return false;
    const handler = events[type];
    if (handler === undefined)
        return false;
    if (traceEmit !== undefined)
        traceEmit(String(type),
                  typeof handler === 'function' ? 1 : handler.length);

    if (typeof handler === 'function') {
        const result = ReflectApply(handler, this, args);
        if (result !== undefined && result !== null)
            captureRejection(this, result, type, args);
        return true;
    }
    const listeners = copyArray(handler);
    for (let i = 0; i < listeners.length; i++) {
        const result = ReflectApply(listeners[i], this, args);
        if (result !== undefined && result !== null)
            captureRejection(this, result, type, args);
    }
    return true;
};

/* ---- Adding ----------------------------------------------------------- */

function getMaxListenersOf(emitter) {
    if (emitter._maxListeners === undefined)
        return defaultMaxListeners;
    return emitter._maxListeners;
}

function warnOfLeak(emitter, type, listeners) {
    listeners.warned = true;
    const count = listeners.length;
    const warning = new Error(
        `Possible EventEmitter memory leak detected. ${count} ` +
        `${String(type)} listeners added to ` +
        `${inspect(emitter, { depth: -1 })}. MaxListeners is ` +
        `${getMaxListenersOf(emitter)}. Use emitter.setMaxListeners() to ` +
        'increase limit');
    warning.name = 'MaxListenersExceededWarning';
    warning.emitter = emitter;
    warning.type = type;
    warning.count = count;
    process.emitWarning(warning);
}

function addToList(list, listener, prepend) {
    if (!prepend) {
        list[list.length] = listener;
        return;
    }
    for (let i = list.length; i > 0; i--)
        list[i] = list[i - 1];
    list[0] = listener;
}

function addListener(emitter, type, listener, prepend) {
    checkListener(listener);
    let events = emitter._events;
    if (events === undefined) {
        events = emitter._events = { __proto__: null };
        emitter._eventsCount = 0;
    } else if (events.newListener !== undefined) {
        /* Told first, so that one who adds to the same event comes before.
         * The listener of it may have replaced the object. */
        emitter.emit('newListener', type, listener.listener ?? listener);
        events = emitter._events;
    }
    const existing = events[type];

    if (existing === undefined) {
        events[type] = listener;
        emitter._eventsCount++;
        return emitter;
    }
    let list = existing;
    if (typeof existing === 'function') {
        list = events[type] = prepend ? [listener, existing]
                                      : [existing, listener];
    } else {
        addToList(list, listener, prepend);
    }
    const max = getMaxListenersOf(emitter);
    if (max > 0 && list.length > max && !list.warned)
        warnOfLeak(emitter, type, list);
    return emitter;
}

EventEmitter.prototype.addListener = function addListenerMethod(type,
                                                                 listener) {
    return addListener(this, type, listener, false);
};
ObjectDefineProperty(EventEmitter.prototype.addListener, 'name',
                     { __proto__: null, value: 'addListener' });

EventEmitter.prototype.on = EventEmitter.prototype.addListener;

EventEmitter.prototype.prependListener =
    function prependListener(type, listener) {
        return addListener(this, type, listener, true);
    };

function onceWrapper(...args) {
    if (this.fired)
        return undefined;
    this.target.removeListener(this.type, this.wrapped);
    this.fired = true;
    return ReflectApply(this.listener, this.target, args);
}

function wrapOnce(target, type, listener) {
    const state = { fired: false, wrapped: undefined, target, type,
                    listener };
    const wrapped = ReflectApply(FunctionBind, onceWrapper, [state]);
    wrapped.listener = listener;
    state.wrapped = wrapped;
    return wrapped;
}

EventEmitter.prototype.once = function once(type, listener) {
    checkListener(listener);
    this.on(type, wrapOnce(this, type, listener));
    return this;
};

EventEmitter.prototype.prependOnceListener =
    function prependOnceListener(type, listener) {
        checkListener(listener);
        this.prependListener(type, wrapOnce(this, type, listener));
        return this;
    };

/* ---- Removing --------------------------------------------------------- */

/* Forget the event. In shape mode the key stays: the emitter's maker knows
 * its few events and would rather not have the object reshaped. */
function dropEvent(emitter, events, type) {
    emitter._eventsCount--;
    if (emitter[kShapeMode])
        events[type] = undefined;
    else if (emitter._eventsCount === 0)
        emitter._events = { __proto__: null };
    else
        delete events[type];
}

function findLast(list, listener) {
    for (let i = list.length - 1; i >= 0; i--) {
        if (list[i] === listener || list[i].listener === listener)
            return i;
    }
    return -1;
}

EventEmitter.prototype.removeListener =
    function removeListener(type, listener) {
        checkListener(listener);
        const events = this._events;
        const list = events === undefined ? undefined : events[type];
        if (list === undefined)
            return this;

        if (list === listener || list.listener === listener) {
            dropEvent(this, events, type);
            if (events.removeListener !== undefined) {
                this.emit('removeListener', type,
                          list.listener || listener);
            }
        } else if (typeof list !== 'function') {
            const at = findLast(list, listener);
            if (at < 0)
                return this;
            if (at === 0 && list.length > 0)
                list.shift();
            else
                spliceOne(list, at);
            if (list.length === 1)
                events[type] = list[0];
            if (events.removeListener !== undefined)
                this.emit('removeListener', type, listener);
        }
        return this;
    };

EventEmitter.prototype.off = EventEmitter.prototype.removeListener;

function removeQuietly(emitter, events, type, hasType) {
    if (!hasType) {
        emitter._events = { __proto__: null };
        emitter._eventsCount = 0;
    } else if (events[type] !== undefined) {
        if (--emitter._eventsCount === 0)
            emitter._events = { __proto__: null };
        else
            delete events[type];
    }
    emitter[kShapeMode] = false;
}

EventEmitter.prototype.removeAllListeners =
    function removeAllListeners(type) {
        const events = this._events;
        if (events === undefined)
            return this;
        const hasType = arguments.length > 0;
        if (events.removeListener === undefined) {
            removeQuietly(this, events, type, hasType);
            return this;
        }

        if (!hasType) {
            const keys = ReflectOwnKeys(events);
            for (let i = 0; i < keys.length; i++) {
                if (keys[i] !== 'removeListener')
                    this.removeAllListeners(keys[i]);
            }
            this.removeAllListeners('removeListener');
            this._events = { __proto__: null };
            this._eventsCount = 0;
            this[kShapeMode] = false;
            return this;
        }
        const listeners = events[type];
        if (typeof listeners === 'function') {
            this.removeListener(type, listeners);
        } else if (listeners !== undefined) {
            for (let i = listeners.length - 1; i >= 0; i--)
                this.removeListener(type, listeners[i]);
        }
        return this;
    };

/* ---- Asking ----------------------------------------------------------- */

function listListeners(emitter, type, unwrap) {
    const events = emitter._events;
    const found = events === undefined ? undefined : events[type];
    if (found === undefined)
        return [];
    const list = typeof found === 'function' ? [found] : copyArray(found);
    if (unwrap) {
        for (let i = 0; i < list.length; i++) {
            const original = list[i].listener;
            if (typeof original === 'function')
                list[i] = original;
        }
    }
    return list;
}

EventEmitter.prototype.listeners = function listeners(type) {
    return listListeners(this, type, true);
};

EventEmitter.prototype.rawListeners = function rawListeners(type) {
    return listListeners(this, type, false);
};

EventEmitter.prototype.listenerCount = function listenerCount(type,
                                                               listener) {
    const events = this._events;
    const found = events === undefined ? undefined : events[type];
    if (found === undefined)
        return 0;
    const isAny = listener === undefined || listener === null;
    if (typeof found === 'function') {
        return isAny || found === listener || found.listener === listener
            ? 1 : 0;
    }
    if (isAny)
        return found.length;
    let count = 0;
    for (let i = 0; i < found.length; i++) {
        if (found[i] === listener || found[i].listener === listener)
            count++;
    }
    return count;
};

EventEmitter.prototype.eventNames = function eventNames() {
    return this._eventsCount > 0 ? ReflectOwnKeys(this._events) : [];
};

EventEmitter.prototype.setMaxListeners = function setMaxListeners(n) {
    validateNumber(n, 'setMaxListeners', 0);
    this._maxListeners = n;
    return this;
};

EventEmitter.prototype.getMaxListeners = function getMaxListeners() {
    return getMaxListenersOf(this);
};

/* ---- Functions for emitters and event targets alike ------------------- */

function isEventTarget(value) {
    return value?.constructor?.[Symbol.for('nodejs.event_target')] === true;
}

function setMaxListenersOfAll(n = defaultMaxListeners, ...targets) {
    validateNumber(n, 'setMaxListeners', 0);
    if (targets.length === 0) {
        defaultMaxListeners = n;
        return;
    }
    for (let i = 0; i < targets.length; i++) {
        const target = targets[i];
        if (isEventTarget(target)) {
            const { kMaxEventTargetListeners,
                    kMaxEventTargetListenersWarned } =
                require('internal/event_target');
            target[kMaxEventTargetListeners] = n;
            target[kMaxEventTargetListenersWarned] = false;
        } else if (typeof target.setMaxListeners === 'function') {
            target.setMaxListeners(n);
        } else {
            throw new ERR_INVALID_ARG_TYPE(
                'eventTargets', ['EventEmitter', 'EventTarget'], target);
        }
    }
}

function getMaxListeners(target) {
    if (typeof target?.getMaxListeners === 'function')
        return getMaxListenersOf(target);
    if (isEventTarget(target)) {
        const { kMaxEventTargetListeners } =
            require('internal/event_target');
        return target[kMaxEventTargetListeners];
    }
    throw new ERR_INVALID_ARG_TYPE('emitter',
                                   ['EventEmitter', 'EventTarget'], target);
}

function getEventListeners(target, type) {
    if (typeof target.listeners === 'function')
        return target.listeners(type);
    if (isEventTarget(target)) {
        const { listListenersOf } = require('internal/event_target');
        return listListenersOf(target, type);
    }
    throw new ERR_INVALID_ARG_TYPE('emitter',
                                   ['EventEmitter', 'EventTarget'], target);
}

function listenerCountOf(target, type) {
    if (typeof target.listenerCount === 'function')
        return target.listenerCount(type);
    if (isEventTarget(target))
        return getEventListeners(target, type).length;
    throw new ERR_INVALID_ARG_TYPE('emitter',
                                   ['EventEmitter', 'EventTarget'], target);
}

/* Listen on whatever it is. */
function listen(target, name, listener, flags) {
    if (typeof target.on === 'function') {
        if (flags?.once)
            target.once(name, listener);
        else
            target.on(name, listener);
    } else if (typeof target.addEventListener === 'function') {
        target.addEventListener(name, listener, flags);
    } else {
        throw new ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', target);
    }
}

function unlisten(target, name, listener, flags) {
    if (typeof target.removeListener === 'function')
        target.removeListener(name, listener);
    else if (typeof target.removeEventListener === 'function')
        target.removeEventListener(name, listener, flags);
    else
        throw new ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', target);
}

/* A promise of the next event's arguments. An 'error' that comes first rejects
 * it, unless that is what was waited for. */
function waitForEvent(emitter, name, signal) {
    return new Promise((resolve, reject) => {
        const onError = (error) => {
            emitter.removeListener(name, onEvent);
            if (signal != null)
                unlisten(signal, 'abort', onAbort);
            reject(error);
        };
        const onEvent = (...args) => {
            if (typeof emitter.removeListener === 'function')
                emitter.removeListener('error', onError);
            if (signal != null)
                unlisten(signal, 'abort', onAbort);
            resolve(args);
        };
        function onAbort() {
            unlisten(emitter, name, onEvent);
            unlisten(emitter, 'error', onError);
            reject(new AbortError(undefined, { cause: signal.reason }));
        }

        const { kResistStopPropagation } =
            signal == null ? kEmptyObject : require('internal/event_target');
        listen(emitter, name, onEvent,
               { __proto__: null, once: true,
                 [kResistStopPropagation]: true });
        if (name !== 'error' && typeof emitter.once === 'function')
            emitter.once('error', onError);
        if (signal != null) {
            listen(signal, 'abort', onAbort,
                   { __proto__: null, once: true,
                     [kResistStopPropagation]: true });
        }
    });
}

async function once(emitter, name, options = kEmptyObject) {
    validateObject(options, 'options');
    const { signal } = options;
    validateAbortSignal(signal, 'options.signal');
    if (signal?.aborted)
        throw new AbortError(undefined, { cause: signal.reason });
    return waitForEvent(emitter, name, signal);
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
EventEmitter.getMaxListeners = getMaxListeners;
EventEmitter.setMaxListeners = setMaxListenersOfAll;
ObjectDefineProperty(setMaxListenersOfAll, 'name',
                     { __proto__: null, value: 'setMaxListeners' });
EventEmitter.listenerCount = listenerCountOf;
ObjectDefineProperty(listenerCountOf, 'name',
                     { __proto__: null, value: 'listenerCount' });
EventEmitter.addAbortListener = addAbortListener;
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.usingDomains = false;
EventEmitter.captureRejectionSymbol = kRejection;
EventEmitter.errorMonitor = kErrorMonitor;

ObjectDefineProperty(EventEmitter, 'captureRejections', {
    __proto__: null,
    get() { return EventEmitter.prototype[kCapture]; },
    set(value) {
        validateBoolean(value, 'EventEmitter.captureRejections');
        EventEmitter.prototype[kCapture] = value;
    },
    enumerable: true,
});

ObjectDefineProperty(EventEmitter, 'defaultMaxListeners', {
    __proto__: null,
    get() { return defaultMaxListeners; },
    set(n) {
        validateNumber(n, 'defaultMaxListeners', 0);
        defaultMaxListeners = n;
    },
    enumerable: true,
});

defineLazy(EventEmitter, 'EventEmitterAsyncResource',
           () => require('internal/events/async_resource'));

/* For the modules beside: not enumerable, not for users. */
ObjectDefineProperty(EventEmitter, Symbol.for('orrery.events'), {
    __proto__: null, value: { listen, unlisten, kShapeMode, isEventTarget },
});
