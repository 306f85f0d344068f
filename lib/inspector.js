'use strict';
/*
 * inspector - there is none: url() says so by undefined, as in a Node that was
 * not started with one.
 */

const { defineMissing } = require('internal/missing');

module.exports = {
    close() {},
    console: globalThis.console,
    url() { return undefined; },
};
defineMissing(module.exports, 'inspector',
              ['Session', 'open', 'waitForDebugger']);
