'use strict';
/*
 * internal/events/abort_controller - AbortController and AbortSignal.
 *
 * A signal made by AbortSignal.any() depends on its sources. Both ends hold
 * each other weakly: a source must not keep every derived signal alive. But a
 * derived signal with a listener must not be collected. So it is in
 * `listenedTo`, like a signal with a timeout, as long as it has an abort
 * listener. A source with a timeout is held by the derived signal until either
 * aborts: nobody else may hold it, and it is sure to abort.
 *
 * When a source aborts, first all signals that depend on it are marked, then
 * the events are dispatched, the source's own first: no listener sees one
 * aborted and the other not.
 */

const {
    Event,
    EventTarget,
    defineEventHandler,
    kAdded,
    kRemoved,
    kResistStopPropagation,
    kTrustEvent,
    kWeakHandler,
    setLimit,
    showAs,
} = require('internal/events/event_target');
const { codes, makePlainError } = require('internal/errors');
const {
    validateObject,
    validateUint32,
} = require('internal/validators');
const {
    customInspectSymbol,
    defineEnumerable,
    defineTag,
} = require('internal/util');

const key = Symbol('made here');
const listenedTo = new Set();

function makeAbortError() {
    return new DOMException('This operation was aborted', 'AbortError');
}

/* ---- Signals ---------------------------------------------------------- */

let isSignal;
let stateOf;

class AbortSignal extends EventTarget {
    #state;

    static {
        isSignal = (value) => typeof value === 'object' &&
                              value !== null && #state in value;
        stateOf = (value) => {
            if (!isSignal(value))
                throw new codes.ERR_INVALID_THIS('AbortSignal');
            return value.#state;
        };
    }

    constructor(token = undefined) {
        if (token !== key)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
        super();
        setLimit(this, 0);
        this.#state = {
            aborted: false,
            reason: undefined,
            hasTimer: false,       /* made by timeout() */
            sources: undefined,    /* made by any(): Set of WeakRef */
            link: undefined,       /* to those made of this one */
            timeouts: undefined,   /* those of the sources that have a timer */
        };
    }

    get aborted() {
        return stateOf(this).aborted;
    }

    get reason() {
        return stateOf(this).reason;
    }

    throwIfAborted() {
        const { aborted, reason } = stateOf(this);
        if (aborted)
            throw reason;
    }

    static abort(reason = makeAbortError()) {
        const signal = new AbortSignal(key);
        markAborted(signal, reason);
        return signal;
    }

    static timeout(delay) {
        validateUint32(delay, 'delay', false);
        const signal = new AbortSignal(key);
        stateOf(signal).hasTimer = true;
        startTimeout(signal, delay);
        return signal;
    }

    static any(signals) {
        const list = readSignals(signals);
        const result = new AbortSignal(key);
        stateOf(result).sources = new Set();
        const first = list.find((signal) => signal.aborted);
        if (first !== undefined)
            markAborted(result, first.reason);
        else
            list.forEach((signal) => addSource(result, signal));
        return result;
    }

    [kAdded](size, type, isWeak) {
        super[kAdded](size, type, isWeak);
        const { aborted, hasTimer, sources } = stateOf(this);
        if (type === 'abort' && size === 1 && !isWeak && !aborted &&
            (hasTimer || sources?.size > 0))
            listenedTo.add(this);
    }

    [kRemoved](size, type) {
        if (type === 'abort' && size === 0)
            listenedTo.delete(this);
    }

    [customInspectSymbol](depth, options) {
        return depth < 0 ? this : showAs(this, { aborted: this.aborted },
                                         depth, options);
    }
}

defineEnumerable(AbortSignal.prototype, ['aborted']);
defineTag(AbortSignal.prototype, 'AbortSignal');
defineEventHandler(AbortSignal.prototype, 'abort');

/* ---- Time limits ------------------------------------------------------ */

/* The timer of a collected signal need not fire. */
let forgottenTimeouts;

function startTimeout(signal, delay) {
    const { clearTimeout, setTimeout } = internalBinding('order');
    const weak = new WeakRef(signal);
    const timer = setTimeout(() => {
        const target = weak.deref();
        if (target === undefined)
            return;
        forgottenTimeouts.unregister(target);
        listenedTo.delete(target);
        abortSignal(target, new DOMException(
            'The operation was aborted due to timeout', 'TimeoutError'));
    }, delay);
    timer.unref();
    forgottenTimeouts ??= new FinalizationRegistry(clearTimeout);
    forgottenTimeouts.register(signal, timer, signal);
}

/* ---- Signals of signals ----------------------------------------------- */

/* In the words of the web's interfaces. */
function wrongSignals(message) {
    return Object.assign(new TypeError(message),
                         { code: 'ERR_INVALID_ARG_TYPE' });
}

function readSignals(signals) {
    const isObject = typeof signals === 'object' && signals !== null ||
                     typeof signals === 'function';
    if (!isObject || typeof signals[Symbol.iterator] !== 'function')
        throw wrongSignals('signals cannot be converted to sequence.');
    const list = Array.from(signals);
    list.forEach((signal, i) => {
        if (!isSignal(signal))
            throw wrongSignals(`signals[${i}] is not of type AbortSignal.`);
    });
    return list;
}

/* A derived signal has no derived sources: theirs are taken instead. */
function addSource(result, source) {
    const { sources } = stateOf(source);
    if (sources === undefined) {
        linkSignals(result, source);
        return;
    }
    for (const weak of sources) {
        const deeper = weak.deref();
        if (deeper !== undefined && deeper !== result)
            linkSignals(result, deeper);
    }
}

/* Long-lived sources must not collect dead references to short-lived
 * signals. */
let collected;
let sourceGone;

/* A signal whose last source was collected can never abort. */
function dropSource({ dependants, weakSource }) {
    for (const weak of dependants) {
        const signal = weak.deref();
        const sources = signal && stateOf(signal).sources;
        if (sources?.delete(weakSource) && sources.size === 0)
            listenedTo.delete(signal);
    }
}

/* The link between a source and the signals that depend on it. It is registered
 * once, however many there will be. */
function openLink(source) {
    const link = { dependants: new Set(), weakSource: new WeakRef(source) };
    sourceGone ??= new FinalizationRegistry(dropSource);
    sourceGone.register(source, link);
    return link;
}

function linkSignals(result, source) {
    const { dependants, weakSource } =
        stateOf(source).link ??= openLink(source);
    const { sources } = stateOf(result);
    if (sources.has(weakSource))
        return;
    const weak = new WeakRef(result);
    dependants.add(weak);
    sources.add(weakSource);
    if (stateOf(source).hasTimer)
        (stateOf(result).timeouts ??= []).push(source);
    collected ??= new FinalizationRegistry(
        (it) => it.dependants.delete(it.weak));
    collected.register(result, { dependants, weak });
}

/* ---- Aborting --------------------------------------------------------- */

/* False if it was aborted before. */
function markAborted(signal, reason) {
    const state = stateOf(signal);
    if (state.aborted)
        return false;
    state.aborted = true;
    state.reason = reason;
    state.timeouts = undefined;
    return true;
}

function abortSignal(signal, reason) {
    if (!markAborted(signal, reason))
        return;
    const marked = [signal];
    for (const weak of stateOf(signal).link?.dependants ?? []) {
        const dependant = weak.deref();
        if (dependant !== undefined && markAborted(dependant, reason))
            marked.push(dependant);
    }
    for (const each of marked) {
        each.dispatchEvent(new Event('abort', { [kTrustEvent]: true }));
        listenedTo.delete(each);
    }
}

class AbortController {
    #signal;

    get signal() {
        return this.#signal ??= new AbortSignal(key);
    }

    abort(reason = makeAbortError()) {
        abortSignal(this.#signal ??= new AbortSignal(key), reason);
    }

    [customInspectSymbol](depth, options) {
        return depth < 0 ? this : showAs(this, { signal: this.signal },
                                         depth, options);
    }
}

defineEnumerable(AbortController.prototype, ['signal', 'abort']);
defineTag(AbortController.prototype, 'AbortController');

/* util.aborted(): a promise of the abort that does not keep `resource` alive,
 * and that stays pending forever if the resource goes first. */
async function aborted(signal, resource) {
    if (!isSignal(signal)) {
        throw makePlainError(TypeError, 'ERR_INVALID_ARG_TYPE',
                             'signal is not of type AbortSignal.');
    }
    validateObject(resource, 'resource', 6);
    if (signal.aborted)
        return undefined;
    const flags = { __proto__: null, once: true };
    flags[kWeakHandler] = resource;
    flags[kResistStopPropagation] = true;
    return new Promise((resolve) => {
        signal.addEventListener('abort', resolve, flags);
    });
}

module.exports = {
    AbortController, AbortSignal, abortSignal, aborted, isSignal,
    makeSignal: () => new AbortSignal(key),
};
