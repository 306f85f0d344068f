'use strict';
// What OpenSSL has since 3.2 (Argon2, contexts of signatures) and 3.5 (ML-DSA,
// ML-KEM, SLH-DSA). With an older one all of it is refused in Node's words. The
// values are Node's.

const assert = require('assert');
const crypto = require('crypto');

process.removeAllListeners('warning');
process.on('warning', () => {});

const { subtle } = globalThis.crypto;
const { 0: major, 1: minor } = process.versions.openssl.split('.').map(Number);
const has = (atLeast) => major > 3 || minor >= atLeast;
const data = Buffer.from('data');
// from OpenSSL 3.5
const sha256 = (bytes) => crypto.hash('sha256', bytes);
// any OpenSSL
const argon = { message: 'm', nonce: Buffer.alloc(16), parallelism: 4,
                tagLength: 32, memory: 64, passes: 3 };
const webArgon = { name: 'Argon2i', nonce: Buffer.alloc(16), memory: 64,
                   parallelism: 2, passes: 2 };

// from OpenSSL 3.2
function testArgon2() {
    assert.strictEqual(
        crypto.argon2Sync('argon2id', argon).toString('hex'),
        'a77a85003608e9c49c19704d8a0a4a6703027f53a8812d404832858624b0e914');
    const withSecret = { ...argon, parallelism: 1, secret: 'k',
                         associatedData: 'ad' };
    crypto.argon2('argon2i', withSecret, (error, key) => {
        assert.strictEqual(error, null);
        assert.strictEqual(
            key.toString('hex'),
            '3b76a413446fa94de7f6f9cdfe73e62f1291ce44367df3c370bcf195434b69d9');
    });
    for (const { 0: change, 1: code } of [
        [{ memory: 31 }, 'ERR_OUT_OF_RANGE'],
        [{ nonce: Buffer.alloc(7) }, 'ERR_OUT_OF_RANGE'],
        [{ passes: 0 }, 'ERR_OUT_OF_RANGE'],
        [{ tagLength: '8' }, 'ERR_INVALID_ARG_TYPE'],
        [{ secret: null }, 'ERR_INVALID_ARG_TYPE'],
    ])
        assert.throws(() => crypto.argon2Sync('argon2d',
                                              { ...argon, ...change }),
                      { code }, JSON.stringify(change));
    assert.throws(() => crypto.argon2Sync('argon2', argon),
                  { code: 'ERR_INVALID_ARG_VALUE' });
}

async function testWebArgon2() {
    const key = await subtle.importKey('raw-secret', data, 'Argon2i', false,
                                       ['deriveBits', 'deriveKey']);
    const bits = await subtle.deriveBits(webArgon, key, 256);
    assert.strictEqual(
        Buffer.from(bits).toString('hex'),
        'a7bc9eedc64cfb2f21a9a1fc3dd18e621962e9d0a208fdd3ad8ead7822f8003d');
    await assert.rejects(subtle.deriveBits(webArgon, key, 24), {
        name: 'OperationError', message: 'length must be >= 32' });
    await assert.rejects(
        subtle.deriveBits({ ...webArgon, memory: 15 }, key, 32), {
            message: 'memory must be at least 8 times the degree of ' +
                'parallelism' });
    const aes = await subtle.deriveKey(webArgon, key,
                                       { name: 'AES-GCM', length: 256 }, true,
                                       ['encrypt']);
    assert.deepStrictEqual(await subtle.exportKey('raw', aes), bits);
}

/* A new pair of keys. What one signs for a context the other verifies for it. */
function testSignature(type) {
    const { publicKey, privateKey } = crypto.generateKeyPairSync(type);
    const context = Buffer.from('context');
    const signature = crypto.sign(null, data, { key: privateKey, context });
    assert(crypto.verify(null, data, { key: publicKey, context }, signature));
    assert(!crypto.verify(null, data, publicKey, signature));
    return privateKey;
}

function testContexts() {
    for (const type of ['ed25519', 'ed448']) {
        const privateKey = testSignature(type);
        assert.throws(() => crypto.sign(null, data, {
            key: privateKey, context: Buffer.alloc(256) }),
                      { code: 'ERR_OUT_OF_RANGE' });
    }
}

/* Public and private key of a seed: what Node makes of it. */
// from OpenSSL 3.5
function testSeeds() {
    for (const { 0: type, 1: size, 2: open, 3: whole } of [
        ['ml-dsa-44', 32,
         '86c769d3b468de487eb9a09f242f7fa0b997a07ef4ded49627e7bf9539f28b62',
         '4520497ba4f0b5ae2394aab75b138abca451abeeebfb7d5803fcf085eddd6194'],
        ['ml-kem-768', 64,
         'c12e9e39db6758fc2ba63a638785b04f8efe3d7df23ba09803b4e39ba2fbc707',
         '65be2b49fb9ae2bb8c61d219bb82164283fc02598ee060c9b82e800b524faede'],
    ]) {
        const key = crypto.createPrivateKey({
            key: Buffer.alloc(size, 7), format: 'raw-seed',
            asymmetricKeyType: type });
        assert.strictEqual(key.asymmetricKeyType, type);
        const publicKey = crypto.createPublicKey(key);
        assert.strictEqual(sha256(publicKey.export({ format: 'raw-public' })),
                           open);
        assert.strictEqual(
            sha256(key.export({ format: 'der', type: 'pkcs8' })), whole);
        const jwk = key.export({ format: 'jwk' });
        assert.deepStrictEqual(Object.keys(jwk),
                               ['priv', 'kty', 'alg', 'pub']);
        assert(crypto.createPrivateKey({ key: jwk, format: 'jwk' })
            .equals(key));
        assert.throws(() => crypto.createPrivateKey({
            key: Buffer.alloc(size - 1), format: 'raw-seed',
            asymmetricKeyType: type }),
                      { code: 'ERR_INVALID_ARG_VALUE',
                        message: 'Invalid key data' });
        assert.throws(() => key.export({ format: 'raw-private' }),
                      { code: 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS' });
    }
}

function testPairs() {
    for (const type of ['ml-dsa-65', 'slh-dsa-sha2-128f']) {
        const privateKey = testSignature(type);
        assert.throws(() => crypto.createSign('sha256').update(data)
            .sign(privateKey), { code: 'ERR_CRYPTO_UNSUPPORTED_OPERATION' });
        assert(structuredClone(privateKey).equals(privateKey));
    }
    const { publicKey, privateKey } = crypto.generateKeyPairSync('ml-kem-512');
    const { sharedKey, ciphertext } = crypto.encapsulate(publicKey);
    assert.deepStrictEqual(crypto.decapsulate(privateKey, ciphertext),
                           sharedKey);
    assert.throws(() => crypto.sign(null, data, privateKey),
                  /operation not supported for this keytype/);
}

async function testWebSigning() {
    const name = 'ML-DSA-44';
    const pair = await subtle.generateKey(name, true, ['sign', 'verify']);
    const context = Buffer.from('context');
    const signature = await subtle.sign({ name, context }, pair.privateKey,
                                        data);
    assert(await subtle.verify({ name, context }, pair.publicKey, signature,
                               data));
    assert(!await subtle.verify(name, pair.publicKey, signature, data));
    const pkcs8 = await subtle.exportKey('pkcs8', pair.privateKey);
    assert.strictEqual(pkcs8.byteLength, 54); // the seed alone
    await subtle.importKey('pkcs8', pkcs8, name, true, ['sign']);
    const jwk = await subtle.exportKey('jwk', pair.privateKey);
    const other = Buffer.from(jwk.pub, 'base64url');
    other[0] ^= 1;
    await assert.rejects(subtle.importKey(
        'jwk', { ...jwk, pub: other.toString('base64url') }, name, true,
        ['sign']), { name: 'DataError', message: 'Invalid keyData' });
    await assert.rejects(subtle.exportKey('raw', pair.publicKey), {
        message: 'Unable to export ML-DSA-44 public key using raw format' });
}

async function testWebSharing() {
    const name = 'ML-KEM-768';
    const pair = await subtle.generateKey(name, false, [
        'encapsulateBits', 'decapsulateBits', 'encapsulateKey',
        'decapsulateKey']);
    assert.deepStrictEqual(pair.privateKey.usages,
                           ['decapsulateKey', 'decapsulateBits']);
    const bits = await subtle.encapsulateBits(name, pair.publicKey);
    assert.deepStrictEqual(
        await subtle.decapsulateBits(name, pair.privateKey, bits.ciphertext),
        bits.sharedKey);
    const made = await subtle.encapsulateKey(name, pair.publicKey, 'AES-GCM',
                                             true, ['encrypt']);
    const same = await subtle.decapsulateKey(name, pair.privateKey,
                                             made.ciphertext, 'AES-GCM', true,
                                             ['encrypt']);
    assert.deepStrictEqual(await subtle.exportKey('raw', same),
                           await subtle.exportKey('raw', made.sharedKey));
    await assert.rejects(subtle.decapsulateBits(name, pair.privateKey, data),
                         { name: 'OperationError' });
    await assert.rejects(subtle.encapsulateBits('ML-KEM-512', pair.publicKey), {
        name: 'InvalidAccessError', message: 'key algorithm mismatch' });
}

// any OpenSSL
/* With an OpenSSL that does not have them. */
async function testRefusals() {
    const refused = { name: 'NotSupportedError',
                      message: 'Unrecognized algorithm name' };
    if (!has(2)) {
        // before OpenSSL 3.2
        assert.throws(() => crypto.argon2(),
                      { code: 'ERR_CRYPTO_ARGON2_NOT_SUPPORTED' });
        await assert.rejects(subtle.importKey('raw-secret', data, 'Argon2id',
                                              false, ['deriveBits']), refused);
        // any OpenSSL
    }
    if (!has(5)) {
        // before OpenSSL 3.5
        assert.throws(() => crypto.generateKeyPairSync('ml-kem-512'),
                      { code: 'ERR_INVALID_ARG_VALUE' });
        await assert.rejects(subtle.generateKey('ML-DSA-44', true, ['sign']),
                             refused);
        assert.throws(() => crypto.createPublicKey({
            format: 'jwk', key: { kty: 'AKP', alg: 'ML-DSA-44', pub: 'AA' } }),
                      { message: 'Unsupported JWK AKP "alg"' });
        // any OpenSSL
    }
    for (const { 0: operation, 1: algorithm, 2: needed } of [
        ['generateKey', 'ML-DSA-44', 5], ['encapsulateBits', 'ML-KEM-512', 5],
        ['importKey', 'Argon2d', 2],
    ])
        assert.strictEqual(SubtleCrypto.supports(operation, algorithm),
                           has(needed));
}

(async () => {
    await testRefusals();
    if (has(2)) {
        // from OpenSSL 3.2
        testArgon2();
        testContexts();
        await testWebArgon2();
        // any OpenSSL
    }
    if (has(5)) {
        // from OpenSSL 3.5
        testSeeds();
        testPairs();
        await testWebSigning();
        await testWebSharing();
        // any OpenSSL
    }
    // A key that is not extractable is refused before anything else of it.
    await assert.rejects(subtle.importKey('jwk', {}, 'HKDF', true, ['sign']), {
        message: 'HKDF keys are not extractable' });
})();
