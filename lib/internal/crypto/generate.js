'use strict';
/*
 * internal/crypto/generate - new keys and primes: generateKeyPair(),
 * generateKey(), generatePrime(), checkPrime(), at once or on the thread pool.
 *
 * The parameters of a pair are passed under OpenSSL's own names: a list of
 * names and values in turn.
 */

const binding = internalBinding('crypto');
const { codes, makePlainError } = require('internal/errors');
const {
    validateBoolean, validateFunction, validateInt32, validateInteger,
    validateObject, validateOneOf, validateString, validateUint32,
} = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { toJob, toView } = require('internal/crypto/util');
const keys = require('internal/crypto/keys');
/* Loaded when first used: crypto, internal/crypto/akp, internal/crypto/der,
 * internal/crypto/key_input, internal/crypto/random. */

// ---- Pairs -----------------------------------------------------------------

function readRsaOptions(options) {
    validateObject(options, 'options');
    const { modulusLength, publicExponent } = options;
    validateUint32(modulusLength, 'options.modulusLength');
    if (publicExponent !== undefined && publicExponent !== null)
        validateUint32(publicExponent, 'options.publicExponent');
    return ['rsa_keygen_bits', `${modulusLength}`,
            'rsa_keygen_pubexp', `${publicExponent ?? 0x10001}`];
}

/* An option by its present or by its former name. */
function readHash(options, name, former) {
    const { [name]: value, [former]: old } = options;
    if (value !== undefined)
        validateString(value, `options.${name}`);
    if (old !== undefined) {
        process.emitWarning(
            `"options.${former}" is deprecated, ` +
            `use "options.${name}" instead.`, 'DeprecationWarning', 'DEP0154');
        validateString(old, `options.${former}`);
        if (value && old !== value)
            throw new codes.ERR_INVALID_ARG_VALUE(`options.${former}`, old);
    }
    const hash = value || old;
    if (hash !== undefined && !require('crypto').getHashes()
        .some((known) => known.toLowerCase() === hash.toLowerCase()))
        throw makePlainError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST',
                             `Invalid ${former === 'hash' ? '' : 'MGF1 '}` +
                             `digest: ${hash}`);
    return hash;
}

function readPssOptions(options) {
    const list = readRsaOptions(options);
    const { saltLength } = options;
    if (saltLength !== undefined)
        validateInt32(saltLength, 'options.saltLength', 0);
    const hash = readHash(options, 'hashAlgorithm', 'hash');
    const mgf1Hash = readHash(options, 'mgf1HashAlgorithm', 'mgf1Hash') ??
        hash;
    if (hash !== undefined)
        list.push('rsa_pss_keygen_md', hash);
    if (mgf1Hash !== undefined)
        list.push('rsa_pss_keygen_mgf1_md', mgf1Hash);
    if (saltLength !== undefined || hash !== undefined)
        list.push('rsa_pss_keygen_saltlen',
                  `${saltLength ?? require('crypto').hash(hash, '',
                                                          'buffer').length}`);
    return list;
}

function readDsaOptions(options) {
    validateObject(options, 'options');
    const { modulusLength, divisorLength } = options;
    validateUint32(modulusLength, 'options.modulusLength');
    const list = ['dsa_paramgen_bits', `${modulusLength}`];
    if (divisorLength !== undefined && divisorLength !== null) {
        validateInt32(divisorLength, 'options.divisorLength', 0);
        list.push('dsa_paramgen_q_bits', `${divisorLength}`);
    }
    return list;
}

function readEcOptions(options) {
    validateObject(options, 'options');
    const { namedCurve, paramEncoding } = options;
    validateString(namedCurve, 'options.namedCurve');
    const isNamed = paramEncoding === undefined || paramEncoding === null ||
        paramEncoding === 'named';
    if (!isNamed && paramEncoding !== 'explicit')
        throw new codes.ERR_INVALID_ARG_VALUE('options.paramEncoding',
                                              paramEncoding);
    if (binding.curveSize(namedCurve) === null)
        throw makePlainError(TypeError, 'ERR_CRYPTO_INVALID_CURVE',
                             'Invalid EC curve name');
    return ['ec_paramgen_curve', namedCurve,
            'ec_param_enc', isNamed ? 'named_curve' : 'explicit'];
}

function readDhOptions(options) {
    validateObject(options, 'options');
    const { group, prime, primeLength, generator } = options;
    const has = (value) => value !== undefined && value !== null;
    for (const other of ['prime', 'primeLength', 'generator']) {
        if (has(group) && has(options[other]))
            throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('group', other);
    }
    if (has(group)) {
        validateString(group, 'options.group');
        return readGroup(group);
    }
    if (has(prime)) {
        if (has(primeLength))
            throw new codes.ERR_INCOMPATIBLE_OPTION_PAIR('prime',
                                                         'primeLength');
        return writeDhParams(prime, generator ?? 2);
    }
    if (!has(primeLength))
        throw new codes.ERR_MISSING_OPTION(
            'At least one of the group, prime, or primeLength options');
    validateInt32(primeLength, 'options.primeLength', 0);
    if (has(generator))
        validateInt32(generator, 'options.generator', 0);
    return ['dh_paramgen_prime_len', `${primeLength}`,
            'dh_paramgen_generator', `${generator ?? 2}`];
}

/* The numbers as OpenSSL reads them. */
function writeDhParams(prime, generator) {
    const der = require('internal/crypto/der');
    const { toView } = require('internal/crypto/util');
    const view = toView(prime);
    if (view === undefined)
        throw new codes.ERR_INVALID_ARG_TYPE(
            'options.prime',
            ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], prime);
    validateInt32(generator, 'options.generator', 0);
    const small = Buffer.alloc(4);
    small.writeInt32BE(generator);
    return der.sequence(der.integer(Buffer.from(view)), der.integer(small));
}

const dhGroups = { __proto__: null, modp5: 'modp_1536', modp14: 'modp_2048',
                   modp15: 'modp_3072', modp16: 'modp_4096',
                   modp17: 'modp_6144', modp18: 'modp_8192' };

function readGroup(group) {
    const name = dhGroups[group];
    if (name === undefined)
        throw makePlainError(Error, 'ERR_CRYPTO_UNKNOWN_DH_GROUP',
                             'Unknown DH group');
    return ['group', name];
}

const none = [];
/* OpenSSL's name, and its options for the parameters and for the key. */
const kinds = {
    '__proto__': null,
    'rsa': (options) => ['RSA', none, readRsaOptions(options)],
    'rsa-pss': (options) => ['RSA-PSS', none, readPssOptions(options)],
    'dsa': (options) => ['DSA', readDsaOptions(options), none],
    'ec': (options) => ['EC', none, readEcOptions(options)],
    'dh': (options) => ['DH', readDhOptions(options), none],
    'ed25519': () => ['ED25519', none, none],
    'ed448': () => ['ED448', none, none],
    'x25519': () => ['X25519', none, none],
    'x448': () => ['X448', none, none],
};

/* Of a kind that this OpenSSL may have. */
function prepareNamed(type) {
    const { findKind } = require('internal/crypto/akp');
    if (type !== type.toLowerCase() || findKind(type) === undefined)
        throw new codes.ERR_INVALID_ARG_VALUE('type', type,
                                              'must be a supported key type');
    return [findKind(type).name, none, none];
}

function readPairEncodings(type, options) {
    const { readEncoding } = require('internal/crypto/key_input');
    const read = (name, isPublic) => {
        const encoding = options?.[name];
        if (encoding === undefined || encoding === null)
            return undefined;
        if (typeof encoding !== 'object')
            throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, encoding);
        return readEncoding(encoding, type, isPublic, `options.${name}`);
    };
    return { publicKey: read('publicKeyEncoding', true),
             privateKey: read('privateKeyEncoding', false) };
}

/* What C needs to begin, and how to show the result. */
function preparePair(type, options) {
    validateString(type, 'type');
    const encodings = readPairEncodings(type, options);
    if (options !== undefined)
        validateObject(options, 'options');
    const args = kinds[type]?.(options) ?? prepareNamed(type);
    return { args, encodings };
}

function showPair(key, { publicKey, privateKey }) {
    return {
        publicKey: publicKey === undefined ? keys.makePublicKey(key) :
            keys.writeKey(key, true, publicKey),
        privateKey: privateKey === undefined ? keys.makePrivateKey(key) :
            keys.writeKey(key, false, privateKey),
    };
}

function generateKeyPair(type, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = undefined;
    }
    validateFunction(callback, 'callback');
    const { args, encodings } = preparePair(type, options);
    binding.generatePair(...args, { oncomplete(error, key) {
        let pair;
        try {
            if (!error)
                pair = showPair(key, encodings);
        } catch (reason) {
            error = reason;
        }
        if (error)
            callback.call(this, error);
        else
            callback.call(this, null, pair.publicKey, pair.privateKey);
    } });
}
function generateKeyPairSync(type, options) {
    const { args, encodings } = preparePair(type, options);
    return showPair(binding.generatePair(...args), encodings);
}

// ---- Secrets ---------------------------------------------------------------

function readKeySize(type, options) {
    validateString(type, 'type');
    validateObject(options, 'options');
    const { length } = options;
    if (type === 'hmac')
        validateInteger(length, 'options.length', 8, 2 ** 31 - 1);
    else if (type === 'aes')
        validateOneOf(length, 'options.length', [128, 192, 256]);
    else
        throw new codes.ERR_INVALID_ARG_VALUE('type', type,
                                              'must be a supported key type');
    return Math.floor(length / 8);
}

function generateKeySync(type, options) {
    const { randomBytes } = require('internal/crypto/random');
    return keys.makeSecretKey(randomBytes(readKeySize(type, options)));
}

function generateKey(type, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = undefined;
    }
    validateFunction(callback, 'callback');
    const { randomBytes } = require('internal/crypto/random');
    randomBytes(readKeySize(type, options), (error, bytes) => {
        if (error)
            callback(error);
        else
            callback(null, keys.makeSecretKey(bytes));
    });
}

// ---- Primes ----------------------------------------------------------------

/* A large number as bytes, the highest first. */
function toNumberBytes(value, name) {
    if (typeof value === 'bigint') {
        if (value < 0)
            throw new codes.ERR_OUT_OF_RANGE(name, '>= 0', value);
        const hex = value.toString(16);
        return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
    }
    const view = toView(value);
    if (view === undefined)
        throw new codes.ERR_INVALID_ARG_TYPE(
            name, ['ArrayBuffer', 'TypedArray', 'Buffer', 'DataView',
                   'bigint'], value);
    return view;
}

function readPrimeOptions(size, options) {
    validateInt32(size, 'size', 1);
    validateObject(options, 'options');
    const { safe = false, bigint = false, add, rem } = options;
    validateBoolean(safe, 'options.safe');
    validateBoolean(bigint, 'options.bigint');
    const read = { safe, bigint, add: undefined, rem: undefined };
    if (add !== undefined)
        read.add = toNumberBytes(add, 'options.add');
    if (rem !== undefined)
        read.rem = toNumberBytes(rem, 'options.rem');
    checkPrimeSteps(size, read);
    return read;
}

function toBigInt(bytes) {
    let hex = '';
    for (let i = 0; i < bytes.byteLength; i++)
        hex += bytes[i].toString(16).padStart(2, '0');
    return BigInt(`0x${hex || '0'}`);
}

/* OpenSSL would search forever. */
function checkPrimeSteps(size, { add, rem }) {
    if (add === undefined)
        return;
    const step = toBigInt(new Uint8Array(add.buffer, add.byteOffset,
                                         add.byteLength));
    if (step.toString(2).length > size)
        throw makePlainError(RangeError, 'ERR_OUT_OF_RANGE',
                             'invalid options.add');
    if (rem !== undefined &&
        step <= toBigInt(new Uint8Array(rem.buffer, rem.byteOffset,
                                        rem.byteLength)))
        throw makePlainError(RangeError, 'ERR_OUT_OF_RANGE',
                             'invalid options.rem');
}

function showPrime(bytes, { bigint }) {
    return bigint ? toBigInt(bytes) : bytes.buffer;
}

function generatePrimeSync(size, options = {}) {
    const read = readPrimeOptions(size, options);
    return showPrime(binding.generatePrime(size, read.safe, read.add,
                                           read.rem, undefined), read);
}

function generatePrime(size, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = {};
    }
    validateFunction(callback, 'callback');
    const read = readPrimeOptions(size, options);
    binding.generatePrime(size, read.safe, read.add, read.rem,
                          toJob(callback, (bytes) => showPrime(bytes, read)));
}

function checkPrimeArguments(candidate, options) {
    if (typeof candidate !== 'bigint' && !isArrayBufferView(candidate) &&
        !isAnyArrayBuffer(candidate))
        throw new codes.ERR_INVALID_ARG_TYPE(
            'candidate', ['ArrayBuffer', 'TypedArray', 'Buffer', 'DataView',
                          'bigint'], candidate);
    const bytes = toNumberBytes(candidate, 'candidate');
    validateObject(options, 'options');
    validateInt32(options.checks ?? 0, 'options.checks', 0);
    return bytes;
}

function checkPrimeSync(candidate, options = {}) {
    return binding.checkPrime(checkPrimeArguments(candidate, options));
}

function checkPrime(candidate, options, callback) {
    if (typeof options === 'function') {
        callback = options;
        options = {};
    }
    const bytes = checkPrimeArguments(candidate, options ?? {});
    binding.checkPrime(bytes, toJob(callback));
}

module.exports = {
    checkPrime, checkPrimeSync, generateKey, generateKeyPair,
    generateKeyPairSync, generateKeySync, generatePrime, generatePrimeSync,
};
