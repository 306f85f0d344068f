'use strict';
/*
 * internal/crypto/keys - class KeyObject and what makes one.
 *
 * A KeyObject holds a KeyHandle, which programs never see: the bytes of a
 * secret, or an object of C's with an OpenSSL key behind it.
 */

const { codes } = require('internal/errors');
const {
    validateObject, validateOneOf,
} = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { getBytes } = require('internal/crypto/util');

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

    equals(otherKeyObject) {
        const other = handleOf(otherKeyObject);
        if (other === undefined)
            throw new codes.ERR_INVALID_ARG_TYPE('otherKeyObject', 'KeyObject',
                                                 otherKeyObject);
        const own = getHandle(this, 'KeyObject');
        return own.type === other.type && isSameKey(own, other);
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

function isSameKey(a, b) {
    const { timingSafeEqual } = internalBinding('crypto');
    return a.data.length === b.data.length && timingSafeEqual(a.data, b.data);
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
    const handle = handleOf(key);
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

module.exports = {
    KeyHandle, KeyObject, SecretKeyObject, createSecretKey, getSecretBytes,
    handleOf, isKeyObject, makeSecretKey,
};
