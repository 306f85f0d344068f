'use strict';
/* fs/promises - the part of fs that is promises. */

module.exports = require('internal/fs/promises');
