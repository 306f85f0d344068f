'use strict';
/*
 * internal/browser/event_target - Event and EventTarget of a document: events
 * that go down a path of targets and up again.
 *
 * Listeners are kept in a WeakMap by their target, since the window is the
 * global object and has no private members. Every listener is called by
 * callProgram(): if the loop dispatches the event, a microtask checkpoint
 * follows each listener; if code of the program does (dispatchEvent(),
 * click()), that code is on the stack and there is none.
 */

const { invoke, now } = internalBinding('browser');

let reportException; // internal/browser/errors sets it

/* Call a function of the program. What it throws is reported. */
function callProgram(fn, self, args) {
    let result;
    function run() {
        result = Reflect.apply(fn, self, args);
    }
    if (invoke(run))
        return result;
    try {
        run();
    } catch (error) {
        reportException(error);
    }
    return result;
}

/* ---- Events ----------------------------------------------------------- */

const internals = new WeakMap();
let trusted = false; // of the events that are being made

class Event {
    constructor(type, init = {}) {
        if (arguments.length === 0) {
            throw new TypeError("Failed to construct 'Event': 1 argument " +
                                'required, but only 0 present.');
        }
        internals.set(this, {
            type: `${type}`, bubbles: Boolean(init?.bubbles),
            cancelable: Boolean(init?.cancelable),
            composed: Boolean(init?.composed), isTrusted: trusted,
            timeStamp: now(), target: null, currentTarget: null, phase: 0,
            path: [], stopped: false, stoppedNow: false, canceled: false,
            passive: false, dispatching: false,
        });
    }

    get type() { return internals.get(this).type; }
    get target() { return internals.get(this).target; }
    get srcElement() { return internals.get(this).target; }
    get currentTarget() { return internals.get(this).currentTarget; }
    get eventPhase() { return internals.get(this).phase; }
    get bubbles() { return internals.get(this).bubbles; }
    get cancelable() { return internals.get(this).cancelable; }
    get composed() { return internals.get(this).composed; }
    get isTrusted() { return internals.get(this).isTrusted; }
    get timeStamp() { return internals.get(this).timeStamp; }
    get defaultPrevented() { return internals.get(this).canceled; }
    get returnValue() { return !internals.get(this).canceled; }
    get cancelBubble() { return internals.get(this).stopped; }
    set cancelBubble(value) {
        if (value)
            this.stopPropagation();
    }

    composedPath() { return [...internals.get(this).path]; }
    stopPropagation() { internals.get(this).stopped = true; }

    stopImmediatePropagation() {
        const inside = internals.get(this);
        inside.stopped = inside.stoppedNow = true;
    }

    preventDefault() {
        const inside = internals.get(this);
        if (inside.cancelable && !inside.passive)
            inside.canceled = true;
    }
}
const PHASES = { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 };
for (const [name, value] of Object.entries(PHASES)) {
    Object.defineProperty(Event, name, { value, enumerable: true });
    Object.defineProperty(Event.prototype, name, { value, enumerable: true });
}

/* `[object Event]` of its objects. */
function defineTag(Class, name = Class.name) {
    Object.defineProperty(Class.prototype, Symbol.toStringTag, {
        value: name, configurable: true,
    });
}
defineTag(Event);

/* A class of events that have these members, with these values by default. */
function makeEventClass(name, members, Base = Event) {
    const values = new WeakMap();
    const Class = { [name]: class extends Base {
        constructor(type, init = {}) {
            super(type, init);
            const own = {};
            for (const key of Object.keys(members))
                own[key] = init != null && key in init ? init[key] : members[key];
            values.set(this, own);
        }
    } }[name];
    for (const key of Object.keys(members)) {
        Object.defineProperty(Class.prototype, key, {
            get() { return values.get(this)[key]; },
            enumerable: true, configurable: true,
        });
    }
    defineTag(Class, name);
    return Class;
}

const CustomEvent = makeEventClass('CustomEvent', { detail: null });
const MessageEvent = makeEventClass('MessageEvent', {
    data: null, origin: '', lastEventId: '', source: null, ports: [],
});
const ErrorEvent = makeEventClass('ErrorEvent', {
    message: '', filename: '', lineno: 0, colno: 0, error: null,
});
const PromiseRejectionEvent = makeEventClass('PromiseRejectionEvent', {
    promise: undefined, reason: undefined,
});
const UIEvent = makeEventClass('UIEvent', { view: null, detail: 0 });
const MouseEvent = makeEventClass('MouseEvent', {
    clientX: 0, clientY: 0, button: 0, buttons: 0, altKey: false,
    ctrlKey: false, metaKey: false, shiftKey: false, relatedTarget: null,
}, UIEvent);

const KeyboardEvent = makeEventClass('KeyboardEvent', {
    key: '', code: '', location: 0, repeat: false, isComposing: false,
    altKey: false, ctrlKey: false, metaKey: false, shiftKey: false,
}, UIEvent);
const InputEvent = makeEventClass('InputEvent', {
    data: null, inputType: '', isComposing: false,
}, UIEvent);
const FocusEvent = makeEventClass('FocusEvent', { relatedTarget: null }, UIEvent);

/* An event that the browser itself makes. */
function makeTrusted(Class, type, init) {
    trusted = true;
    try {
        return new Class(type, init);
    } finally {
        trusted = false;
    }
}

/* ---- Targets ---------------------------------------------------------- */

const kParent = Symbol('parent of an event path');
const kOnAbort = Symbol('what a signal does when it is aborted');
const lists = new WeakMap(); // target -> its listeners, oldest first

function listOf(target) {
    let list = lists.get(target);
    if (list === undefined)
        lists.set(target, list = []);
    return list;
}

function isCapturing(options) {
    return typeof options === 'object' && options !== null ?
        Boolean(options.capture) : Boolean(options);
}

function find(list, type, callback, capture) {
    return list.findIndex((l) => l.type === type && l.capture === capture &&
                                 l.callback === callback);
}

function removeListener(target, listener) {
    const list = listOf(target);
    const at = list.indexOf(listener);
    listener.removed = true;
    if (at >= 0)
        list.splice(at, 1);
}

class EventTarget {
    addEventListener(type, callback, options = undefined) {
        if (arguments.length < 2) {
            throw new TypeError("Failed to execute 'addEventListener' on " +
                `'EventTarget': 2 arguments required, but only ${
                    arguments.length} present.`);
        }
        if (callback === null || callback === undefined)
            return;
        const self = this ?? globalThis;
        const capture = isCapturing(options);
        const more = Object(options);
        const list = listOf(self);
        if (more.signal?.aborted ||
            find(list, `${type}`, callback, capture) >= 0)
            return;
        const listener = {
            type: `${type}`, callback, capture, once: Boolean(more.once),
            passive: Boolean(more.passive), removed: false, isHandler: false,
        };
        list.push(listener);
        more.signal?.[kOnAbort](() => removeListener(self, listener));
    }

    removeEventListener(type, callback, options = undefined) {
        const self = this ?? globalThis;
        const list = listOf(self);
        const at = find(list, `${type}`, callback, isCapturing(options));
        if (at >= 0)
            removeListener(self, list[at]);
    }

    dispatchEvent(event) {
        const inside = internals.get(event);
        if (inside === undefined) {
            throw new TypeError("Failed to execute 'dispatchEvent' on " +
                "'EventTarget': parameter 1 is not of type 'Event'.");
        }
        if (inside.dispatching) {
            const { DOMException } = globalThis;
            throw new DOMException(
                "Failed to execute 'dispatchEvent' on 'EventTarget': The " +
                'event is already being dispatched.', 'InvalidStateError');
        }
        inside.isTrusted = false;
        return dispatch(this ?? globalThis, event);
    }
}

defineTag(EventTarget);

/* The value that an on... handler returns may cancel the event. */
function callHandler(listener, target, event) {
    const inside = internals.get(event);
    if (event.type === 'error' && event instanceof ErrorEvent &&
        target === globalThis) {
        const { message, filename, lineno, colno, error } = event;
        if (callProgram(listener.callback, target,
                        [message, filename, lineno, colno, error]) === true)
            inside.canceled = true;
    } else if (callProgram(listener.callback, target, [event]) === false) {
        event.preventDefault();
    }
}

function callListener(listener, target, event) {
    const inside = internals.get(event);
    if (listener.isHandler) {
        callHandler(listener, target, event);
        return;
    }
    if (listener.once)
        removeListener(target, listener);
    inside.passive = listener.passive;
    const { callback } = listener;
    if (typeof callback === 'function')
        callProgram(callback, target, [event]);
    else
        callProgram(() => callback.handleEvent(event), undefined, []);
    inside.passive = false;
}

/* The listeners of one target, as they are when it is reached. */
function visit(target, event, capture) {
    const inside = internals.get(event);
    if (inside.stopped)
        return;
    inside.currentTarget = target;
    for (const listener of [...listOf(target)]) {
        if (listener.removed || listener.type !== inside.type ||
            listener.capture !== capture)
            continue;
        callListener(listener, target, event);
        if (inside.stoppedNow)
            return;
    }
}

function pathOf(target, event) {
    const path = [];
    for (let at = target; at; at = at[kParent]?.(event))
        path.push(at);
    return path;
}

/* False if the event was canceled. The path is fixed when this begins. */
function dispatch(target, event) {
    const inside = internals.get(event);
    const path = pathOf(target, event);
    Object.assign(inside, { target, path, dispatching: true });
    for (let i = path.length - 1; i >= 0; i--) {
        inside.phase = i === 0 ? Event.AT_TARGET : Event.CAPTURING_PHASE;
        visit(path[i], event, true);
    }
    for (let i = 0; i < path.length && (i === 0 || inside.bubbles); i++) {
        inside.phase = i === 0 ? Event.AT_TARGET : Event.BUBBLING_PHASE;
        visit(path[i], event, false);
    }
    Object.assign(inside, { phase: 0, currentTarget: null, path: [],
                            dispatching: false, stopped: false,
                            stoppedNow: false });
    return !inside.canceled;
}

/* ---- on... ------------------------------------------------------------ */

/* The first function that is set is a listener from then on; another one that
 * replaces it is called in the same place. */
function setHandler(target, type, value, onFirst) {
    const callback = typeof value === 'function' ? value : null;
    const list = listOf(target);
    const known = list.find((l) => l.isHandler && l.type === type);
    if (known !== undefined && callback !== null) {
        known.callback = callback;
    } else if (known !== undefined) {
        removeListener(target, known);
    } else if (callback !== null) {
        list.push({ type, callback, capture: false, once: false,
                    passive: false, removed: false, isHandler: true });
        onFirst?.(target);
    }
}

/* `onclick` and so on of a prototype or of the window. */
function defineHandlers(object, types, onFirst = undefined) {
    for (const type of types) {
        Object.defineProperty(object, `on${type}`, {
            get() {
                return listOf(this ?? globalThis).find(
                    (l) => l.isHandler && l.type === type)?.callback ?? null;
            },
            set(value) {
                setHandler(this ?? globalThis, type, value, onFirst);
            },
            enumerable: true, configurable: true,
        });
    }
}

module.exports = {
    CustomEvent, ErrorEvent, Event, EventTarget, FocusEvent, InputEvent,
    KeyboardEvent, MessageEvent, MouseEvent, PromiseRejectionEvent, UIEvent,
    callProgram, defineHandlers, defineTag, dispatch, kOnAbort, kParent,
    makeTrusted,
    setReporter(fn) { reportException = fn; },
};
