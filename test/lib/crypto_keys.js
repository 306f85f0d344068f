'use strict';
// crypto: pairs of keys are generated, written and read again.

const assert = require('assert');
const crypto = require('crypto');
const { promisify, types } = require('util');
const {
    createPrivateKey, createPublicKey, generateKeyPairSync, generateKeySync,
} = crypto;

const kinds = [
    ['rsa', { modulusLength: 1024 }, { modulusLength: 1024,
                                       publicExponent: 65537n }],
    ['rsa-pss', { modulusLength: 1024, hashAlgorithm: 'sha256' },
     { modulusLength: 1024, publicExponent: 65537n, hashAlgorithm: 'sha256',
       mgf1HashAlgorithm: 'sha256', saltLength: 32 }],
    ['ec', { namedCurve: 'P-256' }, { namedCurve: 'prime256v1' }],
    ['ec', { namedCurve: 'secp521r1' }, { namedCurve: 'secp521r1' }],
    ['ed25519', undefined, {}],
    ['x25519', undefined, {}],
];

for (const { 0: type, 1: options, 2: details } of kinds) {
    const { publicKey, privateKey } = generateKeyPairSync(type, options);
    assert.strictEqual(publicKey.type, 'public');
    assert.strictEqual(privateKey.type, 'private');
    assert.ok(types.isKeyObject(privateKey));
    assert.strictEqual(privateKey.asymmetricKeyType, type);
    assert.deepStrictEqual({ ...publicKey.asymmetricKeyDetails }, details);

    // PEM and DER, with a passphrase and without.
    for (const format of ['pem', 'der']) {
        const whole = { format, type: 'pkcs8' };
        const key = privateKey.export(whole);
        assert.ok(createPrivateKey({ key, ...whole }).equals(privateKey));
        assert.ok(createPublicKey({ key, ...whole }).equals(publicKey));
        const open = publicKey.export({ format, type: 'spki' });
        assert.ok(createPublicKey({ key: open, format, type: 'spki' })
            .equals(publicKey));
        const locked = privateKey.export({ ...whole, cipher: 'aes-256-cbc',
                                           passphrase: 'open sesame' });
        assert.ok(createPrivateKey({ key: locked, ...whole,
                                     passphrase: 'open sesame' })
            .equals(privateKey));
        assert.throws(() => createPrivateKey({ key: locked, ...whole,
                                               passphrase: 'no' }),
                      { name: 'Error' });
    }

    // JWK.
    if (type === 'rsa-pss') {
        assert.throws(() => publicKey.export({ format: 'jwk' }),
                      { code: 'ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE' });
        continue;
    }
    const key = privateKey.export({ format: 'jwk' });
    assert.strictEqual(typeof key.d, 'string');
    assert.ok(createPrivateKey({ key, format: 'jwk' }).equals(privateKey));
    assert.ok(createPublicKey({ key: publicKey.export({ format: 'jwk' }),
                                format: 'jwk' }).equals(publicKey));
}

// The older types.
{
    const { publicKey, privateKey } = generateKeyPairSync(
        'rsa', { modulusLength: 1024 });
    const pem = privateKey.export({ format: 'pem', type: 'pkcs1' });
    assert.match(pem, /^-----BEGIN RSA PRIVATE KEY-----\n/);
    assert.ok(createPrivateKey(pem).equals(privateKey));
    const open = publicKey.export({ format: 'pem', type: 'pkcs1' });
    assert.match(open, /^-----BEGIN RSA PUBLIC KEY-----\n/);
    assert.strictEqual(
        createPublicKey(open).export({ format: 'pem', type: 'spki' }),
        publicKey.export({ format: 'pem', type: 'spki' }));
    const locked = privateKey.export({ format: 'pem', type: 'pkcs1',
                                       cipher: 'aes-128-cbc',
                                       passphrase: 'x' });
    assert.match(locked, /Proc-Type: 4,ENCRYPTED/);
    assert.ok(createPrivateKey({ key: locked, passphrase: Buffer.from('x') })
        .equals(privateKey));
    assert.throws(() => privateKey.export({ format: 'pem', type: 'sec1' }),
                  { code: 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS',
                    message: 'The selected key encoding sec1 can only be ' +
                        'used for EC keys.' });
    const ec = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    assert.match(ec.privateKey.export({ format: 'pem', type: 'sec1' }),
                 /^-----BEGIN EC PRIVATE KEY-----\n/);
}

// A pair is written at once if that is asked for.
{
    const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
        publicKeyEncoding: { format: 'pem', type: 'spki' },
        privateKeyEncoding: { format: 'jwk' },
    });
    assert.match(publicKey, /^-----BEGIN PUBLIC KEY-----\n/);
    assert.strictEqual(privateKey.crv, 'Ed25519');
}

// Errors.
assert.throws(() => createPrivateKey('no key'), {
    code: 'ERR_OSSL_UNSUPPORTED', library: 'DECODER routines',
    reason: 'unsupported',
});
assert.throws(() => createPrivateKey(5), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => createPrivateKey({ key: { kty: 'x' }, format: 'jwk' }),
              { code: 'ERR_CRYPTO_INVALID_JWK',
                message: 'x is not a supported JWK key type' });
assert.throws(() => createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x: 'a',
                                              y: 'b', d: 'c' },
                                       format: 'jwk' }),
              { code: 'ERR_CRYPTO_INVALID_JWK',
                message: 'Invalid JWK EC key' });
assert.throws(() => generateKeyPairSync('ec', { namedCurve: 'nosuch' }),
              { code: 'ERR_CRYPTO_INVALID_CURVE' });
assert.throws(() => generateKeyPairSync('nosuch'),
              { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => createPublicKey(generateKeySync('aes', { length: 128 })),
              { code: 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE' });

// On the pool.
promisify(crypto.generateKeyPair)('ec', { namedCurve: 'P-384' })
    .then(({ publicKey, privateKey }) => {
        assert.ok(createPublicKey(privateKey).equals(publicKey));
        return promisify(crypto.generateKey)('hmac', { length: 256 });
    }).then((key) => assert.strictEqual(key.symmetricKeySize, 32));
