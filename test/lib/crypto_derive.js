'use strict';
// crypto: keys out of passwords and secrets, at once and on the pool.

const assert = require('assert');
const {
    createSecretKey, hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync,
} = require('crypto');

let done = 0;

// PBKDF2, RFC 6070.
const rfc6070 = '4b007901b765489abead49d926f721d065a429c1';
assert.strictEqual(
    pbkdf2Sync('password', 'salt', 4096, 20, 'sha1').toString('hex'), rfc6070);
pbkdf2('password', 'salt', 4096, 20, 'sha1', (error, key) => {
    assert.strictEqual(error, null);
    assert.strictEqual(key.toString('hex'), rfc6070);
    done++;
});
assert.throws(() => pbkdf2Sync('a', 'b', 1, 0, 'sha1'),
              { message: 'Deriving bits failed' });
assert.throws(() => pbkdf2Sync('a', 'b', 1, 1, 'nosuch'),
              { code: 'ERR_CRYPTO_INVALID_DIGEST', name: 'TypeError',
                message: 'Invalid digest: nosuch' });
assert.throws(() => pbkdf2Sync('a', 'b', 0, 1, 'sha1'),
              { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => pbkdf2('a', 'b', 1, 1, 'sha1'),
              { code: 'ERR_INVALID_ARG_TYPE' });

// scrypt, RFC 7914.
const small = { N: 1024, r: 1, p: 1 };
const known = scryptSync('', '', 64, { N: 16, r: 1, p: 1 });
assert.strictEqual(known.toString('hex').slice(0, 16), '77d6576238657b20');
scrypt('password', 'NaCl', 8, { cost: 1024, blockSize: 8,
                                parallelization: 16 }, (error, key) => {
    assert.strictEqual(error, null);
    assert.strictEqual(key.toString('hex'), 'fdbabe1c9d347200');
    done++;
});
scrypt('a', 'b', 5, (error, key) => {
    assert.deepStrictEqual(key, scryptSync('a', 'b', 5));
    done++;
});
assert.throws(() => scryptSync('a', 'b', 5, { ...small, N: 3 }),
              { code: 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS',
                name: 'RangeError' });
assert.throws(() => scryptSync('a', 'b', 5, { N: 2, cost: 2 }),
              { code: 'ERR_INCOMPATIBLE_OPTION_PAIR' });
assert.throws(() => scryptSync('a', 'b', 5, { N: 2 ** 20 }),
              /Invalid scrypt params: .*memory limit exceeded/);

// HKDF, RFC 5869; the result is an ArrayBuffer.
const ikm = Buffer.alloc(22, 0x0b);
const salt = Buffer.from('000102030405060708090a0b0c', 'hex');
const info = Buffer.from('f0f1f2f3f4f5f6f7f8f9', 'hex');
const rfc5869 = '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4' +
    'c5bf34007208d5b887185865';
const bits = hkdfSync('sha256', ikm, salt, info, 42);
assert.ok(bits instanceof ArrayBuffer);
assert.strictEqual(Buffer.from(bits).toString('hex'), rfc5869);
hkdf('sha256', createSecretKey(ikm), salt, info, 42, (error, result) => {
    assert.strictEqual(error, null);
    assert.strictEqual(Buffer.from(result).toString('hex'), rfc5869);
    done++;
});
assert.throws(() => hkdfSync('sha1', 'a', '', '', 20 * 255 + 1),
              { code: 'ERR_CRYPTO_INVALID_KEYLEN', name: 'RangeError' });
assert.throws(() => hkdfSync('sha1', 'a', '', Buffer.alloc(1025), 1),
              { code: 'ERR_OUT_OF_RANGE' });

process.on('exit', () => assert.strictEqual(done, 4));
