'use strict';
/*
 * internal/browser/abort - AbortController and AbortSignal of the browser
 * profiles: targets of the document's kind, so that an exception of a listener
 * is reported at once and the event is an Event of the page.
 *
 * A signal that is aborted first runs its algorithms, such as the removal of
 * listeners that were added with it, then its listeners, then those of the
 * signals that any() derived from it.
 */

const { queueTimer } = internalBinding('browser');
const {
    Event, EventTarget, defineHandlers, defineTag, dispatch, kOnAbort, makeTrusted,
} = require('internal/browser/event_target');

const LONGEST_MS = 0x7fffffff;
const kMake = Symbol('make a signal');

let abort; // (signal, reason)

class AbortSignal extends EventTarget {
    #aborted = false;
    #reason;
    #algorithms = [];
    #derived = [];

    static {
        abort = (signal, reason) => signal.#abort(reason);
    }

    constructor(key) {
        if (key !== kMake) {
            throw new TypeError("Failed to construct 'AbortSignal': Illegal " +
                                'constructor');
        }
        super();
    }

    static abort(reason = undefined) {
        const signal = new AbortSignal(kMake);
        signal.#mark(reason);
        return signal;
    }

    static timeout(ms) {
        const signal = new AbortSignal(kMake);
        /* A task of its own, so that its listeners are called by the loop. */
        queueTimer(() => signal.#abort(makeError('signal timed out',
                                                 'TimeoutError')),
                   readTimeout(ms));
        return signal;
    }

    static any(signals) {
        const list = [...signals];
        const result = new AbortSignal(kMake);
        const first = list.find((signal) => signal.#aborted);
        if (first !== undefined)
            result.#mark(first.#reason);
        else
            list.forEach((signal) => signal.#derived.push(result));
        return result;
    }

    get aborted() { return this.#aborted; }
    get reason() { return this.#reason; }

    throwIfAborted() {
        if (this.#aborted)
            throw this.#reason;
    }

    [kOnAbort](algorithm) { this.#algorithms.push(algorithm); }

    #mark(reason) {
        this.#aborted = true;
        this.#reason = reason === undefined ?
            makeError('signal is aborted without reason', 'AbortError') : reason;
    }

    /* All of them are aborted before the first listener runs. */
    #markAll(reason) {
        this.#mark(reason);
        return [this, ...this.#derived.filter((signal) => !signal.#aborted)
            .flatMap((signal) => signal.#markAll(this.#reason))];
    }

    #abort(reason) {
        if (this.#aborted)
            return;
        for (const signal of this.#markAll(reason)) {
            for (const algorithm of signal.#algorithms.splice(0))
                algorithm();
            dispatch(signal, makeTrusted(Event, 'abort', {}));
        }
    }
}
defineTag(AbortSignal);
defineHandlers(AbortSignal.prototype, ['abort']);

function readTimeout(ms) {
    const number = Math.trunc(Number(ms));
    if (number >= 0 && number <= Number.MAX_SAFE_INTEGER)
        return Math.min(number, LONGEST_MS);
    const wrong = Number.isNaN(number) ? "not of type 'unsigned long long'" :
        Number.isFinite(number) ? "outside the 'unsigned long long' value range"
            : "infinite and not of type 'unsigned long long'";
    throw new TypeError("Failed to execute 'timeout' on 'AbortSignal': Value " +
                        `is ${wrong}.`);
}

function makeError(text, name) {
    const { DOMException } = globalThis;
    return new DOMException(text, name);
}

class AbortController {
    #signal = new AbortSignal(kMake);

    get signal() { return this.#signal; }
    abort(reason = undefined) { abort(this.#signal, reason); }
}
defineTag(AbortController);

module.exports = { AbortController, AbortSignal };
