'use strict';
/* internal/process/signals - signals as events of `process`. A handle of the
 * loop per signal that is listened to; it keeps nothing alive. */

const binding = internalBinding('process');
const { signals } = internalBinding('constants').os;

const names = new Map();

function onSignal(number) {
    const name = names.get(number);
    process.emit(name, name, number);
}

function start(name) {
    const number = signals[name];
    if (number === undefined || names.has(number))
        return;
    const err = binding.startSignal(number, onSignal);
    if (err < 0) {
        const { ErrnoException } = require('internal/errors');
        throw new ErrnoException(err, 'uv_signal_start');
    }
    names.set(number, name);
}

/* Called after a listener was removed, maybe not the last. */
function stop(name) {
    const number = signals[name];
    if (!names.has(number) || process.listenerCount(name) > 0)
        return;
    binding.stopSignal(number);
    names.delete(number);
}

module.exports = { start, stop };
