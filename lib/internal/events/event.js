'use strict';
/*
 * internal/events/event - Event and CustomEvent.
 *
 * The state of an event is one plain object in a private field. Only stateOf()
 * reads it: for the members of the class, and for dispatching. It also refuses
 * a receiver of another kind. The read-only attributes are a table, from which
 * the getters are made.
 */

const { codes } = require('internal/errors');
const { validateObject } = require('internal/validators');
const {
    customInspectSymbol,
    defineEnumerable,
    defineTag,
} = require('internal/util');
/* Loaded when first used: internal/util/inspect, perf_hooks. */

const defineProperty = Object.defineProperty;

/* An option: the event is made by the runtime and says so. */
const kTrustEvent = Symbol('kTrustEvent');

/* What console.log() shows of classes like these: the name and some fields. */
function showAs(self, fields, depth, options) {
    const { name } = self.constructor;
    if (depth < 0)
        return name;
    const inner = { ...options };
    if (Number.isInteger(options.depth))
        inner.depth = options.depth - 1;
    const { inspect } = require('internal/util/inspect');
    return `${name} ${inspect(fields, inner)}`;
}

function cancel(state) {
    if (state.cancelable && !state.isPassive)
        state.isCanceled = true;
}

/* What an event begins with. Its state inherits this, since most events are
 * made and dispatched without any of it being changed. */
const blank = {
    __proto__: null,
    bubbles: false,
    cancelable: false,
    composed: false,
    isTrusted: false,
    target: null,
    isCanceled: false,   /* by preventDefault() */
    isStopped: false,    /* no other target */
    isStoppedNow: false, /* no other listener either */
    isUnderWay: false,   /* a listener is being called */
    isPassive: false,    /* that listener may not cancel */
};

function makeState(options) {
    const state = { __proto__: blank };
    if (options == null)
        return state;
    validateObject(options, 'options');
    state.bubbles = Boolean(options.bubbles);
    state.cancelable = Boolean(options.cancelable);
    state.composed = Boolean(options.composed);
    state.isTrusted = Boolean(options[kTrustEvent]);
    return state;
}

let stateOf;

class Event {
    #state;

    static {
        stateOf = (value) => {
            if (value === null || typeof value !== 'object' ||
                !(#state in value))
                throw new codes.ERR_INVALID_THIS('Event');
            return value.#state;
        };
    }

    constructor(type, options = undefined) {
        if (arguments.length === 0)
            throw new codes.ERR_MISSING_ARGS('type');
        const state = makeState(options);
        state.type = `${type}`;
        state.timeStamp = require('perf_hooks').performance.now();
        this.#state = state;
    }

    initEvent(type, bubbles = false, cancelable = false) {
        if (arguments.length === 0)
            throw new codes.ERR_MISSING_ARGS('type');
        const state = stateOf(this);
        if (state.isUnderWay)
            return;
        state.type = `${type}`;
        state.bubbles = Boolean(bubbles);
        state.cancelable = Boolean(cancelable);
    }

    stopImmediatePropagation() {
        const state = stateOf(this);
        state.isStopped = true;
        state.isStoppedNow = true;
    }

    preventDefault() {
        cancel(stateOf(this));
    }

    composedPath() {
        const { isUnderWay, target } = stateOf(this);
        return isUnderWay ? [target] : [];
    }

    stopPropagation() {
        stateOf(this).isStopped = true;
    }

    get returnValue() {
        return !stateOf(this).isCanceled;
    }

    set returnValue(value) {
        const state = stateOf(this);
        if (!value)
            cancel(state);
    }

    get cancelBubble() {
        return stateOf(this).isStopped;
    }

    set cancelBubble(value) {
        const state = stateOf(this);
        state.isStopped ||= Boolean(value);
    }

    [customInspectSymbol](depth, options) {
        const { type, isCanceled, cancelable, timeStamp } = stateOf(this);
        return showAs(this, { type, defaultPrevented: isCanceled, cancelable,
                              timeStamp }, depth, options);
    }
}

const attributes = {
    target: (state) => state.target,
    currentTarget: (state) => state.isUnderWay ? state.target : null,
    srcElement: (state) => state.target,
    type: (state) => state.type,
    cancelable: (state) => state.cancelable,
    defaultPrevented: (state) => state.cancelable && state.isCanceled,
    timeStamp: (state) => state.timeStamp,
    bubbles: (state) => state.bubbles,
    composed: (state) => state.composed,
    eventPhase: (state) => state.isUnderWay ? Event.AT_TARGET : Event.NONE,
    isTrusted: (state) => state.isTrusted,
};

for (const [name, read] of Object.entries(attributes)) {
    const holder = { get [name]() { return read(stateOf(this)); } };
    defineProperty(Event.prototype, name,
                   Object.getOwnPropertyDescriptor(holder, name));
}

defineEnumerable(Event.prototype, [
    'initEvent', 'stopImmediatePropagation', 'preventDefault',
    'composedPath', 'stopPropagation', 'returnValue', 'cancelBubble',
]);
defineTag(Event.prototype, 'Event');
defineProperty(Event.prototype, 'isTrusted',
               { __proto__: null, configurable: false });

['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'].forEach(
    (name, value) => defineProperty(Event, name, {
        __proto__: null, value, writable: false, enumerable: true,
        configurable: false,
    }));

class CustomEvent extends Event {
    #detail;

    constructor(type, options = undefined) {
        if (arguments.length === 0)
            throw new codes.ERR_MISSING_ARGS('type');
        super(type, options);
        const detail = options?.detail;
        this.#detail = detail === undefined ? null : detail;
    }

    get detail() {
        const isOne = this !== null && typeof this === 'object' &&
                      #detail in this;
        if (!isOne)
            throw new codes.ERR_INVALID_THIS('CustomEvent');
        return this.#detail;
    }
}

defineEnumerable(CustomEvent.prototype, ['detail']);
defineTag(CustomEvent.prototype, 'CustomEvent');

module.exports = { CustomEvent, Event, kTrustEvent, showAs, stateOf };
