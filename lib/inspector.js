'use strict';
/*
 * inspector - there is no inspector: url() returns undefined, as in a Node that
 * was started without one.
 */

const { defineMissing } = require('internal/modules/missing');

module.exports = {
    close() {},
    console: globalThis.console,
    url() { return undefined; },
};
defineMissing(module.exports, 'inspector',
              ['Session', 'open', 'waitForDebugger']);
