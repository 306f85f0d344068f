'use strict';
/*
 * internal/crypto/web_algorithms - algorithms as programs name them for Web
 * Crypto: a string or an object, checked and copied.
 *
 * `shapes` says which operations an algorithm has, and which members each needs:
 * "hash", "bytes", "number", "text" or "key"; a question mark after it if it may
 * be left out.
 */

const { codes, makePlainError } = require('internal/errors');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { slotsOf } = require('internal/crypto/crypto_key');

const hashNames = { '__proto__': null, 'SHA-1': 'sha1', 'SHA-256': 'sha256',
                    'SHA-384': 'sha384', 'SHA-512': 'sha512',
                    'SHA3-256': 'sha3-256', 'SHA3-384': 'sha3-384',
                    'SHA3-512': 'sha3-512' };

const none = {};
const hashed = { hash: 'hash' };
const hmacKey = { hash: 'hash', length: 'number?' };
const aesKey = { length: 'number' };
const curve = { namedCurve: 'text' };
const peer = { public: 'key' };
const rsaKey = { modulusLength: 'number', publicExponent: 'bytes',
                 hash: 'hash' };

function aes(params) {
    return { generateKey: aesKey, importKey: none, exportKey: none,
             getKeyLength: aesKey, encrypt: params, decrypt: params };
}

function okp(params) {
    return { generateKey: none, importKey: none, exportKey: none, ...params };
}

const shapes = {
    '__proto__': null,
    'HMAC': { generateKey: hmacKey, importKey: hmacKey, exportKey: none,
              getKeyLength: hmacKey, sign: none, verify: none },
    'AES-GCM': aes({ iv: 'bytes', additionalData: 'bytes?',
                     tagLength: 'number?' }),
    'AES-CBC': aes({ iv: 'bytes' }),
    'AES-CTR': aes({ counter: 'bytes', length: 'number' }),
    'AES-KW': { generateKey: aesKey, importKey: none, exportKey: none,
                getKeyLength: aesKey, wrapKey: none, unwrapKey: none },
    'PBKDF2': { importKey: none, getKeyLength: none,
                deriveBits: { hash: 'hash', iterations: 'number',
                              salt: 'bytes' } },
    'HKDF': { importKey: none, getKeyLength: none,
              deriveBits: { hash: 'hash', salt: 'bytes', info: 'bytes' } },
    'RSASSA-PKCS1-v1_5': { generateKey: rsaKey, importKey: hashed,
                           exportKey: none, sign: none, verify: none },
    'RSA-PSS': { generateKey: rsaKey, importKey: hashed, exportKey: none,
                 sign: { saltLength: 'number' },
                 verify: { saltLength: 'number' } },
    'RSA-OAEP': { generateKey: rsaKey, importKey: hashed, exportKey: none,
                  encrypt: { label: 'bytes?' },
                  decrypt: { label: 'bytes?' } },
    'ECDSA': { generateKey: curve, importKey: curve, exportKey: none,
               sign: hashed, verify: hashed },
    'ECDH': { generateKey: curve, importKey: curve, exportKey: none,
              deriveBits: peer },
    'Ed25519': okp({ sign: none, verify: none }),
    'Ed448': okp({ sign: none, verify: none }),
    'X25519': okp({ deriveBits: peer }),
    'X448': okp({ deriveBits: peer }),
};
for (const name in hashNames)
    shapes[name] = { digest: none };

/* Names are found whatever their case. */
const byLowerCase = { __proto__: null };
for (const name in shapes)
    byLowerCase[name.toLowerCase()] = name;

function domError(message, name, cause) {
    return new DOMException(message, cause === undefined ? name :
        { name, cause });
}

function notSupported() {
    return domError('Unrecognized algorithm name', 'NotSupportedError');
}

function toBytes(value, name) {
    if (isAnyArrayBuffer(value))
        return new Uint8Array(value.slice(0));
    if (!isArrayBufferView(value))
        throw new codes.ERR_INVALID_ARG_TYPE(
            name, ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], value);
    return new Uint8Array(value.buffer.slice(
        value.byteOffset, value.byteOffset + value.byteLength));
}

const converters = {
    __proto__: null,
    hash: (value) => ({ name: normalize(value, 'digest').name }),
    bytes: (value, name) => toBytes(value, `algorithm.${name}`),
    number: (value, name) => {
        const number = Number(value);
        if (!Number.isFinite(number) || number < 0 || number >= 2 ** 32)
            throw new codes.ERR_INVALID_ARG_TYPE(
                `algorithm.${name}`, 'number', value);
        return Math.trunc(number);
    },
    text: (value) => `${value}`,
    key: (value, name) => {
        if (slotsOf(value) === undefined)
            throw new codes.ERR_INVALID_ARG_TYPE(
                `algorithm.${name}`, 'CryptoKey', value);
        return value;
    },
};

function readMember(given, name, kind) {
    const value = given[name];
    if (value === undefined) {
        if (kind.endsWith('?'))
            return undefined;
        throw makePlainError(
            TypeError, 'ERR_MISSING_OPTION',
            `Failed to normalize algorithm: '${name}' is required in ` +
            `'${given.name}' parameters.`);
    }
    return converters[kind.replace('?', '')](value, name);
}

/* A copy of what is needed for an operation; NotSupportedError if the algorithm
 * does not have it. */
function normalize(algorithm, operation) {
    const given = typeof algorithm === 'object' && algorithm !== null ?
        algorithm : { name: `${algorithm}` };
    if (given.name === undefined)
        throw makePlainError(
            TypeError, 'ERR_MISSING_OPTION',
            'Failed to normalize algorithm: \'name\' is required in ' +
            '\'Algorithm\'.');
    const name = byLowerCase[`${given.name}`.toLowerCase()];
    const members = shapes[name]?.[operation];
    if (members === undefined)
        throw notSupported();
    const result = { name };
    for (const member of Object.keys(members)) {
        const value = readMember(given, member, members[member]);
        if (value !== undefined)
            result[member] = value;
    }
    return result;
}

module.exports = { domError, hashNames, normalize, notSupported, toBytes };
