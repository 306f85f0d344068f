'use strict';
/* internal/test_runner/clock - timers that mock.timers does not replace. */

const {
    clearInterval, clearTimeout, setImmediate, setInterval, setTimeout,
} = internalBinding('order');
/* Loaded when first used: internal/options, internal/explore/more_time. */

// The time limit of a test. In a search of orders there may be more time, to tell a test
// that waits for ever from one that is slow.
function limitOf(ms) {
    return require('internal/options').has('more-time') ?
        require('internal/explore/more_time').limitOf(ms) : ms;
}

module.exports = {
    clearInterval, clearTimeout, limitOf, setImmediate, setInterval, setTimeout,
};
