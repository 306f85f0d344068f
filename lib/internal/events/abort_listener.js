'use strict';
/*
 * internal/events/abort_listener - listen to an abort, now or later, even if
 * another listener stops the event's propagation.
 */

const { queueMicrotask } = internalBinding('order');
const { codes } = require('internal/errors');
const {
    validateAbortSignal,
    validateFunction,
} = require('internal/validators');
/* Loaded when first used: internal/events/event_target. */

/* An object whose disposal removes the listener. */
function disposable(dispose) {
    return { __proto__: null, [Symbol.dispose]() { dispose(); } };
}

function addAbortListener(signal, listener) {
    if (signal === undefined)
        throw new codes.ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
    validateAbortSignal(signal, 'signal');
    validateFunction(listener, 'listener');
    if (signal.aborted) {
        queueMicrotask(() => listener());
        return disposable(() => {});
    }
    const { kResistStopPropagation } = require('internal/events/event_target');
    const flags = { __proto__: null, once: true };
    flags[kResistStopPropagation] = true;
    signal.addEventListener('abort', listener, flags);
    return disposable(() => signal.removeEventListener('abort', listener));
}

module.exports = { addAbortListener };
