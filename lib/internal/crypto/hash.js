'use strict';
/*
 * internal/crypto/hash - createHash(), createHmac() and hash(). Both classes
 * are streams as well: what is written is hashed, the digest is read.
 */

const { Buffer } = require('buffer');
const binding = internalBinding('crypto');
const { LazyTransform } = require('internal/crypto/lazy_transform');
const { codes } = require('internal/errors');
const {
    validateObject, validateString, validateUint32,
} = require('internal/validators');
const { isArrayBufferView } = require('internal/util/types');
const {
    checkData, toCodec, toResultCodec,
} = require('internal/crypto/util');
/* Loaded when first used: internal/crypto/keys, internal/process/object. */

const kHandle = Symbol('kHandle');
const kState = Symbol('kState');

function notSupported(name) {
    return new Error(name === undefined ? 'Digest method not supported' :
        `Digest method ${name} is not supported`);
}

let hasWarned = false;

function warnOfShake(algorithm) {
    if (hasWarned || algorithm.length !== 8 ||
        !/^shake(128|256)$/i.test(algorithm))
        return;
    const { options } = require('internal/process/object');
    if (!options.pendingDeprecation)
        return;
    hasWarned = true;
    process.emitWarning(
        'Creating SHAKE128/256 digests without an explicit ' +
        'options.outputLength is deprecated.', 'DeprecationWarning',
        'DEP0198');
}

// ---- Hash ------------------------------------------------------------------

function Hash(algorithm, options) {
    if (!(this instanceof Hash))
        return new Hash(algorithm, options);
    const isCopy = typeof algorithm === 'object' && algorithm !== null &&
        algorithm[kHandle] !== undefined;
    if (!isCopy)
        validateString(algorithm, 'algorithm');
    const length = typeof options === 'object' && options !== null ?
        options.outputLength : undefined;
    if (length !== undefined)
        validateUint32(length, 'options.outputLength');
    if (length === undefined && !isCopy)
        warnOfShake(algorithm);
    this[kHandle] = isCopy ? binding.copyHash(algorithm[kHandle], length) :
        binding.createHash(algorithm, length);
    if (this[kHandle] === null)
        throw notSupported();
    this[kState] = { finalized: false, bytes: undefined };
    LazyTransform.call(this, options);
}
Object.setPrototypeOf(Hash.prototype, LazyTransform.prototype);
Object.setPrototypeOf(Hash, LazyTransform);

Hash.prototype.copy = function copy(options) {
    if (this[kState].finalized)
        throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    return new Hash(this, options);
};

function transform(chunk, encoding, callback) {
    binding.update(this[kHandle], chunk, toCodec(encoding));
    callback();
}

Hash.prototype._transform = transform;

/* digest() may still be called once after that. */
Hash.prototype._flush = function _flush(callback) {
    const state = this[kState];
    state.bytes ??= binding.digest(this[kHandle], undefined);
    this.push(state.bytes);
    callback();
};

function update(data, encoding) {
    if (this[kState].finalized)
        throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    checkData(data, encoding, 'data');
    if (!binding.update(this[kHandle], data, toCodec(encoding)))
        throw new codes.ERR_CRYPTO_HASH_UPDATE_FAILED();
    return this;
}

Hash.prototype.update = update;

function encodeDigest(bytes, encoding, codec) {
    return codec === undefined ? Buffer.from(bytes) : bytes.toString(encoding);
}

Hash.prototype.digest = function digest(outputEncoding) {
    const state = this[kState];
    if (state.finalized)
        throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    const codec = toResultCodec(outputEncoding);
    const result = state.bytes === undefined ?
        binding.digest(this[kHandle], codec) :
        encodeDigest(state.bytes, outputEncoding, codec);
    state.finalized = true;
    return result;
};

// ---- Hmac ------------------------------------------------------------------

function Hmac(hmac, key, options) {
    if (!(this instanceof Hmac))
        return new Hmac(hmac, key, options);
    validateString(hmac, 'hmac');
    const encoding = options?.encoding;
    if (encoding !== undefined && encoding !== null)
        validateString(encoding, 'options.encoding');
    const { getSecretBytes } = require('internal/crypto/keys');
    const bytes = getSecretBytes(key, encoding ?? undefined);
    this[kHandle] = binding.createHmac(hmac, bytes);
    if (this[kHandle] === null)
        throw new codes.ERR_CRYPTO_INVALID_DIGEST(hmac);
    this[kState] = { finalized: false };
    LazyTransform.call(this, options);
}
Object.setPrototypeOf(Hmac.prototype, LazyTransform.prototype);
Object.setPrototypeOf(Hmac, LazyTransform);

Hmac.prototype.update = update;
Hmac.prototype._transform = transform;
Hmac.prototype._flush = function _flush(callback) {
    this.push(this.digest());
    callback();
};

/* Of a second digest() nothing is left, and that is not an error. */
Hmac.prototype.digest = function digest(outputEncoding) {
    const state = this[kState];
    const codec = toResultCodec(outputEncoding);
    if (state.finalized)
        return codec === undefined ? Buffer.from('') : '';
    state.finalized = true;
    return binding.digest(this[kHandle], codec);
};

// ---- hash() ----------------------------------------------------------------

function hashNow(algorithm, input, codec, length) {
    try {
        return binding.hash(algorithm, input, toCodec('utf8'), codec, length);
    } catch (error) {
        if (error.code !== 'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH')
            throw error;
        throw new Error(`Output length ${length} is invalid for ` +
            `${algorithm}, which does not support XOF`);
    }
}

/* An empty name is that of UTF-8 here. */
function toHashEncoding(encoding) {
    validateString(encoding, 'outputEncoding');
    if (encoding === '')
        return 'utf8';
    if (Buffer.isEncoding(encoding))
        return encoding;
    if (encoding.toLowerCase() !== 'buffer')
        throw new codes.ERR_INVALID_ARG_VALUE('outputEncoding', encoding);
    return 'buffer';
}

function hash(algorithm, input, options) {
    validateString(algorithm, 'algorithm');
    if (typeof input !== 'string' && !isArrayBufferView(input))
        throw new codes.ERR_INVALID_ARG_TYPE(
            'input', ['Buffer', 'TypedArray', 'DataView', 'string'], input);
    let encoding = options;
    let length;
    if (typeof options !== 'string' && options !== undefined) {
        validateObject(options, 'options');
        length = options.outputLength;
        encoding = options.outputEncoding;
        if (length !== undefined)
            validateUint32(length, 'outputLength');
    }
    if (length === undefined)
        warnOfShake(algorithm);
    encoding = toHashEncoding(encoding ?? 'hex');
    const result = hashNow(algorithm, input, toResultCodec(encoding), length);
    if (result === null)
        throw notSupported(algorithm);
    return result;
}

module.exports = { Hash, Hmac, hash };
