'use strict';
/*
 * internal/crypto/rsa - publicEncrypt(), privateDecrypt(), privateEncrypt() and
 * publicDecrypt().
 */

const binding = internalBinding('crypto');
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
const { getBytes } = require('internal/crypto/util');
const { readKey } = require('internal/crypto/key_input');

const PKCS1_PADDING = 1;
const OAEP_PADDING = 4;

/* The numbers that C knows the operations by. */
const operations = { PUBLIC_ENCRYPT: 0, PRIVATE_DECRYPT: 1, PRIVATE_ENCRYPT: 2,
                     PUBLIC_DECRYPT: 3 };

function makeFunction(operation, fallback, isPrivate) {
    return (key, buffer) => {
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
        const result = binding.rsa(operation, read, bytes, padding, hash,
                                   isOaep ? label : undefined);
        if (result === null)
            throw new codes.ERR_CRYPTO_INVALID_DIGEST(oaepHash);
        return result;
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
