'use strict';
// crypto: hashes, HMACs, random bytes and numbers, the global crypto.

const assert = require('assert');
const nodeCrypto = require('crypto');

const {
    createHash, createHmac, hash, randomBytes, randomFill, randomFillSync,
    randomInt, randomUUID, timingSafeEqual,
} = nodeCrypto;

let done = 0;

// A hash takes pieces, strings in any encoding and bytes, and gives either.
const sha1 = 'a9993e364706816aba3e25717850c26c9cd0d89d';
assert.strictEqual(createHash('sha1').update('abc').digest('hex'), sha1);
assert.strictEqual(
    createHash('SHA1').update('a').update(Buffer.from('bc')).digest('hex'),
    sha1);
assert.strictEqual(createHash('sha1').update('616263', 'hex').digest('hex'),
                   sha1);
assert.deepStrictEqual(createHash('RSA-SHA1').update('abc').digest(),
                       Buffer.from(sha1, 'hex'));
assert.strictEqual(hash('sha1', 'abc'), sha1);
assert.strictEqual(hash('sha1', 'abc', 'base64'),
                   Buffer.from(sha1, 'hex').toString('base64'));

// A copy goes on by itself.
{
    const first = createHash('sha1').update('ab');
    const second = first.copy();
    first.update('x');
    assert.strictEqual(second.update('c').digest('hex'), sha1);
}

// SHAKE has any length, the others have their own.
assert.strictEqual(
    createHash('shake128', { outputLength: 5 }).digest('hex'), '7f9c2ba4e8');
assert.throws(() => createHash('sha1', { outputLength: 5 }),
              { code: 'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH' });

// HMAC.
assert.strictEqual(
    createHmac('sha256', 'key').update('x').digest('hex'),
    '4fc3b7eaf34d7e594a6f51d9517ba543abf41067b27587ffd82ba3584e4d3cdd');

// Both are streams.
{
    const stream = createHash('sha1');
    stream.on('data', (digest) => {
        assert.strictEqual(digest.toString('hex'), sha1);
        done++;
    });
    stream.write('ab');
    stream.end('c');
}

// Errors come before anything happens.
{
    const used = createHash('md5');
    used.digest();
    assert.throws(() => used.update('x'),
                  { code: 'ERR_CRYPTO_HASH_FINALIZED' });
    assert.throws(() => createHash('nope'), /Digest method not supported/);
    assert.throws(() => createHmac('nope', ''),
                  { code: 'ERR_CRYPTO_INVALID_DIGEST' });
    assert.throws(() => createHash('md5').update(5),
                  { code: 'ERR_INVALID_ARG_TYPE' });
}

// Chance has the length and the range that was asked for.
assert.strictEqual(randomBytes(7).length, 7);
assert.notDeepStrictEqual(randomBytes(16), randomBytes(16));
for (let i = 0; i < 100; i++) {
    const n = randomInt(3, 6);
    assert.ok(n >= 3 && n < 6);
}
{
    const array = new Uint32Array(4);
    randomFillSync(array, 1, 2);
    assert.ok(array[0] === 0 && array[3] === 0);
}
assert.match(randomUUID(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/);
assert.throws(() => randomBytes(-1), { code: 'ERR_OUT_OF_RANGE' });
randomBytes(5, (error, bytes) => {
    assert.strictEqual(error, null);
    assert.strictEqual(bytes.length, 5);
    done++;
});
randomFill(Buffer.alloc(3), (error, bytes) => {
    assert.strictEqual(bytes.length, 3);
    done++;
});

assert.strictEqual(timingSafeEqual(Buffer.from('a'), Buffer.from('a')), true);
assert.throws(() => timingSafeEqual(Buffer.from('a'), Buffer.from('ab')),
              { code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH' });

// The global one.
assert.strictEqual(nodeCrypto.webcrypto, crypto);
assert.strictEqual(crypto.getRandomValues(new Uint8Array(3)).length, 3);
crypto.subtle.digest('SHA-1', Buffer.from('abc')).then((digest) => {
    assert.strictEqual(Buffer.from(digest).toString('hex'), sha1);
    done++;
});

process.on('exit', () => assert.strictEqual(done, 4));
