'use strict';
/*
 * internal/crypto/key_input - keys as a program gives them (a KeyObject, PEM,
 * DER with its options, a JWK, raw bytes) and the options of those it asks for.
 *
 * Four purposes decide what is allowed:
 *
 *      createPublic    a public key, or a private one to take it out of
 *      createPrivate   a private key that is not a KeyObject yet
 *      usePublic       either, to verify or to encrypt with
 *      usePrivate      a private key, to sign or to decrypt with
 */

const binding = internalBinding('crypto');
const { codes, makePlainError } = require('internal/errors');
const { validateObject, validateString } = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { getBytes } = require('internal/crypto/util');
/* Loaded when first used: internal/crypto/jwk, internal/crypto/keys. */

const byteTypes = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

function isText(value) {
    return typeof value === 'string' || isArrayBufferView(value) ||
        isAnyArrayBuffer(value);
}

// ---- Encodings -------------------------------------------------------------

const formats = ['pem', 'der', 'jwk', 'raw-public', 'raw-private', 'raw-seed'];

function readFormat(format, fallback, name) {
    if (format === undefined && fallback !== undefined)
        return fallback;
    if (!formats.includes(format))
        throw new codes.ERR_INVALID_ARG_VALUE(name, format);
    return format;
}

function incompatible(what, why) {
    return new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(what, why);
}

/* isPublic is undefined if both will do. keyType is that of a key which is
 * there already. */
function readType(type, isRequired, keyType, isPublic, name) {
    if (type === undefined && !isRequired)
        return undefined;
    const rule = typeRules[type];
    // Of a key that may be public or private, isPublic is undefined.
    if (rule === undefined ||
        (isPublic !== undefined && rule.refused === isPublic))
        throw new codes.ERR_INVALID_ARG_VALUE(name, type);
    const { keyType: only = keyType } = rule;
    if (keyType !== undefined && keyType !== only)
        throw incompatible(
            type, `can only be used for ${only.toUpperCase()} keys`);
    return type;
}

/* The types of encodings: which half of a pair has none of that type, and the
 * only kind of key that has it. */
const typeRules = {
    __proto__: null,
    pkcs1: { __proto__: null, keyType: 'rsa' },
    spki: { __proto__: null, refused: false },
    pkcs8: { __proto__: null, refused: true },
    sec1: { __proto__: null, refused: true, keyType: 'ec' },
};

function readRawEncoding(format, options, isPublic, prefix) {
    const wants = format === 'raw-public';
    if (isPublic === !wants)
        throw new codes.ERR_INVALID_ARG_VALUE(`${prefix}.format`, format);
    if (wants) {
        if (![undefined, 'uncompressed', 'compressed'].includes(options.type))
            throw new codes.ERR_INVALID_ARG_VALUE(`${prefix}.type`,
                                                  options.type);
        return { format, type: options.type };
    }
    if (options.type !== undefined)
        throw new codes.ERR_INVALID_ARG_VALUE(`${prefix}.type`, options.type);
    if ((options.cipher ?? undefined) !== undefined ||
        options.passphrase !== undefined)
        throw incompatible('raw format', 'does not support encryption');
    return { format };
}

/* The cipher and passphrase for a key that is exported. */
function checkCipher(encoding, options, prefix) {
    const { cipher, passphrase } = options;
    if (cipher !== undefined && cipher !== null) {
        if (typeof cipher !== 'string')
            throw new codes.ERR_INVALID_ARG_VALUE(`${prefix}.cipher`, cipher);
        if (encoding.format === 'der' &&
            (encoding.type === 'pkcs1' || encoding.type === 'sec1'))
            throw incompatible(encoding.type, 'does not support encryption');
        if (!isText(passphrase))
            throw new codes.ERR_INVALID_ARG_VALUE(`${prefix}.passphrase`,
                                                  passphrase);
    } else if (passphrase !== undefined) {
        throw new codes.ERR_INVALID_ARG_VALUE(`${prefix}.cipher`, cipher);
    }
}

/* keyType undefined: of a key that is read. */
function readEncoding(options, keyType, isPublic, prefix = 'options') {
    validateObject(options, 'options');
    const isInput = keyType === undefined;
    const format = readFormat(options.format, isInput ? 'pem' : undefined,
                              `${prefix}.format`);
    if (format.startsWith('raw-'))
        return readRawEncoding(format, options, isPublic, prefix);
    const isRequired = (!isInput || format === 'der') && format !== 'jwk';
    const encoding = {
        format,
        type: readType(options.type, isRequired, keyType, isPublic,
                       `${prefix}.type`),
        cipher: undefined,
        passphrase: undefined,
    };
    if (isPublic === true)
        return encoding;
    const { passphrase } = options;
    if (!isInput)
        checkCipher(encoding, options, prefix);
    else if (passphrase !== undefined && !isText(passphrase))
        throw new codes.ERR_INVALID_ARG_VALUE(`${prefix}.passphrase`,
                                              passphrase);
    encoding.cipher = options.cipher ?? undefined;
    if (passphrase !== undefined)
        encoding.passphrase = getBytes(passphrase, 'key.passphrase',
                                       options.encoding);
    return encoding;
}

// ---- Keys ------------------------------------------------------------------

function isForPrivate(purpose) {
    return purpose === 'createPrivate' || purpose === 'usePrivate';
}

function checkKeyObject(type, purpose, key) {
    if (purpose === 'createPrivate')
        throw new codes.ERR_INVALID_ARG_TYPE('key', ['string', ...byteTypes],
                                             key);
    if (type === 'private')
        return;
    if (purpose === 'usePrivate' || purpose === 'createPublic')
        throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(type, 'private');
    if (type !== 'public')
        throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(
            type, 'private or public');
}

/* The key inside a KeyObject or a CryptoKey; undefined if it is neither. */
function takeKeyObject(key, purpose) {
    const { handleOfAny } = require('internal/crypto/keys');
    const handle = handleOfAny(key);
    if (handle === undefined)
        return undefined;
    checkKeyObject(handle.type, purpose, key);
    return handle.data;
}

function parse(purpose, bytes, type, passphrase) {
    const view = new Uint8Array(bytes.buffer, bytes.byteOffset,
                                bytes.byteLength);
    const key = binding.parseKey(isForPrivate(purpose), view, type,
                                 passphrase);
    if (key === null)
        throw makePlainError(TypeError, 'ERR_MISSING_PASSPHRASE',
                             'Passphrase required for encrypted key');
    return key;
}

function acceptedTypes(purpose) {
    const types = [...byteTypes, 'string'];
    return purpose === 'createPrivate' ? types :
        [...types, 'KeyObject', 'CryptoKey'];
}

function readRaw(key, purpose, name) {
    const { key: data, format, asymmetricKeyType: type, namedCurve } = key;
    if (isForPrivate(purpose) && format === 'raw-public')
        throw new codes.ERR_INVALID_ARG_VALUE(`${name}.format`, format);
    if (!isArrayBufferView(data) && !isAnyArrayBuffer(data))
        throw new codes.ERR_INVALID_ARG_TYPE(`${name}.key`, byteTypes, data);
    validateString(type, `${name}.asymmetricKeyType`);
    if (type === 'ec')
        validateString(namedCurve, `${name}.namedCurve`);
    const raw = require('internal/crypto/jwk');
    const bytes = getBytes(data, `${name}.key`);
    if (format === 'raw-seed')
        return raw.fromRawSeed(type, bytes);
    return format === 'raw-public' ?
        raw.fromRawPublic(type, bytes, namedCurve) :
        raw.fromRawPrivate(type, bytes, namedCurve);
}

function readWithOptions(key, purpose, name) {
    const { key: data, format } = key;
    const taken = takeKeyObject(data, purpose);
    if (taken !== undefined)
        return taken;
    if (format === 'jwk') {
        validateObject(data, `${name}.key`);
        return require('internal/crypto/jwk')
            .fromJwk(data, isForPrivate(purpose));
    }
    if (typeof format === 'string' && format.startsWith('raw-'))
        return readRaw(key, purpose, name);
    if (!isText(data))
        throw new codes.ERR_INVALID_ARG_TYPE(`${name}.key`,
                                             acceptedTypes(purpose), data);
    const bytes = getBytes(data, `${name}.key`, key.encoding);
    const { type, format: read, passphrase } = readEncoding(
        key, undefined, isForPrivate(purpose) ? false : undefined, name);
    return parse(purpose, bytes, read === 'der' ? type : undefined,
                 passphrase);
}

/* The key of C for what a program gave. */
function readKey(key, purpose, name = 'key') {
    const taken = takeKeyObject(key, purpose);
    if (taken !== undefined)
        return taken;
    if (isText(key))
        return parse(purpose, getBytes(key, name), undefined, undefined);
    if (typeof key === 'object' && key !== null)
        return readWithOptions(key, purpose, name);
    throw new codes.ERR_INVALID_ARG_TYPE(name, acceptedTypes(purpose), key);
}

module.exports = { readEncoding, readKey };
