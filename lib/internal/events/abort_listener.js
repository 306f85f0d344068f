'use strict';
/*
 * internal/events/abort_listener - listen to an abort, now or later, even if
 * another listener stops the event's propagation.
 */

const {
    codes: { ERR_INVALID_ARG_TYPE },
} = require('internal/errors');
const {
    validateAbortSignal,
    validateFunction,
} = require('internal/validators');

function addAbortListener(signal, listener) {
    if (signal === undefined)
        throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
    validateAbortSignal(signal, 'signal');
    validateFunction(listener, 'listener');

    let remove;
    if (signal.aborted) {
        queueMicrotask(() => listener());
    } else {
        const { kResistStopPropagation } = require('internal/event_target');
        signal.addEventListener('abort', listener, {
            __proto__: null, once: true, [kResistStopPropagation]: true,
        });
        remove = () => signal.removeEventListener('abort', listener);
    }
    return {
        __proto__: null,
        [Symbol.dispose]() {
            remove?.();
        },
    };
}

module.exports = { addAbortListener };
