'use strict';
/*
 * internal/crypto/hash - createHash(), createHmac() and hash(). Both classes
 * are streams as well: what is written is hashed, the digest is read.
 */

const binding = internalBinding('crypto');
const { LazyTransform } = require('internal/crypto/lazy_transform');
const { codes } = require('internal/errors');
const {
    validateString, validateUint32,
} = require('internal/validators');
const { isArrayBufferView } = require('internal/util/types');
const {
    checkData, toCodec, toResultCodec,
} = require('internal/crypto/util');

const kHandle = Symbol('kHandle');
const kState = Symbol('kState');

function notSupported(name) {
    return new Error(name === undefined ? 'Digest method not supported' :
        `Digest method ${name} is not supported`);
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
    this[kHandle] = isCopy ? binding.copyHash(algorithm[kHandle], length) :
        binding.createHash(algorithm, length);
    if (this[kHandle] === null)
        throw notSupported();
    this[kState] = { finalized: false };
    LazyTransform.call(this, options);
}
Object.setPrototypeOf(Hash.prototype, LazyTransform.prototype);
Object.setPrototypeOf(Hash, LazyTransform);

Hash.prototype.copy = function(options) {
    if (this[kState].finalized)
        throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    return new Hash(this, options);
};

function transform(chunk, encoding, callback) {
    binding.update(this[kHandle], chunk, toCodec(encoding));
    callback();
}

Hash.prototype._transform = transform;

Hash.prototype._flush = function(callback) {
    this.push(this.digest());
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

Hash.prototype.digest = function(outputEncoding) {
    const state = this[kState];
    if (state.finalized)
        throw new codes.ERR_CRYPTO_HASH_FINALIZED();
    const result = binding.digest(this[kHandle],
                                  toResultCodec(outputEncoding));
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
Hmac.prototype._flush = Hash.prototype._flush;

/* Of a second digest() nothing is left, and that is no error. */
Hmac.prototype.digest = function(outputEncoding) {
    const state = this[kState];
    const codec = toResultCodec(outputEncoding);
    if (state.finalized)
        return codec === undefined ? Buffer.from('') : '';
    state.finalized = true;
    return binding.digest(this[kHandle], codec);
};

// ---- hash() ----------------------------------------------------------------

function hash(algorithm, input, options) {
    validateString(algorithm, 'algorithm');
    if (typeof input !== 'string' && !isArrayBufferView(input))
        throw new codes.ERR_INVALID_ARG_TYPE(
            'input', ['Buffer', 'TypedArray', 'DataView', 'string'], input);
    let encoding = options;
    let length;
    if (typeof options === 'object' && options !== null) {
        encoding = options.outputEncoding;
        length = options.outputLength;
        if (length !== undefined)
            validateUint32(length, 'outputLength');
    }
    encoding ??= 'hex';
    validateString(encoding, 'outputEncoding');
    if (encoding !== 'buffer' && !Buffer.isEncoding(encoding))
        throw new codes.ERR_INVALID_ARG_VALUE('outputEncoding', encoding);
    const result = binding.hash(algorithm, input, toCodec('utf8'),
                                toResultCodec(encoding), length);
    if (result === null)
        throw notSupported(algorithm);
    return result;
}

module.exports = { Hash, Hmac, hash };
