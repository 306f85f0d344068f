'use strict';
/* timers - the global functions under their module's name. */

const order = internalBinding('order');
const { deprecate } = require('internal/util');

const timers = {
    setTimeout: order.setTimeout,
    clearTimeout: order.clearTimeout,
    setImmediate: order.setImmediate,
    clearImmediate: order.clearImmediate,
    setInterval: order.setInterval,
    clearInterval: order.clearInterval,
};

/* The old way to share a timer, from before Timeout had refresh(). */
function enroll(item, delay) {
    unenroll(item);
    item._idleTimeout = delay;
}

function unenroll(item) {
    if (item._timer !== undefined) {
        order.clearTimeout(item._timer);
        item._timer = undefined;
    }
    item._idleTimeout = -1;
}

function _unrefActive(item) {
    active(item);
    item._timer?.unref();
}

function active(item) {
    if (item._timer !== undefined)
        order.clearTimeout(item._timer);
    if (item._idleTimeout >= 0) {
        item._timer = order.setTimeout(() => item._onTimeout?.(),
                                       item._idleTimeout);
    }
}

if (typeof deprecate === 'function') {
    timers.enroll = deprecate(
        enroll, 'timers.enroll() is deprecated. Please use setTimeout instead.',
        'DEP0095');
    timers.unenroll = deprecate(
        unenroll, 'timers.unenroll() is deprecated. Please use clearTimeout ' +
        'instead.', 'DEP0096');
    timers.active = deprecate(
        active, 'timers.active() is deprecated. Please use timeout.refresh() ' +
        'instead.', 'DEP0126');
    timers._unrefActive = deprecate(
        _unrefActive, 'timers._unrefActive() is deprecated. Please use ' +
        'timeout.refresh() instead.', 'DEP0127');
}

Object.defineProperty(timers, 'promises', {
    __proto__: null, configurable: true, enumerable: true,
    get: () => require('timers/promises'),
});

module.exports = timers;
