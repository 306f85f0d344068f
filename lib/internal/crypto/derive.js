'use strict';
/*
 * internal/crypto/derive - pbkdf2(), scrypt() and hkdf(), at once or on the
 * thread pool.
 */

const binding = internalBinding('crypto');
const { codes } = require('internal/errors');
const {
    validateInt32, validateInteger, validateString,
    validateUint32,
} = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { getBytes, toJob, toView } = require('internal/crypto/util');
/* Loaded when first used: buffer, internal/crypto/keys. */

function checkDigest(result, digest) {
    if (result === null)
        throw new codes.ERR_CRYPTO_INVALID_DIGEST(digest);
    return result;
}

// ---- PBKDF2 ----------------------------------------------------------------

function runPbkdf2(password, salt, iterations, keylen, digest, callback) {
    validateString(digest, 'digest');
    password = getBytes(password, 'password');
    salt = getBytes(salt, 'salt');
    validateInt32(iterations, 'iterations', 1);
    validateInt32(keylen, 'keylen', 0);
    const job = callback === null ? undefined : toJob(callback);
    return checkDigest(
        binding.pbkdf2(digest, password, salt, iterations, keylen, job),
        digest);
}

function pbkdf2(password, salt, iterations, keylen, digest, callback) {
    if (typeof digest === 'function') {
        callback = digest;
        digest = undefined;
    }
    runPbkdf2(password, salt, iterations, keylen, digest, callback);
}

function pbkdf2Sync(password, salt, iterations, keylen, digest) {
    return runPbkdf2(password, salt, iterations, keylen, digest, null);
}

// ---- scrypt ----------------------------------------------------------------

const scryptDefaults = { N: 16384, r: 8, p: 1, maxmem: 32 << 20 };
const longNames = { N: 'cost', r: 'blockSize', p: 'parallelization' };

/* A number by its short or by its long name; zero stands for the default. */
function readScryptNumber(options, name) {
    const long = longNames[name];
    let value = options[name];
    if (value !== undefined)
        validateUint32(value, name);
    if (options[long] !== undefined) {
        if (value !== undefined)
            throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR(name, long);
        value = options[long];
        validateUint32(value, long);
    }
    return value || scryptDefaults[name];
}

function readScryptOptions(options) {
    if (!options)
        return scryptDefaults;
    const read = {
        N: readScryptNumber(options, 'N'),
        r: readScryptNumber(options, 'r'),
        p: readScryptNumber(options, 'p'),
        maxmem: scryptDefaults.maxmem,
    };
    if (options.maxmem !== undefined) {
        validateInteger(options.maxmem, 'maxmem', 0);
        read.maxmem = options.maxmem || scryptDefaults.maxmem;
    }
    return read;
}

function runScrypt(password, salt, keylen, options, callback) {
    password = getBytes(password, 'password');
    salt = getBytes(salt, 'salt');
    validateInt32(keylen, 'keylen', 0);
    const { N, r, p, maxmem } = readScryptOptions(options);
    const job = callback === null ? undefined : toJob(callback);
    return binding.scrypt(password, salt, N, r, p, maxmem, keylen, job);
}

function scrypt(password, salt, keylen, options, callback) {
    if (arguments.length < 5 && callback === undefined) {
        callback = options;
        options = undefined;
    }
    // A missing callback is refused by validateFunction().
    runScrypt(password, salt, keylen, options, callback ?? undefined);
}

function scryptSync(password, salt, keylen, options) {
    return runScrypt(password, salt, keylen, options, null);
}

// ---- HKDF ------------------------------------------------------------------

const byteTypes = ['ArrayBuffer', 'TypedArray', 'DataView', 'Buffer'];
const MAX_INFO = 1024;

function getHkdfKey(key) {
    const { getSecretBytes, isKeyObject } = require('internal/crypto/keys');
    if (isKeyObject(key))
        return getSecretBytes(key);
    if (typeof key === 'string')
        return Buffer.from(key);
    const view = toView(key);
    if (view === undefined)
        throw new codes.ERR_INVALID_ARG_TYPE(
            'ikm', ['string', 'SecretKeyObject', ...byteTypes], key);
    return view;
}

function getHkdfBytes(value, name) {
    if (typeof value === 'string')
        return Buffer.from(value);
    if (!isArrayBufferView(value) && !isAnyArrayBuffer(value))
        throw new codes.ERR_INVALID_ARG_TYPE(
            name, ['string', ...byteTypes], value);
    return toView(value);
}

function runHkdf(digest, key, salt, info, length, callback) {
    validateString(digest, 'digest');
    key = getHkdfKey(key);
    salt = getHkdfBytes(salt, 'salt');
    info = getHkdfBytes(info, 'info');
    validateInteger(length, 'length', 0, require('buffer').kMaxLength);
    if (info.byteLength > MAX_INFO)
        throw new codes.ERR_OUT_OF_RANGE(
            'info', `must not contain more than ${MAX_INFO} bytes`,
            info.byteLength);
    const job = callback === null ? undefined : toJob(callback, toArrayBuffer);
    return checkDigest(binding.hkdf(digest, key, salt, info, length, job),
                       digest);
}

/* The result is an ArrayBuffer, unlike that of the others. */
function toArrayBuffer(bytes) {
    return bytes.buffer;
}

function hkdf(digest, key, salt, info, length, callback) {
    runHkdf(digest, key, salt, info, length, callback);
}

function hkdfSync(digest, key, salt, info, length) {
    return runHkdf(digest, key, salt, info, length, null).buffer;
}

module.exports = {
    hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync,
};
