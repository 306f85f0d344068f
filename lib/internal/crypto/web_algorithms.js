'use strict';
/*
 * internal/crypto/web_algorithms - algorithms as programs name them for Web
 * Crypto: a string or an object, checked and copied.
 *
 * `operations` says which operations an algorithm has, and the dictionary that
 * each takes: a list of members as web_idl.dictionary() has them, or none.
 */

const binding = internalBinding('crypto');
const { emitExperimentalWarning } = require('internal/util');
const { slotsOf } = require('internal/crypto/crypto_key');
const idl = require('internal/crypto/web_idl');
/* Loaded when first used: internal/crypto/akp, internal/crypto/argon2. */

const ARGON_VERSION = 0x13;
const MAX_LANES = 2 ** 24 - 1;

/* OpenSSL's names. */
const hashNames = { '__proto__': null, 'SHA-1': 'sha1', 'SHA-256': 'sha256',
                    'SHA-384': 'sha384', 'SHA-512': 'sha512',
                    'SHA3-256': 'sha3-256', 'SHA3-384': 'sha3-384',
                    'SHA3-512': 'sha3-512' };

function domError(message, name, cause) {
    return new DOMException(message, cause === undefined ? name :
        { name, cause });
}

function notSupported() {
    return domError('Unrecognized algorithm name', 'NotSupportedError');
}

function check(holds, message, name = 'OperationError') {
    if (!holds)
        throw domError(message, name);
}

// ---- Members ---------------------------------------------------------------

const u8 = idl.integer(8);
const u16 = idl.integer(16);
const u32 = idl.integer(32);
const { bytes } = idl;

function identifier(value, where) {
    return idl.isObject(value) ? value : idl.text(value, where);
}

/* A hash within another algorithm: of SHA's family only. */
function hashOf(dictionary) {
    return ['hash', (value, where) => {
        const given = identifier(value, where);
        const name = typeof given === 'string' ? given : given.name;
        check(typeof name === 'string' && /^sha/i.test(name),
              `Only SHA hashes are supported in ${dictionary}`,
              'NotSupportedError');
        return normalize(given, 'digest');
    }, true];
}

function checkSize(name, size) {
    return (value) => check(value.byteLength === size,
                            `${name} must contain exactly ${size} bytes`);
}

function checkMax(name, max) {
    return (value) => check(value.byteLength <= max,
                            `${name} must be at most ${max} bytes`);
}

const curveNames = ['P-256', 'P-384', 'P-521'];

function checkCurve(name) {
    check(curveNames.includes(name), 'Unrecognized namedCurve',
          'NotSupportedError');
}

function checkAesLength(length) {
    check(length === 128 || length === 192 || length === 256,
          'AES key length must be 128, 192, or 256 bits');
}

const tagLengths = {
    '__proto__': null,
    'AES-GCM': [32, 64, 96, 104, 112, 120, 128],
    'AES-OCB': [64, 96, 128],
    'ChaCha20-Poly1305': [128],
};

function aead(name, checkIv) {
    return ['AeadParams',
            ['iv', bytes, true, checkIv],
            ['additionalData', bytes],
            ['tagLength', u8, false, (length) => check(
                tagLengths[name].includes(length),
                `${length} is not a valid ${name} tag length`)]];
}

function checkPeer(name) {
    return (key) => {
        const { algorithm, handle } = slotsOf(key);
        check(handle.type === 'public', 'algorithm.public must be a public key',
              'InvalidAccessError');
        check(algorithm.name === name, 'key algorithm mismatch',
              'InvalidAccessError');
    };
}

/* The hash that SHAKE is with these two is one that others are built on. */
function checkFunctionName(name) {
    const text = Buffer.from(name).latin1Slice();
    check(['', 'KMAC', 'TupleHash', 'ParallelHash'].includes(text),
          'Unsupported CShakeParams functionName', 'NotSupportedError');
}

function wholeBytes(dictionary) {
    return (length) => check(length !== 0 && length % 8 === 0,
                             `Invalid ${dictionary} outputLength`);
}

function notZero(dictionary, error) {
    return (length) => check(length !== 0, `${dictionary}.length cannot be 0`,
                             error);
}

function checkDomain(domain) {
    check(domain >= 1 && domain <= 0x7f,
          'TurboShakeParams.domainSeparation must be in range 0x01-0x7f');
}

// ---- Operations ------------------------------------------------------------

const none = null;
const aesKey = ['AesKeyGenParams', ['length', u16, true, checkAesLength]];
const aesDerived = ['AesDerivedKeyParams',
                    ['length', u16, true, checkAesLength]];

function hmacKey(dictionary, error) {
    return [dictionary, hashOf(dictionary),
            ['length', u32, false, notZero(dictionary, error)]];
}
const hmacImport = hmacKey('HmacImportParams', 'DataError');

function kmac() {
    const imported = ['KmacImportParams', ['length', u32]];
    const params = ['KmacParams', ['outputLength', u32, true],
                    ['customization', bytes]];
    return { generateKey: ['KmacKeyGenParams', ['length', u32]],
             importKey: imported, getKeyLength: imported, exportKey: none,
             sign: params, verify: params };
}

function aes(params) {
    return { generateKey: aesKey, importKey: none, exportKey: none,
             getKeyLength: aesDerived, encrypt: params, decrypt: params };
}

function rsa(operations) {
    return {
        generateKey: ['RsaHashedKeyGenParams', ['modulusLength', u32, true],
                      ['publicExponent', idl.bigInteger, true],
                      hashOf('RsaHashedKeyGenParams')],
        importKey: ['RsaHashedImportParams', hashOf('RsaHashedImportParams')],
        exportKey: none, ...operations,
    };
}

const pssParams = ['RsaPssParams', ['saltLength', u32, true]];
const oaepParams = ['RsaOaepParams', ['label', bytes]];
const ecdsaParams = ['EcdsaParams', hashOf('EcdsaParams')];

function ec(operations) {
    const curve = ['namedCurve', idl.text, true, checkCurve];
    return { generateKey: ['EcKeyGenParams', curve],
             importKey: ['EcKeyImportParams', curve], exportKey: none,
             ...operations };
}

function okp(operations) {
    return { generateKey: none, importKey: none, exportKey: none,
             ...operations };
}

function agreement(name) {
    return { deriveBits: ['EcdhKeyDeriveParams',
                          ['public', idl.key, true, checkPeer(name)]] };
}

/* OpenSSL has contexts since 3.2; without one the context is empty. */
const contextParams = ['ContextParams', ['context', bytes, false, (value) =>
    check(value.byteLength === 0 || binding.hasContexts(),
          'Non zero-length ContextParams.context is not supported.',
          'NotSupportedError')]];

const shakeParams = ['CShakeParams',
                     ['outputLength', u32, true, (length) => check(
                         Math.ceil(length / 8) * 8 < 2 ** 32,
                         'Invalid CShakeParams outputLength')],
                     ['functionName', bytes, false, checkFunctionName],
                     ['customization', bytes, false,
                      checkMax('CShakeParams.customization', 512)]];
const turboParams = ['TurboShakeParams',
                     ['outputLength', u32, true, wholeBytes('TurboShakeParams')],
                     ['domainSeparation', u8, false, checkDomain]];
const twelveParams = ['KangarooTwelveParams',
                      ['outputLength', u32, true,
                       wholeBytes('KangarooTwelveParams')],
                      ['customization', bytes, false,
                       checkMax('KangarooTwelveParams.customization', 512)]];

/* The memory is checked against what was given for `parallelism`, which is read
 * after it. */
const argonParams = ['Argon2Params',
                     ['associatedData', bytes],
                     ['memory', u32, true, (memory, { parallelism }) => check(
                         !(memory < 8 * parallelism),
                         'memory must be at least 8 times the degree of ' +
                         'parallelism')],
                     ['nonce', bytes, true, (nonce) => check(
                         nonce.byteLength >= 8,
                         'nonce must be at least 8 bytes')],
                     ['parallelism', u32, true, (n) => check(
                         n > 0 && n <= MAX_LANES,
                         `parallelism must be > 0 and <= ${MAX_LANES}`)],
                     ['passes', u32, true, (passes) => check(
                         passes > 0, 'passes must be > 0')],
                     ['secretValue', bytes],
                     ['version', u8, false, (version) => check(
                         version === ARGON_VERSION,
                         `${version} is not a valid Argon2 version`)]];

function named(operations) {
    return { generateKey: none, importKey: none, exportKey: none,
             ...operations };
}

const operations = {
    '__proto__': null,
    'HMAC': { generateKey: hmacKey('HmacKeyGenParams', 'OperationError'),
              importKey: hmacImport, exportKey: none,
              getKeyLength: hmacImport, sign: none, verify: none },
    'KMAC128': kmac(),
    'KMAC256': kmac(),
    'AES-GCM': aes(aead('AES-GCM')),
    'AES-OCB': aes(aead('AES-OCB', (iv) => check(
        iv.byteLength <= 15,
        'AES-OCB algorithm.iv must be no more than 15 bytes'))),
    'AES-CBC': aes(['AesCbcParams',
                    ['iv', bytes, true, checkSize('algorithm.iv', 16)]]),
    'AES-CTR': aes(['AesCtrParams',
                    ['counter', bytes, true,
                     checkSize('algorithm.counter', 16)],
                    ['length', u8, true, (length) => check(
                        length >= 1 && length <= 128,
                        'AES-CTR algorithm.length must be between 1 and ' +
                        '128')]]),
    'AES-KW': { generateKey: aesKey, importKey: none, exportKey: none,
                getKeyLength: aesDerived, wrapKey: none, unwrapKey: none },
    'ChaCha20-Poly1305': (() => {
        const params = aead('ChaCha20-Poly1305', checkSize('algorithm.iv', 12));
        return { generateKey: none, importKey: none, exportKey: none,
                 getKeyLength: none, encrypt: params, decrypt: params };
    })(),
    'PBKDF2': { importKey: none, getKeyLength: none,
                deriveBits: ['Pbkdf2Params', hashOf('Pbkdf2Params'),
                             ['iterations', u32, true, (n) => check(
                                 n !== 0, 'iterations cannot be zero')],
                             ['salt', bytes, true]] },
    'HKDF': { importKey: none, getKeyLength: none,
              deriveBits: ['HkdfParams', hashOf('HkdfParams'),
                           ['info', bytes, true,
                            checkMax('algorithm.info', 1024)],
                           ['salt', bytes, true]] },
    'RSASSA-PKCS1-v1_5': rsa({ sign: none, verify: none }),
    'RSA-PSS': rsa({ sign: pssParams, verify: pssParams }),
    'RSA-OAEP': rsa({ encrypt: oaepParams, decrypt: oaepParams }),
    'ECDSA': ec({ sign: ecdsaParams, verify: ecdsaParams }),
    'ECDH': ec(agreement('ECDH')),
    'Ed25519': okp({ sign: none, verify: none }),
    'Ed448': okp({ sign: contextParams, verify: contextParams }),
    'X25519': okp(agreement('X25519')),
    'X448': okp(agreement('X448')),
    'cSHAKE128': { digest: shakeParams },
    'cSHAKE256': { digest: shakeParams },
    'TurboSHAKE128': { digest: turboParams },
    'TurboSHAKE256': { digest: turboParams },
    'KT128': { digest: twelveParams },
    'KT256': { digest: twelveParams },
};
for (const name in hashNames)
    operations[name] = { digest: none };

/* What OpenSSL has since 3.2 and 3.5, and whether this one has it. */
const newer = { __proto__: null };
const addNewer = (name, own, isThere) => {
    operations[name] = own;
    newer[name] = isThere;
};
for (const name of ['Argon2d', 'Argon2i', 'Argon2id'])
    addNewer(name, { importKey: none, getKeyLength: none,
                     deriveBits: argonParams },
             () => require('internal/crypto/argon2').isSupported());
for (const name of ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'])
    addNewer(name, named({ sign: contextParams, verify: contextParams }),
             () => hasKind(name));
for (const name of ['ML-KEM-512', 'ML-KEM-768', 'ML-KEM-1024'])
    addNewer(name, named({ encapsulate: none, decapsulate: none }),
             () => hasKind(name));

function hasKind(name) {
    return require('internal/crypto/akp').findKind(name) !== undefined;
}

const experiments = new Set([
    'AES-OCB', 'ChaCha20-Poly1305', 'KMAC128', 'KMAC256', 'Ed448', 'X448',
    'SHA3-256', 'SHA3-384', 'SHA3-512', 'cSHAKE128', 'cSHAKE256',
    'TurboSHAKE128', 'TurboSHAKE256', 'KT128', 'KT256', ...Object.keys(newer),
]);

/* Names are found whatever their case; the converters of each operation. */
const byLowerCase = { __proto__: null };
for (const name in operations) {
    const converters = { __proto__: null };
    for (const operation of Object.keys(operations[name])) {
        const members = operations[name][operation];
        converters[operation] = members === none ? none :
            idl.dictionary(members[0], members.slice(1));
    }
    byLowerCase[name.toLowerCase()] = { name, converters };
}

// ---- One algorithm ---------------------------------------------------------

const where = { prefix: 'Failed to normalize algorithm',
                context: 'passed algorithm' };
const readName = idl.dictionary('Algorithm', [['name', idl.text, true]]);

/* A copy of what is needed for an operation; NotSupportedError if the algorithm
 * does not have it. */
function normalize(algorithm, operation) {
    const given = typeof algorithm === 'string' ? { name: algorithm } :
        algorithm;
    const found = byLowerCase[readName(given, where).name.toLowerCase()];
    const convert = found?.converters[operation];
    if (convert === undefined || newer[found.name]?.() === false)
        throw notSupported();
    if (experiments.has(found.name))
        emitExperimentalWarning(`The ${found.name} Web Crypto API algorithm`);
    return convert === none ? { name: found.name } :
        { ...convert(given, where), name: found.name };
}

module.exports = { checkAesLength, domError, hashNames, identifier, normalize,
                   notSupported };
