'use strict';
/* sys - what util was called once. */

process.emitWarning('sys is deprecated. Use util instead.',
                    'DeprecationWarning', 'DEP0025');
module.exports = require('util');
