'use strict';
// crypto: signatures, RSA encryption, and agreeing on a secret.

const assert = require('assert');
const crypto = require('crypto');
const {
    constants, createECDH, createSign, createVerify, diffieHellman,
    generateKeyPairSync, privateDecrypt, privateEncrypt, publicDecrypt,
    publicEncrypt, sign, verify,
} = crypto;

const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const text = Buffer.from('what was said');
let done = 0;

// At once: the hash and the form belong to the key's kind.
for (const { 0: pair, 1: hash, 2: options, 3: length } of [
    [rsa, 'sha256', {}, 128],
    [rsa, 'RSA-SHA512', { padding: constants.RSA_PKCS1_PSS_PADDING,
                          saltLength: 20 }, 128],
    [ec, 'sha256', { dsaEncoding: 'ieee-p1363' }, 64],
    [ec, 'sha384', {}, undefined],
    [ed, null, {}, 64],
]) {
    const signature = sign(hash, text, { key: pair.privateKey, ...options });
    if (length !== undefined)
        assert.strictEqual(signature.length, length);
    const key = { key: pair.publicKey, ...options };
    assert.strictEqual(verify(hash, text, key, signature), true);
    assert.strictEqual(verify(hash, 'other', key, signature), false);
    assert.strictEqual(verify(hash, text, key, Buffer.alloc(5)), false);
    if (hash === null)
        continue;

    // The same in pieces.
    const again = createSign(hash).update('what was ').update('said')
        .sign({ key: pair.privateKey, ...options }, 'hex');
    assert.ok(createVerify(hash).update(text).verify(key, again, 'hex'));
    assert.ok(verify(hash, text, key, Buffer.from(again, 'hex')));
}

// They are streams.
{
    const signer = createSign('sha256');
    signer.write('what was ');
    signer.end('said', () => {
        const pem = ec.privateKey.export({ format: 'pem', type: 'pkcs8' });
        assert.ok(verify('sha256', text, ec.publicKey, signer.sign(pem)));
        done++;
    });
}

// On the pool.
sign(null, text, ed.privateKey, (error, signature) => {
    assert.strictEqual(error, null);
    verify(null, text, ed.publicKey, signature, (error, isRight) => {
        assert.strictEqual(error, null);
        assert.strictEqual(isRight, true);
        done++;
    });
});

// Encrypting with RSA.
assert.deepStrictEqual(
    privateDecrypt(rsa.privateKey, publicEncrypt(rsa.publicKey, text)), text);
assert.deepStrictEqual(
    publicDecrypt(rsa.publicKey, privateEncrypt(rsa.privateKey, text)), text);
{
    const options = { oaepHash: 'sha256', oaepLabel: Buffer.from('label') };
    const secret = publicEncrypt({ key: rsa.publicKey, ...options }, text);
    assert.deepStrictEqual(
        privateDecrypt({ key: rsa.privateKey, ...options }, secret), text);
    assert.throws(() => privateDecrypt(rsa.privateKey, secret),
                  { library: 'rsa routines' });
}

// A common secret.
for (const type of ['ec', 'x25519', 'x448']) {
    const options = { namedCurve: 'P-384' };
    const a = generateKeyPairSync(type, options);
    const b = generateKeyPairSync(type, options);
    assert.deepStrictEqual(
        diffieHellman({ privateKey: a.privateKey, publicKey: b.publicKey }),
        diffieHellman({ privateKey: b.privateKey, publicKey: a.publicKey }));
}
{
    const a = createECDH('secp521r1');
    const b = createECDH('secp521r1');
    a.generateKeys();
    const key = b.generateKeys('hex', 'compressed');
    const secret = a.computeSecret(key, 'hex', 'hex');
    assert.strictEqual(secret.length, 132);
    assert.strictEqual(b.computeSecret(a.getPublicKey(), null, 'hex'), secret);
    const c = createECDH('secp521r1').setPrivateKey(a.getPrivateKey());
    assert.deepStrictEqual(c.getPublicKey(), a.getPublicKey());
    assert.throws(() => a.computeSecret(Buffer.alloc(3)),
                  { code: 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY' });
}
{
    const a = crypto.getDiffieHellman('modp14');
    const b = crypto.createDiffieHellman(a.getPrime(), a.getGenerator());
    a.generateKeys();
    b.generateKeys();
    assert.deepStrictEqual(a.computeSecret(b.getPublicKey()),
                           b.computeSecret(a.getPublicKey()));
}

// Primes.
assert.ok(crypto.checkPrimeSync(2n ** 127n - 1n));
assert.ok(!crypto.checkPrimeSync(Buffer.from([15])));
assert.ok(crypto.checkPrimeSync(crypto.generatePrimeSync(48)));

// Errors.
assert.throws(() => createSign('nosuch'), {
    code: 'ERR_CRYPTO_INVALID_DIGEST', message: 'Invalid digest' });
assert.throws(() => sign('nosuch', text, ec.privateKey), {
    code: 'ERR_CRYPTO_INVALID_DIGEST', message: 'Invalid digest: nosuch' });
assert.throws(() => createSign('sha1').sign(null),
              { code: 'ERR_CRYPTO_SIGN_KEY_REQUIRED' });
assert.throws(() => sign('sha1', text, ec.publicKey),
              { code: 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE' });
assert.throws(() => diffieHellman({ privateKey: ed.privateKey,
                                    publicKey: ed.publicKey }),
              { code: 'ERR_CRYPTO_INCOMPATIBLE_KEY' });

process.on('exit', () => assert.strictEqual(done, 2));
