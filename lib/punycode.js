'use strict';
/* punycode - for programs; it is deprecated, and says so once. */

process.emitWarning(
    'The `punycode` module is deprecated. Please use a userland alternative ' +
    'instead.', 'DeprecationWarning', 'DEP0040');

module.exports = require('internal/punycode');
