'use strict';
/* internal/worker/structured_clone - the global structuredClone(). */

const { clone } = internalBinding('message');
const { codes } = require('internal/errors');
/* Loaded when first used: internal/worker/message_channel. */

function failure(what) {
    return Object.assign(
        new TypeError(`Failed to execute 'structuredClone': ${what}`),
        { code: 'ERR_INVALID_ARG_TYPE' });
}

function isObject(value) {
    return (typeof value === 'object' && value !== null) ||
           typeof value === 'function';
}

/* A list, or undefined; null is not a list. */
function readTransfer(options) {
    if (options === undefined || options === null)
        return undefined;
    if (!isObject(options))
        throw failure('Options cannot be converted to a dictionary');
    const { transfer } = options;
    if (transfer === undefined)
        return undefined;
    if (!isObject(transfer) || typeof transfer[Symbol.iterator] !== 'function') {
        throw failure(
            'transfer in Options cannot be converted to sequence.');
    }
    const list = [...transfer];
    const at = list.findIndex((item) => !isObject(item));
    if (at >= 0)
        throw failure(`transfer in Options[${at}] is not an object.`);
    return list;
}

function structuredClone(value, options) {
    if (arguments.length === 0)
        throw new codes.ERR_MISSING_ARGS('The value argument must be specified');
    const list = readTransfer(options);
    if (list === undefined || list.length === 0)
        return clone(value);
    return require('internal/worker/message_channel').cloneMoving(value, list);
}

module.exports = { structuredClone };
