'use strict';
/* internal/crypto/kem - encapsulate() and decapsulate(). */

const binding = internalBinding('crypto');
const { codes, makePlainError } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { toJob, toView } = require('internal/crypto/util');
const { readKey } = require('internal/crypto/key_input');

/* Without a callback a failure has a code, and says at what. */
function run(key, ciphertext, callback, what) {
    if (callback !== undefined)
        return binding.kem(key, toJob(callback), ciphertext);
    try {
        return binding.kem(key, undefined, ciphertext);
    } catch (error) {
        if (error.message !== 'Deriving bits failed')
            throw error;
        throw makePlainError(Error, 'ERR_CRYPTO_OPERATION_FAILED',
                             `Failed to perform ${what}`);
    }
}

function encapsulate(key, callback) {
    const read = readKey(key, 'usePublic');
    if (callback !== undefined)
        validateFunction(callback, 'callback');
    return run(read, undefined, callback, 'encapsulation');
}

function decapsulate(key, ciphertext, callback) {
    const read = readKey(key, 'usePrivate');
    const view = toView(ciphertext);
    if (view === undefined)
        throw new codes.ERR_INVALID_ARG_TYPE(
            'ciphertext', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'],
            ciphertext);
    if (callback !== undefined)
        validateFunction(callback, 'callback');
    return run(read, view, callback, 'decapsulation');
}

module.exports = { decapsulate, encapsulate };
