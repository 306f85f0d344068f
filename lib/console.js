'use strict';
module.exports = require('internal/console/console').getGlobalConsole();
