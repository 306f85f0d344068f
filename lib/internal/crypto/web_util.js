'use strict';
/*
 * internal/crypto/web_util - what the algorithms of Web Crypto share.
 */

const binding = internalBinding('crypto');
const {
    allUsages, makeCryptoKey, slotsOf,
} = require('internal/crypto/crypto_key');
const { KeyHandle } = require('internal/crypto/keys');
const { domError } = require('internal/crypto/web_algorithms');
/* Loaded when first used: internal/crypto/random. */

const { ceil } = Math;

function operationFailed(cause) {
    return domError('The operation failed for an operation-specific reason',
                    'OperationError', cause);
}

/* A promise of a result that is known already, settled when Node's thread pool
 * would settle it. */
function later(result, error) {
    return new Promise((resolve, reject) => {
        binding.passPool({
            oncomplete() {
                if (error !== undefined)
                    reject(error);
                else
                    resolve(result);
            },
        });
    });
}

/* A job of C as a promise; what cannot even begin has failed, too. */
function run(begin, convert) {
    return new Promise((resolve, reject) => {
        const settle = (error, result) => {
            try {
                if (error !== undefined)
                    reject(operationFailed(error));
                else
                    resolve(convert ? convert(result) : result);
            } catch (reason) {
                reject(operationFailed(reason));
            }
        };
        try {
            begin({ oncomplete: settle });
        } catch (reason) {
            reject(operationFailed(reason));
        }
    });
}

function toArrayBuffer(bytes) {
    return bytes.buffer.slice(bytes.byteOffset,
                              bytes.byteOffset + bytes.byteLength);
}

/* Whole bytes, of which the bits after `length` are zero. */
function clearBits(bytes, length) {
    const copy = Buffer.from(bytes.subarray(0, ceil(length / 8)));
    if (length % 8)
        copy[copy.length - 1] &= 0xff << (8 - length % 8);
    return copy;
}

function checkUsages(usages, allowed, name, mustHave = false) {
    if (usages.some((usage) => !allowed.includes(usage)))
        throw domError(
            name === 'PBKDF2' || name === 'HKDF' || name.startsWith('Argon2') ?
                `Unsupported key usage for a ${name} key` :
                `Unsupported key usage for ${name} key`, 'SyntaxError');
    if (mustHave && usages.length === 0)
        throw domError('Usages cannot be empty when creating a key.',
                       'SyntaxError');
}

// ---- JSON Web Keys ---------------------------------------------------------

/* Members that a key must have, and those that a private one must have, too. */
const members = {
    __proto__: null,
    RSA: [['n', 'e'], ['p', 'q', 'dp', 'dq', 'qi']],
    EC: [['crv', 'x', 'y'], []],
    OKP: [['crv', 'x'], []],
    AKP: [['alg', 'pub'], []],
    oct: [['k'], []],
};

function checkMembers(jwk, type) {
    const { 0: all, 1: secret } = members[type];
    const needed = jwk.d === undefined || type === 'oct' ? all :
        [...all, ...secret];
    if (needed.some((name) => jwk[name] === undefined))
        throw domError('Invalid keyData', 'DataError');
}

function checkOperations({ key_ops: operations }, usages) {
    if (operations === undefined)
        return;
    const known = operations.filter((name) => allUsages.includes(name));
    if (new Set(known).size !== known.length)
        throw domError('Duplicate key operation', 'DataError');
    if (usages.some((usage) => !known.includes(usage)))
        throw domError('Key operations and usage mismatch', 'DataError');
}

function checkJwk(jwk, type, extractable, usages, use) {
    if (jwk.kty === undefined)
        throw domError('Invalid keyData', 'DataError');
    if (jwk.kty !== type)
        throw domError('Invalid JWK "kty" Parameter', 'DataError');
    checkMembers(jwk, type);
    if (usages.length > 0 && jwk.use !== undefined && jwk.use !== use)
        throw domError('Invalid JWK "use" Parameter', 'DataError');
    checkOperations(jwk, usages);
    if (jwk.ext === false && extractable)
        throw domError('JWK "ext" Parameter and extractable mismatch',
                       'DataError');
}

function checkAlg(jwk, expected) {
    if (jwk.alg !== undefined && expected !== undefined &&
        jwk.alg !== expected)
        throw domError('JWK "alg" does not match the requested algorithm',
                       'DataError');
}

// ---- Secret keys -----------------------------------------------------------

function makeSecret(bytes, algorithm, usages, extractable) {
    return makeCryptoKey(new KeyHandle('secret', Buffer.from(bytes)),
                         algorithm, usages, extractable);
}

/* Newer algorithms say what a raw key is. */
function isRawSecret(format, takesRaw) {
    return format === 'raw-secret' || (takesRaw && format === 'raw');
}

/* The bytes of a key that comes raw or as a JWK; undefined for another
 * format. */
function readSecret(format, data, extractable, usages, use, alg, takesRaw) {
    if (isRawSecret(format, takesRaw))
        return Buffer.from(data);
    if (format !== 'jwk')
        return undefined;
    checkJwk(data, 'oct', extractable, usages, use);
    const bytes = Buffer.from(data.k, 'base64url');
    checkAlg(data, typeof alg === 'function' ? alg(bytes) : alg);
    return bytes;
}

function writeSecret(format, key, alg, takesRaw) {
    const { extractable, handle, usages } = slotsOf(key);
    const { data } = handle;
    if (isRawSecret(format, takesRaw))
        return toArrayBuffer(data);
    if (format !== 'jwk')
        return undefined;
    const jwk = { key_ops: [...usages], ext: extractable };
    if (alg !== undefined)
        jwk.alg = alg;
    jwk.kty = 'oct';
    jwk.k = data.base64urlSlice(0, data.length);
    return jwk;
}

function generateSecret(bits, algorithm, extractable, usages) {
    const { randomBytes } = require('internal/crypto/random');
    return new Promise((resolve, reject) => {
        randomBytes(ceil(bits / 8), (error, bytes) => {
            if (error)
                reject(operationFailed(error));
            else
                resolve(makeSecret(clearBits(bytes, bits), algorithm, usages,
                                   extractable));
        });
    });
}

module.exports = {
    allUsages, checkAlg, checkJwk, checkUsages, clearBits, generateSecret,
    later, makeSecret, operationFailed, readSecret, run, toArrayBuffer,
    writeSecret,
};
