'use strict';
// What came last: encapsulation, FIPS mode, the secure heap, keys of given
// Diffie-Hellman numbers, raw keys of wrong sizes, keys in other contexts.

const assert = require('assert');
const { spawnSync } = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { MessageChannel, moveMessagePortToContext } = require('worker_threads');
const vm = require('vm');

/* A sanitizer takes what only the secure heap points to for lost: it does not look
 * there. */
function run(...args) {
    const env = { ...process.env,
                  ASAN_OPTIONS: `${process.env.ASAN_OPTIONS ?? ''}:detect_leaks=0` };
    return spawnSync(process.execPath, args, { encoding: 'utf8', env });
}

function testKem() {
    const { publicKey, privateKey } = crypto.generateKeyPairSync('rsa', {
        modulusLength: 2048 });
    const { sharedKey, ciphertext } = crypto.encapsulate(publicKey);
    assert.strictEqual(sharedKey.length, 256);
    assert.deepStrictEqual(crypto.decapsulate(privateKey, ciphertext),
                           sharedKey);
    assert.throws(() => crypto.encapsulate(),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    const other = crypto.generateKeyPairSync('ed25519');
    assert.throws(() => crypto.decapsulate(other.privateKey, ciphertext),
                  { code: 'ERR_CRYPTO_OPERATION_FAILED' });
    crypto.encapsulate(publicKey, (error, made) => {
        assert.ifError(error);
        crypto.decapsulate(privateKey, made.ciphertext, (reason, key) => {
            assert.ifError(reason);
            assert.deepStrictEqual(key, made.sharedKey);
        });
    });
    crypto.decapsulate(other.privateKey, ciphertext, (error) => {
        assert.strictEqual(error.message, 'Deriving bits failed');
    });
}

function testGivenPrime() {
    const prime = crypto.createDiffieHellmanGroup('modp5').getPrime();
    const own = crypto.generateKeyPairSync('dh', { prime });
    const theirs = crypto.generateKeyPairSync('dh', { group: 'modp5' });
    const secret = crypto.diffieHellman({ privateKey: own.privateKey,
                                          publicKey: theirs.publicKey });
    // As long as the prime, also if its first byte is zero.
    assert.strictEqual(secret.length, prime.length);
    assert.deepStrictEqual(secret, crypto.diffieHellman({
        privateKey: theirs.privateKey, publicKey: own.publicKey }));
}

function testRaw() {
    for (const { 0: options, 1: code } of [
        [{ asymmetricKeyType: 'ec', namedCurve: 'P-384', format: 'raw-private' },
         'ERR_INVALID_ARG_VALUE'],
        [{ asymmetricKeyType: 'ec', namedCurve: 'foo', format: 'raw-private' },
         'ERR_CRYPTO_INVALID_CURVE'],
        [{ asymmetricKeyType: 'foo', format: 'raw-private' },
         'ERR_INVALID_ARG_VALUE'],
        [{ asymmetricKeyType: 'ed25519', format: 'raw-seed' },
         'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS'],
    ])
        assert.throws(() => crypto.createPrivateKey(
            { key: Buffer.alloc(32, 1), ...options }), { code });
    const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', {
        modulusLength: 1024,
        publicKeyEncoding: { type: 'pkcs1', format: 'der' },
        privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    const text = crypto.publicEncrypt(
        { key: publicKey, format: 'der', type: 'pkcs1' }, Buffer.from('x'));
    assert.strictEqual(crypto.privateDecrypt(privateKey, text).toString(), 'x');
}

/* An object of a class of ours cannot be made in another context. */
function testContext(value) {
    const { port1, port2 } = new MessageChannel();
    const port = moveMessagePortToContext(port2, vm.createContext());
    const seen = [];
    port.onmessageerror = ({ data }) => {
        seen.push(data.code);
        assert.ok(!(data instanceof Error));
    };
    port.start();
    port1.postMessage({ value });
    port1.on('close', () => assert.deepStrictEqual(
        seen, ['ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE']));
    port1.close();
}

function testOptions() {
    const used = run('--secure-heap=65536', '--secure-heap-min=4', '-p', `
        const c = require('crypto');
        const before = c.secureHeapUsed().used;
        c.generateKeyPairSync('rsa', { modulusLength: 1024 });
        const { total, used, min, utilization } = c.secureHeapUsed();
        [before, total, min, used > 0, utilization === used / total].join()`);
    assert.strictEqual(used.stdout, '0,65536,4,true,true\n');
    const bad = run('--secure-heap=3', '--secure-heap-min=3', '-p', '1');
    assert.strictEqual(bad.status, 9);
    assert.match(bad.stderr, /--secure-heap must be a power of 2/);
    assert.match(bad.stderr, /--secure-heap-min must be a power of 2/);
    assert.deepStrictEqual(crypto.secureHeapUsed(),
                           { total: 0, used: 0, utilization: NaN, min: 2 });
    const fips = run('-p', `
        const c = require('crypto');
        const list = [c.getFips()];
        c.setFips(true);
        list.push(c.getFips());
        try { c.createHash('sha256'); } catch { list.push('refused'); }
        c.setFips(false);
        list.push(c.getFips(), c.createHash('sha256').digest().length);
        list.join()`);
    assert.strictEqual(fips.stdout, '0,1,refused,0,32\n');
}

/* Without the default provider there is no chance, and no program. */
function testConfig() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'config-'));
    const file = path.join(folder, 'openssl.cnf');
    const write = (provider) => fs.writeFileSync(file, [
        'nodejs_conf = init', '[init]', 'providers = list', '[list]',
        `${provider} = one`, '[one]', 'activate = 1', ''].join('\n'));
    write('base');
    const { signal, stdout } = run(`--openssl-config=${file}`, '-p', '1');
    assert.deepStrictEqual([signal, stdout], ['SIGABRT', '']);
    write('default');
    const { status } = run(`--openssl-config=${file}`, '-p', '1');
    assert.strictEqual(status, 0);
    fs.rmSync(folder, { recursive: true });
}

/* Functions that load their room when they are called say what they take. */
function testLengths() {
    const { argon2, createCipheriv, generateKeyPair, getCiphers, hkdf, scrypt,
            verify } = crypto;
    assert.deepStrictEqual(
        [argon2, createCipheriv, generateKeyPair, getCiphers, hkdf, scrypt,
         verify].map(({ length }) => length), [3, 4, 3, 0, 6, 4, 5]);
    const { connect, createServer, getPackedSettings } = require('http2');
    assert.deepStrictEqual([connect, createServer, getPackedSettings]
        .map(({ length }) => length), [3, 2, 1]);
}

testLengths();
testKem();
testGivenPrime();
testRaw();
testContext(crypto.createSecretKey(Buffer.alloc(4)));
testContext(new Blob(['x']));
if (!process.execArgv.includes('sim')) {
    testOptions();
    testConfig();
}
