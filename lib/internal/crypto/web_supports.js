'use strict';
/*
 * internal/crypto/web_supports - SubtleCrypto.supports(): whether an operation
 * can be done with an algorithm, without doing it.
 */

const { normalize, identifier } = require('internal/crypto/web_algorithms');
const { slotsOf } = require('internal/crypto/crypto_key');
const idl = require('internal/crypto/web_idl');

const where = { prefix: 'Failed to execute \'supports\' on \'SubtleCrypto\'',
                context: '3rd argument' };
const u32 = idl.integer(32);

function can(operation, algorithm) {
    try {
        return normalize(algorithm, operation) !== undefined;
    } catch {
        return false;
    }
}

/* What is wrapped is also encrypted, if the algorithm has no way of its own. */
function canEither(operation, otherwise, algorithm) {
    return can(operation, algorithm) || can(otherwise, algorithm);
}

const curveBits = { '__proto__': null, 'P-256': 256, 'P-384': 384,
                    'P-521': 528 };

/* So many bits: of a secret that has more, or of a hash in whole bytes. */
function hasBits({ name, public: peer }, length) {
    if (name === 'HKDF' || name === 'PBKDF2')
        return length !== null && length % 8 === 0;
    if (name.startsWith('Argon2'))
        return length !== null && length % 8 === 0 && length >= 32;
    if (name === 'X25519')
        return length <= 256;
    if (name === 'X448')
        return length <= 448;
    return length <= curveBits[slotsOf(peer).algorithm.namedCurve];
}

function canDerive(algorithm, length) {
    try {
        return hasBits(normalize(algorithm, 'deriveBits'), length);
    } catch {
        return false;
    }
}

function canDeriveKey(find, algorithm, type) {
    if (!can('importKey', type) || !can('getKeyLength', type))
        return false;
    const wanted = normalize(type, 'getKeyLength');
    try {
        return canDerive(algorithm, find(wanted.name).getKeyLength(wanted));
    } catch {
        return false;
    }
}

/* An HMAC key of SHA-3 has no length of its own. */
function canGenerate(algorithm) {
    if (!can('generateKey', algorithm))
        return false;
    const { name, hash, length } = normalize(algorithm, 'generateKey');
    return name !== 'HMAC' || length !== undefined ||
        !hash.name.startsWith('SHA3-');
}

const hasPair = /^(RS|EC|Ed|X2|X4|ML)/;

/* A secret that two sides share has 256 bits. */
function canShare(operation, algorithm, type) {
    if (!can(operation, algorithm) || !can('importKey', type))
        return false;
    const wanted = normalize(type, 'importKey');
    return !hasPair.test(wanted.name) &&
        (wanted.length === undefined || wanted.length === 256);
}


const operations = {
    __proto__: null,
    deriveBits: (find, algorithm, length) => canDerive(
        algorithm, length === null ? null : u32(length, where)),
    deriveKey: (find, algorithm, type) => canDeriveKey(
        find, algorithm, identifier(type, where)),
    wrapKey: (find, algorithm, type) => can(
        'exportKey', identifier(type, where)) &&
        canEither('wrapKey', 'encrypt', algorithm),
    unwrapKey: (find, algorithm, type) => can(
        'importKey', identifier(type, where)) &&
        canEither('unwrapKey', 'decrypt', algorithm),
    generateKey: (find, algorithm) => canGenerate(algorithm),
    getPublicKey: (find, algorithm) => can('exportKey', algorithm) &&
        hasPair.test(normalize(algorithm, 'exportKey').name),
};
for (const name of ['encapsulate', 'decapsulate']) {
    operations[`${name}Bits`] = (find, algorithm) => can(name, algorithm);
    operations[`${name}Key`] = (find, algorithm, type) => canShare(
        name, algorithm, identifier(type, where));
}
for (const name of ['decrypt', 'digest', 'encrypt', 'exportKey', 'importKey',
                    'sign', 'verify'])
    operations[name] = (find, algorithm) => can(name, algorithm);

/* `find` gives the object that does the work of an algorithm; the last argument
 * is a length, or the algorithm of another key. */
module.exports = function supports(find, operation, algorithm, additional) {
    return operations[operation]?.(find, algorithm, additional) ?? false;
};
