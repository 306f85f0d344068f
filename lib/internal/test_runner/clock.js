'use strict';
/* internal/test_runner/clock - timers that mock.timers does not replace. */

const {
    clearInterval, clearTimeout, setImmediate, setInterval, setTimeout,
} = internalBinding('order');

module.exports = {
    clearInterval, clearTimeout, setImmediate, setInterval, setTimeout,
};
