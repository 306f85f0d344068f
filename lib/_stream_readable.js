'use strict';
/* _stream_readable - the old name of stream.Readable. */

module.exports = require('stream').Readable;
