'use strict';
/*
 * internal/crypto/webcrypto - the global `crypto`: random values and digests.
 * What else subtle has says that it is not there yet.
 */

const { codes } = require('internal/errors');
const random = require('internal/crypto/random');
const { toView } = require('internal/crypto/util');

const digests = { '__proto__': null, 'SHA-1': 'sha1', 'SHA-256': 'sha256',
                  'SHA-384': 'sha384', 'SHA-512': 'sha512',
                  'SHA3-256': 'sha3-256', 'SHA3-384': 'sha3-384',
                  'SHA3-512': 'sha3-512' };

class SubtleCrypto {
    async digest(algorithm, data) {
        const given = typeof algorithm === 'object' && algorithm !== null ?
            algorithm.name : algorithm;
        const name = digests[`${given}`.toUpperCase()];
        if (name === undefined)
            throw new DOMException('Unrecognized algorithm name',
                                   'NotSupportedError');
        const view = toView(data);
        if (view === undefined)
            throw new codes.ERR_INVALID_ARG_TYPE(
                'data', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'],
                data);
        const { hash } = require('internal/crypto/hash');
        const bytes = hash(name, view, 'buffer');
        return bytes.buffer.slice(bytes.byteOffset,
                                  bytes.byteOffset + bytes.byteLength);
    }
}

const missing = ['encrypt', 'decrypt', 'sign', 'verify', 'generateKey',
                 'deriveKey', 'deriveBits', 'importKey', 'exportKey',
                 'wrapKey', 'unwrapKey'];
for (const name of missing) {
    SubtleCrypto.prototype[name] = async function() {
        throw new codes.ERR_METHOD_NOT_IMPLEMENTED(`crypto.subtle.${name}()`);
    };
}

const subtle = new SubtleCrypto();

class Crypto {
    get subtle() {
        checkThis(this);
        return subtle;
    }

    getRandomValues(array) {
        checkThis(this);
        return random.getRandomValues(array);
    }

    randomUUID(options) {
        checkThis(this);
        return random.randomUUID(options);
    }
}

const crypto = new Crypto();

function checkThis(self) {
    if (self !== crypto)
        throw new codes.ERR_INVALID_THIS('Crypto');
}

module.exports = { Crypto, SubtleCrypto, crypto, subtle };
