'use strict';
/* _stream_duplex - the old name of stream.Duplex. */

module.exports = require('stream').Duplex;
