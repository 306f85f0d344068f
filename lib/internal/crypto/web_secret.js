'use strict';
/*
 * internal/crypto/web_secret - algorithms of Web Crypto with one secret key:
 * HMAC, AES, PBKDF2 and HKDF.
 */

const binding = internalBinding('crypto');
const { makeCryptoKey, slotsOf } = require('internal/crypto/crypto_key');
const { KeyHandle } = require('internal/crypto/keys');
const { domError, hashNames } = require('internal/crypto/web_algorithms');
const { checkJwk, checkUsages, later, operationFailed, toArrayBuffer } =
    require('internal/crypto/web_util');

const blockBits = { '__proto__': null, 'SHA-1': 512, 'SHA-256': 512,
                    'SHA-384': 1024, 'SHA-512': 1024, 'SHA3-256': 1088,
                    'SHA3-384': 832, 'SHA3-512': 576 };

function bytesOf(key) {
    return slotsOf(key).handle.data;
}

function makeSecret(bytes, algorithm, usages, extractable) {
    return makeCryptoKey(new KeyHandle('secret', Buffer.from(bytes)),
                         algorithm, usages, extractable);
}

/* The bytes of a key that comes raw or as a JWK; undefined for another
 * format. */
function readSecret(format, data, extractable, usages, use, alg) {
    if (format === 'raw' || format === 'raw-secret')
        return Buffer.from(data);
    if (format !== 'jwk')
        return undefined;
    checkJwk(data, 'oct', extractable, usages, use);
    if (data.alg !== undefined && alg(data) !== undefined &&
        data.alg !== alg(data))
        throw domError('JWK "alg" does not match the requested algorithm',
                       'DataError');
    if (typeof data.k !== 'string')
        throw domError('Invalid keyData', 'DataError');
    return Buffer.from(data.k, 'base64url');
}

function writeSecret(format, key, alg) {
    const { data } = slotsOf(key).handle;
    if (format === 'raw' || format === 'raw-secret')
        return toArrayBuffer(data);
    if (format !== 'jwk')
        return undefined;
    const jwk = { key_ops: key.usages, ext: key.extractable };
    if (alg !== undefined)
        jwk.alg = alg;
    jwk.kty = 'oct';
    jwk.k = data.base64urlSlice(0, data.length);
    return jwk;
}

function generateSecret(bits, algorithm, extractable, usages) {
    const { randomBytes } = require('internal/crypto/random');
    return new Promise((resolve, reject) => {
        randomBytes(Math.ceil(bits / 8), (error, bytes) => {
            if (error)
                reject(error);
            else
                resolve(makeSecret(bytes, algorithm, usages, extractable));
        });
    });
}

// ---- HMAC ------------------------------------------------------------------

const hmacAlgs = { '__proto__': null, 'SHA-1': 'HS1', 'SHA-256': 'HS256',
                   'SHA-384': 'HS384', 'SHA-512': 'HS512' };

function hmacLength({ hash, length }) {
    if (length === 0)
        throw domError('Zero-length key is not supported', 'OperationError');
    return length ?? blockBits[hash.name];
}

function hmacDigest(key, data) {
    const { hash } = slotsOf(key).algorithm;
    const handle = binding.createHmac(hashNames[hash.name], bytesOf(key));
    binding.update(handle, data);
    return binding.digest(handle);
}

const hmac = {
    generateKey(algorithm, extractable, usages) {
        checkUsages(usages, ['sign', 'verify'], 'HMAC', true);
        const length = hmacLength(algorithm);
        return generateSecret(
            length, { name: 'HMAC', length, hash: algorithm.hash },
            extractable, usages);
    },

    importKey(format, data, algorithm, extractable, usages) {
        checkUsages(usages, ['sign', 'verify'], 'HMAC');
        const bytes = readSecret(format, data, extractable, usages, 'sig',
                                 () => hmacAlgs[algorithm.hash.name]);
        if (bytes === undefined)
            return undefined;
        const bits = bytes.length * 8;
        if (bits === 0)
            throw domError('Zero-length key is not supported', 'DataError');
        const { length = bits } = algorithm;
        if (length > bits || length <= bits - 8)
            throw domError('Invalid key length', 'DataError');
        return makeSecret(bytes, { name: 'HMAC', length,
                                   hash: algorithm.hash },
                          usages, extractable);
    },

    exportKey(format, key) {
        return writeSecret(format, key,
                           hmacAlgs[slotsOf(key).algorithm.hash.name]);
    },

    getKeyLength: hmacLength,

    sign(algorithm, key, data) {
        return later(toArrayBuffer(hmacDigest(key, data)));
    },

    verify(algorithm, key, data, signature) {
        const digest = hmacDigest(key, data);
        return later(signature.byteLength === digest.length &&
            binding.timingSafeEqual(digest, signature));
    },
};

// ---- AES -------------------------------------------------------------------

const aesUsages = ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'];

function checkAesLength(length) {
    if (length !== 128 && length !== 192 && length !== 256)
        throw domError('AES key length must be 128, 192, or 256 bits',
                       'OperationError');
    return length;
}

function cipherName(key, mode) {
    return `aes-${bytesOf(key).length * 8}-${mode}`;
}

function code(isEncrypting, name, key, iv, data, options) {
    const { Cipheriv, Decipheriv } = require('internal/crypto/cipher');
    const cipher = new (isEncrypting ? Cipheriv : Decipheriv)(
        name, bytesOf(key), iv, options);
    return { cipher, run: () => [cipher.update(data), cipher.final()] };
}

/* The output of a cipher; every failure has the same message. */
function runAes(compute) {
    let result;
    try {
        result = toArrayBuffer(Buffer.concat(compute()));
    } catch (error) {
        return later(undefined, operationFailed(error));
    }
    return later(result);
}

function runGcm(isEncrypting, { iv, additionalData, tagLength = 128 }, key,
                data) {
    const size = tagLength / 8;
    if (![4, 8, 12, 13, 14, 15, 16].includes(size))
        throw domError(`${tagLength} is not a valid AES-GCM tag length`,
                       'OperationError');
    if (!isEncrypting && data.byteLength < size)
        throw domError('The provided data is too small.', 'OperationError');
    return runAes(() => {
        const end = data.byteLength - (isEncrypting ? 0 : size);
        const { cipher, run } = code(
            isEncrypting, cipherName(key, 'gcm'), key, iv,
            data.subarray(0, end), { authTagLength: size });
        if (!isEncrypting)
            cipher.setAuthTag(data.subarray(end));
        if (additionalData !== undefined)
            cipher.setAAD(additionalData);
        const parts = run();
        return isEncrypting ? [...parts, cipher.getAuthTag()] : parts;
    });
}

function checkSize(bytes, name, size) {
    if (bytes.byteLength !== size)
        throw domError(`${name} must contain exactly ${size} bytes`,
                       'OperationError');
}

function runCbc(isEncrypting, { iv }, key, data) {
    checkSize(iv, 'algorithm.iv', 16);
    return runAes(() => code(isEncrypting, cipherName(key, 'cbc'), key, iv,
                             data).run());
}

/* The counter is the last `length` bits of the block. It may run over, and then
 * begins with zero, while the other bits stay. */
function runCtr(isEncrypting, { counter, length }, key, data) {
    checkSize(counter, 'algorithm.counter', 16);
    if (length === 0 || length > 128)
        throw domError('AES-CTR algorithm.length must be between 1 and 128',
                       'OperationError');
    const range = 1n << BigInt(length);
    const start = BigInt(`0x${Buffer.from(counter).toString('hex')}`);
    const blocks = BigInt(Math.ceil(data.byteLength / 16));
    if (blocks > range)
        throw operationFailed();
    const left = range - start % range; // blocks until it runs over
    const split = blocks > left ? Number(left) * 16 : data.byteLength;
    const name = cipherName(key, 'ctr');
    return runAes(() => {
        const parts = code(isEncrypting, name, key, counter,
                           data.subarray(0, split)).run();
        if (split < data.byteLength) {
            const hex = (start - start % range).toString(16);
            const again = Buffer.from(hex.padStart(32, '0'), 'hex');
            parts.push(...code(isEncrypting, name, key, again,
                               data.subarray(split)).run());
        }
        return parts;
    });
}

function runKw(isWrapping, algorithm, key, data) {
    const name = `id-aes${bytesOf(key).length * 8}-wrap`;
    return runAes(() => code(isWrapping, name, key, Buffer.alloc(8, 0xa6),
                             data).run());
}

function makeAes(name, run) {
    const mode = name.slice(4);
    const allowed = name === 'AES-KW' ? ['wrapKey', 'unwrapKey'] : aesUsages;
    const kind = {
        generateKey({ length }, extractable, usages) {
            checkAesLength(length);
            checkUsages(usages, allowed, name, true);
            return generateSecret(length, { name, length }, extractable,
                                  usages);
        },

        importKey(format, data, algorithm, extractable, usages) {
            checkUsages(usages, allowed, name);
            let length;
            const bytes = readSecret(format, data, extractable, usages, 'enc',
                                     ({ k }) => {
                length = Buffer.from(`${k}`, 'base64url').length * 8;
                return `A${length}${mode}`;
            });
            if (bytes === undefined)
                return undefined;
            length = bytes.length * 8;
            if (length !== 128 && length !== 192 && length !== 256)
                throw domError('Invalid key length', 'DataError');
            return makeSecret(bytes, { name, length }, usages, extractable);
        },

        exportKey(format, key) {
            return writeSecret(format, key,
                               `A${bytesOf(key).length * 8}${mode}`);
        },

        getKeyLength: ({ length }) => checkAesLength(length),
    };
    if (name === 'AES-KW') {
        kind.wrapKey = (...args) => run(true, ...args);
        kind.unwrapKey = (...args) => run(false, ...args);
    } else {
        kind.encrypt = (...args) => run(true, ...args);
        kind.decrypt = (...args) => run(false, ...args);
    }
    return kind;
}

// ---- PBKDF2 and HKDF -------------------------------------------------------

function checkBits(length) {
    if (length === null)
        throw domError('length cannot be null', 'OperationError');
    if (length % 8)
        throw domError('length must be a multiple of 8', 'OperationError');
}

function makeDeriver(name, run) {
    return {
        importKey(format, data, algorithm, extractable, usages) {
            checkUsages(usages, ['deriveKey', 'deriveBits'], name);
            if (format !== 'raw' && format !== 'raw-secret')
                return undefined;
            if (extractable)
                throw domError(`${name} keys are not extractable`,
                               'SyntaxError');
            return makeSecret(data, { name }, usages, false);
        },

        getKeyLength: () => null,

        deriveBits(algorithm, key, length) {
            checkBits(length);
            if (length === 0)
                return new ArrayBuffer(0);
            return new Promise((resolve, reject) => {
                run(algorithm, bytesOf(key), length / 8, {
                    oncomplete(error, bytes) {
                        if (error)
                            reject(operationFailed(error));
                        else
                            resolve(toArrayBuffer(bytes));
                    },
                });
            });
        },
    };
}

function runPbkdf2({ hash, iterations, salt }, secret, size, job) {
    if (iterations === 0)
        throw domError('iterations cannot be zero', 'OperationError');
    binding.pbkdf2(hashNames[hash.name], secret, salt, iterations, size, job);
}

function runHkdf({ hash, salt, info }, secret, size, job) {
    if (info.byteLength > 1024)
        throw domError('algorithm.info must be at most 1024 bytes',
                       'OperationError');
    try {
        binding.hkdf(hashNames[hash.name], secret, salt, info, size, job);
    } catch (error) {
        throw operationFailed(error);
    }
}

module.exports = {
    '__proto__': null,
    'HMAC': hmac,
    'AES-GCM': makeAes('AES-GCM', runGcm),
    'AES-CBC': makeAes('AES-CBC', runCbc),
    'AES-CTR': makeAes('AES-CTR', runCtr),
    'AES-KW': makeAes('AES-KW', runKw),
    'PBKDF2': makeDeriver('PBKDF2', runPbkdf2),
    'HKDF': makeDeriver('HKDF', runHkdf),
};
