'use strict';
// inspector/promises - see inspector.
module.exports = require('inspector');
