'use strict';
/*
 * internal/crypto/web_util - what the algorithms of Web Crypto share.
 */

const binding = internalBinding('crypto');
const { domError } = require('internal/crypto/web_algorithms');

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

/* A job of C as a promise. */
function run(begin, convert) {
    return new Promise((resolve, reject) => {
        begin({
            oncomplete(error, result) {
                try {
                    if (error !== undefined)
                        reject(operationFailed(error));
                    else
                        resolve(convert ? convert(result) : result);
                } catch (reason) {
                    reject(operationFailed(reason));
                }
            },
        });
    });
}

function toArrayBuffer(bytes) {
    return bytes.buffer.slice(bytes.byteOffset,
                              bytes.byteOffset + bytes.byteLength);
}

function checkUsages(usages, allowed, name, mustHave = false) {
    if (usages.some((usage) => !allowed.includes(usage)))
        throw domError(
            name === 'PBKDF2' || name === 'HKDF' ?
                `Unsupported key usage for a ${name} key` :
                `Unsupported key usage for ${name} key`, 'SyntaxError');
    if (mustHave && usages.length === 0)
        throw domError('Usages cannot be empty when creating a key.',
                       'SyntaxError');
}

function checkJwk(jwk, type, extractable, usages, use) {
    if (typeof jwk !== 'object' || jwk === null || !jwk.kty)
        throw domError('Invalid keyData', 'DataError');
    if (jwk.kty !== type)
        throw domError('Invalid JWK "kty" Parameter', 'DataError');
    if (usages.length > 0 && jwk.use !== undefined && jwk.use !== use)
        throw domError('Invalid JWK "use" Parameter', 'DataError');
    if (jwk.key_ops !== undefined) {
        if (new Set(jwk.key_ops).size !== jwk.key_ops.length)
            throw domError('Duplicate key operation', 'DataError');
        if (usages.some((usage) => !jwk.key_ops.includes(usage)))
            throw domError('Key operations and usage mismatch', 'DataError');
    }
    if (jwk.ext !== undefined && jwk.ext === false && extractable)
        throw domError('JWK "ext" Parameter and extractable mismatch',
                       'DataError');
}

module.exports = { checkJwk, checkUsages, later, operationFailed, run,
                   toArrayBuffer };
