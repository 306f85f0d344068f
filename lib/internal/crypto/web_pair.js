'use strict';
/*
 * internal/crypto/web_pair - algorithms of Web Crypto with a pair of keys: RSA,
 * ECDSA and ECDH, Ed25519 and X25519 and their larger relatives.
 */

const binding = internalBinding('crypto');
const { codes } = require('internal/errors');
const { makeCryptoKey, slotsOf } = require('internal/crypto/crypto_key');
const { KeyHandle } = require('internal/crypto/keys');
const jwk = require('internal/crypto/jwk');
const { domError, hashNames } = require('internal/crypto/web_algorithms');
const {
    checkAlg, checkJwk, checkUsages, clearBits, operationFailed, run,
    toArrayBuffer,
} = require('internal/crypto/web_util');
/* Loaded when first used: internal/crypto/sign. */

function nativeOf(key) {
    return slotsOf(key).handle.data;
}

function invalidData(cause) {
    return domError('Invalid keyData', 'DataError', cause);
}

function checkType(key, type) {
    if (slotsOf(key).handle.type !== type)
        throw domError(`Key must be a ${type} key`, 'InvalidAccessError');
}

// ---- What all have ---------------------------------------------------------

/*
 * A kind of pair: `usages` of the two keys, `type` as OpenSSL calls it, `kty`
 * and `use` of its JWKs, alg(algorithm) of them, describe(algorithm, key) for
 * what a CryptoKey shows, prepare(algorithm) for binding.generatePair().
 */
function makePair(native, kind, algorithm, usages, extractable) {
    const shown = kind.describe(algorithm, native);
    const only = (allowed) => usages.filter((u) => allowed.includes(u));
    return {
        publicKey: makeCryptoKey(new KeyHandle('public', native), shown,
                                 only(kind.usages.public), true),
        privateKey: makeCryptoKey(new KeyHandle('private', native), shown,
                                  only(kind.usages.private), extractable),
    };
}

function generate(kind, algorithm, extractable, usages) {
    const { public: open, private: secret } = kind.usages;
    checkUsages(usages, [...open, ...secret], algorithm.name);
    const args = kind.prepare(algorithm);
    if (!usages.some((usage) => secret.includes(usage)))
        throw domError('Usages cannot be empty when creating a key.',
                       'SyntaxError');
    return run((job) => binding.generatePair(...args, job), (native) =>
        makePair(native, kind, algorithm, usages, extractable));
}

function checkJwkOf(kind, data, algorithm, extractable, usages) {
    checkJwk(data, kind.kty, extractable, usages, kind.use);
    kind.checkJwk?.(algorithm, data);
    const alg = kind.alg(algorithm);
    checkAlg(data, alg?.includes(data.alg) ? data.alg : alg?.[0]);
}

/* 'public' or 'private'; undefined if there is no key in such data. */
function typeIn(kind, format, data) {
    switch (format) {
    case 'pkcs8':
        return 'private';
    case 'jwk':
        return data.d === undefined ? 'public' : 'private';
    case 'spki':
        return 'public';
    case 'raw':
    case 'raw-public':
        return kind.readRaw === undefined ? undefined : 'public';
    default:
        return undefined;
    }
}

/* The key of C that is in the data. */
function readNative(kind, format, data, algorithm, type) {
    if (format === 'jwk')
        return jwk.fromJwk(data, type === 'private');
    if (format === 'spki' || format === 'pkcs8')
        return binding.parseKey(type === 'private', data, format);
    return kind.readRaw(algorithm, data);
}

function importPair(kind, format, data, algorithm, extractable, usages) {
    const type = typeIn(kind, format, data);
    if (type === undefined)
        return undefined;
    if (format === 'jwk')
        checkJwkOf(kind, data, algorithm, extractable, usages);
    checkUsages(usages, kind.usages[type], algorithm.name);
    let native;
    try {
        native = readNative(kind, format, data, algorithm, type);
    } catch (error) {
        throw invalidData(error);
    }
    if (native === null)
        throw invalidData();
    return importNative(kind, { type, native }, algorithm, extractable,
                        usages);
}

function importNative(kind, { type, native }, algorithm, extractable, usages) {
    checkUsages(usages, kind.usages[type], algorithm.name);
    const info = binding.keyInfo(native);
    if (info.type !== kind.type)
        throw domError('Invalid key type', 'DataError');
    kind.check?.(algorithm, info, native, type);
    if (type === 'private' && usages.length === 0)
        throw domError('Usages cannot be empty when importing a private key.',
                       'SyntaxError');
    return makeCryptoKey(new KeyHandle(type, native),
                         kind.describe(algorithm, native), usages,
                         extractable);
}

function exportPair(kind, format, key) {
    const { handle, algorithm } = slotsOf(key);
    const isPublic = handle.type === 'public';
    switch (format) {
    case 'spki':
        return isPublic ? toArrayBuffer(kind.writeSpki?.(handle.data) ??
            binding.exportKey(handle.data, true, false, 'spki')) : undefined;
    case 'pkcs8':
        return isPublic ? undefined : toArrayBuffer(
            binding.exportKey(handle.data, false, false, 'pkcs8'));
    case 'raw':
    case 'raw-public':
        return isPublic && kind.readRaw !== undefined ?
            toArrayBuffer(jwk.toRawPublic(handle.data)) : undefined;
    case 'jwk': {
        const { usages, extractable } = slotsOf(key);
        const result = { key_ops: [...usages], ext: extractable };
        const alg = kind.writtenAlg?.(algorithm);
        if (alg !== undefined)
            result.alg = alg;
        return Object.assign(result, jwk.toJwk(handle.data, !isPublic));
    }
    default:
        return undefined;
    }
}

function define(kind) {
    return {
        ...kind.operations,
        generateKey: (...args) => generate(kind, ...args),
        importKey: (...args) => importPair(kind, ...args),
        importNative: (...args) => importNative(kind, ...args),
        exportKey: (...args) => exportPair(kind, ...args),
    };
}

const signing = { public: ['verify'], private: ['sign'] };
const agreeing = { public: [], private: ['deriveKey', 'deriveBits'] };

/* sign() and verify(): settings(algorithm, key) are hash, padding and length of
 * the salt; a raw signature is two numbers without DER. */
function makeSigner(settings, isRaw) {
    const { fromRaw, toRaw } = require('internal/crypto/sign');
    return {
        sign(algorithm, key, data) {
            checkType(key, 'private');
            const native = nativeOf(key);
            return run(
                (job) => binding.sign(native, data,
                                      ...settings(algorithm, key), job),
                (signature) => toArrayBuffer(
                    isRaw ? toRaw(native, signature) : signature));
        },

        verify(algorithm, key, data, signature) {
            checkType(key, 'public');
            const native = nativeOf(key);
            const given = isRaw ? fromRaw(native, signature) : signature;
            return run((job) => binding.verify(
                native, data, ...settings(algorithm, key), given, job));
        },
    };
}

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

const eddsa = makeSigner(() => [undefined, false, undefined, undefined],
                         false);

module.exports = {
    '__proto__': null,
    'RSASSA-PKCS1-v1_5': makeRsa(
        'RSASSA-PKCS1-v1_5', signing, 'sig', makeSigner(
            (algorithm, key) => [rsaHash(key), false, undefined, undefined])),
    'RSA-PSS': makeRsa('RSA-PSS', signing, 'sig', makeSigner(
        ({ saltLength }, key) => [rsaHash(key), false, PSS_PADDING, checkSalt(
            saltLength, slotsOf(key).algorithm)])),
    'RSA-OAEP': makeRsa(
        'RSA-OAEP', { public: ['encrypt', 'wrapKey'],
                      private: ['decrypt', 'unwrapKey'] }, 'enc',
        { encrypt: (...args) => runOaep(true, ...args),
          decrypt: (...args) => runOaep(false, ...args) }),
    'ECDSA': makeEc('ECDSA', signing, 'sig', makeSigner(
        ({ hash }) => [hashNames[hash.name], false, undefined, undefined],
        true)),
    'ECDH': makeEc('ECDH', agreeing, 'enc', { deriveBits: agree }),
    'Ed25519': makeOkp('Ed25519', signing, 'sig', eddsa),
    'Ed448': makeOkp('Ed448', signing, 'sig', eddsa),
    'X25519': makeOkp('X25519', agreeing, 'enc', { deriveBits: agree }),
    'X448': makeOkp('X448', agreeing, 'enc', { deriveBits: agree }),
};
