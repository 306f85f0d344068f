'use strict';
// internal/http/options - the limit of a head's size, by the command line.

const options = require('internal/options');

const DEFAULT = 16384;

function maxHeaderSize() {
    return Number(options.get('max-http-header-size')) || DEFAULT;
}

module.exports = { maxHeaderSize };
