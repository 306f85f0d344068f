'use strict';
/*
 * crypto - hashes, HMACs, random bytes, by OpenSSL's libcrypto, which is loaded
 * when it is first needed. What is not there yet throws
 * ERR_METHOD_NOT_IMPLEMENTED.
 */

const binding = internalBinding('crypto');
const { codes } = require('internal/errors');
const { Hash, Hmac, hash } = require('internal/crypto/hash');
const random = require('internal/crypto/random');
const { secureHeapUsed } = require('internal/crypto/secure_heap');
const { customPromisifyArgs, deprecate } = require('internal/util');
const { notThereYet, toView } = require('internal/crypto/util');
/* Loaded when first used: internal/crypto/argon2,
 * internal/crypto/certificate, internal/crypto/cipher,
 * internal/crypto/constants, internal/crypto/derive,
 * internal/crypto/diffie_hellman, internal/crypto/generate,
 * internal/crypto/kem, internal/crypto/keys, internal/crypto/rsa,
 * internal/crypto/sign, internal/crypto/webcrypto, internal/crypto/x509,
 * internal/process/object, worker_threads. */

function createHash(algorithm, options) {
    return new Hash(algorithm, options);
}

function createHmac(hmac, key, options) {
    return new Hmac(hmac, key, options);
}

function timingSafeEqual(a, b) {
    const views = [toView(a), toView(b)];
    for (const { 0: i, 1: view } of views.entries()) {
        if (view === undefined)
            throw new codes.ERR_INVALID_ARG_TYPE(
                `buf${i + 1}`,
                ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'],
                i === 0 ? a : b);
    }
    if (views[0].byteLength !== views[1].byteLength)
        throw new codes.ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH();
    return binding.timingSafeEqual(...views);
}

/* OpenSSL lists some names twice, in upper and lower case. */
let hashNames;

function getHashes() {
    hashNames ??= [...new Set(binding.getHashes())].sort();
    return [...hashNames];
}

let curveNames;

function getCurves() {
    curveNames ??= binding.getCurves().sort();
    return [...curveNames];
}

function getFips() {
    return binding.getFips() ? 1 : 0;
}

function setFips(val) {
    if (!require('worker_threads').isMainThread)
        throw new codes.ERR_WORKER_UNSUPPORTED_OPERATION(
            'Calling crypto.setFips()');
    binding.setFips(Boolean(val));
}

module.exports = {
    createHash,
    createHmac,
    getCurves,
    getFips,
    getHashes,
    hash,
    secureHeapUsed,
    setFips,
    randomBytes: random.randomBytes,
    randomFill: random.randomFill,
    randomFillSync: random.randomFillSync,
    randomInt: random.randomInt,
    randomUUID: random.randomUUID,
    randomUUIDv7: random.randomUUIDv7,
    getRandomValues: random.getRandomValues,
    timingSafeEqual,
    Hash: deprecate(Hash, 'crypto.Hash constructor is deprecated.', 'DEP0179'),
    Hmac: deprecate(Hmac, 'crypto.Hmac constructor is deprecated.', 'DEP0181'),
};

module.exports.setEngine = notThereYet('setEngine');

/* A program that only hashes needs none of these: each is loaded by its first
 * call, or when its class is read. */
const later = {
    'internal/crypto/derive': ['hkdf', 'hkdfSync', 'pbkdf2', 'pbkdf2Sync',
                               'scrypt', 'scryptSync'],
    'internal/crypto/argon2': ['argon2', 'argon2Sync'],
    'internal/crypto/cipher': ['getCiphers', 'getCipherInfo'],
    'internal/crypto/keys': ['createPrivateKey', 'createPublicKey',
                             'createSecretKey'],
    'internal/crypto/generate': ['checkPrime', 'checkPrimeSync', 'generateKey',
                                 'generateKeyPair', 'generateKeyPairSync',
                                 'generateKeySync', 'generatePrime',
                                 'generatePrimeSync'],
    'internal/crypto/kem': ['decapsulate', 'encapsulate'],
    'internal/crypto/sign': ['sign', 'verify'],
    'internal/crypto/rsa': ['privateDecrypt', 'privateEncrypt',
                            'publicDecrypt', 'publicEncrypt'],
    'internal/crypto/diffie_hellman': ['diffieHellman'],
};
for (const { 0: file, 1: names } of Object.entries(later)) {
    for (const name of names)
        module.exports[name] = callLater(name, () => require(file));
}

/* An ordinary function, since Node's can be called with `new`. */
function callLater(name, load) {
    return {
        [name]: function(...args) { return load()[name](...args); },
    }[name];
}

Object.defineProperty(
    module.exports.generateKeyPair, customPromisifyArgs, {
        __proto__: null, value: ['publicKey', 'privateKey'], enumerable: false,
    });

/* A function that makes an object of a class. */
const makers = {
    createCipheriv: ['internal/crypto/cipher', 'Cipheriv'],
    createDecipheriv: ['internal/crypto/cipher', 'Decipheriv'],
    createDiffieHellman: ['internal/crypto/diffie_hellman', 'DiffieHellman'],
    createDiffieHellmanGroup: ['internal/crypto/diffie_hellman',
                               'DiffieHellmanGroup'],
    createECDH: ['internal/crypto/diffie_hellman', 'ECDH'],
    createSign: ['internal/crypto/sign', 'Sign'],
    createVerify: ['internal/crypto/sign', 'Verify'],
    getDiffieHellman: ['internal/crypto/diffie_hellman',
                       'DiffieHellmanGroup'],
};
for (const { 0: name, 1: { 0: file, 1: Class } } of Object.entries(makers)) {
    module.exports[name] = {
        [name]: function(...args) {
            return new (require(file)[Class])(...args);
        },
    }[name];
}

const classes = {
    Certificate: 'internal/crypto/certificate',
    Cipheriv: 'internal/crypto/cipher',
    Decipheriv: 'internal/crypto/cipher',
    DiffieHellman: 'internal/crypto/diffie_hellman',
    DiffieHellmanGroup: 'internal/crypto/diffie_hellman',
    ECDH: 'internal/crypto/diffie_hellman',
    KeyObject: 'internal/crypto/keys',
    Sign: 'internal/crypto/sign',
    Verify: 'internal/crypto/sign',
    X509Certificate: 'internal/crypto/x509',
};
for (const { 0: name, 1: file } of Object.entries(classes)) {
    Object.defineProperty(module.exports, name, {
        __proto__: null, configurable: true, enumerable: true,
        get() {
            const value = require(file)[name];
            Object.defineProperty(module.exports, name, {
                __proto__: null, configurable: true, enumerable: true,
                value, writable: true,
            });
            return value;
        },
        set(value) {
            Object.defineProperty(module.exports, name, {
                __proto__: null, configurable: true, enumerable: true,
                value, writable: true,
            });
        },
    });
}

function randomBytesByOldName(name) {
    let value;
    return {
        __proto__: null, configurable: true, enumerable: false,
        get() {
            const { options } = require('internal/process/object');
            value ??= !options.pendingDeprecation ?
                random.randomBytes :
                deprecate(random.randomBytes,
                          `crypto.${name} is deprecated.`, 'DEP0115');
            return value;
        },
        set(replacement) { value = replacement; },
    };
}

const ofFips = ['The crypto.fips is deprecated. Please use crypto.', 'DEP0093'];

Object.defineProperties(module.exports, {
    fips: {
        __proto__: null,
        get: deprecate(getFips, `${ofFips[0]}getFips()`, ofFips[1]),
        set: deprecate(setFips, `${ofFips[0]}setFips()`, ofFips[1]),
    },
    constants: {
        __proto__: null, configurable: false, enumerable: true,
        get() { return require('internal/crypto/constants'); },
    },
    // Old names for the same functions.
    pseudoRandomBytes: randomBytesByOldName('pseudoRandomBytes'),
    prng: randomBytesByOldName('prng'),
    rng: randomBytesByOldName('rng'),
    webcrypto: {
        __proto__: null, configurable: false, enumerable: true,
        get() { return require('internal/crypto/webcrypto').crypto; },
    },
    subtle: {
        __proto__: null, configurable: false, enumerable: true,
        get() { return require('internal/crypto/webcrypto').subtle; },
    },
});
