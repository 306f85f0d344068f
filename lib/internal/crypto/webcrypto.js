'use strict';
/*
 * internal/crypto/webcrypto - the global `crypto`: random values, and `subtle`
 * with the algorithms of web_secret.js and web_pair.js.
 *
 * A method checks its arguments, the algorithm and what the key may be used for;
 * the algorithm's object does the work. What an algorithm cannot do is
 * NotSupportedError.
 */

const { codes, makePlainError } = require('internal/errors');
const random = require('internal/crypto/random');
const { CryptoKey, slotsOf } = require('internal/crypto/crypto_key');
const {
    domError, hashNames, normalize, notSupported, toBytes,
} = require('internal/crypto/web_algorithms');

/* The object that does the work of an algorithm. */
function find(name) {
    const kind = require('internal/crypto/web_secret')[name] ??
        require('internal/crypto/web_pair')[name];
    if (kind === undefined)
        throw notSupported();
    return kind;
}

// ---- Arguments -------------------------------------------------------------

function checkCount(method, given, least) {
    if (given < least)
        throw makePlainError(
            TypeError, 'ERR_MISSING_ARGS',
            `Failed to execute '${method}' on 'SubtleCrypto': ` +
            `${least} arguments required, but only ${given} present.`);
}

function readKey(key, name) {
    if (slotsOf(key) === undefined)
        throw makePlainError(TypeError, 'ERR_INVALID_ARG_TYPE',
                             `${name} is not of type CryptoKey.`);
    return slotsOf(key);
}

const allUsages = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey',
                   'deriveBits', 'wrapKey', 'unwrapKey'];

function readUsages(usages) {
    if (typeof usages !== 'object' || usages === null ||
        typeof usages[Symbol.iterator] !== 'function')
        throw makePlainError(TypeError, 'ERR_INVALID_ARG_TYPE',
                             'keyUsages can not be converted to sequence.');
    const list = [];
    for (const usage of usages) {
        if (!allUsages.includes(`${usage}`))
            throw makePlainError(
                TypeError, 'ERR_INVALID_ARG_VALUE',
                `value '${usage}' is not a valid enum value of type ` +
                'KeyUsage.');
        list.push(`${usage}`);
    }
    return [...new Set(list)];
}

const formats = ['raw', 'pkcs8', 'spki', 'jwk', 'raw-public', 'raw-secret'];

function readFormat(format) {
    if (!formats.includes(`${format}`))
        throw makePlainError(
            TypeError, 'ERR_INVALID_ARG_VALUE',
            `'${format}' is not a valid enum value of type KeyFormat.`);
    return `${format}`;
}

/* An algorithm for this operation, and the key for it. */
function prepare(algorithm, key, operation, usage = operation) {
    const slots = readKey(key, 'key');
    const normal = normalize(algorithm, operation);
    if (normal.name !== slots.algorithm.name)
        throw domError('Key algorithm mismatch', 'InvalidAccessError');
    if (!slots.usages.includes(usage))
        throw domError(`Unable to use this key to ${usage}`,
                       'InvalidAccessError');
    return normal;
}

// ---- Keys ------------------------------------------------------------------

async function importKey(format, data, algorithm, extractable, usages) {
    const kind = find(algorithm.name);
    const key = kind.importKey(format, data, algorithm, extractable, usages);
    if (key === undefined)
        throw domError(`Unable to import ${algorithm.name} using ${format} ` +
            'format', 'NotSupportedError');
    const { type } = key;
    if (type !== 'public' && slotsOf(key).usages.length === 0)
        throw domError(`Usages cannot be empty when importing a ${type} key.`,
                       'SyntaxError');
    return key;
}

async function exportKey(format, key) {
    const { algorithm, extractable, handle } = slotsOf(key);
    normalize(algorithm, 'exportKey');
    if (!extractable)
        throw domError('key is not extractable', 'InvalidAccessError');
    const result = find(algorithm.name).exportKey(format, key);
    if (result === undefined)
        throw domError(`Unable to export ${algorithm.name} ${handle.type} ` +
            `key using ${format} format`, 'NotSupportedError');
    return result;
}

async function deriveBits(algorithm, key, length, usage) {
    const slots = readKey(key, 'baseKey');
    const normal = normalize(algorithm, 'deriveBits');
    if (!slots.usages.includes(usage))
        throw domError(`baseKey does not have ${usage} usage`,
                       'InvalidAccessError');
    if (slots.algorithm.name !== normal.name)
        throw domError('Key algorithm mismatch', 'InvalidAccessError');
    return find(normal.name).deriveBits(normal, key, length);
}

/* The operation with which a key is wrapped: one of its own, or encryption. */
function normalizeWrap(algorithm, operation, otherwise) {
    try {
        return [normalize(algorithm, operation), operation];
    } catch {
        return [normalize(algorithm, otherwise), otherwise];
    }
}

function prepareWrap(algorithm, key, operation, otherwise) {
    const slots = readKey(key, 'wrappingKey');
    const { 0: normal, 1: method } = normalizeWrap(algorithm, operation,
                                                   otherwise);
    if (normal.name !== slots.algorithm.name)
        throw domError('Key algorithm mismatch', 'InvalidAccessError');
    if (!slots.usages.includes(operation))
        throw domError(`Unable to use this key to ${operation}`,
                       'InvalidAccessError');
    return (data) => find(normal.name)[method](normal, key, data);
}

function parseWrapped(format, bytes) {
    if (format !== 'jwk')
        return bytes;
    try {
        return JSON.parse(Buffer.from(bytes).toString());
    } catch {
        throw domError('Invalid wrapped JWK key', 'DataError');
    }
}

class SubtleCrypto {
    constructor(token) {
        if (token !== kInternal)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    }

    async digest(algorithm, data) {
        checkSubtle(this);
        checkCount('digest', arguments.length, 2);
        const normal = normalize(algorithm, 'digest');
        const bytes = toBytes(data, 'data');
        const { hash } = require('internal/crypto/hash');
        const { later, toArrayBuffer } = require('internal/crypto/web_util');
        return later(toArrayBuffer(hash(hashNames[normal.name], bytes,
                                        'buffer')));
    }

    async generateKey(algorithm, extractable, keyUsages) {
        checkSubtle(this);
        checkCount('generateKey', arguments.length, 3);
        const usages = readUsages(keyUsages);
        const normal = normalize(algorithm, 'generateKey');
        return find(normal.name).generateKey(normal, Boolean(extractable),
                                             usages);
    }

    async importKey(format, keyData, algorithm, extractable, keyUsages) {
        checkSubtle(this);
        checkCount('importKey', arguments.length, 4);
        const read = readFormat(format);
        const data = read === 'jwk' ? readJwk(keyData) :
            toBytes(keyData, 'keyData');
        return importKey(read, data, normalize(algorithm, 'importKey'),
                         Boolean(extractable), readUsages(keyUsages));
    }

    async exportKey(format, key) {
        checkSubtle(this);
        checkCount('exportKey', arguments.length, 2);
        readKey(key, 'key');
        return exportKey(readFormat(format), key);
    }

    async sign(algorithm, key, data) {
        checkSubtle(this);
        checkCount('sign', arguments.length, 3);
        const normal = prepare(algorithm, key, 'sign');
        return find(normal.name).sign(normal, key, toBytes(data, 'data'));
    }

    async verify(algorithm, key, signature, data) {
        checkSubtle(this);
        checkCount('verify', arguments.length, 4);
        const normal = prepare(algorithm, key, 'verify');
        return find(normal.name).verify(normal, key, toBytes(data, 'data'),
                                        toBytes(signature, 'signature'));
    }

    async encrypt(algorithm, key, data) {
        checkSubtle(this);
        checkCount('encrypt', arguments.length, 3);
        const normal = prepare(algorithm, key, 'encrypt');
        return find(normal.name).encrypt(normal, key, toBytes(data, 'data'));
    }

    async decrypt(algorithm, key, data) {
        checkSubtle(this);
        checkCount('decrypt', arguments.length, 3);
        const normal = prepare(algorithm, key, 'decrypt');
        return find(normal.name).decrypt(normal, key, toBytes(data, 'data'));
    }

    async deriveBits(algorithm, baseKey, length = null) {
        checkSubtle(this);
        checkCount('deriveBits', arguments.length, 2);
        return deriveBits(algorithm, baseKey,
                          length === null ? null : Number(length),
                          'deriveBits');
    }

    async deriveKey(algorithm, baseKey, derivedKeyType, extractable,
                    keyUsages) {
        checkSubtle(this);
        checkCount('deriveKey', arguments.length, 5);
        const usages = readUsages(keyUsages);
        const wanted = normalize(derivedKeyType, 'importKey');
        const length = find(wanted.name).getKeyLength(
            normalize(derivedKeyType, 'getKeyLength'));
        const bits = await deriveBits(algorithm, baseKey, length,
                                      'deriveKey');
        return importKey('raw', new Uint8Array(bits), wanted,
                         Boolean(extractable), usages);
    }

    async wrapKey(format, key, wrappingKey, wrapAlgorithm) {
        checkSubtle(this);
        checkCount('wrapKey', arguments.length, 4);
        readKey(key, 'key');
        const wrap = prepareWrap(wrapAlgorithm, wrappingKey, 'wrapKey',
                                 'encrypt');
        const read = readFormat(format);
        const data = await exportKey(read, key);
        return wrap(read === 'jwk' ? wrapJwk(data, wrapAlgorithm) :
            new Uint8Array(data));
    }

    async unwrapKey(format, wrappedKey, unwrappingKey, unwrapAlgorithm,
                    unwrappedKeyAlgorithm, extractable, keyUsages) {
        checkSubtle(this);
        checkCount('unwrapKey', arguments.length, 7);
        const usages = readUsages(keyUsages);
        const read = readFormat(format);
        const unwrap = prepareWrap(unwrapAlgorithm, unwrappingKey,
                                   'unwrapKey', 'decrypt');
        const wanted = normalize(unwrappedKeyAlgorithm, 'importKey');
        const data = await unwrap(toBytes(wrappedKey, 'wrappedKey'));
        return importKey(read, parseWrapped(read, new Uint8Array(data)),
                         wanted, Boolean(extractable), usages);
    }
}
const kInternal = Symbol('kInternal');

/* AES-KW needs a multiple of eight bytes, and JSON may end in spaces. */
function wrapJwk(jwk, algorithm) {
    const text = JSON.stringify(jwk);
    const name = typeof algorithm === 'string' ? algorithm : algorithm.name;
    return Buffer.from(`${name}`.toUpperCase() === 'AES-KW' ?
        text.padEnd(Math.ceil(text.length / 8) * 8) : text);
}

function readJwk(data) {
    if (typeof data !== 'object' || data === null)
        throw makePlainError(TypeError, 'ERR_INVALID_ARG_TYPE',
                             'keyData can not be converted to a dictionary.');
    return data;
}

function makeEnumerable(prototype) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
        if (name !== 'constructor')
            Object.defineProperty(prototype, name,
                                  { __proto__: null, enumerable: true });
    }
}

function nameClass(Class) {
    Object.defineProperty(Class.prototype, Symbol.toStringTag, {
        __proto__: null, configurable: true, value: Class.name,
    });
    makeEnumerable(Class.prototype);
}
nameClass(SubtleCrypto);

const subtle = new SubtleCrypto(kInternal);

function checkSubtle(self) {
    if (self !== subtle)
        throw new codes.ERR_INVALID_THIS('SubtleCrypto');
}

// ---- KeyObject and CryptoKey -----------------------------------------------

/* For KeyObject.prototype.toCryptoKey(). */
function fromKeyHandle(handle, algorithm, extractable, keyUsages) {
    const normal = normalize(algorithm, 'importKey');
    const usages = readUsages(keyUsages);
    const kind = find(normal.name);
    const isSecret = handle.type === 'secret';
    if (isSecret === (kind.importNative !== undefined))
        throw domError('Unrecognized algorithm name', 'NotSupportedError');
    const key = isSecret ?
        kind.importKey('raw', handle.data, normal, Boolean(extractable),
                       usages) :
        kind.importNative({ type: handle.type, native: handle.data }, normal,
                          Boolean(extractable), usages);
    if (key.type !== 'public' && slotsOf(key).usages.length === 0)
        throw domError(
            `Usages cannot be empty when importing a ${key.type} key.`,
            'SyntaxError');
    return key;
}

// ---- crypto ----------------------------------------------------------------

class Crypto {
    constructor(token) {
        if (token !== kInternal)
            throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    }

    get subtle() {
        checkThis(this);
        return subtle;
    }

    getRandomValues(array) {
        checkThis(this);
        return random.getRandomValues(array);
    }

    randomUUID(options) {
        checkThis(this);
        return random.randomUUID(options);
    }
}
nameClass(Crypto);

const crypto = new Crypto(kInternal);

function checkThis(self) {
    if (self !== crypto)
        throw new codes.ERR_INVALID_THIS('Crypto');
}

module.exports = {
    Crypto, CryptoKey, SubtleCrypto, crypto, fromKeyHandle, subtle,
};
