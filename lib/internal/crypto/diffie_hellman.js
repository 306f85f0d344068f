'use strict';
/*
 * internal/crypto/diffie_hellman - two parties agree on a secret:
 * createDiffieHellman(), createECDH() and diffieHellman().
 *
 * The state of the first two is Buffers kept here; C multiplies points and
 * raises numbers to powers.
 */

const binding = internalBinding('crypto');
const { codes, makePlainError } = require('internal/errors');
const {
    validateFunction, validateInt32, validateObject, validateString,
} = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { getBytes, toJob } = require('internal/crypto/util');
/* Loaded when first used: internal/crypto/key_input, internal/crypto/random. */

const kState = Symbol('kState');
const COMPRESSED = 2;
const UNCOMPRESSED = 4;
const HYBRID = 6;

function encode(bytes, encoding) {
    return encoding && encoding !== 'buffer' ? bytes.toString(encoding) :
        bytes;
}

function copy(view) {
    return Buffer.from(new Uint8Array(view.buffer, view.byteOffset,
                                      view.byteLength));
}

function toBigInt(bytes) {
    return BigInt(`0x${bytes.toString('hex') || '0'}`);
}

function fromBigInt(number) {
    const hex = number.toString(16);
    return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
}

// ---- Of numbers ------------------------------------------------------------

const P_NOT_PRIME = 1;
const P_NOT_SAFE_PRIME = 2;
const NOT_SUITABLE_GENERATOR = 8;

const numberTypes = ['number', 'string', 'ArrayBuffer', 'Buffer', 'TypedArray',
                     'DataView'];

/* The flags of verifyError: the generator must be between 2 and p - 2, and the
 * prime a safe one. */
function checkPair(prime, generator) {
    const p = toBigInt(prime);
    const g = toBigInt(generator);
    let flags = 0;
    if (g <= 1n || g >= p - 1n)
        flags |= NOT_SUITABLE_GENERATOR;
    if (!binding.checkPrime(prime))
        flags |= P_NOT_PRIME;
    else if (!binding.checkPrime(fromBigInt((p - 1n) / 2n)))
        flags |= P_NOT_SAFE_PRIME;
    return flags;
}

function osslError(code, library, reason, message) {
    const error = makePlainError(Error, code, message);
    error.library = library;
    error.reason = reason;
    return error;
}

function badGenerator() {
    return osslError('ERR_OSSL_DH_BAD_GENERATOR', 'Diffie-Hellman routines',
                     'bad generator',
                     'error:02800065:Diffie-Hellman routines::bad generator');
}

function generateSafePrime(bits) {
    if (bits < 2)
        throw osslError('ERR_OSSL_DH_MODULUS_TOO_SMALL',
                        'Diffie-Hellman routines', 'modulus too small',
                        'error:0280007E:Diffie-Hellman routines::' +
                        'modulus too small');
    return binding.generatePrime(bits, true);
}

function readGenerator(generator, encoding) {
    if (!generator)
        return Buffer.from([2]);
    if (typeof generator === 'number') {
        validateInt32(generator, 'generator');
        if (generator < 2)
            throw badGenerator();
        return fromBigInt(BigInt(generator));
    }
    if (typeof generator !== 'string' && !isArrayBufferView(generator) &&
        !isAnyArrayBuffer(generator))
        throw new codes.ERR_INVALID_ARG_TYPE('generator', numberTypes,
                                             generator);
    const bytes = copy(getBytes(generator, 'generator', encoding));
    if (toBigInt(bytes) < 2n)
        throw badGenerator();
    return bytes;
}

function DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding) {
    if (!(this instanceof DiffieHellman))
        return new DiffieHellman(sizeOrKey, keyEncoding, generator,
                                 genEncoding);
    if (typeof sizeOrKey !== 'number' && typeof sizeOrKey !== 'string' &&
        !isArrayBufferView(sizeOrKey) && !isAnyArrayBuffer(sizeOrKey))
        throw new codes.ERR_INVALID_ARG_TYPE('sizeOrKey', numberTypes,
                                             sizeOrKey);
    if (typeof sizeOrKey === 'number')
        validateInt32(sizeOrKey, 'sizeOrKey');
    if (keyEncoding && keyEncoding !== 'buffer' &&
        !Buffer.isEncoding(keyEncoding)) {
        genEncoding = generator;
        generator = keyEncoding;
        keyEncoding = undefined;
    }
    const given = typeof sizeOrKey === 'number' ? undefined :
        copy(getBytes(sizeOrKey, 'sizeOrKey', keyEncoding || undefined));
    const base = readGenerator(generator, genEncoding);
    begin(this, given ?? generateSafePrime(sizeOrKey), base);
}

/* verifyError is found when it is read: that a prime is safe takes long to
 * see. */
function begin(self, prime, generator) {
    self[kState] = { prime, generator, publicKey: null, privateKey: null };
    let flags;
    Object.defineProperty(self, 'verifyError', {
        __proto__: null, enumerable: true,
        get() { return flags ??= checkPair(prime, generator); },
    });
}

const groupBits = { __proto__: null, modp1: 768, modp2: 1024, modp5: 1536,
                    modp14: 2048, modp15: 3072, modp16: 4096, modp17: 6144,
                    modp18: 8192 };

function DiffieHellmanGroup(name) {
    if (!(this instanceof DiffieHellmanGroup))
        return new DiffieHellmanGroup(name);
    validateString(name, 'name');
    const bits = groupBits[name.toLowerCase()];
    if (bits === undefined)
        throw makePlainError(Error, 'ERR_CRYPTO_UNKNOWN_DH_GROUP',
                             'Unknown DH group');
    begin(this, binding.groupPrime(bits), Buffer.from([2]));
}

function getKey(self, name, complaint) {
    const key = self[kState][name];
    if (key === null)
        throw makePlainError(Error, 'ERR_CRYPTO_INVALID_STATE', complaint);
    return key;
}

const sharedMethods = {
    generateKeys(encoding) {
        const state = this[kState];
        if (state.privateKey === null) {
            const { randomBytes } = require('internal/crypto/random');
            const max = toBigInt(state.prime) - 2n;
            const random = randomBytes(state.prime.length + 8);
            state.privateKey = fromBigInt(toBigInt(random) % max + 1n);
        }
        const power = binding.power(state.generator, state.privateKey,
                                    state.prime);
        state.publicKey = fromBigInt(toBigInt(power));
        return encode(Buffer.from(state.publicKey), encoding);
    },

    computeSecret(key, inputEncoding, outputEncoding) {
        const state = this[kState];
        const other = copy(getBytes(key, 'key', inputEncoding));
        const number = toBigInt(other);
        const p = toBigInt(state.prime);
        if (number <= 1n)
            throw makePlainError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN',
                                 'Supplied key is too small');
        if (number >= p - 1n)
            throw makePlainError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN',
                                 'Supplied key is too large');
        const secret = getKey(this, 'privateKey',
                              'No private key - did you forget to generate ' +
                              'one?');
        return encode(binding.power(other, secret, state.prime),
                      outputEncoding);
    },

    getPrime(encoding) {
        return encode(Buffer.from(this[kState].prime), encoding);
    },

    getGenerator(encoding) {
        return encode(Buffer.from(this[kState].generator), encoding);
    },

    getPublicKey(encoding) {
        return encode(Buffer.from(getKey(
            this, 'publicKey',
            'No public key - did you forget to generate one?')), encoding);
    },

    getPrivateKey(encoding) {
        return encode(Buffer.from(getKey(
            this, 'privateKey',
            'No private key - did you forget to generate one?')), encoding);
    },
};
Object.assign(DiffieHellman.prototype, sharedMethods);
Object.assign(DiffieHellmanGroup.prototype, sharedMethods);

DiffieHellman.prototype.setPublicKey = function(key, encoding) {
    this[kState].publicKey = copy(getBytes(key, 'key', encoding));
    return this;
};

DiffieHellman.prototype.setPrivateKey = function(key, encoding) {
    this[kState].privateKey = copy(getBytes(key, 'key', encoding));
    return this;
};

// ---- Of curves -------------------------------------------------------------

const forms = { __proto__: null, compressed: COMPRESSED,
                uncompressed: UNCOMPRESSED, hybrid: HYBRID };

function readForm(format) {
    if (!format)
        return UNCOMPRESSED;
    const form = forms[format];
    if (form === undefined)
        throw new codes.ERR_CRYPTO_ECDH_INVALID_FORMAT(format);
    return form;
}

function invalidCurve() {
    return makePlainError(TypeError, 'ERR_CRYPTO_INVALID_CURVE',
                          'Invalid EC curve name');
}

function ECDH(curve) {
    if (!(this instanceof ECDH))
        return new ECDH(curve);
    validateString(curve, 'curve');
    const sizes = binding.curveSize(curve);
    if (sizes === null)
        throw invalidCurve();
    this[kState] = { curve, size: sizes[1], publicKey: null, privateKey: null,
                     isMixed: false };
}

/* A private key is any number below the curve's order: one is drawn until it
 * is. */
function drawPrivateKey(state) {
    const { randomBytes } = require('internal/crypto/random');
    for (;;) {
        const key = randomBytes(state.size);
        const point = binding.pointOf(state.curve, key, UNCOMPRESSED);
        if (point !== null)
            return { key, point };
        // The order of secp521r1 has one bit in its first byte.
        key[0] &= 1;
        const again = binding.pointOf(state.curve, key, UNCOMPRESSED);
        if (again !== null)
            return { key, point: again };
    }
}

ECDH.prototype.generateKeys = function(encoding, format) {
    const state = this[kState];
    const { key, point } = drawPrivateKey(state);
    Object.assign(state, { privateKey: key, publicKey: point, isMixed: false });
    return this.getPublicKey(encoding, format);
};

ECDH.prototype.getPublicKey = function(encoding, format) {
    const form = readForm(format);
    const { curve, publicKey } = this[kState];
    if (publicKey === null)
        throw makePlainError(Error, 'ERR_CRYPTO_OPERATION_FAILED',
                             'Failed to get ECDH public key');
    return encode(binding.convertPoint(curve, publicKey, form), encoding);
};

ECDH.prototype.getPrivateKey = function(encoding) {
    const { privateKey } = this[kState];
    if (privateKey === null)
        throw makePlainError(Error, 'ERR_CRYPTO_OPERATION_FAILED',
                             'Failed to get ECDH private key');
    return encode(Buffer.from(privateKey), encoding);
};

ECDH.prototype.setPrivateKey = function(key, encoding) {
    const bytes = copy(getBytes(key, 'key', encoding));
    const state = this[kState];
    const point = binding.pointOf(state.curve, bytes, UNCOMPRESSED);
    if (point === null)
        throw makePlainError(Error, 'ERR_CRYPTO_INVALID_KEYTYPE',
                             'Private key is not valid for specified curve.');
    Object.assign(state, { privateKey: bytes, publicKey: point,
                           isMixed: false });
    return this;
};

ECDH.prototype.setPublicKey = require('internal/util').deprecate(
    function(key, encoding) {
        const bytes = copy(getBytes(key, 'key', encoding));
        const state = this[kState];
        const point = binding.convertPoint(state.curve, bytes, UNCOMPRESSED);
        if (point === null)
            throw makePlainError(
                Error, 'ERR_CRYPTO_OPERATION_FAILED',
                'Failed to convert Buffer to EC_POINT');
        state.publicKey = point;
        state.isMixed = true;
        return this;
    }, 'ecdh.setPublicKey() is deprecated.', 'DEP0031');

ECDH.prototype.computeSecret = function(key, inputEncoding, outputEncoding) {
    const bytes = copy(getBytes(key, 'key', inputEncoding));
    const { curve, isMixed, privateKey, publicKey } = this[kState];
    if (isMixed && (privateKey === null || !publicKey.equals(
        binding.pointOf(curve, privateKey, UNCOMPRESSED))))
        throw makePlainError(RangeError, 'ERR_CRYPTO_INVALID_KEYPAIR',
                             'Invalid key pair');
    const secret = privateKey === null ? null :
        binding.multiplyPoint(curve, bytes, privateKey);
    if (secret === null)
        throw new codes.ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY();
    return encode(secret, outputEncoding);
};

ECDH.convertKey = function convertKey(key, curve, inputEncoding,
                                      outputEncoding, format) {
    validateString(curve, 'curve');
    const bytes = copy(getBytes(key, 'key', inputEncoding));
    const form = readForm(format);
    if (bytes.length === 0)
        return encode(bytes, outputEncoding);
    const point = binding.convertPoint(curve, bytes, form);
    if (point === undefined)
        throw invalidCurve();
    if (point === null)
        throw makePlainError(Error, 'ERR_CRYPTO_OPERATION_FAILED',
                             'Failed to convert Buffer to EC_POINT');
    return encode(point, outputEncoding);
};

// ---- Of keys ---------------------------------------------------------------

const agreeingTypes = ['dh', 'ec', 'x448', 'x25519'];

function checkTypes(privateKey, publicKey) {
    const types = [privateKey, publicKey].map(
        (key) => binding.keyInfo(key).type.toLowerCase());
    // DH keys with another order have a name of their own in OpenSSL.
    const [a, b] = types.map((type) => type === 'dhx' ? 'dh' : type);
    if (a !== b || !agreeingTypes.includes(a))
        throw new codes.ERR_CRYPTO_INCOMPATIBLE_KEY(
            'key types for Diffie-Hellman', `${a} and ${b}`);
}

function diffieHellman(options, callback) {
    validateObject(options, 'options');
    if (callback !== undefined)
        validateFunction(callback, 'callback');
    const { privateKey, publicKey } = options;
    if (privateKey === undefined)
        throw new codes.ERR_INVALID_ARG_VALUE('options.privateKey',
                                              privateKey);
    if (publicKey === undefined)
        throw new codes.ERR_INVALID_ARG_VALUE('options.publicKey', publicKey);
    const { readKey } = require('internal/crypto/key_input');
    const other = readKey(publicKey, 'usePublic', 'options.publicKey');
    const own = readKey(privateKey, 'usePrivate', 'options.privateKey');
    checkTypes(own, other);
    return binding.agree(own, other,
                         callback === undefined ? undefined : toJob(callback));
}

module.exports = {
    DiffieHellman, DiffieHellmanGroup, ECDH, diffieHellman,
};
