'use strict';
/* _stream_writable - the old name of stream.Writable. */

module.exports = require('stream').Writable;
