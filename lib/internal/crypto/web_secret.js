'use strict';
/*
 * internal/crypto/web_secret - algorithms of Web Crypto with one secret key:
 * HMAC, AES, ChaCha20-Poly1305, PBKDF2, HKDF and Argon2.
 */

const binding = internalBinding('crypto');
const { VERSION: ARGON_VERSION } = require('internal/crypto/argon2');
const { slotsOf } = require('internal/crypto/crypto_key');
const { domError, hashNames } = require('internal/crypto/web_algorithms');
const {
    checkUsages, clearBits, generateSecret, later, makeSecret,
    operationFailed, readSecret, run: promiseOf, toArrayBuffer, writeSecret,
} = require('internal/crypto/web_util');
/* Loaded when first used: internal/crypto/cipher. */

const blockBits = { '__proto__': null, 'SHA-1': 512, 'SHA-256': 512,
                    'SHA-384': 1024, 'SHA-512': 1024 };

function bytesOf(key) {
    return slotsOf(key).handle.data;
}

// ---- HMAC ------------------------------------------------------------------

const hmacAlgs = { '__proto__': null, 'SHA-1': 'HS1', 'SHA-256': 'HS256',
                   'SHA-384': 'HS384', 'SHA-512': 'HS512' };

function hmacLength({ hash, length = blockBits[hash.name] }) {
    if (length === undefined)
        throw domError('Explicit algorithm length member is required',
                       'NotSupportedError');
    return length;
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
                                 hmacAlgs[algorithm.hash.name], true);
        if (bytes === undefined)
            return undefined;
        if (bytes.length === 0)
            throw domError('Zero-length key is not supported', 'DataError');
        const { length = bytes.length * 8 } = algorithm;
        if (Math.ceil(length / 8) !== bytes.length)
            throw domError('Invalid key length', 'DataError');
        return makeSecret(clearBits(bytes, length),
                          { name: 'HMAC', length, hash: algorithm.hash },
                          usages, extractable);
    },

    exportKey(format, key) {
        return writeSecret(format, key,
                           hmacAlgs[slotsOf(key).algorithm.hash.name], true);
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

// ---- Ciphers -------------------------------------------------------------------

const cipherUsages = ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'];

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

/* The ciphers whose output ends in a tag. */
function runAead(cipherOf, isEncrypting,
                 { iv, additionalData, tagLength = 128 }, key, data) {
    const size = tagLength / 8;
    return runAes(() => {
        if (!isEncrypting && data.byteLength < size)
            throw new Error('Cipher job failed');
        const end = data.byteLength - (isEncrypting ? 0 : size);
        const { cipher, run } = code(
            isEncrypting, cipherOf(key), key, iv, data.subarray(0, end),
            { authTagLength: size });
        if (!isEncrypting)
            cipher.setAuthTag(data.subarray(end));
        if (additionalData !== undefined)
            cipher.setAAD(additionalData, { plaintextLength: end });
        if (isEncrypting)
            return [...run(), cipher.getAuthTag()];
        try {
            return run();
        } catch {
            throw new Error('Cipher job failed');
        }
    });
}

function aead(cipherOf) {
    return (...args) => runAead(cipherOf, ...args);
}

function runCbc(isEncrypting, { iv }, key, data) {
    return runAes(() => code(isEncrypting, cipherName(key, 'cbc'), key, iv,
                             data).run());
}

/* The counter is the last `length` bits of the block. It may run over, and then
 * begins with zero, while the other bits stay. */
function runCtr(isEncrypting, { counter, length }, key, data) {
    const range = 1n << BigInt(length);
    const start = BigInt(`0x${Buffer.from(counter).toString('hex')}`);
    const blocks = BigInt(Math.ceil(data.byteLength / 16));
    if (blocks > range)
        return later(undefined,
                     operationFailed(new Error('Cipher job failed')));
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

/* `kind` has alg(bytes) of a JWK, whether a raw key is a secret one, the sizes
 * that a key may have, and describe(its length) for what a CryptoKey shows. */
function makeCipher(name, kind, run) {
    const isKw = name === 'AES-KW';
    const allowed = isKw ? ['wrapKey', 'unwrapKey'] : cipherUsages;
    return {
        generateKey({ length = 256 }, extractable, usages) {
            checkUsages(usages, allowed, name, true);
            return generateSecret(length, kind.describe(length), extractable,
                                  usages);
        },

        importKey(format, data, algorithm, extractable, usages) {
            checkUsages(usages, allowed, name);
            const bytes = readSecret(format, data, extractable, usages, 'enc',
                                     kind.alg, kind.takesRaw);
            if (bytes === undefined)
                return undefined;
            const length = bytes.length * 8;
            if (!kind.lengths.includes(length))
                throw domError('Invalid key length', 'DataError');
            return makeSecret(bytes, kind.describe(length), usages,
                              extractable);
        },

        exportKey: (format, key) => writeSecret(
            format, key, kind.alg(bytesOf(key)), kind.takesRaw),

        getKeyLength: ({ length = 256 }) => length,

        [isKw ? 'wrapKey' : 'encrypt']: (...args) => run(true, ...args),
        [isKw ? 'unwrapKey' : 'decrypt']: (...args) => run(false, ...args),
    };
}

const aesLengths = [128, 192, 256];

function makeAes(name, run) {
    const mode = name.slice(4);
    return makeCipher(name, {
        lengths: aesLengths, takesRaw: mode !== 'OCB',
        alg: ({ length }) => aesLengths.includes(length * 8) ?
            `A${length * 8}${mode}` : undefined,
        describe: (length) => ({ name, length }),
    }, run);
}

const chacha = makeCipher('ChaCha20-Poly1305', {
    lengths: [256], takesRaw: false, alg: () => 'C20P',
    describe: () => ({ name: 'ChaCha20-Poly1305' }),
}, aead(() => 'chacha20-poly1305'));

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
            if (extractable)
                throw domError(`${name} keys are not extractable`,
                               'SyntaxError');
            checkUsages(usages, ['deriveKey', 'deriveBits'], name);
            if (format !== 'raw' && format !== 'raw-secret')
                return undefined;
            return makeSecret(data, { name }, usages, false);
        },

        getKeyLength: () => null,

        deriveBits(algorithm, key, length) {
            checkBits(length);
            if (length === 0)
                return later(new ArrayBuffer(0));
            return promiseOf((job) => run(algorithm, bytesOf(key), length / 8,
                                          job), toArrayBuffer);
        },
    };
}

function runPbkdf2({ hash, iterations, salt }, secret, size, job) {
    binding.pbkdf2(hashNames[hash.name], secret, salt, iterations, size, job);
}

function runHkdf({ hash, salt, info }, secret, size, job) {
    binding.hkdf(hashNames[hash.name], secret, salt, info, size, job);
}

// ---- Argon2 ----------------------------------------------------------------

const MIN_ARGON_BITS = 32;
const noBytes = Buffer.alloc(0);

function runArgon2({ name, nonce, parallelism, passes, memory, secretValue,
                     associatedData }, password, length, job) {
    return binding.argon2(name.toUpperCase(), password, nonce,
                          [parallelism, passes, memory, ARGON_VERSION],
                          secretValue ?? noBytes, associatedData ?? noBytes,
                          length, job);
}

function makeArgon2(name) {
    const deriver = makeDeriver(name, runArgon2);
    return {
        ...deriver,

        importKey: (format, ...args) => format === 'raw-secret' ?
            deriver.importKey(format, ...args) : undefined,

        deriveBits(algorithm, key, length) {
            checkBits(length);
            if (length < MIN_ARGON_BITS)
                throw domError(`length must be >= ${MIN_ARGON_BITS}`,
                               'OperationError');
            return deriver.deriveBits(algorithm, key, length);
        },
    };
}

module.exports = {
    '__proto__': null,
    'HMAC': hmac,
    'AES-GCM': makeAes('AES-GCM', aead((key) => cipherName(key, 'gcm'))),
    'AES-OCB': makeAes('AES-OCB', aead((key) => cipherName(key, 'ocb'))),
    'AES-CBC': makeAes('AES-CBC', runCbc),
    'AES-CTR': makeAes('AES-CTR', runCtr),
    'AES-KW': makeAes('AES-KW', runKw),
    'ChaCha20-Poly1305': chacha,
    'PBKDF2': makeDeriver('PBKDF2', runPbkdf2),
    'HKDF': makeDeriver('HKDF', runHkdf),
    'Argon2d': makeArgon2('Argon2d'),
    'Argon2i': makeArgon2('Argon2i'),
    'Argon2id': makeArgon2('Argon2id'),
};
