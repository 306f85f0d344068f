'use strict';
/* dns/promises - the same object as dns.promises. */

module.exports = require('dns').promises;
