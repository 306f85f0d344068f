'use strict';
/*
 * internal/crypto/jwk - JSON Web Keys and raw keys, by way of DER, which
 * OpenSSL reads and writes.
 */

const binding = internalBinding('crypto');
const { codes, makePlainError } = require('internal/errors');
const { validateObject } = require('internal/validators');
const akp = require('internal/crypto/akp');
const der = require('internal/crypto/der');

const RSA_FIELDS = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'];
const EC_PUBLIC_KEY = '2a8648ce3d0201';
const UNCOMPRESSED = 4;

/* OpenSSL's names, object identifiers, bytes of a coordinate. */
const curves = {
    '__proto__': null,
    'P-256': { name: 'prime256v1', id: '2a8648ce3d030107', size: 32 },
    'secp256k1': { name: 'secp256k1', id: '2b8104000a', size: 32 },
    'P-384': { name: 'secp384r1', id: '2b81040022', size: 48 },
    'P-521': { name: 'secp521r1', id: '2b81040023', size: 66 },
};
const curveNames = { __proto__: null };
for (const name in curves)
    curveNames[curves[name].name] = name;

/* Edwards and Montgomery curves: identifier and bytes of a key. */
const okp = {
    __proto__: null,
    Ed25519: { id: '2b6570', size: 32 },
    Ed448: { id: '2b6571', size: 57 },
    X25519: { id: '2b656e', size: 32 },
    X448: { id: '2b656f', size: 56 },
};
const okpNames = { __proto__: null, ed25519: 'Ed25519', ed448: 'Ed448',
                   x25519: 'X25519', x448: 'X448' };

function invalidJwk(text) {
    return makePlainError(TypeError, 'ERR_CRYPTO_INVALID_JWK', text);
}

function parse(isPrivate, bytes, type, complaint) {
    try {
        return binding.parseKey(isPrivate, bytes, type, undefined);
    } catch {
        throw complaint;
    }
}

// ---- Reading ---------------------------------------------------------------

function field(jwk, name) {
    const value = jwk[name];
    if (typeof value !== 'string')
        throw invalidJwk(`Invalid JWK ${jwk.kty} key`);
    return Buffer.from(value, 'base64url');
}

function readRsa(jwk, isPrivate) {
    const names = isPrivate ? RSA_FIELDS : RSA_FIELDS.slice(0, 2);
    if (!field(jwk, 'n').some((byte) => byte !== 0))
        throw invalidJwk('Invalid JWK RSA key');
    const numbers = names.map((name) => der.integer(field(jwk, name)));
    const bytes = isPrivate ?
        der.sequence(der.integer(Buffer.from([0])), ...numbers) :
        der.sequence(...numbers);
    return parse(isPrivate, bytes, 'pkcs1',
                 invalidJwk('Invalid JWK RSA key'));
}

function ecPublicDer(id, point) {
    return der.sequence(
        der.sequence(der.objectId(EC_PUBLIC_KEY), der.objectId(id)),
        der.bitString(point));
}

function ecPrivateDer(id, d, point) {
    return der.sequence(
        der.integer(Buffer.from([1])), der.octetString(d),
        der.element(der.FIRST, der.objectId(id)),
        der.element(der.FIRST + 1, der.bitString(point)));
}

function pad(bytes, size) {
    return bytes.length >= size ? bytes :
        Buffer.concat([Buffer.alloc(size - bytes.length), bytes]);
}

function readEc(jwk, isPrivate) {
    const curve = curves[jwk.crv];
    if (typeof jwk.crv !== 'string')
        throw invalidJwk('Invalid JWK EC key');
    if (curve === undefined)
        throw makePlainError(TypeError, 'ERR_CRYPTO_INVALID_CURVE',
                             'Invalid EC curve name');
    const complaint = invalidJwk('Invalid JWK EC key');
    const point = Buffer.concat([Buffer.from([UNCOMPRESSED]),
                                 pad(field(jwk, 'x'), curve.size),
                                 pad(field(jwk, 'y'), curve.size)]);
    if (!isPrivate)
        return parse(false, ecPublicDer(curve.id, point), 'spki', complaint);
    const d = pad(field(jwk, 'd'), curve.size);
    const expected = binding.pointOf(curve.name, d, UNCOMPRESSED);
    if (expected === null || !expected.equals(point))
        throw complaint;
    return parse(true, ecPrivateDer(curve.id, d, point), 'sec1', complaint);
}

function okpPublicDer(id, x) {
    return der.sequence(der.sequence(der.objectId(id)), der.bitString(x));
}

function okpPrivateDer(id, d) {
    return der.sequence(
        der.integer(Buffer.from([0])), der.sequence(der.objectId(id)),
        der.octetString(der.octetString(d)));
}

function readOkp(jwk, isPrivate) {
    const kind = okp[jwk.crv];
    const complaint = invalidJwk('Invalid JWK OKP key');
    if (kind === undefined)
        throw complaint;
    const x = field(jwk, 'x');
    if (x.length !== kind.size)
        throw complaint;
    if (!isPrivate)
        return parse(false, okpPublicDer(kind.id, x), 'spki', complaint);
    const d = field(jwk, 'd');
    if (d.length !== kind.size)
        throw complaint;
    const key = parse(true, okpPrivateDer(kind.id, d), 'pkcs8', complaint);
    if (!lastBits(binding.exportKey(key, true, false, 'spki')).equals(x))
        throw complaint;
    return key;
}

const readers = { __proto__: null, RSA: readRsa, EC: readEc, OKP: readOkp,
                  AKP: akp.readJwk };

/* The key of C that a JWK describes. A private one is taken for a public one if
 * that is asked for, as it has both parts. */
function fromJwk(jwk, isPrivate) {
    validateObject(jwk, 'key');
    if (typeof jwk.kty !== 'string')
        throw invalidJwk('Invalid JWK format');
    const read = readers[jwk.kty];
    if (read === undefined)
        throw invalidJwk(`${jwk.kty} is not a supported JWK key type`);
    return read(jwk, isPrivate);
}

// ---- Writing ---------------------------------------------------------------

function encode(bytes) {
    return bytes.base64urlSlice(0, bytes.length);
}

/* The bits at the end of a SubjectPublicKeyInfo. */
function lastBits(spki) {
    return der.readSequence(spki)[1].content.subarray(1);
}

function writeRsa(key, isPrivate) {
    const bytes = binding.exportKey(key, !isPrivate, false, 'pkcs1');
    const numbers = der.readSequence(bytes).slice(isPrivate ? 1 : 0);
    const names = isPrivate ? RSA_FIELDS : RSA_FIELDS.slice(0, 2);
    const jwk = { kty: 'RSA' };
    for (const { 0: i, 1: name } of names.entries())
        jwk[name] = encode(der.readNumber(numbers[i].content));
    return jwk;
}

/* The public point in any form. */
function ecPoint(key, curve, form) {
    const point = lastBits(binding.exportKey(key, true, false, 'spki'));
    return point[0] === form ? Buffer.from(point) :
        binding.convertPoint(curve, point, form);
}

function ecSecret(key, size) {
    const bytes = binding.exportKey(key, false, false, 'sec1');
    return der.readNumber(der.readSequence(bytes)[1].content, size);
}

function writeEc(key, isPrivate, info) {
    const crv = curveNames[info.curve];
    if (crv === undefined)
        throw makePlainError(Error, 'ERR_CRYPTO_JWK_UNSUPPORTED_CURVE',
                             `Unsupported JWK EC curve: ${info.curve}.`);
    const { size } = curves[crv];
    const point = ecPoint(key, info.curve, UNCOMPRESSED);
    const jwk = { kty: 'EC', x: encode(point.subarray(1, 1 + size)),
                  y: encode(point.subarray(1 + size)), crv };
    if (isPrivate)
        jwk.d = encode(ecSecret(key, size));
    return jwk;
}

function okpPublic(key) {
    return Buffer.from(lastBits(binding.exportKey(key, true, false, 'spki')));
}

function okpSecret(key) {
    const parts = der.readSequence(
        binding.exportKey(key, false, false, 'pkcs8'));
    // An octet string within an octet string: two bytes of head.
    return Buffer.from(parts[2].content.subarray(2));
}

function writeOkp(key, isPrivate, info) {
    const jwk = { crv: okpNames[info.type.toLowerCase()] };
    if (isPrivate)
        jwk.d = encode(okpSecret(key));
    jwk.x = encode(okpPublic(key));
    jwk.kty = 'OKP';
    return jwk;
}

function toJwk(key, isPrivate) {
    const info = binding.keyInfo(key);
    const type = info.type.toLowerCase();
    if (type === 'rsa')
        return writeRsa(key, isPrivate);
    if (type === 'ec')
        return writeEc(key, isPrivate, info);
    if (okpNames[type] !== undefined)
        return writeOkp(key, isPrivate, info);
    if (akp.kinds[type] !== undefined)
        return akp.writeJwk(key, isPrivate, type);
    throw makePlainError(Error, 'ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE',
                         'Unsupported JWK Key Type.');
}

// ---- Raw keys --------------------------------------------------------------

const wrongRawType = () => makePlainError(
    Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS',
    'The selected key encoding is incompatible with the key type');

/* Kinds of keys that have no raw form; the names of others are wrong. */
const neverRaw = ['rsa', 'rsa-pss', 'dsa', 'dh'];

function findOkp(type) {
    const name = okpNames[type];
    if (name === undefined && !neverRaw.includes(type))
        throw makePlainError(TypeError, 'ERR_INVALID_ARG_VALUE',
                             `Invalid asymmetricKeyType: ${type}`);
    if (name === undefined)
        throw wrongRawType();
    return okp[name];
}

function invalidRaw() {
    return makePlainError(TypeError, 'ERR_INVALID_ARG_VALUE',
                          'Invalid key data');
}

/* The key of one that is known by a name alone. */
function fromRawPart(kind, part, bytes) {
    const key = binding.keyOfRaw(kind.name, part, bytes);
    if (key === null)
        throw invalidRaw();
    return key;
}

function toRawPart(key, part) {
    const bytes = binding.rawPart(key, part);
    if (bytes === null)
        throw makePlainError(Error, 'ERR_CRYPTO_OPERATION_FAILED',
                             'Failed to get raw seed');
    return bytes;
}

function findCurve(name) {
    const curve = curves[curveNames[name] ?? name];
    if (curve === undefined)
        throw makePlainError(TypeError, 'ERR_CRYPTO_INVALID_CURVE',
                             'Invalid EC curve name');
    return curve;
}

/* `type` is 'ec', and then there is a curve by OpenSSL's name, or an OKP. */
function fromRawPublic(type, bytes, curveName) {
    const kind = akp.findKind(type);
    if (kind !== undefined)
        return fromRawPart(kind, akp.RAW_PUBLIC, bytes);
    if (type !== 'ec')
        return parse(false, okpPublicDer(findOkp(type).id, bytes), 'spki',
                     invalidRaw());
    const curve = findCurve(curveName);
    const point = bytes.length === 1 ? null : binding.convertPoint(
        curve.name, bytes, UNCOMPRESSED);
    if (!point)
        throw invalidRaw();
    return parse(false, ecPublicDer(curve.id, point), 'spki', invalidRaw());
}

function fromRawPrivate(type, bytes, curveName) {
    const kind = akp.findKind(type);
    if (kind !== undefined && kind.secret !== akp.RAW_PRIVATE)
        throw wrongRawType();
    if (kind !== undefined)
        return fromRawPart(kind, akp.RAW_PRIVATE, bytes);
    if (type !== 'ec')
        return parse(true, okpPrivateDer(findOkp(type).id, bytes), 'pkcs8',
                     invalidRaw());
    const curve = findCurve(curveName);
    const point = curve.size !== bytes.length ? null :
        binding.pointOf(curve.name, bytes, UNCOMPRESSED);
    if (!point)
        throw invalidRaw();
    return parse(true, ecPrivateDer(curve.id, bytes, point), 'sec1',
                 invalidRaw());
}

function fromRawSeed(type, bytes) {
    const kind = akp.findKind(type);
    if (kind === undefined && type !== 'ec' && !neverRaw.includes(type))
        findOkp(type);
    if (kind?.secret !== akp.RAW_SEED)
        throw wrongRawType();
    return fromRawPart(kind, akp.RAW_SEED, bytes);
}

function toRawPublic(key, form = UNCOMPRESSED) {
    const info = binding.keyInfo(key);
    const type = info.type.toLowerCase();
    if (type === 'ec')
        return ecPoint(key, info.curve, form);
    if (akp.kinds[type] !== undefined)
        return toRawPart(key, akp.RAW_PUBLIC);
    findOkp(type);
    return okpPublic(key);
}

function toRawPrivate(key) {
    const info = binding.keyInfo(key);
    const type = info.type.toLowerCase();
    if (type === 'ec')
        return ecSecret(key, Math.ceil(info.bits / 8));
    if (akp.kinds[type]?.secret === akp.RAW_PRIVATE)
        return toRawPart(key, akp.RAW_PRIVATE);
    if (akp.kinds[type] !== undefined)
        throw wrongRawType();
    findOkp(type);
    return okpSecret(key);
}

function toRawSeed(key) {
    const kind = akp.kinds[binding.keyInfo(key).type.toLowerCase()];
    if (kind?.secret !== akp.RAW_SEED)
        throw wrongRawType();
    return toRawPart(key, akp.RAW_SEED);
}

module.exports = {
    curveNames, curves, fromJwk, fromRawPrivate, fromRawPublic, fromRawSeed,
    toJwk, toRawPrivate, toRawPublic, toRawSeed,
};
