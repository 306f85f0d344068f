'use strict';
/* process - the global under its module's name. */

module.exports = process;
