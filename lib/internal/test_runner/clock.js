'use strict';
/* internal/test_runner/clock - timers that mock.timers does not replace. */

const { clearInterval, clearTimeout, setInterval, setTimeout } =
    require('timers');

module.exports = { clearInterval, clearTimeout, setInterval, setTimeout };
