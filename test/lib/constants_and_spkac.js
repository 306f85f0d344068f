'use strict';
// constants, zlib: numbers that old packages read; crypto.Certificate reads
// a signed public key with a challenge.

const assert = require('assert');
const crypto = require('crypto');
const zlib = require('zlib');
const constants = require('constants');

// require('constants') has those of crypto, and is frozen.
for (const name of Object.keys(crypto.constants)) {
    if (name !== 'defaultCipherList')
        assert.strictEqual(constants[name], crypto.constants[name], name);
}
assert.ok(Object.isFrozen(constants));
const [major, minor, patch] =
    /^(\d+)\.(\d+)\.(\d+)/.exec(process.versions.openssl).slice(1);
assert.strictEqual(crypto.constants.OPENSSL_VERSION_NUMBER,
                   major * 2 ** 28 + minor * 2 ** 20 + patch * 16);

// The numbers of zlib and zstd are on zlib itself, not those of brotli.
for (const name of Object.keys(zlib.constants)) {
    if (name.startsWith('BROTLI')) {
        assert.ok(!(name in zlib));
        continue;
    }
    assert.deepStrictEqual(Object.getOwnPropertyDescriptor(zlib, name), {
        value: zlib.constants[name], writable: false, enumerable: false,
        configurable: false });
}
assert.strictEqual(zlib.GUNZIP, 4);
assert.ok(!Object.keys(zlib).includes('Z_OK'));

// crypto.fips is deprecated, and off.
process.once('warning', (warning) => {
    assert.strictEqual(warning.code, 'DEP0093');
    assert.strictEqual(warning.message, 'The crypto.fips is deprecated. ' +
                       'Please use crypto.getFips()');
});
assert.strictEqual(crypto.fips, 0);
assert.strictEqual(crypto.setFips(false), undefined);
assert.deepStrictEqual(crypto.secureHeapUsed(),
                       { total: 0, used: 0, utilization: NaN, min: 2 });

const { Certificate } = crypto;
const pem = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE3GA4dGFJIBTCqohQ9FpzPn9dpFlj
4CUExSxJo2m/zk7eAQs+pKuWHRKjXih+RGeBnSScRJ/aU2poTzRmfV4HwA==
-----END PUBLIC KEY-----
`;
const spkac = [
    'MIG9MGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATcYDh0YUkgFMKqiFD0',
    'WnM+f12kWWPgJQTFLEmjab/OTt4BCz6kq5YdEqNeKH5EZ4GdJJxEn9pTamhP',
    'NGZ9XgfAFgh3aHkgbm90PzAKBggqhkjOPQQDAgNIADBFAiEA7aHS9s99u91V',
    'FeaYQTs8+oMVcNmS9M8HhOYX3+U4hDYCIHSq6c5RiiHP1+feUVqzvQEXTt8n',
    'lTIdBXFsKUGx0d66',
].join('');

for (const one of [Certificate, Certificate(), new Certificate()]) {
    const bytes = new TextEncoder().encode(spkac);
    for (const given of [spkac, Buffer.from(spkac), `${spkac} \n`,
                         new DataView(bytes.buffer)]) {
        assert.strictEqual(one.verifySpkac(given), true);
        assert.strictEqual(one.exportChallenge(given).toString(), 'why not?');
        assert.strictEqual(one.exportPublicKey(given).toString(), pem);
    }
    // Of another signature only the rest can be read.
    let forged = Buffer.from(spkac, 'base64');
    forged[forged.length - 3] ^= 1;
    forged = forged.toString('base64');
    assert.strictEqual(one.verifySpkac(forged), false);
    assert.strictEqual(one.exportPublicKey(forged).toString(), pem);
    // What is no SPKAC at all.
    assert.strictEqual(one.verifySpkac('nothing'), false);
    assert.strictEqual(one.verifySpkac(''), '');
    assert.strictEqual(one.exportPublicKey('nothing'), '');
    assert.strictEqual(one.exportChallenge('nothing'), '');
}
assert.strictEqual(
    Certificate.verifySpkac(Buffer.from(spkac).toString('hex'), 'hex'), true);
for (const wrong of [1, {}, [], undefined, null])
    assert.throws(() => Certificate.verifySpkac(wrong),
                  { code: 'ERR_INVALID_ARG_TYPE' });
