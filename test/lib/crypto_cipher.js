'use strict';
// crypto: symmetric ciphers, at once and as streams, their tags and errors.

const assert = require('assert');
const crypto = require('crypto');
const {
    createCipheriv, createDecipheriv, createHmac, createSecretKey,
    getCipherInfo, getCiphers,
} = crypto;

const text = 'sixteen bytes at least, and no more than that';
const tagged = { '__proto__': null, 'aes-128-gcm': 12, 'aes-256-ccm': 13,
                 'aes-192-ocb': 12, 'chacha20-poly1305': 12 };
let done = 0;

function open(make, name, ivLength) {
    const { keyLength } = getCipherInfo(name);
    const iv = ivLength > 0 ? Buffer.alloc(ivLength, 7) : null;
    return make(name, Buffer.alloc(keyLength, 3), iv,
                name in tagged ? { authTagLength: 16 } : undefined);
}

// What was encrypted is decrypted again, in pieces and in any encoding.
for (const name of ['aes-128-cbc', 'aes-256-ctr', 'aes-192-ecb',
                    'aes-128-cfb8', 'des-ede3-cbc', 'chacha20']) {
    const { ivLength = 0 } = getCipherInfo(name);
    const cipher = open(createCipheriv, name, ivLength);
    const secret = cipher.update(text.slice(0, 5), 'utf8', 'base64') +
        cipher.update(text.slice(5), 'utf8', 'base64') +
        cipher.final('base64');
    const decipher = open(createDecipheriv, name, ivLength);
    assert.strictEqual(decipher.update(secret, 'base64', 'latin1') +
                       decipher.final('latin1'), text);
}

// A known answer: AES-128-CBC of NIST SP 800-38A.
{
    const key = Buffer.from('2b7e151628aed2a6abf7158809cf4f3c', 'hex');
    const iv = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
    const cipher = createCipheriv('aes-128-cbc', key, iv)
        .setAutoPadding(false);
    assert.strictEqual(
        cipher.update('6bc1bee22e409f96e93d7e117393172a', 'hex', 'hex') +
        cipher.final('hex'), '7649abac8119b246cee98e9b12e9197d');
}

// A tag proves what was encrypted, and what was said beside it.
for (const name of Object.keys(tagged)) {
    const length = { plaintextLength: text.length };
    const cipher = open(createCipheriv, name, tagged[name]);
    cipher.setAAD(Buffer.from('beside'), length);
    const secret = Buffer.concat([cipher.update(text), cipher.final()]);
    const tag = cipher.getAuthTag();
    assert.strictEqual(tag.length, 16);
    const decipher = open(createDecipheriv, name, tagged[name]);
    decipher.setAuthTag(tag);
    decipher.setAAD(Buffer.from('beside'), length);
    assert.strictEqual(decipher.update(secret, null, 'utf8') +
                       decipher.final('utf8'), text);
    const other = open(createDecipheriv, name, tagged[name]);
    other.setAuthTag(tag);
    other.setAAD(Buffer.from('elsewise'), length);
    other.update(secret);
    assert.throws(() => other.final(), {
        message: 'Unsupported state or unable to authenticate data',
    });
}

// They are streams.
{
    const cipher = open(createCipheriv, 'aes-128-cbc', 16);
    const decipher = open(createDecipheriv, 'aes-128-cbc', 16);
    let read = '';
    cipher.pipe(decipher).setEncoding('utf8')
        .on('data', (part) => { read += part; })
        .on('end', () => {
            assert.strictEqual(read, text);
            done++;
        });
    cipher.write(text.slice(0, 3));
    cipher.end(text.slice(3));
    const broken = open(createDecipheriv, 'aes-128-cbc', 16);
    broken.on('error', (error) => {
        assert.match(error.code, /^ERR_OSSL_/);
        done++;
    });
    broken.end(Buffer.alloc(16));
    broken.resume();
}

// Errors.
const key = Buffer.alloc(16);
for (const { 0: args, 1: expected } of [
    [['nosuch', key, key], { code: 'ERR_CRYPTO_UNKNOWN_CIPHER',
                             message: 'Unknown cipher' }],
    [['aes-128-cbc', 'x', key], { code: 'ERR_CRYPTO_INVALID_KEYLEN',
                                  name: 'RangeError',
                                  message: 'Invalid key length' }],
    [['aes-128-cbc', key, 'x'], { code: 'ERR_CRYPTO_INVALID_IV',
                                  name: 'TypeError' }],
    [['aes-128-cbc', key, null], { code: 'ERR_CRYPTO_INVALID_IV' }],
    [['aes-128-cbc', key], { code: 'ERR_INVALID_ARG_TYPE' }],
    [['aes-128-ccm', key, key.subarray(0, 12)], {
        code: 'ERR_CRYPTO_INVALID_AUTH_TAG',
        message: 'authTagLength required for aes-128-ccm' }],
    [['aes-128-gcm', key, key, { authTagLength: 5 }], {
        code: 'ERR_CRYPTO_INVALID_AUTH_TAG', name: 'TypeError',
        message: 'Invalid authentication tag length: 5' }],
])
    assert.throws(() => createCipheriv(...args), expected);
{
    const decipher = createDecipheriv('aes-128-cbc', key, key);
    decipher.update(key);
    assert.throws(() => decipher.final(), {
        code: 'ERR_OSSL_BAD_DECRYPT', library: 'Provider routines',
        reason: 'bad decrypt',
        message: 'error:1C800064:Provider routines::bad decrypt',
        opensslErrorStack: ['error:1C800064:Provider routines::bad decrypt'],
    });
    assert.throws(() => decipher.final(), { code: 'ERR_CRYPTO_INVALID_STATE' });
    assert.throws(() => decipher.setAutoPadding(),
                  { code: 'ERR_CRYPTO_INVALID_STATE' });
    assert.throws(() => decipher.update('x'),
                  { message: 'Trying to add data in unsupported state' });
}

// What is known of them.
assert.deepStrictEqual(getCipherInfo('aes-256-gcm'), {
    mode: 'gcm', name: 'id-aes256-gcm', nid: 901, blockSize: 1, ivLength: 12,
    keyLength: 32,
});
assert.strictEqual(getCipherInfo(901).name, 'id-aes256-gcm');
assert.strictEqual(getCipherInfo('nosuch'), undefined);
assert.strictEqual(getCipherInfo('aes-128-cbc', { ivLength: 12 }), undefined);
assert.ok(getCiphers().includes('aes-256-cbc'));

// Functions that make an object may be called with `new`.
{
    const key = Buffer.alloc(16);
    const text = (cipher) => cipher.update('x', 'utf8', 'hex') +
                             cipher.final('hex');
    assert.strictEqual(
        text(new crypto.createCipheriv('aes-128-cbc', key, key)),
        text(crypto.createCipheriv('aes-128-cbc', key, key)));
    assert.ok(new crypto.createSign('sha1') instanceof crypto.Sign);
}

// A secret as an object.
{
    const secret = createSecretKey(Buffer.from('key'));
    assert.strictEqual(secret.type, 'secret');
    assert.strictEqual(secret.symmetricKeySize, 3);
    assert.deepStrictEqual(secret.export(), Buffer.from('key'));
    assert.deepStrictEqual(secret.export({ format: 'jwk' }),
                           { kty: 'oct', k: 'a2V5' });
    assert.ok(secret.equals(createSecretKey('key', 'utf8')));
    assert.ok(!secret.equals(createSecretKey('kez', 'utf8')));
    assert.strictEqual(
        createHmac('sha1', secret).update('x').digest('hex'),
        createHmac('sha1', 'key').update('x').digest('hex'));
    assert.throws(() => createSecretKey(5), { code: 'ERR_INVALID_ARG_TYPE' });
}

process.on('exit', () => assert.strictEqual(done, 2));
