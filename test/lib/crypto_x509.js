'use strict';
// crypto: certificates are read, described and compared.

const assert = require('assert');
const { X509Certificate, createPrivateKey, createPublicKey } =
    require('crypto');

const pem = `-----BEGIN CERTIFICATE-----
MIICADCCAaagAwIBAgICEjQwCgYIKoZIzj0EAwIwNDELMAkGA1UEBhMCREUxDzAN
BgNVBAoMBk9ycmVyeTEUMBIGA1UEAwwLZXhhbXBsZS5jb20wIBcNMjYxMTE2MTQ0
ODU3WhgPMjEyNjEwMjMxNDQ4NTdaMDQxCzAJBgNVBAYTAkRFMQ8wDQYDVQQKDAZP
cnJlcnkxFDASBgNVBAMMC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEY8I+DBG+2imNZux4P94ewT8iMfDcX7G7/H7CqRSusek/i7zFItT1CtC3
duvTSx0HKg6bDAzw3gBSugg1ngs4u6OBpTCBojAdBgNVHQ4EFgQUQeO9+6a2r2CN
8Q6oi2uCFcbm34YwHwYDVR0jBBgwFoAUQeO9+6a2r2CN8Q6oi2uCFcbm34YwDwYD
VR0TAQH/BAUwAwEB/zA6BgNVHREEMzAxggtleGFtcGxlLmNvbYINKi5leGFtcGxl
Lm9yZ4cEfwAAAYENYUBleGFtcGxlLmNvbTATBgNVHSUEDDAKBggrBgEFBQcDATAK
BggqhkjOPQQDAgNIADBFAiEAwos4LFjyTSwjbomtE+CjByHNhWZSnSfTgJGsmODh
k0UCID5GwMlhZN//whlLruCOF7O6pa0kkoU+f7gBAeAYf1Xy
-----END CERTIFICATE-----
`;
const key = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIHkujjx2fB4tZG3QZ7rbaQMhdn82VnotzKNz8TzCzg1soAoGCCqGSM49
AwEHoUQDQgAEY8I+DBG+2imNZux4P94ewT8iMfDcX7G7/H7CqRSusek/i7zFItT1
CtC3duvTSx0HKg6bDAzw3gBSugg1ngs4uw==
-----END EC PRIVATE KEY-----
`;

const certificate = new X509Certificate(pem);
assert.strictEqual(certificate.subject, 'C=DE\nO=Orrery\nCN=example.com');
assert.strictEqual(certificate.issuer, certificate.subject);
assert.strictEqual(
    certificate.subjectAltName,
    'DNS:example.com, DNS:*.example.org, IP Address:127.0.0.1, ' +
    'email:a@example.com');
assert.strictEqual(certificate.serialNumber, '1234');
assert.deepStrictEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.1']);
assert.strictEqual(certificate.infoAccess, undefined);
assert.strictEqual(certificate.ca, true);
assert.match(certificate.validFrom, /^[A-Z][a-z]{2} .\d \d\d:.* GMT$/);
assert.match(certificate.fingerprint, /^([0-9A-F]{2}:){19}[0-9A-F]{2}$/);
assert.match(certificate.fingerprint256, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
assert.strictEqual(certificate.toString(), pem);
assert.strictEqual(certificate.toJSON(), pem);
assert.strictEqual(new X509Certificate(certificate.raw).toString(), pem);

// Names.
assert.strictEqual(certificate.checkHost('example.com'), 'example.com');
assert.strictEqual(certificate.checkHost('www.example.org'), '*.example.org');
assert.strictEqual(
    certificate.checkHost('www.example.org', { wildcards: false }), undefined);
assert.strictEqual(certificate.checkHost('example.net'), undefined);
assert.strictEqual(certificate.checkIP('127.0.0.1'), '127.0.0.1');
assert.strictEqual(certificate.checkIP('127.0.0.2'), undefined);
assert.strictEqual(certificate.checkEmail('a@example.com'), 'a@example.com');

// Keys.
assert.strictEqual(certificate.publicKey.asymmetricKeyType, 'ec');
assert.ok(createPublicKey(pem).equals(certificate.publicKey));
assert.ok(certificate.verify(certificate.publicKey));
assert.ok(certificate.checkPrivateKey(createPrivateKey(key)));
assert.ok(certificate.checkIssued(certificate));

// Errors.
assert.throws(() => new X509Certificate(5), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => new X509Certificate('no certificate'),
              { code: 'ERR_OSSL_PEM_NO_START_LINE' });
assert.throws(() => certificate.verify(5), { code: 'ERR_INVALID_ARG_TYPE' });
