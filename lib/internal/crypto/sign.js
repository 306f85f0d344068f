'use strict';
/*
 * internal/crypto/sign - createSign(), createVerify(), sign() and verify().
 *
 * The classes hash what they are given and sign the digest; the functions give
 * all of it to OpenSSL at once, as Ed25519 needs it.
 */

const binding = internalBinding('crypto');
const { Writable } = require('stream');
const { codes, makePlainError } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');
const { isArrayBufferView } = require('internal/util/types');
const { checkData, getBytes, toCodec, toJob } =
    require('internal/crypto/util');
const { readKey } = require('internal/crypto/key_input');
const der = require('internal/crypto/der');

const PSS_PADDING = 6;
const SALT_LENGTH_MAX = -2;

// ---- Options ---------------------------------------------------------------

function readInt(options, name) {
    const value = options[name];
    if (value !== undefined && value !== value >> 0)
        throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, value);
    return value;
}

function readSignOptions(key) {
    const padding = readInt(key, 'padding');
    let saltLength = readInt(key, 'saltLength');
    if (padding === PSS_PADDING)
        saltLength ??= SALT_LENGTH_MAX;
    const encoding = typeof key === 'object' ? key.dsaEncoding ?? 'der' :
        'der';
    if (encoding !== 'der' && encoding !== 'ieee-p1363')
        throw new codes.ERR_INVALID_ARG_VALUE('options.dsaEncoding', encoding);
    return { padding, saltLength, isRaw: encoding !== 'der' };
}

const MAX_CONTEXT = 255;
const takesContext = /^(ED25519|ED448|ML-DSA|SLH-DSA)/;

function checkContext(key) {
    const context = key?.context;
    if (context !== undefined && !isArrayBufferView(context))
        throw new codes.ERR_INVALID_ARG_TYPE(
            'options.context', ['Buffer', 'TypedArray', 'DataView'], context);
}

/* An empty context is none. */
function checkContextSize(context) {
    if (context === undefined || context.byteLength === 0)
        return undefined;
    if (context.byteLength > MAX_CONTEXT)
        throw makePlainError(RangeError, 'ERR_OUT_OF_RANGE',
                             'context string must be at most 255 bytes');
    return context;
}

function readContext({ context: given }, native) {
    const context = checkContextSize(given);
    if (context === undefined)
        return undefined;
    if (!takesContext.test(binding.keyInfo(native).type) ||
        !binding.hasContexts())
        throw makePlainError(Error, 'ERR_CRYPTO_OPERATION_FAILED',
                             'Context parameter is unsupported');
    return context;
}

// ---- Signatures of two numbers ---------------------------------------------

/* The bytes of each number; undefined if signatures of this key are not such
 * pairs. */
function numberSize(key) {
    const { type, bits, divisor } = binding.keyInfo(key);
    if (type === 'EC')
        return Math.ceil(bits / 8);
    return type === 'DSA' ? divisor.length : undefined;
}

/* From DER to the two numbers, one after the other. */
function toRaw(key, signature) {
    const size = numberSize(key);
    if (size === undefined)
        return signature;
    const { 0: r, 1: s } = der.readSequence(signature);
    return Buffer.concat([der.readNumber(r.content, size),
                          der.readNumber(s.content, size)]);
}

/* And back; a signature of another length cannot be right. */
function fromRaw(key, signature) {
    const size = numberSize(key);
    if (size === undefined)
        return signature;
    if (signature.byteLength !== 2 * size)
        return Buffer.alloc(0);
    const bytes = Buffer.from(signature.buffer, signature.byteOffset,
                              signature.byteLength);
    return der.sequence(der.integer(bytes.subarray(0, size)),
                        der.integer(bytes.subarray(size)));
}

// ---- The classes -----------------------------------------------------------

const kHash = Symbol('kHash');
const kName = Symbol('kName');

function begin(self, algorithm, options) {
    validateString(algorithm, 'algorithm');
    self[kHash] = binding.createHash(algorithm);
    if (self[kHash] === null)
        throw makePlainError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST',
                             'Invalid digest');
    self[kName] = algorithm;
    Writable.call(self, options);
}

function Sign(algorithm, options) {
    if (!(this instanceof Sign))
        return new Sign(algorithm, options);
    begin(this, algorithm, options);
}
Object.setPrototypeOf(Sign.prototype, Writable.prototype);
Object.setPrototypeOf(Sign, Writable);

Sign.prototype._write = function(chunk, encoding, callback) {
    this.update(chunk, encoding);
    callback();
};

function checkOpen(self) {
    if (self[kHash] === null)
        throw makePlainError(Error, 'ERR_CRYPTO_INVALID_STATE',
                             'Not initialised');
}

Sign.prototype.update = function(data, encoding) {
    checkData(data, encoding, 'data');
    checkOpen(this);
    binding.update(this[kHash], data, toCodec(encoding));
    return this;
};

/* The digest, which there is only once. */
function takeDigest(self) {
    checkOpen(self);
    const digest = binding.digest(self[kHash]);
    self[kHash] = null;
    return digest;
}

function checkTakesDigest(key) {
    const { type } = binding.keyInfo(key);
    if (/^(ED25519|ED448|ML-DSA|SLH-DSA)/.test(type))
        throw makePlainError(Error, 'ERR_CRYPTO_UNSUPPORTED_OPERATION',
                             'Unsupported crypto operation');
}

Sign.prototype.sign = function(privateKey, encoding) {
    if (!privateKey)
        throw new codes.ERR_CRYPTO_SIGN_KEY_REQUIRED();
    const options = readSignOptions(privateKey);
    const key = readKey(privateKey, 'usePrivate', 'privateKey');
    checkTakesDigest(key);
    let signature = binding.sign(key, takeDigest(this), this[kName], true,
                                 options.padding, options.saltLength,
                                 undefined);
    if (options.isRaw)
        signature = toRaw(key, signature);
    return encoding && encoding !== 'buffer' ? signature.toString(encoding) :
        signature;
};

function Verify(algorithm, options) {
    if (!(this instanceof Verify))
        return new Verify(algorithm, options);
    begin(this, algorithm, options);
}
Object.setPrototypeOf(Verify.prototype, Writable.prototype);
Object.setPrototypeOf(Verify, Writable);

Verify.prototype._write = Sign.prototype._write;
Verify.prototype.update = Sign.prototype.update;

Verify.prototype.verify = function(key, signature, encoding) {
    let bytes = getBytes(signature, 'signature', encoding);
    const read = readKey(key, 'usePublic');
    const options = readSignOptions(key);
    checkTakesDigest(read);
    if (options.isRaw)
        bytes = fromRaw(read, bytes);
    return binding.verify(read, takeDigest(this), this[kName], true,
                          options.padding, options.saltLength, undefined,
                          bytes);
};

// ---- The functions ---------------------------------------------------------

function checkArguments(algorithm, data, callback) {
    if (algorithm !== undefined && algorithm !== null)
        validateString(algorithm, 'algorithm');
    if (callback !== undefined)
        validateFunction(callback, 'callback');
    return getBytes(data, 'data');
}

/* null: there is no such hash. */
function checkResult(result, algorithm) {
    if (result === null)
        throw new codes.ERR_CRYPTO_INVALID_DIGEST(algorithm);
    return result;
}

function sign(algorithm, data, key, callback) {
    const bytes = checkArguments(algorithm, data, callback);
    if (!key)
        throw new codes.ERR_CRYPTO_SIGN_KEY_REQUIRED();
    const options = readSignOptions(key);
    checkContext(key);
    const read = readKey(key, 'usePrivate');
    const show = (signature) => options.isRaw ? toRaw(read, signature) :
        signature;
    const job = callback === undefined ? undefined : toJob(callback, show);
    const result = checkResult(
        binding.sign(read, bytes, algorithm ?? undefined, false,
                     options.padding, options.saltLength,
                     readContext(key, read), job), algorithm);
    return job === undefined ? show(result) : undefined;
}

function verify(algorithm, data, key, signature, callback) {
    const bytes = checkArguments(algorithm, data, callback);
    const options = readSignOptions(key);
    checkContext(key);
    let given = getBytes(signature, 'signature');
    const read = readKey(key, 'usePublic');
    if (options.isRaw)
        given = fromRaw(read, given);
    const job = callback === undefined ? undefined : toJob(callback);
    return checkResult(
        binding.verify(read, bytes, algorithm ?? undefined, false,
                       options.padding, options.saltLength,
                       readContext(key, read), given, job),
        algorithm);
}

module.exports = { Sign, Verify, checkContextSize, fromRaw, sign, toRaw, verify };
