'use strict';
/*
 * internal/crypto/web_kind - what all algorithms of Web Crypto with a pair of
 * keys have: keys that are made, read and written, and signatures.
 */

const binding = internalBinding('crypto');
const { makeCryptoKey, slotsOf } = require('internal/crypto/crypto_key');
const { KeyHandle } = require('internal/crypto/keys');
const jwk = require('internal/crypto/jwk');
const { domError } = require('internal/crypto/web_algorithms');
const {
    checkAlg, checkJwk, checkUsages, operationFailed, run, toArrayBuffer,
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
 * what a CryptoKey shows, prepare(algorithm) for binding.generatePair(),
 * readRaw() and readSeed() of (algorithm, bytes), `secret` for the member of a
 * private JWK that is not called `d`.
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

/* Newer kinds do not know the format 'raw', which does not say of what. */
function takesRaw(kind, format) {
    return kind.readRaw !== undefined &&
        (format === 'raw-public' || kind.readSeed === undefined);
}

/* 'public' or 'private'; undefined if there is no key in such data. */
function typeIn(kind, format, data) {
    switch (format) {
    case 'pkcs8':
        return 'private';
    case 'jwk':
        return data[kind.secret ?? 'd'] === undefined ? 'public' : 'private';
    case 'spki':
        return 'public';
    case 'raw-seed':
        return kind.readSeed === undefined ? undefined : 'private';
    case 'raw':
    case 'raw-public':
        return takesRaw(kind, format) ? 'public' : undefined;
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
    return format === 'raw-seed' ? kind.readSeed(algorithm, data) :
        kind.readRaw(algorithm, data);
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
    kind.checkRead?.(native, type, data);
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

function writePair(kind, format, key) {
    const { handle, algorithm } = slotsOf(key);
    const isPublic = handle.type === 'public';
    switch (format) {
    case 'spki':
        return isPublic ? toArrayBuffer(kind.writeSpki?.(handle.data) ??
            binding.exportKey(handle.data, true, false, 'spki')) : undefined;
    case 'pkcs8':
        return isPublic ? undefined : toArrayBuffer(
            kind.writePkcs8?.(handle.data) ??
            binding.exportKey(handle.data, false, false, 'pkcs8'));
    case 'raw':
    case 'raw-public':
        return isPublic && takesRaw(kind, format) ?
            toArrayBuffer(jwk.toRawPublic(handle.data)) : undefined;
    case 'raw-seed':
        return !isPublic && kind.readSeed !== undefined ?
            toArrayBuffer(jwk.toRawSeed(handle.data)) : undefined;
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

/* What a key does not have, as a seed, cannot be written. */
function exportPair(kind, format, key) {
    try {
        return writePair(kind, format, key);
    } catch (error) {
        throw operationFailed(error);
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

/* sign() and verify(): settings(algorithm, key) are hash, padding, length of the
 * salt and context; a raw signature is two numbers without DER. */
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

module.exports = {
    agreeing, checkType, define, invalidData, makeSigner, nativeOf, signing,
};
