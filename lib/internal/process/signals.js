'use strict';
/* internal/process/signals - signals as events of `process`. A handle of the
 * loop per signal that is listened to; it keeps nothing alive. */

const binding = internalBinding('process');
const { signals } = internalBinding('constants').os;
/* Loaded when first used: internal/async/hooks, internal/errors. */

const listened = new Map(); // number -> { name, scope }

/* What async_hooks shows of one. */
class Signal {}

function onSignal(number) {
    const { name, scope } = listened.get(number);
    scope.run(() => process.emit(name, name, number));
}

function start(name) {
    const number = signals[name];
    if (number === undefined || listened.has(number))
        return;
    const err = binding.startSignal(number, onSignal);
    if (err < 0) {
        const { ErrnoException } = require('internal/errors');
        throw new ErrnoException(err, 'uv_signal_start');
    }
    const { openScope } = require('internal/async/hooks');
    listened.set(number, { name, scope: openScope('SIGNALWRAP', new Signal()) });
}

/* Called after a listener was removed, maybe not the last. */
function stop(name) {
    const number = signals[name];
    if (!listened.has(number) || process.listenerCount(name) > 0)
        return;
    binding.stopSignal(number);
    listened.get(number).scope.close();
    listened.delete(number);
}

module.exports = { start, stop };
