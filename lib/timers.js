'use strict';
/* timers - the global functions under their module's name. */

const order = internalBinding('order');
/* Loaded when first used: timers/promises. */

const timers = {
    setTimeout: order.setTimeout,
    clearTimeout: order.clearTimeout,
    setImmediate: order.setImmediate,
    clearImmediate: order.clearImmediate,
    setInterval: order.setInterval,
    clearInterval: order.clearInterval,
};

Object.defineProperty(timers, 'promises', {
    __proto__: null, configurable: true, enumerable: true,
    get: () => require('timers/promises'),
});

module.exports = timers;
