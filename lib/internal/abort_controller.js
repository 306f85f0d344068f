'use strict';
/*
 * internal/abort_controller - AbortController and AbortSignal.
 *
 * A signal made by AbortSignal.any() depends on its sources. Both ends hold
 * each other weakly: a source must not keep every signal alive that was ever
 * derived from it, and who only holds the derived one must not lose it while
 * somebody listens. So a derived signal, like one with a time limit, is kept
 * in `listenedTo` as long as it has an abort listener.
 *
 * When a source aborts, first all signals that depend on it are marked, then
 * the events are dispatched, the source's own first: no listener sees one
 * aborted and the other not.
 */

const {
    Event,
    EventTarget,
    defineEventHandler,
    kMaxEventTargetListeners,
    kNewListener,
    kRemoveListener,
    kResistStopPropagation,
    kTrustEvent,
    showAs,
} = require('internal/event_target');
const {
    codes: {
        ERR_ILLEGAL_CONSTRUCTOR,
        ERR_INVALID_ARG_TYPE,
        ERR_INVALID_THIS,
    },
} = require('internal/errors');
const {
    validateAbortSignal,
    validateAbortSignalArray,
    validateObject,
    validateUint32,
} = require('internal/validators');
const {
    customInspectSymbol,
    defineEnumerable,
    defineTag,
} = require('internal/util');

const kAborted = Symbol('kAborted');
const kReason = Symbol('kReason');
const kComposite = Symbol('kComposite');
const kTimeout = Symbol('kTimeout');
const kSourceSignals = Symbol('kSourceSignals');
const kDependantSignals = Symbol('kDependantSignals');
const kInside = Symbol('kInside');

const listenedTo = new Set();

function makeAbortError() {
    return new DOMException('This operation was aborted', 'AbortError');
}

/* A time limit that nobody waits for any more need not fire. */
let forgottenTimeouts;

function startTimeout(signal, delay) {
    const { setTimeout, clearTimeout } = require('timers');
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

function checkSignal(value) {
    if (value?.[kAborted] === undefined)
        throw new ERR_INVALID_THIS('AbortSignal');
}

class AbortSignal extends EventTarget {
    constructor(token = undefined, options = undefined) {
        if (token !== kInside)
            throw new ERR_ILLEGAL_CONSTRUCTOR();
        super();
        this[kMaxEventTargetListeners] = 0;
        this[kAborted] = options?.aborted ?? false;
        this[kReason] = options?.reason;
        this[kComposite] = options?.composite ?? false;
    }

    get aborted() {
        checkSignal(this);
        return !!this[kAborted];
    }

    get reason() {
        checkSignal(this);
        return this[kReason];
    }

    throwIfAborted() {
        checkSignal(this);
        if (this[kAborted])
            throw this[kReason];
    }

    [customInspectSymbol](depth, options) {
        return showAs(this, { aborted: this.aborted }, depth, options);
    }

    static abort(reason = makeAbortError()) {
        return new AbortSignal(kInside, { aborted: true, reason });
    }

    static timeout(delay) {
        validateUint32(delay, 'delay', false);
        const signal = new AbortSignal(kInside);
        signal[kTimeout] = true;
        startTimeout(signal, delay);
        return signal;
    }

    static any(signals) {
        const list = readSignals(signals);
        const result = new AbortSignal(kInside, { composite: true });
        for (let i = 0; i < list.length; i++) {
            if (list[i].aborted) {
                abortSignal(result, list[i].reason);
                return result;
            }
        }
        result[kSourceSignals] = new Set();
        for (let i = 0; i < list.length; i++)
            addSource(result, list[i]);
        return result;
    }

    [kNewListener](size, type, listener, once, capture, passive, weak) {
        super[kNewListener](size, type, listener, once, capture, passive,
                            weak);
        const hasTimer = this[kTimeout] || (this[kComposite] &&
                         this[kSourceSignals]?.size > 0);
        if (hasTimer && type === 'abort' && !this.aborted && !weak &&
            size === 1)
            listenedTo.add(this);
    }

    [kRemoveListener](size, type, listener, capture) {
        super[kRemoveListener](size, type, listener, capture);
        if (type === 'abort' && size === 0)
            listenedTo.delete(this);
    }
}

defineEnumerable(AbortSignal.prototype, ['aborted', 'reason',
                                         'throwIfAborted']);
defineTag(AbortSignal.prototype, 'AbortSignal');
defineEventHandler(AbortSignal.prototype, 'abort');

function readSignals(signals) {
    if (signals === null || typeof signals !== 'object' &&
        typeof signals !== 'function' ||
        typeof signals[Symbol.iterator] !== 'function') {
        throw new ERR_INVALID_ARG_TYPE('signals', 'Iterable', signals);
    }
    const list = Array.from(signals);
    validateAbortSignalArray(list, 'signals');
    return list;
}

/* A derived signal has no derived sources: theirs are taken instead. */
function addSource(result, source) {
    if (!source[kComposite]) {
        linkSignals(result, source);
        return;
    }
    if (!source[kSourceSignals])
        return;
    for (const weak of source[kSourceSignals]) {
        const deeper = weak.deref();
        if (deeper !== undefined && deeper !== result)
            linkSignals(result, deeper);
    }
}

/* Long-lived sources must not gather the husks of short-lived signals. */
let collected;
let sourceGone;

/* Nobody can abort the signal once its last source is gone. */
function dropSource({ weak, weakSource }) {
    const signal = weak.deref();
    if (signal === undefined)
        return;
    signal[kSourceSignals].delete(weakSource);
    if (signal[kSourceSignals].size === 0)
        listenedTo.delete(signal);
}

function linkSignals(result, source) {
    source[kDependantSignals] ??= new Set();
    for (const weak of source[kDependantSignals]) {
        if (weak.deref() === result)
            return;
    }
    const weak = new WeakRef(result);
    source[kDependantSignals].add(weak);
    collected ??= new FinalizationRegistry(({ set, husk }) => {
        set.delete(husk);
    });
    collected.register(result, { set: source[kDependantSignals],
                                 husk: weak });
    const weakSource = new WeakRef(source);
    result[kSourceSignals].add(weakSource);
    sourceGone ??= new FinalizationRegistry(dropSource);
    sourceGone.register(source, { weak, weakSource });
}

function markAborted(signal, reason) {
    signal[kAborted] = true;
    signal[kReason] = reason;
}

function dispatchAbort(signal) {
    const event = new Event('abort', { [kTrustEvent]: true });
    signal.dispatchEvent(event);
    listenedTo.delete(signal);
}

function abortSignal(signal, reason) {
    if (signal[kAborted])
        return;
    markAborted(signal, reason);
    const dependants = [];
    if (signal[kDependantSignals]) {
        for (const weak of signal[kDependantSignals]) {
            const dependant = weak.deref();
            if (dependant !== undefined && !dependant[kAborted]) {
                markAborted(dependant, reason);
                dependants[dependants.length] = dependant;
            }
        }
    }
    dispatchAbort(signal);
    for (let i = 0; i < dependants.length; i++)
        dispatchAbort(dependants[i]);
}

class AbortController {
    #signal;

    get signal() {
        this.#signal ??= new AbortSignal(kInside);
        return this.#signal;
    }

    abort(reason = makeAbortError()) {
        this.#signal ??= new AbortSignal(kInside);
        abortSignal(this.#signal, reason);
    }

    [customInspectSymbol](depth, options) {
        return showAs(this, { signal: this.signal }, depth, options);
    }
}

defineEnumerable(AbortController.prototype, ['signal', 'abort']);
defineTag(AbortController.prototype, 'AbortController');

/* util.aborted(): a promise of the abort that does not keep `resource` alive,
 * and that stays pending for ever if the resource goes first. */
async function aborted(signal, resource) {
    if (signal === undefined)
        throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
    validateAbortSignal(signal, 'signal');
    validateObject(resource, 'resource', 6);
    if (signal.aborted)
        return undefined;
    const { kWeakHandler } = require('internal/event_target');
    return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(), {
            __proto__: null, once: true, [kWeakHandler]: resource,
            [kResistStopPropagation]: true,
        });
    });
}

module.exports = { AbortController, AbortSignal, aborted };
