'use strict';
/* _stream_transform - the old name of stream.Transform. */

module.exports = require('stream').Transform;
