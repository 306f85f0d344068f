'use strict';
/*
 * internal/crypto/certificate - crypto.Certificate: a public key with a
 * challenge, signed by itself (SPKAC), as <keygen> once sent it. What is no
 * SPKAC gives an empty string.
 */

const binding = internalBinding('crypto');
const { makePlainError } = require('internal/errors');
const { getBytes } = require('internal/crypto/util');
/* Loaded when first used: internal/crypto/keys. */

/* OpenSSL counts the bytes of one in an int. */
function toSpkac(spkac, encoding) {
    const bytes = getBytes(spkac, 'spkac', encoding);
    if (bytes.byteLength > 0x7fffffff)
        throw makePlainError(RangeError, 'ERR_OUT_OF_RANGE',
                             'spkac is too large');
    return bytes;
}

function verifySpkac(spkac, encoding) {
    const bytes = toSpkac(spkac, encoding);
    return bytes.byteLength === 0 ? '' : binding.verifySpkac(bytes) ?? false;
}

function exportPublicKey(spkac, encoding) {
    const handle = binding.spkacKey(toSpkac(spkac, encoding));
    if (handle === undefined)
        return '';
    const key = require('internal/crypto/keys').makePublicKey(handle);
    return Buffer.from(key.export({ type: 'spki', format: 'pem' }));
}

function exportChallenge(spkac, encoding) {
    return binding.spkacChallenge(toSpkac(spkac, encoding)) ?? '';
}

/* The old API made an object of it, with or without `new`. */
function Certificate() {
    if (!(this instanceof Certificate))
        return new Certificate();
}

for (const target of [Certificate.prototype, Certificate])
    Object.assign(target, { verifySpkac, exportPublicKey, exportChallenge });

module.exports = { Certificate };
