'use strict';
/* internal/trace/failure - what the user asked for cannot be done: one sentence
 * says why. */

class Failure extends Error {}

module.exports = { Failure };
