'use strict';
/* internal/owner - the property of a handle that leads to its socket, server or
 * the like: what process._getActiveHandles() shows instead of the handle. */

module.exports = { kOwner: Symbol('owner') };
