'use strict';
/*
 * internal/util/inspect_timers - what console.log() shows of a timer. In Node
 * its fields are its own; here they are records of the engine, and so they are
 * gathered into an object that looks like Node's.
 */

const { describe, timeoutPrototype } = internalBinding('order');
const { inspect } = require('internal/util/inspect');

/* They are only named. */
class TimersList {
    end = null;
}
class AsyncContextFrame extends Map {}

const refed = Symbol('refed');
const kHasPrimitive = Symbol('kHasPrimitive');
const asyncId = Symbol('asyncId');
const triggerId = Symbol('triggerId');
const kAsyncContextFrame = Symbol('kAsyncContextFrame');

function idsOf(timer, [id, trigger, , hasFrame]) {
    return {
        [asyncId]: id,
        [triggerId]: trigger,
        [kAsyncContextFrame]: hasFrame ? new AsyncContextFrame([[timer, 0]])
                                       : undefined,
    };
}

function fieldsOfTimeout(timer, description) {
    const isOver = timer._destroyed;
    return {
        _idleTimeout: timer._idleTimeout,
        _idlePrev: isOver ? null : new TimersList(),
        _idleNext: isOver ? null : new TimersList(),
        _idleStart: timer._idleStart,
        _onTimeout: timer._onTimeout ?? undefined,
        _timerArgs: isOver ? undefined : description[2],
        _repeat: timer._repeat,
        _destroyed: isOver,
        [refed]: timer.hasRef(),
        [kHasPrimitive]: false,
        ...idsOf(timer, description),
    };
}

function fieldsOfImmediate(immediate, description) {
    return {
        _idleNext: null,
        _idlePrev: null,
        _onImmediate: immediate._onImmediate,
        _argv: description[2],
        _destroyed: immediate._destroyed,
        [refed]: immediate._destroyed ? null : immediate.hasRef(),
        ...idsOf(immediate, description),
    };
}

/* Of a timeout, Node shows only its own fields. */
function inspectTimer(timer, prototype, options) {
    const description = describe(timer);
    if (description === undefined)
        return timer; /* something derived from one */
    const isTimeout = prototype === timeoutPrototype;
    const fields = isTimeout ? fieldsOfTimeout(timer, description)
                             : fieldsOfImmediate(timer, description);
    const shown = Object.create(prototype,
                                Object.getOwnPropertyDescriptors(fields));
    Object.defineProperty(shown, inspect.custom, { __proto__: null });
    return inspect(shown, isTimeout
        ? { ...options, depth: 0, customInspect: false } : options);
}

module.exports = inspectTimer;
