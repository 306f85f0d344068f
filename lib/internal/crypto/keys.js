'use strict';
/*
 * internal/crypto/keys - class KeyObject and what makes one.
 *
 * A KeyObject holds a KeyHandle, which programs never see: the bytes of a
 * secret, or an object of C's with an OpenSSL key behind it.
 */

const binding = internalBinding('crypto');
const { codes, makePlainError } = require('internal/errors');
const {
    validateObject, validateOneOf,
} = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { slotsOf } = require('internal/crypto/crypto_key');
const { kClone, markCloneable } = require('internal/worker/js_transferable');
const { getBytes } = require('internal/crypto/util');
/* Loaded when first used: internal/crypto/cipher, internal/crypto/jwk,
 * internal/crypto/key_input, internal/crypto/webcrypto. */

const byteTypes = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];
const keyTypes = [...byteTypes, 'string', 'KeyObject', 'CryptoKey'];

class KeyHandle {
    constructor(type, data) {
        this.type = type;
        this.data = data;
    }
}

let handleOf; // of a KeyObject; undefined of anything else

class KeyObject {
    #handle;

    constructor(type, handle) {
        if (type !== 'secret' && type !== 'public' && type !== 'private')
            throw new codes.ERR_INVALID_ARG_VALUE('type', type);
        if (!(handle instanceof KeyHandle))
            throw new codes.ERR_INVALID_ARG_TYPE('handle', 'object', handle);
        this.#handle = handle;
    }

    static {
        handleOf = (key) => {
            return typeof key === 'object' && key !== null && #handle in key ?
                key.#handle : undefined;
        };
    }

    get type() {
        return getHandle(this, 'KeyObject').type;
    }

    static from(key) {
        const handle = slotsOf(key)?.handle;
        if (handle === undefined)
            throw new codes.ERR_INVALID_ARG_TYPE('key', 'CryptoKey', key);
        return wrapHandle(handle);
    }

    toCryptoKey(algorithm, extractable, keyUsages) {
        const handle = getHandle(this, 'KeyObject');
        const { fromKeyHandle } = require('internal/crypto/webcrypto');
        return fromKeyHandle(handle, algorithm, extractable, keyUsages);
    }

    equals(otherKeyObject) {
        if (handleOf(otherKeyObject) === undefined)
            throw new codes.ERR_INVALID_ARG_TYPE('otherKeyObject', 'KeyObject',
                                                 otherKeyObject);
        getHandle(this, 'KeyObject');
        return isSameKeyObject(this, otherKeyObject);
    }
}
Object.defineProperty(KeyObject.prototype, Symbol.toStringTag, {
    __proto__: null, configurable: true, value: 'KeyObject',
});

function getHandle(key, className) {
    const handle = handleOf(key);
    if (handle === undefined)
        throw new codes.ERR_INVALID_THIS(className);
    return handle;
}

function wrapHandle(handle) {
    if (handle.type === 'secret')
        return new SecretKeyObject(handle);
    return handle.type === 'public' ? new PublicKeyObject(handle) :
        new PrivateKeyObject(handle);
}

/* As equals() has it, whatever a program put in its place. */
function isSameKeyObject(a, b) {
    const { 0: own, 1: other } = [handleOf(a), handleOf(b)];
    return own.type === other.type && isSameKey(own, other);
}

function isSameKey(a, b) {
    if (a.type !== 'secret')
        return binding.keysEqual(a.data, b.data);
    return a.data.length === b.data.length &&
        binding.timingSafeEqual(a.data, b.data);
}

/* The handle of a KeyObject or of a CryptoKey. */
function handleOfAny(key) {
    return handleOf(key) ?? slotsOf(key)?.handle;
}

function isKeyObject(value) {
    return handleOf(value) !== undefined;
}

// ---- Secrets ---------------------------------------------------------------

class SecretKeyObject extends KeyObject {
    constructor(handle) {
        super('secret', handle);
    }

    get symmetricKeySize() {
        const handle = getHandle(this, 'SecretKeyObject');
        if (handle.type !== 'secret')
            throw new codes.ERR_INVALID_THIS('SecretKeyObject');
        return handle.data.length;
    }

    export(options) {
        const { data } = getHandle(this, 'SecretKeyObject');
        if (options !== undefined) {
            validateObject(options, 'options');
            validateOneOf(options.format, 'options.format',
                          [undefined, 'buffer', 'jwk']);
            if (options.format === 'jwk')
                return { kty: 'oct', k: data.base64urlSlice() };
        }
        return Buffer.from(data);
    }
}

/* The key owns a copy: what it was made of may change. */
function makeSecretKey(bytes) {
    return new SecretKeyObject(new KeyHandle('secret', Buffer.from(bytes)));
}

function createSecretKey(key, encoding) {
    if (typeof key !== 'string' && !isArrayBufferView(key) &&
        !isAnyArrayBuffer(key))
        throw new codes.ERR_INVALID_ARG_TYPE('key', byteTypes, key);
    const view = getBytes(key, 'key', encoding);
    return makeSecretKey(
        new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
}

/* The bytes of a secret that a program gave: a key, a view or a string. */
function getSecretBytes(key, encoding) {
    const handle = handleOfAny(key);
    if (handle !== undefined) {
        if (handle.type !== 'secret')
            throw new codes.ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(handle.type,
                                                               'secret');
        return handle.data;
    }
    if (typeof key !== 'string' && !isArrayBufferView(key) &&
        !isAnyArrayBuffer(key))
        throw new codes.ERR_INVALID_ARG_TYPE('key', keyTypes, key);
    return getBytes(key, 'key', encoding);
}

// ---- Pairs -----------------------------------------------------------------

const hashNames = { '__proto__': null, 'SHA1': 'sha1', 'SHA-1': 'sha1',
                    'SHA2-224': 'sha224', 'SHA2-256': 'sha256',
                    'SHA2-384': 'sha384', 'SHA2-512': 'sha512' };

function toHashName(name) {
    return hashNames[name] ?? name?.toLowerCase();
}

/* OpenSSL leaves out what is the default of a restricted key for PSS: SHA-1 and
 * 20 bytes. */
function describePss(info) {
    if (info.hash === undefined && info.mgf1Hash === undefined &&
        info.saltLength === undefined)
        return {};
    const hashAlgorithm = toHashName(info.hash) ?? 'sha1';
    return {
        hashAlgorithm,
        mgf1HashAlgorithm: toHashName(info.mgf1Hash) ?? 'sha1',
        saltLength: info.saltLength ?? 20,
    };
}

function describeKey(handle) {
    const info = binding.keyInfo(handle.data);
    const details = {};
    const type = info.type.toLowerCase();
    if (type === 'rsa' || type === 'rsa-pss') {
        details.modulusLength = info.bits;
        details.publicExponent =
            BigInt(`0x${info.exponent.hexSlice(0, info.exponent.length)}`);
        if (type === 'rsa-pss')
            Object.assign(details, describePss(info));
    } else if (type === 'dsa') {
        details.modulusLength = info.bits;
        details.divisorLength = info.divisor.length * 8;
    } else if (type === 'ec') {
        details.namedCurve = info.curve;
    }
    return { type, details };
}

class AsymmetricKeyObject extends KeyObject {
    get asymmetricKeyType() {
        const handle = getPairHandle(this);
        handle.facts ??= describeKey(handle);
        return handle.facts.type;
    }

    get asymmetricKeyDetails() {
        const handle = getPairHandle(this);
        handle.facts ??= describeKey(handle);
        return { ...handle.facts.details };
    }
}

function getPairHandle(key) {
    const handle = getHandle(key, 'AsymmetricKeyObject');
    if (handle.type === 'secret')
        throw new codes.ERR_INVALID_THIS('AsymmetricKeyObject');
    return handle;
}

/* Write a key in an encoding that was checked: key_input.readEncoding(). */
function writeKey(key, isPublic, encoding) {
    const { format, type, cipher, passphrase } = encoding;
    const jwk = format === 'pem' || format === 'der' ? undefined :
        require('internal/crypto/jwk');
    switch (format) {
    case 'jwk':
        return jwk.toJwk(key, !isPublic);
    case 'raw-public':
        return jwk.toRawPublic(key, type === 'compressed' ? 2 : 4);
    case 'raw-private':
        return jwk.toRawPrivate(key);
    case 'raw-seed':
        return jwk.toRawSeed(key);
    default:
        if (cipher !== undefined &&
            require('internal/crypto/cipher').getCipherInfo(cipher) ===
                undefined)
            throw makePlainError(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER',
                                 'Unknown cipher');
        return binding.exportKey(key, isPublic, format === 'pem', type, cipher,
                                 passphrase);
    }
}

class PublicKeyObject extends AsymmetricKeyObject {
    constructor(handle) {
        super('public', handle);
    }

    export(options) {
        const { data } = getPairHandle(this);
        const { readEncoding } = require('internal/crypto/key_input');
        return writeKey(data, true, options?.format === 'jwk' ? options :
            readEncoding(options, this.asymmetricKeyType, true));
    }
}

class PrivateKeyObject extends AsymmetricKeyObject {
    constructor(handle) {
        super('private', handle);
    }

    export(options) {
        const { data } = getPairHandle(this);
        const format = options?.format;
        if (options?.passphrase !== undefined && format !== 'pem' &&
            format !== 'der')
            throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(
                format, 'does not support encryption');
        const { readEncoding } = require('internal/crypto/key_input');
        return writeKey(data, false, format === 'jwk' ? { format } :
            readEncoding(options, this.asymmetricKeyType, false));
    }
}

function makePublicKey(key) {
    return new PublicKeyObject(new KeyHandle('public', key));
}

function makePrivateKey(key) {
    return new PrivateKeyObject(new KeyHandle('private', key));
}

// ---- Clones ----------------------------------------------------------------

/* A key as bytes, for another thread. */
function packHandle({ type, data }) {
    if (type === 'secret')
        return { type, bytes: data };
    const isPublic = type === 'public';
    return { type, bytes: binding.exportKey(data, isPublic, false,
                                            isPublic ? 'spki' : 'pkcs8') };
}

function unpackHandle({ type, bytes }) {
    const view = Buffer.from(bytes);
    if (type === 'secret')
        return new KeyHandle(type, view);
    const isPrivate = type === 'private';
    return new KeyHandle(type, binding.parseKey(
        isPrivate, view, isPrivate ? 'pkcs8' : 'spki', undefined));
}

function readClone(packed) {
    return wrapHandle(unpackHandle(packed));
}

for (const Class of [SecretKeyObject, PublicKeyObject, PrivateKeyObject]) {
    Object.defineProperty(Class.prototype, kClone, {
        __proto__: null,
        value() {
            return { data: packHandle(getHandle(this, 'KeyObject')),
                     deserializeInfo: 'internal/crypto/keys:readClone' };
        },
    });
    markCloneable(Class.prototype);
}

function createPublicKey(key) {
    const { readKey } = require('internal/crypto/key_input');
    return makePublicKey(readKey(key, 'createPublic'));
}

function createPrivateKey(key) {
    const { readKey } = require('internal/crypto/key_input');
    return makePrivateKey(readKey(key, 'createPrivate'));
}

module.exports = {
    KeyHandle, KeyObject, PrivateKeyObject, PublicKeyObject, SecretKeyObject,
    createPrivateKey, createPublicKey, createSecretKey, getSecretBytes,
    handleOf, handleOfAny, isKeyObject, isSameKeyObject, makePrivateKey,
    makePublicKey, makeSecretKey, packHandle, readClone, unpackHandle,
    writeKey,
};
