'use strict';
/* internal/structured_clone - the global structuredClone(). */

const { clone } = internalBinding('message');
const { codes } = require('internal/errors');

function readTransfer(options) {
    if (options === undefined || options === null)
        return undefined;
    if (typeof options !== 'object' && typeof options !== 'function') {
        const error = new TypeError("Failed to execute 'structuredClone': " +
            'Options cannot be converted to a dictionary');
        error.code = 'ERR_INVALID_ARG_TYPE';
        throw error;
    }
    const { transfer } = options;
    return transfer === undefined ? undefined : [...transfer];
}

function structuredClone(value, options) {
    if (arguments.length === 0)
        throw new codes.ERR_MISSING_ARGS('The value argument must be specified');
    return clone(value, readTransfer(options));
}

module.exports = { structuredClone };
