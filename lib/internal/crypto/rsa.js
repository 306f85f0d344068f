'use strict';
/*
 * internal/crypto/rsa - publicEncrypt(), privateDecrypt(), privateEncrypt() and
 * publicDecrypt().
 */

const binding = internalBinding('crypto');
const { makePlainError } = require('internal/errors');
const { validateString } = require('internal/validators');
const { getBytes } = require('internal/crypto/util');
const { readKey } = require('internal/crypto/key_input');

const PKCS1_PADDING = 1;
const OAEP_PADDING = 4;

/* The numbers that C knows the operations by. */
const operations = { PUBLIC_ENCRYPT: 0, PRIVATE_DECRYPT: 1, PRIVATE_ENCRYPT: 2,
                     PUBLIC_DECRYPT: 3 };

/* OpenSSL does not know the setting that hides a wrong padding. */
function isRevealing(error, operation, padding) {
    return operation === operations.PRIVATE_DECRYPT &&
        padding === PKCS1_PADDING &&
        error.reason === 'command not supported';
}

function run(operation, key, bytes, padding, hash, label) {
    try {
        return binding.rsa(operation, key, bytes, padding, hash, label);
    } catch (error) {
        if (!isRevealing(error, operation, padding))
            throw error;
        throw makePlainError(
            TypeError, 'ERR_INVALID_ARG_VALUE',
            'RSA_PKCS1_PADDING is no longer supported for private decryption');
    }
}

/* As OpenSSL says it. */
function invalidDigest() {
    const error = makePlainError(
        Error, 'ERR_OSSL_EVP_INVALID_DIGEST',
        'error:03000098:digital envelope routines::invalid digest');
    error.library = 'digital envelope routines';
    error.reason = 'invalid digest';
    return error;
}

function makeFunction(operation, fallback, isPrivate) {
    return (key, buffer) => {
        // A hash is checked before a key is read.
        const { oaepHash: wanted } = Object(key);
        if (typeof wanted === 'string' && binding.createHash(wanted) === null)
            throw invalidDigest();
        const read = isPrivate ? readKey(key, 'usePrivate', 'privateKey') :
            readKey(key, 'usePublic');
        const padding = key.padding || fallback;
        const { encoding, oaepHash, oaepLabel } = key;
        if (oaepHash !== undefined)
            validateString(oaepHash, 'key.oaepHash');
        const label = oaepLabel === undefined ? undefined :
            getBytes(oaepLabel, 'key.oaepLabel', encoding);
        const bytes = getBytes(buffer, 'buffer', encoding);
        // Only OAEP has a hash and a label.
        const isOaep = padding === OAEP_PADDING;
        const hash = isOaep ? oaepHash ?? 'sha1' : undefined;
        return run(operation, read, bytes, padding, hash,
                   isOaep ? label : undefined);
    };
}

module.exports = {
    operations,
    privateDecrypt: makeFunction(operations.PRIVATE_DECRYPT, OAEP_PADDING,
                                 true),
    privateEncrypt: makeFunction(operations.PRIVATE_ENCRYPT, PKCS1_PADDING,
                                 true),
    publicDecrypt: makeFunction(operations.PUBLIC_DECRYPT, PKCS1_PADDING,
                                false),
    publicEncrypt: makeFunction(operations.PUBLIC_ENCRYPT, OAEP_PADDING,
                                false),
};
