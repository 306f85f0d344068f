'use strict';
// What Web Crypto refuses, in Node's words, and keys that are cloned.

const assert = require('assert');
const { createSecretKey, generateKeyPairSync } = require('crypto');

process.removeAllListeners('warning');
process.on('warning', () => {});

const { subtle } = globalThis.crypto;
const data = Buffer.alloc(4);
const aes = { name: 'AES-GCM', length: 128 };
const kmac = 'KMAC128';
const jwk = (more) => ({ kty: 'oct', k: 'AAAAAAAAAAAAAAAAAAAAAA', ...more });
const importAes = (format, key, usages = ['encrypt']) => subtle.importKey(
    format, key, 'AES-GCM', true, usages);
const passed = 'Failed to normalize algorithm: ';
const execute = (name) => `Failed to execute '${name}' on 'SubtleCrypto': `;

const table = [
    [() => subtle.digest('SHA-256'), 'TypeError', execute('digest') +
        '2 arguments required, but only 1 present.', 'ERR_MISSING_ARGS'],
    [() => subtle.digest('SHA-256', 'abc'), 'TypeError', execute('digest') +
        '2nd argument is not instance of ArrayBuffer, Buffer, TypedArray, or ' +
        'DataView.', 'ERR_INVALID_ARG_TYPE'],
    [() => subtle.digest('SHA-256', new Uint8Array(new SharedArrayBuffer(4))),
     'TypeError', execute('digest') + '2nd argument is a view on a ' +
        'SharedArrayBuffer, which is not allowed.', 'ERR_INVALID_ARG_TYPE'],
    [() => subtle.digest(Symbol('x'), data), 'TypeError', execute('digest') +
        '1st argument is a Symbol and cannot be converted to a string.',
     'ERR_INVALID_ARG_TYPE'],
    [() => subtle.digest({}, data), 'TypeError', passed + 'passed algorithm ' +
        'cannot be converted to \'Algorithm\' because \'name\' is required ' +
        'in \'Algorithm\'.', 'ERR_MISSING_OPTION'],
    [() => subtle.digest.call({}, 'SHA-1', data), 'TypeError',
     'Value of "this" must be of type SubtleCrypto', 'ERR_INVALID_THIS'],
    [() => subtle.generateKey('AES-GCM', true, ['encrypt']), 'TypeError',
     passed + 'passed algorithm cannot be converted to \'AesKeyGenParams\' ' +
        'because \'length\' is required in \'AesKeyGenParams\'.',
     'ERR_MISSING_OPTION'],
    [() => subtle.generateKey({ ...aes, length: 70000 }, true, ['encrypt']),
     'TypeError', passed + 'length in passed algorithm is outside the ' +
        'expected range of 0 to 65535.', 'ERR_OUT_OF_RANGE'],
    [() => subtle.generateKey({ ...aes, length: 1n }, true, ['encrypt']),
     'TypeError', passed + 'length in passed algorithm is a BigInt and ' +
        'cannot be converted to a number.', 'ERR_INVALID_ARG_TYPE'],
    [() => subtle.generateKey({ ...aes, length: 77 }, true, ['encrypt']),
     'OperationError', 'AES key length must be 128, 192, or 256 bits'],
    [() => subtle.generateKey(aes, true, ['foo']), 'TypeError',
     execute('generateKey') + '3rd argument[0] \'foo\' is not a valid enum ' +
        'value of type KeyUsage.', 'ERR_INVALID_ARG_VALUE'],
    [() => subtle.generateKey(aes, true, 'encrypt'), 'TypeError',
     execute('generateKey') + '3rd argument cannot be converted to sequence.',
     'ERR_INVALID_ARG_TYPE'],
    [() => subtle.generateKey({ name: 'HMAC', hash: 'SHA-1', length: 0 }, true,
                              ['sign']),
     'OperationError', 'HmacKeyGenParams.length cannot be 0'],
    [() => subtle.generateKey({ name: 'HMAC', hash: 'SHA3-256' }, true,
                              ['sign']),
     'NotSupportedError', 'Explicit algorithm length member is required'],
    [() => subtle.generateKey({ name: 'HMAC', hash: 'cSHAKE128' }, true,
                              ['sign']),
     'NotSupportedError', 'Only SHA hashes are supported in HmacKeyGenParams'],
    [() => importAes('foo', data), 'TypeError', execute('importKey') +
        '1st argument \'foo\' is not a valid enum value of type KeyFormat.',
     'ERR_INVALID_ARG_VALUE'],
    [() => importAes('jwk', 5), 'TypeError', execute('importKey') +
        '2nd argument cannot be converted to a dictionary',
     'ERR_INVALID_ARG_TYPE'],
    [() => importAes('jwk', jwk({ key_ops: 'x' })), 'TypeError',
     execute('importKey') + 'key_ops in 2nd argument cannot be converted to ' +
        'sequence.', 'ERR_INVALID_ARG_TYPE'],
    [() => importAes('jwk', data), 'DataError', 'Invalid keyData'],
    [() => importAes('jwk', jwk({ k: undefined })), 'DataError',
     'Invalid keyData'],
    [() => importAes('jwk', jwk({ alg: 'A256GCM' })), 'DataError',
     'JWK "alg" does not match the requested algorithm'],
    [() => importAes('jwk', jwk({ key_ops: ['decrypt'] })), 'DataError',
     'Key operations and usage mismatch'],
    [() => importAes('jwk', jwk({ key_ops: ['encrypt', 'encrypt'] })),
     'DataError', 'Duplicate key operation'],
    [() => importAes('jwk', jwk({ ext: false })), 'DataError',
     'JWK "ext" Parameter and extractable mismatch'],
    [() => importAes('raw', Buffer.alloc(17)), 'DataError',
     'Invalid key length'],
    [() => importAes('raw', Buffer.alloc(16), []), 'SyntaxError',
     'Usages cannot be empty when importing a secret key.'],
    [() => subtle.importKey('raw', Buffer.alloc(32), 'ChaCha20-Poly1305', true,
                            ['encrypt']),
     'NotSupportedError',
     'Unable to import ChaCha20-Poly1305 using raw format'],
    [() => subtle.importKey('raw', Buffer.alloc(1),
                            { name: 'ECDSA', namedCurve: 'P-256' }, true,
                            ['verify']),
     'DataError', 'Invalid keyData'],
    [() => subtle.importKey('spki', data, { name: 'RSA-PSS', hash: 'SHA-1' },
                            true, ['sign']),
     'SyntaxError', 'Unsupported key usage for RSA-PSS key'],
    [() => subtle.importKey('raw-secret', data, kmac, true, ['encrypt']),
     'SyntaxError', 'Unsupported key usage for KMAC128 key'],
    [() => subtle.encapsulateBits('X', {}), 'TypeError',
     execute('encapsulateBits') + '2nd argument is not of type CryptoKey.',
     'ERR_INVALID_ARG_TYPE'],
];

async function testTable() {
    for (const { 0: call, 1: name, 2: message, 3: code } of table) {
        const promise = call();
        assert.strictEqual(Object.getPrototypeOf(promise), Promise.prototype);
        await assert.rejects(promise, code === undefined ? { name, message } :
            { name, message, code }, String(call));
    }
}

async function testAead() {
    const iv = Buffer.alloc(12);
    for (const name of ['AES-OCB', 'ChaCha20-Poly1305']) {
        const key = await subtle.generateKey(
            { name, length: 128 }, true, ['encrypt', 'decrypt']);
        const sealed = await subtle.encrypt(
            { name, iv, additionalData: data }, key, Buffer.from('text'));
        assert.strictEqual(sealed.byteLength, 20);
        const open = await subtle.decrypt(
            { name, iv, additionalData: data }, key, sealed);
        assert.strictEqual(Buffer.from(open).toString(), 'text');
        for (const bytes of [Buffer.alloc(4), sealed])
            await assert.rejects(subtle.decrypt({ name, iv }, key, bytes),
                                 { name: 'OperationError' });
        await assert.rejects(
            subtle.encrypt({ name, iv: Buffer.alloc(16) }, key, data),
            { name: 'OperationError' });
    }
    // The order of a curve plus one is no secret.
    const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e' +
        '84f3b9cac2fc632552', 'hex');
    await assert.rejects(subtle.importKey(
        'pkcs8', Buffer.concat([Buffer.from('304102010030130607' +
            '2a8648ce3d020106082a8648ce3d030107042730250201010420', 'hex'),
                                order]),
        { name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']),
        { name: 'DataError', message: 'Invalid keyData' });
}

async function testClones() {
    const pair = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const copy = structuredClone(pair.privateKey);
    assert.ok(copy instanceof CryptoKey && copy !== pair.privateKey);
    assert.deepStrictEqual([copy.type, copy.usages, copy.algorithm],
                           ['private', ['sign'], { name: 'Ed25519' }]);
    const signature = await subtle.sign('Ed25519', copy, data);
    assert.ok(await subtle.verify('Ed25519', structuredClone(pair.publicKey),
                                  signature, data));
    const { privateKey, publicKey } = generateKeyPairSync('ec', {
        namedCurve: 'P-256' });
    for (const key of [privateKey, publicKey, createSecretKey(data)])
        assert.ok(structuredClone(key).equals(key));
    // A public key of a private one.
    const open = await subtle.getPublicKey(pair.privateKey, ['verify']);
    assert.ok(await subtle.verify('Ed25519', open, signature, data));
}

function testSupports() {
    const { supports } = SubtleCrypto;
    const can = (...args) => supports.apply(SubtleCrypto, args);
    assert.ok(can('digest', 'SHA-256'));
    assert.ok(!can('digest', 'cSHAKE128'));
    assert.ok(!can('frob', 'SHA-256'));
    const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: data, info: data };
    assert.ok(can('deriveBits', hkdf, 8) && !can('deriveBits', hkdf, 7));
    assert.ok(can('deriveKey', hkdf, aes) && !can('deriveKey', hkdf, 'HKDF'));
    assert.ok(can('wrapKey', 'AES-KW', 'AES-GCM'));
    assert.ok(can('getPublicKey', 'Ed25519') && !can('getPublicKey', 'HMAC'));
    assert.throws(() => supports('digest', 'SHA-1'),
                  { code: 'ERR_INVALID_THIS' });
}

testTable().then(testAead).then(testClones).then(testSupports);
