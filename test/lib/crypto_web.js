'use strict';
// The global crypto: keys and what they do, as Web Crypto has it.

const assert = require('assert');
const { KeyObject, createSecretKey, webcrypto } = require('crypto');
const { later } = require('./support/later.js');

const { subtle } = webcrypto;
const data = Buffer.from('what was said');
const other = Buffer.from('something else');
const exponent = new Uint8Array([1, 0, 1]);

async function testHmac() {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await subtle.importKey('raw', Buffer.from('key'), algorithm,
                                       true, ['verify', 'sign']);
    assert.ok(key instanceof CryptoKey);
    assert.strictEqual(key.type, 'secret');
    assert.deepStrictEqual(key.usages, ['sign', 'verify']);
    assert.deepStrictEqual(key.algorithm, {
        name: 'HMAC', length: 24, hash: { name: 'SHA-256' } });
    const signature = await subtle.sign('HMAC', key, Buffer.from('x'));
    assert.ok(signature instanceof ArrayBuffer);
    assert.strictEqual(
        Buffer.from(signature).toString('hex'),
        '4fc3b7eaf34d7e594a6f51d9517ba543abf41067b27587ffd82ba3584e4d3cdd');
    assert.strictEqual(
        await subtle.verify('hmac', key, signature, Buffer.from('x')), true);
    assert.strictEqual(await subtle.verify('HMAC', key, signature, other),
                       false);
    assert.deepStrictEqual(await subtle.exportKey('jwk', key), {
        kty: 'oct', k: 'a2V5', alg: 'HS256', ext: true,
        key_ops: ['sign', 'verify'] });
}

async function testAes() {
    for (const { 0: name, 1: params } of [
        ['AES-GCM', { iv: Buffer.alloc(12), additionalData: other }],
        ['AES-CBC', { iv: Buffer.alloc(16) }],
        ['AES-CTR', { counter: Buffer.alloc(16, 255), length: 64 }],
    ]) {
        const key = await subtle.generateKey({ name, length: 256 }, true,
                                             ['encrypt', 'decrypt']);
        const secret = await subtle.encrypt({ name, ...params }, key, data);
        const read = await subtle.decrypt({ name, ...params }, key, secret);
        assert.deepStrictEqual(Buffer.from(read), data);
        const raw = await subtle.exportKey('raw', key);
        assert.strictEqual(raw.byteLength, 32);
    }
    const key = await subtle.importKey('raw', Buffer.alloc(16), 'AES-GCM',
                                       false, ['decrypt']);
    await assert.rejects(
        subtle.decrypt({ name: 'AES-GCM', iv: Buffer.alloc(12) }, key,
                       Buffer.alloc(32)), { name: 'OperationError' });
}

async function testDerived() {
    const key = await subtle.importKey('raw', Buffer.from('password'),
                                       'PBKDF2', false,
                                       ['deriveBits', 'deriveKey']);
    const params = { name: 'PBKDF2', hash: 'SHA-1', salt: Buffer.from('salt'),
                     iterations: 4096 };
    assert.strictEqual(
        Buffer.from(await subtle.deriveBits(params, key, 160))
            .toString('hex'), '4b007901b765489abead49d926f721d065a429c1');
    const derived = await subtle.deriveKey(
        params, key, { name: 'AES-CBC', length: 128 }, true, ['encrypt']);
    assert.deepStrictEqual(derived.algorithm,
                           { name: 'AES-CBC', length: 128 });
}

const pairs = [
    [{ name: 'ECDSA', namedCurve: 'P-384' }, { name: 'ECDSA',
                                               hash: 'SHA-256' }],
    [{ name: 'Ed25519' }, 'Ed25519'],
    [{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 1024,
       publicExponent: exponent }, 'RSASSA-PKCS1-v1_5'],
    [{ name: 'RSA-PSS', hash: 'SHA-256', modulusLength: 1024,
       publicExponent: exponent }, { name: 'RSA-PSS', saltLength: 20 }],
];

async function testSignatures() {
    for (const { 0: algorithm, 1: params } of pairs) {
        const { publicKey, privateKey } = await subtle.generateKey(
            algorithm, true, ['sign', 'verify']);
        const signature = await subtle.sign(params, privateKey, data);
        assert.ok(await subtle.verify(params, publicKey, signature, data));
        assert.ok(!await subtle.verify(params, publicKey, signature, other));
        for (const format of ['spki', 'jwk']) {
            const written = await subtle.exportKey(format, publicKey);
            const read = await subtle.importKey(format, written, algorithm,
                                                true, ['verify']);
            assert.ok(await subtle.verify(params, read, signature, data));
        }
        for (const format of ['pkcs8', 'jwk']) {
            const written = await subtle.exportKey(format, privateKey);
            const read = await subtle.importKey(format, written, algorithm,
                                                false, ['sign']);
            const again = await subtle.sign(params, read, data);
            assert.ok(await subtle.verify(params, publicKey, again, data));
        }
    }
}

async function testAgreed() {
    for (const algorithm of [{ name: 'ECDH', namedCurve: 'P-256' },
                             { name: 'X25519' }]) {
        const make = () => subtle.generateKey(algorithm, true, ['deriveBits']);
        const { 0: a, 1: b } = await Promise.all([make(), make()]);
        const derive = (own, their) => subtle.deriveBits(
            { name: algorithm.name, public: their.publicKey }, own.privateKey,
            256);
        assert.deepStrictEqual(await derive(a, b), await derive(b, a));
    }
}

async function testWrapped() {
    const { publicKey, privateKey } = await subtle.generateKey({
        name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 1024,
        publicExponent: exponent,
    }, true, ['wrapKey', 'unwrapKey', 'encrypt', 'decrypt']);
    const secret = await subtle.encrypt('RSA-OAEP', publicKey, data);
    assert.deepStrictEqual(
        Buffer.from(await subtle.decrypt('RSA-OAEP', privateKey, secret)),
        data);
    const key = await subtle.generateKey({ name: 'AES-GCM', length: 128 },
                                         true, ['encrypt']);
    const wrapped = await subtle.wrapKey('raw', key, publicKey, 'RSA-OAEP');
    const again = await subtle.unwrapKey('raw', wrapped, privateKey,
                                         'RSA-OAEP', 'AES-GCM', true,
                                         ['encrypt']);
    assert.ok(KeyObject.from(again).equals(KeyObject.from(key)));
}

async function testErrors() {
    const rejects = (promise, name) => assert.rejects(promise, { name });
    const raw = Buffer.alloc(16);
    await rejects(subtle.importKey('raw', raw, 'nosuch', true, []),
                  'NotSupportedError');
    await rejects(subtle.importKey('raw', raw, 'AES-CBC', true, []),
                  'SyntaxError');
    await rejects(subtle.importKey('raw', raw, 'AES-CBC', true, ['sign']),
                  'SyntaxError');
    await rejects(subtle.importKey('raw', Buffer.alloc(5), 'AES-CBC', true,
                                   ['encrypt']), 'DataError');
    const key = await subtle.importKey('raw', raw, 'AES-CBC', false,
                                       ['encrypt']);
    await rejects(subtle.exportKey('raw', key), 'InvalidAccessError');
    await rejects(subtle.decrypt({ name: 'AES-CBC', iv: raw }, key, raw),
                  'InvalidAccessError');
    await rejects(subtle.encrypt({ name: 'AES-CTR', counter: raw,
                                   length: 64 }, key, raw),
                  'InvalidAccessError');
    assert.throws(() => new CryptoKey(), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
    const made = createSecretKey(raw).toCryptoKey('AES-CBC', true,
                                                  ['decrypt']);
    assert.strictEqual(made.algorithm.length, 128);
}

let done = false;
(async () => {
    for (const test of [testHmac, testAes, testDerived, testSignatures,
                        testAgreed, testWrapped, testErrors])
        await test();
    done = true;
})().then(later(() => {}));
process.on('exit', () => assert.ok(done));
