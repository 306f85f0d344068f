'use strict';
/* punycode - the deprecated public module, which warns once, unless a package
 * is the first to load it. */

const { isCalledInNodeModules } = require('internal/util');

if (!isCalledInNodeModules()) {
    process.emitWarning(
        'The `punycode` module is deprecated. Please use a userland ' +
        'alternative instead.', 'DeprecationWarning', 'DEP0040');
}

module.exports = require('internal/url/punycode');
