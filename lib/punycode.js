'use strict';
/* punycode - the deprecated public module, which warns once. */

process.emitWarning(
    'The `punycode` module is deprecated. Please use a userland alternative ' +
    'instead.', 'DeprecationWarning', 'DEP0040');

module.exports = require('internal/punycode');
