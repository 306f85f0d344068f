'use strict';
/*
 * internal/crypto/webcrypto - the global `crypto`: random values, and `subtle`
 * with the algorithms of web_secret.js and web_pair.js.
 *
 * A method checks its arguments, the algorithm and what the key may be used for;
 * the algorithm's object does the work. What an algorithm cannot do is
 * NotSupportedError.
 */

const { codes } = require('internal/errors');
const { emitExperimentalWarning } = require('internal/util');
const random = require('internal/crypto/random');
const { CryptoKey, allUsages, slotsOf } = require('internal/crypto/crypto_key');
const {
    domError, hashNames, identifier, normalize, notSupported,
} = require('internal/crypto/web_algorithms');
const idl = require('internal/crypto/web_idl');
/* Loaded when first used: internal/crypto/hash, internal/crypto/web_pair,
 * internal/crypto/web_secret, internal/crypto/web_sponge,
 * internal/crypto/web_supports, internal/crypto/web_util. */

/* The object that does the work of an algorithm. */
function find(name) {
    const kind = require('internal/crypto/web_secret')[name] ??
        require('internal/crypto/web_pair')[name] ??
        (name.startsWith('KMAC') ?
            require('internal/crypto/web_sponge')[name] : undefined);
    if (kind === undefined)
        throw notSupported();
    return kind;
}

// ---- Arguments -------------------------------------------------------------

const { bytes, flag, key: cryptoKey } = idl;
const usageList = idl.sequence(idl.oneOf('KeyUsage', allUsages));
const formatName = idl.oneOf('KeyFormat', [
    'raw', 'raw-public', 'raw-seed', 'raw-secret', 'raw-private', 'pkcs8',
    'spki', 'jwk']);
const u32 = idl.integer(32);

/* The data of a key, which depend on the format before them. */
function keyData(value, where, { 0: format }) {
    return (format === 'jwk' ? idl.jsonWebKey : bytes)(value, where);
}

/* An algorithm for this operation, and the key for it. */
function prepare(algorithm, key, operation, usage = operation) {
    return checkKey(normalize(algorithm, operation), key, usage);
}

function checkKey(normal, key, usage) {
    const slots = slotsOf(key);
    if (normal.name !== slots.algorithm.name)
        throw domError('Key algorithm mismatch', 'InvalidAccessError');
    if (!slots.usages.includes(usage))
        throw domError(`Unable to use this key to ${usage}`,
                       'InvalidAccessError');
    return normal;
}

// ---- Keys ------------------------------------------------------------------

function importKey(format, data, algorithm, extractable, usages) {
    const kind = find(algorithm.name);
    const key = kind.importKey(format, data, algorithm, extractable, usages);
    if (key === undefined)
        throw domError(`Unable to import ${algorithm.name} using ${format} ` +
            'format', 'NotSupportedError');
    const { handle: { type }, usages: kept } = slotsOf(key);
    if (type !== 'public' && kept.length === 0)
        throw domError(`Usages cannot be empty when importing a ${type} key.`,
                       'SyntaxError');
    return key;
}

function exportKey(format, key) {
    const { algorithm, extractable, handle } = slotsOf(key);
    const kind = find(algorithm.name);
    if (kind.exportKey === undefined)
        throw domError(`${algorithm.name} key export is not supported`,
                       'NotSupportedError');
    if (!extractable)
        throw domError('key is not extractable', 'InvalidAccessError');
    const result = kind.exportKey(format, key);
    if (result === undefined)
        throw domError(`Unable to export ${algorithm.name} ${handle.type} ` +
            `key using ${format} format`, 'NotSupportedError');
    return result;
}

function checkBase(normal, key, usage) {
    const slots = slotsOf(key);
    if (!slots.usages.includes(usage))
        throw domError(`baseKey does not have ${usage} usage`,
                       'InvalidAccessError');
    if (slots.algorithm.name !== normal.name)
        throw domError('Key algorithm mismatch', 'InvalidAccessError');
    return find(normal.name);
}

/* The operation with which a key is wrapped: one of its own, or encryption. */
function prepareWrap(algorithm, key, operation, otherwise) {
    let normal;
    let method = operation;
    try {
        normal = normalize(algorithm, operation);
    } catch {
        normal = normalize(algorithm, otherwise);
        method = otherwise;
    }
    checkKey(normal, key, operation);
    return (data) => find(normal.name)[method](normal, key, data);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/* A JWK that was wrapped; what is wrong with it has one message. */
function parseWrapped(format, wrapped) {
    const given = new Uint8Array(wrapped);
    if (format !== 'jwk')
        return given;
    let jwk;
    try {
        jwk = idl.jsonWebKey(JSON.parse(decoder.decode(given)),
                             { prefix: undefined, context: 'Value' });
    } catch (error) {
        throw domError('Invalid wrapped JWK key', 'DataError', error);
    }
    if (jwk.kty === undefined)
        throw domError('Invalid wrapped JWK key', 'DataError');
    return jwk;
}

/* AES-KW needs a multiple of eight bytes, and JSON may end in spaces. */
function writeWrapped(format, data, wrapping) {
    if (format !== 'jwk')
        return new Uint8Array(data);
    const text = JSON.stringify(data);
    return Buffer.from(slotsOf(wrapping).algorithm.name === 'AES-KW' ?
        text.padEnd(Math.ceil(text.length / 8) * 8) : text);
}

// ---- Methods ---------------------------------------------------------------

function digest(algorithm, data) {
    const normal = normalize(algorithm, 'digest');
    const own = require('internal/crypto/web_sponge').digests[normal.name];
    const { later, toArrayBuffer } = require('internal/crypto/web_util');
    if (own !== undefined)
        return later(own(normal, data));
    const { hash } = require('internal/crypto/hash');
    return later(toArrayBuffer(hash(hashNames[normal.name], data, 'buffer')));
}

function deriveKey(algorithm, base, type, extractable, usages) {
    const normal = normalize(algorithm, 'deriveBits');
    const wanted = normalize(type, 'importKey');
    const sized = normalize(type, 'getKeyLength');
    const kind = checkBase(normal, base, 'deriveKey');
    const length = find(wanted.name).getKeyLength(sized);
    return kind.deriveBits(normal, base, length).then((bits) => importKey(
        'raw-secret', new Uint8Array(bits), wanted, extractable, usages));
}

function wrapKey(format, key, wrapping, algorithm) {
    const wrap = prepareWrap(algorithm, wrapping, 'wrapKey', 'encrypt');
    return wrap(writeWrapped(format, exportKey(format, key), wrapping));
}

function unwrapKey(format, wrapped, unwrapping, algorithm, type, extractable,
                   usages) {
    const unwrap = prepareWrap(algorithm, unwrapping, 'unwrapKey', 'decrypt');
    const wanted = normalize(type, 'importKey');
    return unwrap(wrapped).then((data) => importKey(
        format, parseWrapped(format, data), wanted, extractable, usages));
}

function getPublicKey(key, usages) {
    emitExperimentalWarning('The getPublicKey Web Crypto API method');
    const { algorithm, handle } = slotsOf(key);
    if (handle.type !== 'private')
        throw domError('key must be a private key', handle.type === 'secret' ?
            'NotSupportedError' : 'InvalidAccessError');
    return find(algorithm.name).importNative(
        { type: 'public', native: handle.data }, algorithm, true, usages);
}

// ---- Key encapsulation -----------------------------------------------------

/* The algorithm's object, if the key may be used so. */
function prepareKem(method, algorithm, key) {
    emitExperimentalWarning(`The ${method} Web Crypto API method`);
    const isOpening = method.startsWith('d');
    const { name } = normalize(algorithm,
                               isOpening ? 'decapsulate' : 'encapsulate');
    const slots = slotsOf(key);
    if (name !== slots.algorithm.name)
        throw domError('key algorithm mismatch', 'InvalidAccessError');
    if (!slots.usages.includes(method))
        throw domError(`${isOpening ? 'de' : 'en'}capsulationKey does not ` +
            `have ${method} usage`, 'InvalidAccessError');
    return find(name);
}

function encapsulateBits(algorithm, key) {
    return prepareKem('encapsulateBits', algorithm, key).encapsulate(key);
}

function decapsulateBits(algorithm, key, ciphertext) {
    return prepareKem('decapsulateBits', algorithm, key)
        .decapsulate(key, ciphertext);
}

function importShared(bits, algorithm, extractable, usages) {
    return importKey('raw-secret', new Uint8Array(bits), algorithm,
                     extractable, withoutRepeats(usages));
}

function encapsulateKey(algorithm, key, type, extractable, usages) {
    const kind = prepareKem('encapsulateKey', algorithm, key);
    const wanted = normalize(type, 'importKey');
    return kind.encapsulate(key).then(({ sharedKey, ciphertext }) => ({
        ciphertext,
        sharedKey: importShared(sharedKey, wanted, extractable, usages),
    }));
}

function decapsulateKey(algorithm, key, ciphertext, type, extractable,
                        usages) {
    const kind = prepareKem('decapsulateKey', algorithm, key);
    const wanted = normalize(type, 'importKey');
    return kind.decapsulate(key, ciphertext).then((bits) => importShared(
        bits, wanted, extractable, usages));
}

const prefixOf = (name) => `Failed to execute '${name}' on 'SubtleCrypto'`;

/* Each: the converters of its arguments, then what it does with them. */
const methods = {
    encrypt: [[identifier, cryptoKey, bytes], (algorithm, key, data) => {
        const normal = prepare(algorithm, key, 'encrypt');
        return find(normal.name).encrypt(normal, key, data);
    }],
    decrypt: [[identifier, cryptoKey, bytes], (algorithm, key, data) => {
        const normal = prepare(algorithm, key, 'decrypt');
        return find(normal.name).decrypt(normal, key, data);
    }],
    sign: [[identifier, cryptoKey, bytes], (algorithm, key, data) => {
        const normal = prepare(algorithm, key, 'sign');
        return find(normal.name).sign(normal, key, data);
    }],
    verify: [[identifier, cryptoKey, bytes, bytes],
             (algorithm, key, signature, data) => {
                 const normal = prepare(algorithm, key, 'verify');
                 return find(normal.name).verify(normal, key, data, signature);
             }],
    digest: [[identifier, bytes], digest],
    generateKey: [[identifier, flag, usageList],
                  (algorithm, extractable, usages) => {
                      const normal = normalize(algorithm, 'generateKey');
                      return find(normal.name).generateKey(
                          normal, extractable, withoutRepeats(usages));
                  }],
    deriveKey: [[identifier, cryptoKey, identifier, flag, usageList],
                deriveKey],
    deriveBits: [[identifier, cryptoKey, (value, where) =>
        value === null || value === undefined ? null : u32(value, where)],
                 (algorithm, base, length) => {
                     const normal = normalize(algorithm, 'deriveBits');
                     return checkBase(normal, base, 'deriveBits').deriveBits(
                         normal, base, length);
                 }, 2],
    importKey: [[formatName, keyData, identifier, flag, usageList],
                (format, data, algorithm, extractable, usages) => importKey(
                    format, data, normalize(algorithm, 'importKey'),
                    extractable, withoutRepeats(usages))],
    exportKey: [[formatName, cryptoKey], exportKey],
    wrapKey: [[formatName, cryptoKey, cryptoKey, identifier], wrapKey],
    unwrapKey: [[formatName, bytes, cryptoKey, identifier, identifier, flag,
                 usageList], unwrapKey],
    getPublicKey: [[cryptoKey, usageList], getPublicKey],
    encapsulateBits: [[identifier, cryptoKey], encapsulateBits],
    encapsulateKey: [[identifier, cryptoKey, identifier, flag, usageList],
                     encapsulateKey],
    decapsulateBits: [[identifier, cryptoKey, bytes], decapsulateBits],
    decapsulateKey: [[identifier, cryptoKey, bytes, identifier, flag,
                      usageList], decapsulateKey],
};

function withoutRepeats(usages) {
    return [...new Set(usages)];
}

/* A method of SubtleCrypto returns a promise, whatever is thrown. */
function makeMethod(name, { 0: converters, 1: act,
                            2: min = converters.length }) {
    const method = {
        [name](...given) {
            return new Promise((resolve) => {
                if (this !== subtle)
                    throw new codes.ERR_INVALID_THIS('SubtleCrypto');
                resolve(act(...idl.convertAll(prefixOf(name), given,
                                              converters, min)));
            });
        },
    }[name];
    Object.defineProperty(method, 'length', { __proto__: null, value: min });
    return method;
}

class SubtleCrypto {
    constructor() {
        throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    }

    static supports(operation, algorithm) {
        emitExperimentalWarning('The supports Web Crypto API method');
        if (this !== SubtleCrypto)
            throw new codes.ERR_INVALID_THIS('SubtleCrypto constructor');
        const given = idl.convertAll(prefixOf('supports'),
                                     [...arguments].slice(0, 2),
                                     [idl.text, identifier]);
        return require('internal/crypto/web_supports')(
            find, ...given, arguments[2] ?? null);
    }
}

function enumerable(value) {
    return { __proto__: null, configurable: true, enumerable: true,
             writable: true, value };
}

function tag(Class) {
    Object.defineProperty(Class.prototype, Symbol.toStringTag, {
        __proto__: null, configurable: true, value: Class.name,
    });
}
tag(SubtleCrypto);
for (const name of Object.keys(methods)) {
    Object.defineProperty(SubtleCrypto.prototype, name,
                          enumerable(makeMethod(name, methods[name])));
}
Object.defineProperty(SubtleCrypto, 'supports',
                      enumerable(SubtleCrypto.supports));

const subtle = Object.create(SubtleCrypto.prototype);

// ---- KeyObject and CryptoKey -----------------------------------------------

const value = { prefix: undefined, context: 'Value' };

/* For KeyObject.prototype.toCryptoKey(). */
function fromKeyHandle(handle, algorithm, extractable, keyUsages) {
    const normal = normalize(algorithm, 'importKey');
    const usages = withoutRepeats(usageList(keyUsages, value));
    const kind = find(normal.name);
    const isSecret = handle.type === 'secret';
    if (isSecret === (kind.importNative !== undefined))
        throw domError('Unrecognized algorithm name', 'NotSupportedError');
    const key = isSecret ?
        kind.importKey('raw-secret', handle.data, normal, Boolean(extractable),
                       usages) :
        kind.importNative({ type: handle.type, native: handle.data }, normal,
                          Boolean(extractable), usages);
    if (handle.type !== 'public' && slotsOf(key).usages.length === 0)
        throw domError(
            `Usages cannot be empty when importing a ${handle.type} key.`,
            'SyntaxError');
    return key;
}

// ---- crypto ----------------------------------------------------------------

class Crypto {
    constructor() {
        throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
    }

    get subtle() {
        checkThis(this);
        return subtle;
    }

    getRandomValues(array) {
        checkThis(this);
        idl.convertAll('Failed to execute \'getRandomValues\' on \'Crypto\'',
                       arguments, [(value) => value]);
        return random.getRandomValues(array);
    }

    randomUUID() {
        checkThis(this);
        return random.randomUUID();
    }
}
tag(Crypto);
for (const name of ['subtle', 'getRandomValues', 'randomUUID']) {
    Object.defineProperty(Crypto.prototype, name,
                          { __proto__: null, enumerable: true });
}

const crypto = Object.create(Crypto.prototype);

function checkThis(self) {
    if (self !== crypto)
        throw new codes.ERR_INVALID_THIS('Crypto');
}

module.exports = {
    Crypto, CryptoKey, SubtleCrypto, crypto, fromKeyHandle, subtle,
};
