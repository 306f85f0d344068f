'use strict';
/*
 * dns - lookup() and lookupService(), by the system's resolver.
 */

module.exports = { ...require('internal/dns/lookup') };
