'use strict';
/*
 * internal/crypto/web_pair - algorithms of Web Crypto with a pair of keys: RSA,
 * ECDSA and ECDH, Ed25519 and X25519 and their larger relatives, ML-DSA and
 * ML-KEM.
 */

const binding = internalBinding('crypto');
const { codes } = require('internal/errors');
const { slotsOf } = require('internal/crypto/crypto_key');
const akp = require('internal/crypto/akp');
const jwk = require('internal/crypto/jwk');
const { domError, hashNames } = require('internal/crypto/web_algorithms');
const {
    agreeing, checkType, define, invalidData, makeSigner, nativeOf, signing,
} = require('internal/crypto/web_kind');
const {
    clearBits, operationFailed, run, toArrayBuffer,
} = require('internal/crypto/web_util');
const { checkContextSize: checkContext } = require('internal/crypto/sign');

// ---- RSA -------------------------------------------------------------------

const rsaAlgs = {
    '__proto__': null,
    'RSASSA-PKCS1-v1_5': { 'SHA-1': 'RS1', 'SHA-256': 'RS256',
                           'SHA-384': 'RS384', 'SHA-512': 'RS512' },
    'RSA-PSS': { 'SHA-1': 'PS1', 'SHA-256': 'PS256', 'SHA-384': 'PS384',
                 'SHA-512': 'PS512' },
    'RSA-OAEP': { 'SHA-1': 'RSA-OAEP', 'SHA-256': 'RSA-OAEP-256',
                  'SHA-384': 'RSA-OAEP-384', 'SHA-512': 'RSA-OAEP-512' },
};
const PSS_PADDING = 6;
const OAEP_PADDING = 4;

function prepareRsa({ modulusLength, publicExponent }) {
    const hex = Buffer.from(publicExponent).toString('hex');
    const exponent = BigInt(`0x${hex || '0'}`);
    if (exponent >= 2n ** 32n)
        throw domError('The publicExponent must be equivalent to an ' +
            'unsigned 32-bit value', 'OperationError');
    if (exponent < 3n || exponent % 2n === 0n)
        throw operationFailed();
    return ['RSA', [], ['rsa_keygen_bits', `${modulusLength}`,
                        'rsa_keygen_pubexp', `${exponent}`]];
}

function makeRsa(name, usages, use, operations) {
    const algOf = ({ hash }) => rsaAlgs[name][hash.name];
    return define({
        type: 'RSA', kty: 'RSA', use, usages, operations,
        prepare: prepareRsa,
        alg: (algorithm) => algOf(algorithm) && [algOf(algorithm)],
        writtenAlg: algOf,
        describe({ hash }, native) {
            const { bits, exponent } = binding.keyInfo(native);
            return { name, modulusLength: bits,
                     publicExponent: new Uint8Array(exponent), hash };
        },
    });
}

function rsaHash(key) {
    return hashNames[slotsOf(key).algorithm.hash.name];
}

const hashBytes = { '__proto__': null, 'SHA-1': 20, 'SHA-256': 32,
                    'SHA-384': 48, 'SHA-512': 64, 'SHA3-256': 32,
                    'SHA3-384': 48, 'SHA3-512': 64 };

function checkSalt(saltLength, { hash, modulusLength }) {
    const max = Math.ceil((modulusLength - 1) / 8) - hashBytes[hash.name] - 2;
    if (saltLength > max)
        throw new codes.ERR_OUT_OF_RANGE('algorithm.saltLength',
                                         `>= 0 && <= ${max}`, saltLength);
    return saltLength;
}

function runOaep(isEncrypting, { label }, key, data) {
    checkType(key, isEncrypting ? 'public' : 'private');
    return run((job) => binding.rsa(
        isEncrypting ? 0 : 1, nativeOf(key), data, OAEP_PADDING, rsaHash(key),
        label, job), toArrayBuffer);
}

// ---- Curves ----------------------------------------------------------------

const curveAlgs = { '__proto__': null, 'P-256': 'ES256', 'P-384': 'ES384',
                    'P-521': 'ES512' };

function opensslCurve({ namedCurve }) {
    return jwk.curves[namedCurve].name;
}

/* The point is never compressed, whatever the key was read from. */
function writeSpki(native) {
    const { curve } = binding.keyInfo(native);
    const whole = jwk.fromRawPublic('ec', jwk.toRawPublic(native), curve);
    return binding.exportKey(whole, true, false, 'spki');
}

function makeEc(name, usages, use, operations) {
    return define({
        type: 'EC', kty: 'EC', use, usages, operations,
        prepare: (algorithm) => ['EC', [], [
            'ec_paramgen_curve', opensslCurve(algorithm),
            'ec_param_enc', 'named_curve']],
        alg: ({ namedCurve }) => name === 'ECDSA' ?
            [curveAlgs[namedCurve]] : undefined,
        checkJwk({ namedCurve }, { crv }) {
            if (crv !== namedCurve)
                throw domError('JWK "crv" does not match the requested ' +
                    'algorithm', 'DataError');
        },
        check(algorithm, info, native, type) {
            if (!binding.isSoundKey(native, type === 'public'))
                throw invalidData();
            if (info.curve !== opensslCurve(algorithm))
                throw domError('Named curve mismatch', 'DataError');
        },
        describe: ({ namedCurve }) => ({ name, namedCurve }),
        readRaw: (algorithm, data) => jwk.fromRawPublic(
            'ec', data, opensslCurve(algorithm)),
        writeSpki,
    });
}

function makeOkp(name, usages, use, operations) {
    const isSigning = usages === signing;
    return define({
        type: name.toUpperCase(), kty: 'OKP', use, usages, operations,
        prepare: () => [name.toUpperCase(), [], []],
        alg: () => isSigning ? [name, 'EdDSA'] : undefined,
        writtenAlg: () => isSigning ? name : undefined,
        checkJwk(algorithm, { crv }) {
            if (crv !== name)
                throw domError('JWK "crv" Parameter and algorithm name ' +
                    'mismatch', 'DataError');
        },
        describe: () => ({ name }),
        readRaw: (algorithm, data) => jwk.fromRawPublic(
            name.toLowerCase(), data),
    });
}

/* So many bits of a secret. */
function cutBits(secret, length) {
    if (length === null)
        return toArrayBuffer(secret);
    if (secret.length * 8 < length)
        throw domError('derived bit length is too small', 'OperationError');
    return toArrayBuffer(clearBits(secret, length));
}

function agree(algorithm, key, length) {
    const { handle, algorithm: own } = slotsOf(key);
    const { handle: other, algorithm: theirs } = slotsOf(algorithm.public);
    if (handle.type !== 'private')
        throw domError('baseKey must be a private key', 'InvalidAccessError');
    if (own.namedCurve !== theirs.namedCurve)
        throw domError('Named curve mismatch', 'InvalidAccessError');
    return run((job) => binding.agree(handle.data, other.data, job),
               (secret) => secret).then((secret) => cutBits(secret, length));
}

const byKey = makeSigner(({ context }) => [
    undefined, false, undefined, undefined, checkContext(context)], false);

// ---- Kinds that are known by a name alone ----------------------------------

/* Only the seed is written: the whole key grows from it. */
function makeNamed(name, usages, use, operations) {
    return define({
        type: name, kty: 'AKP', use, usages, operations, secret: 'priv',
        prepare: () => [name, [], []],
        alg: () => undefined,
        checkJwk(algorithm, { alg }) {
            if (alg !== name)
                throw domError('JWK "alg" Parameter and algorithm name ' +
                    'mismatch', 'DataError');
        },
        describe: () => ({ name }),
        readRaw: (algorithm, data) => jwk.fromRawPublic(name, data),
        readSeed: (algorithm, data) => jwk.fromRawSeed(name, data),
        writePkcs8: akp.writeSeed,
        checkRead(native, type, { pub }) {
            if (type === 'private' && pub !== undefined &&
                !Buffer.from(pub, 'base64url').equals(jwk.toRawPublic(native)))
                throw invalidData();
            if (type === 'private' && !akp.hasSeed(native))
                throw domError(`Importing an ${name.slice(0, 6)} PKCS#8 key ` +
                    'without a seed is not supported', 'NotSupportedError');
        },
    });
}

/* encapsulate() gives { sharedKey, ciphertext }. */
const kemOperations = {
    encapsulate: (key) => run(
        (job) => binding.kem(nativeOf(key), job, undefined),
        ({ sharedKey, ciphertext }) => ({
            sharedKey: toArrayBuffer(sharedKey),
            ciphertext: toArrayBuffer(ciphertext),
        })),
    decapsulate: (key, ciphertext) => run(
        (job) => binding.kem(nativeOf(key), job, ciphertext), toArrayBuffer),
};
const encapsulating = {
    public: ['encapsulateKey', 'encapsulateBits'],
    private: ['decapsulateKey', 'decapsulateBits'],
};

module.exports = {
    '__proto__': null,
    'RSASSA-PKCS1-v1_5': makeRsa(
        'RSASSA-PKCS1-v1_5', signing, 'sig', makeSigner(
            (algorithm, key) => [rsaHash(key), false, undefined, undefined,
                                undefined])),
    'RSA-PSS': makeRsa('RSA-PSS', signing, 'sig', makeSigner(
        ({ saltLength }, key) => [
            rsaHash(key), false, PSS_PADDING,
            checkSalt(saltLength, slotsOf(key).algorithm), undefined])),
    'RSA-OAEP': makeRsa(
        'RSA-OAEP', { public: ['encrypt', 'wrapKey'],
                      private: ['decrypt', 'unwrapKey'] }, 'enc',
        { encrypt: (...args) => runOaep(true, ...args),
          decrypt: (...args) => runOaep(false, ...args) }),
    'ECDSA': makeEc('ECDSA', signing, 'sig', makeSigner(
        ({ hash }) => [hashNames[hash.name], false, undefined, undefined,
                       undefined], true)),
    'ECDH': makeEc('ECDH', agreeing, 'enc', { deriveBits: agree }),
    'Ed25519': makeOkp('Ed25519', signing, 'sig', byKey),
    'Ed448': makeOkp('Ed448', signing, 'sig', byKey),
    'X25519': makeOkp('X25519', agreeing, 'enc', { deriveBits: agree }),
    'X448': makeOkp('X448', agreeing, 'enc', { deriveBits: agree }),
};
for (const size of ['44', '65', '87'])
    module.exports[`ML-DSA-${size}`] = makeNamed(`ML-DSA-${size}`, signing,
                                                 'sig', byKey);
for (const size of ['512', '768', '1024'])
    module.exports[`ML-KEM-${size}`] = makeNamed(
        `ML-KEM-${size}`, encapsulating, 'enc', kemOperations);
