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
 * call, or when its class is read. The number is that of its parameters. */
const later = {
    'internal/crypto/derive': { hkdf: 6, hkdfSync: 5, pbkdf2: 6, pbkdf2Sync: 5,
                                scrypt: 4, scryptSync: 3 },
    'internal/crypto/argon2': { argon2: 3, argon2Sync: 2 },
    'internal/crypto/cipher': { getCiphers: 0, getCipherInfo: 2 },
    'internal/crypto/keys': { createPrivateKey: 1, createPublicKey: 1,
                              createSecretKey: 2 },
    'internal/crypto/generate': {
        checkPrime: 1, checkPrimeSync: 1, generateKey: 3, generateKeyPair: 3,
        generateKeyPairSync: 2, generateKeySync: 2, generatePrime: 3,
        generatePrimeSync: 1 },
    'internal/crypto/kem': { decapsulate: 3, encapsulate: 2 },
    'internal/crypto/sign': { sign: 4, verify: 5 },
    'internal/crypto/rsa': { privateDecrypt: 2, privateEncrypt: 2,
                             publicDecrypt: 2, publicEncrypt: 2 },
    'internal/crypto/diffie_hellman': { diffieHellman: 2 },
};
for (const { 0: file, 1: functions } of Object.entries(later)) {
    for (const { 0: name, 1: length } of Object.entries(functions))
        module.exports[name] = callLater(
            name, length, (args) => require(file)[name](...args));
}

/* An ordinary function, since Node's can be called with `new`. */
function callLater(name, length, call) {
    const { [name]: later } = {
        [name]: function(...args) { return call(args); },
    };
    return Object.defineProperty(later, 'length',
                                 { __proto__: null, value: length });
}

Object.defineProperty(
    module.exports.generateKeyPair, customPromisifyArgs, {
        __proto__: null, value: ['publicKey', 'privateKey'], enumerable: false,
    });

/* A function that makes an object of a class. */
const makers = {
    createCipheriv: ['internal/crypto/cipher', 'Cipheriv', 4],
    createDecipheriv: ['internal/crypto/cipher', 'Decipheriv', 4],
    createDiffieHellman: ['internal/crypto/diffie_hellman', 'DiffieHellman', 4],
    createDiffieHellmanGroup: ['internal/crypto/diffie_hellman',
                               'DiffieHellmanGroup', 1],
    createECDH: ['internal/crypto/diffie_hellman', 'ECDH', 1],
    createSign: ['internal/crypto/sign', 'Sign', 2],
    createVerify: ['internal/crypto/sign', 'Verify', 2],
};
for (const { 0: name, 1: { 0: file, 1: Class, 2: length } } of
    Object.entries(makers))
    module.exports[name] = callLater(
        name, length, (args) => new (require(file)[Class])(...args));
module.exports.getDiffieHellman = module.exports.createDiffieHellmanGroup;

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
