'use strict';
/* _stream_passthrough - the old name of stream.PassThrough. */

module.exports = require('stream').PassThrough;
