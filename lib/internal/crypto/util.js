'use strict';
/*
 * internal/crypto/util - what the files of crypto share: bytes from whatever a
 * program may give, encodings, and the words for what is not there.
 */

const { codes } = require('internal/errors');
const { UTF8, codecOf } = require('internal/buffer/buffer');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { validateEncoding, validateFunction } = require('internal/validators');

/* A view of the same bytes, if it is an ArrayBuffer or a view; else undefined. */
function toView(value) {
    if (isArrayBufferView(value))
        return value;
    if (isAnyArrayBuffer(value))
        return new Uint8Array(value);
    return undefined;
}

/* Bytes of a string or a view, with the names of Node's messages. */
const dataTypes = ['string', 'Buffer', 'TypedArray', 'DataView'];

function checkData(value, encoding, name) {
    if (typeof value === 'string')
        validateEncoding(value, encoding);
    else if (!isArrayBufferView(value))
        throw new codes.ERR_INVALID_ARG_TYPE(name, dataTypes, value);
}

/* A view of what may be a string or an ArrayBuffer as well. */
const allTypes = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

function getBytes(value, name, encoding) {
    if (typeof value === 'string')
        return Buffer.from(value, encoding === 'buffer' ? 'utf8' : encoding);
    const view = toView(value);
    if (view === undefined)
        throw new codes.ERR_INVALID_ARG_TYPE(name, allTypes, value);
    return view;
}

/* What C calls when a job is done, for a callback of the program. */
function toJob(callback, convert) {
    validateFunction(callback, 'callback');
    return {
        oncomplete(error, result) {
            if (error !== undefined)
                callback.call(this, error);
            else
                callback.call(this, null, convert ? convert(result) : result);
        },
    };
}

/* The number that C knows an encoding by. */
function toCodec(encoding) {
    if (encoding === undefined || encoding === null || encoding === 'buffer')
        return UTF8;
    return codecOf(encoding) ?? UTF8;
}

/* Of a result: undefined asks for a Buffer. */
function toResultCodec(encoding) {
    if (encoding === undefined || encoding === null || encoding === 'buffer')
        return undefined;
    return codecOf(encoding);
}

function notThereYet(name) {
    return function() {
        throw new codes.ERR_METHOD_NOT_IMPLEMENTED(`crypto.${name}()`);
    };
}

module.exports = {
    checkData, getBytes, notThereYet, toCodec, toJob, toResultCodec, toView,
};
