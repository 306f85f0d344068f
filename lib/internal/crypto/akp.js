'use strict';
/*
 * internal/crypto/akp - the kinds of keys that are known by one name of an
 * algorithm: ML-DSA, ML-KEM and SLH-DSA, which OpenSSL has since 3.5. Their
 * JSON Web Keys are of the type AKP.
 *
 * The secret of the first two is the seed that the whole key grows from, that of
 * SLH-DSA the private key itself.
 */

const binding = internalBinding('crypto');
const { makePlainError } = require('internal/errors');
const der = require('internal/crypto/der');

/* Numbers of src/bind/crypto/raw.c. */
const RAW_PUBLIC = 0;
const RAW_PRIVATE = 1;
const RAW_SEED = 2;

const names = ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87',
               'ML-KEM-512', 'ML-KEM-768', 'ML-KEM-1024'];
for (const hash of ['SHA2', 'SHAKE']) {
    for (const size of ['128', '192', '256']) {
        for (const speed of ['s', 'f'])
            names.push(`SLH-DSA-${hash}-${size}${speed}`);
    }
}

/* By the type of a KeyObject: OpenSSL's name, which is JWK's, too. */
const kinds = { __proto__: null };
for (const name of names)
    kinds[name.toLowerCase()] = {
        name, secret: name.startsWith('SLH') ? RAW_PRIVATE : RAW_SEED };

/* Of this OpenSSL; `type` in any case. */
function findKind(type) {
    const kind = kinds[`${type}`.toLowerCase()];
    if (kind === undefined)
        return undefined;
    kind.isThere ??= binding.hasKeyKind(kind.name);
    return kind.isThere ? kind : undefined;
}

function invalidJwk(text) {
    return makePlainError(TypeError, 'ERR_CRYPTO_INVALID_JWK', text);
}

function decode(value) {
    if (typeof value !== 'string')
        throw invalidJwk('Invalid JWK AKP key');
    return Buffer.from(value, 'base64url');
}

/* A private key is made of its secret; the public part beside it only has to be
 * there. */
function readJwk(jwk, isPrivate) {
    const { alg, pub, priv } = jwk;
    const kind = typeof alg === 'string' && kinds[alg.toLowerCase()] &&
        findKind(alg);
    if (!kind || kind.name !== alg)
        throw invalidJwk('Unsupported JWK AKP "alg"');
    if (isPrivate && priv === undefined)
        throw invalidJwk('JWK does not contain private key material');
    const open = decode(pub);
    const key = priv === undefined ?
        binding.keyOfRaw(kind.name, RAW_PUBLIC, open) :
        binding.keyOfRaw(kind.name, kind.secret, decode(priv));
    if (key === null)
        throw invalidJwk('Invalid JWK AKP key');
    return key;
}

function writeJwk(key, isPrivate, type) {
    const kind = kinds[type];
    const jwk = {};
    if (isPrivate) {
        const secret = binding.rawPart(key, kind.secret);
        if (secret === null)
            throw makePlainError(Error, 'ERR_CRYPTO_OPERATION_FAILED',
                                 'key does not have an available seed');
        jwk.priv = secret.base64urlSlice(0, secret.length);
    }
    const open = binding.rawPart(key, RAW_PUBLIC);
    jwk.kty = 'AKP';
    jwk.alg = kind.name;
    jwk.pub = open.base64urlSlice(0, open.length);
    return jwk;
}

/* PKCS #8 with the seed alone. */
const SEED_TAG = 0x80;

function writeSeed(key) {
    const seed = binding.rawPart(key, RAW_SEED);
    if (seed === null)
        throw makePlainError(Error, 'ERR_CRYPTO_OPERATION_FAILED',
                             'Failed to get raw seed');
    const spki = binding.exportKey(key, true, false, 'spki');
    const id = der.readSequence(spki)[0].content;
    return der.sequence(
        der.integer(Buffer.from([0])), der.sequence(Buffer.from(id)),
        der.octetString(der.element(SEED_TAG, seed)));
}

function hasSeed(key) {
    return binding.rawPart(key, RAW_SEED) !== null;
}

module.exports = {
    RAW_PRIVATE, RAW_PUBLIC, RAW_SEED, findKind, hasSeed, kinds, readJwk,
    writeJwk, writeSeed,
};
