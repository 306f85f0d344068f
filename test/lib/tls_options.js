'use strict';
// tls: options and what programs see of them, with the answers of Node 24.
const assert = require('assert');
const { once } = require('events');
const tls = require('tls');
const keys = require('./support/tls_keys');

async function serve(options, onSocket = (socket) => socket.end('.')) {
    const server = tls.createServer(options, (socket) => {
        socket.on('error', () => {});
        socket.resume();
        onSocket(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
}

/* What becomes of a connection: what `look` says of it, or a code. */
async function visit(server, options, look = (socket) => socket.getProtocol()) {
    const socket = tls.connect({ port: server.address().port, host: '127.0.0.1',
                                 ca: keys.ca.cert, servername: 'localhost',
                                 checkServerIdentity() {}, ...options });
    let result;
    socket.on('secureConnect', () => {
        result = look(socket);
    });
    socket.on('error', ({ code }) => {
        result ??= code;
    });
    socket.resume();
    await new Promise((resolve) => {
        socket.on('close', resolve);
    });
    return result;
}

const bad = (code, message, name = 'TypeError') => ({ name, code, message });

const refused = [
    [{ ciphers: ':' }, bad('ERR_INVALID_ARG_VALUE',
                           "The property 'options.ciphers' is invalid. " +
                           "Received [ '', '' ]")],
    [{ ciphers: 'none-such' }, { code: 'ERR_SSL_NO_CIPHER_MATCH' }],
    [{ ciphers: 5, cert: 5 }, { message: /options\.ciphers/ }],
    [{ cert: 5, key: 5 }, { message: /options\.cert/ }],
    [{ sigalgs: 5, ecdhCurve: 5 }, { message: /options\.sigalgs/ }],
    [{ crl: 5, dhparam: 5 }, { message: /options\.dhparam/ }],
    [{ ticketKeys: 5, clientCertEngine: 5 }, { message: /clientCertEngine/ }],
    [{ dhparam: true }, { code: 'ERR_INVALID_ARG_TYPE' }],
    [{ pfx: 'sure' }, { message: 'not enough data' }],
    [{ pfx: 5 }, bad('ERR_CRYPTO_OPERATION_FAILED',
                     'Unable to load PFX certificate', 'Error')],
    [{ ...keys.server, privateKeyIdentifier: 'a', privateKeyEngine: 'b' },
     { code: 'ERR_INVALID_ARG_VALUE' }],
    [{ certificateCompression: 5 }, { code: 'ERR_INVALID_ARG_TYPE' }],
    [{ certificateCompression: ['lzma'] }, bad('ERR_INVALID_ARG_VALUE',
        "The property 'options.certificateCompression[0]' must be 'zlib', " +
        "'brotli', or 'zstd'. Received 'lzma'")],
    [{ certificateCompression: ['zlib'], maxVersion: 'TLSv1.2' },
     { code: 'ERR_INVALID_ARG_VALUE' }],
    [5, { code: 'ERR_INVALID_ARG_TYPE' }],
];

function testContexts() {
    for (const [options, expected] of refused)
        assert.throws(() => tls.createSecureContext(options), expected);
    for (const options of [undefined, null, { dhparam: 'no parameters' },
                           { dhparam: 'auto' }, { secureProtocol: 5 },
                           { certificateCompression: [] }])
        tls.createSecureContext(options);
    assert.ok(tls.SecureContext() instanceof tls.SecureContext);
    const all = tls.getCertificateCompressionAlgorithms();
    assert.notStrictEqual(all, tls.getCertificateCompressionAlgorithms());
    // An OpenSSL before 3.2 has no such algorithm.
    // not reached: { ...keys.server, certificateCompression }
    for (const certificateCompression of all.map((name) => [name]))
        tls.createSecureContext({ ...keys.server, certificateCompression });
    const { DEFAULT_CIPHERS } = Object.getOwnPropertyDescriptors(tls);
    assert.deepStrictEqual([DEFAULT_CIPHERS.writable, DEFAULT_CIPHERS.get],
                           [true, undefined]);
}

/* A list of older ciphers leaves TLS 1.3 as it is; a suite of TLS 1.3 does
 * without older versions. */
async function testCiphers() {
    const old = 'ECDHE-ECDSA-AES128-GCM-SHA256';
    const suite = 'TLS_AES_128_GCM_SHA256';
    const cipherOf = (socket) => socket.getCipher().name;
    const cases = [
        [old, {}, 'TLS_AES_256_GCM_SHA384'],
        [old, { maxVersion: 'TLSv1.2' }, old],
        [suite, {}, suite],
        [`${suite}:!TLS_CHACHA20_POLY1305_SHA256`, {}, suite],
        [suite, { maxVersion: 'TLSv1.2' },
         'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
        [`${old}:${suite}`, { maxVersion: 'TLSv1.2' }, old],
    ];
    for (const [ciphers, options, expected] of cases) {
        const server = await serve({ ...keys.server, ciphers });
        assert.strictEqual(await visit(server, options, cipherOf), expected,
                           ciphers);
        server.close();
    }
}

function testProtocolLists() {
    const bytesOf = (list) => {
        const out = {};
        tls.convertALPNProtocols(list, out);
        return out.ALPNProtocols;
    };
    assert.deepStrictEqual(bytesOf(['h2']), Buffer.from([2, 104, 50]));
    assert.deepStrictEqual(bytesOf(Buffer.from([1, 97])), Buffer.from([1, 97]));
    for (const list of [[''], Buffer.from([5, 1]), Buffer.from([0]),
                        Buffer.from([1, 97, 0])]) {
        assert.throws(() => bytesOf(list), { code: 'ERR_INVALID_ARG_VALUE' });
        assert.throws(() => tls.createServer({ ALPNProtocols: list }),
                      { code: 'ERR_INVALID_ARG_VALUE' });
    }
    assert.throws(() => bytesOf([5]), { code: 'ERR_INVALID_ARG_TYPE' });
}

async function testSharedKeys() {
    const psk = Buffer.alloc(32, 1);
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
        const seen = [];
        const server = await serve({
            maxVersion, ciphers: 'PSK+HIGH', pskIdentityHint: 'a hint',
            pskCallback(socket, identity) {
                seen.push(socket instanceof tls.TLSSocket, identity);
                return identity === 'me' ? psk : null;
            },
        });
        const client = (identity) => visit(server, {
            ciphers: 'PSK+HIGH', maxVersion,
            pskCallback(hint) {
                seen.push(hint);
                return { psk, identity };
            } });
        assert.strictEqual(await client('me'), maxVersion);
        assert.match(await client('other'), /^ERR_SSL_/);
        // TLS 1.3 has no hints.
        const hint = maxVersion === 'TLSv1.2' ? 'a hint' : null;
        assert.deepStrictEqual(seen, [hint, true, 'me', hint, true, 'other']);
        server.close();
    }
    const server = await serve({ ciphers: 'PSK+HIGH', pskCallback() {},
                                 pskIdentityHint: 'h'.repeat(512) });
    const failed = once(server, 'tlsClientError');
    assert.strictEqual(await visit(server, { ciphers: 'PSK+HIGH',
                                             pskCallback: () => null }),
                       'ECONNRESET');
    assert.strictEqual((await failed)[0].code,
                       'ERR_TLS_PSK_SET_IDENTITY_HINT_FAILED');
    server.close();
}

/* One that throws is an error of the server, and the handshake goes on. */
async function testNewSession() {
    const errors = [];
    const server = await serve(keys.server);
    server.on('newSession', () => {
        throw new Error('not kept');
    });
    server.on('error', ({ message }) => errors.push(message));
    assert.strictEqual(await visit(server), 'TLSv1.3');
    assert.deepStrictEqual(errors, ['not kept', 'not kept']);
    server.close();
}

async function testContextOfName() {
    for (const [context, code] of [[{}, undefined], [5, 'good']]) {
        const server = await serve({ ...keys.server, SNICallback(name, done) {
            done(null, context);
        } });
        const failed = once(server, 'tlsClientError').catch(() => {});
        const look = await visit(server, {}, () => 'good');
        if (code === 'good') {
            assert.strictEqual(look, 'good');
        } else {
            const [error] = await failed;
            assert.deepStrictEqual([error.name, error.message],
                                   ['TypeError', 'Invalid SNI context']);
        }
        server.close();
    }
}

/* Each message in words, on standard error. */
function testTrace() {
    const { spawnSync } = require('child_process');
    const script = `
        const tls = require('tls');
        const keys = require(${JSON.stringify(require.resolve(
            './support/tls_keys'))});
        const server = tls.createServer(keys.server, (s) => s.end('.'));
        server.listen(0, () => {
            const socket = tls.connect({ port: server.address().port,
                enableTrace: process.argv[1] === 'own',
                rejectUnauthorized: false });
            socket.resume().on('close', () => server.close());
        });`;
    for (const args of [['-e', script, 'own'], ['--trace-tls', '-e', script]]) {
        const { stderr } = spawnSync(process.execPath, args,
                                     { encoding: 'utf8' });
        assert.match(stderr, /^Sent (?:TLS )?Record\nHeader:\n/m);
        assert.match(stderr, /^ +ClientHello, Length=\d+$/m);
        assert.strictEqual(/can expose sensitive data/.test(stderr),
                           args[0] === '--trace-tls');
    }
    assert.throws(() => new tls.TLSSocket(undefined, { enableTrace: 5 }),
                  { code: 'ERR_INVALID_ARG_TYPE' });
}

async function testFacts() {
    const server = await serve(keys.server);
    const facts = await visit(server, {}, (socket) => ({
        certificate: Object.keys(socket.getPeerCertificate()),
        noKey: new tls.TLSSocket().getEphemeralKeyInfo(),
    }));
    assert.deepStrictEqual(facts.certificate, [
        'subject', 'issuer', 'subjectaltname', 'infoAccess', 'ca', 'modulus',
        'exponent', 'pubkey', 'bits', 'valid_from', 'valid_to', 'fingerprint',
        'fingerprint256', 'fingerprint512', 'ext_key_usage', 'serialNumber',
        'raw', 'asn1Curve', 'nistCurve']);
    assert.deepStrictEqual(facts.noKey, {});
    server.close();
    for (const cert of [{}, { subject: {} }, { subject: { CN: '' } }])
        assert.strictEqual(
            tls.checkServerIdentity('a.example', cert).reason,
            'Cert does not contain a DNS name');
}

/* A context of one side's method serves that side alone. */
async function testMethods() {
    const refusal = 'ERR_SSL_CALLED_A_FUNCTION_YOU_SHOULD_NOT_CALL';
    for (const { 0: method, 1: served, 2: visited } of [
        ['TLSv1_2_client_method', 'ECONNRESET', 'TLSv1.2'],
        ['TLS_server_method', 'TLSv1.3', refusal],
    ]) {
        const options = { secureProtocol: method };
        const server = await serve({ ...keys.server, ...options });
        assert.strictEqual(await visit(server, {}), served);
        server.close();
        const plain = await serve(keys.server);
        assert.strictEqual(await visit(plain, options), visited);
        plain.close();
    }
}

/* Keys of a finite field are used if the server has parameters, or leaves them to
 * OpenSSL. */
async function testFiniteField() {
    const ciphers = 'ADH-AES256-GCM-SHA384:@SECLEVEL=0'; // without certificates
    const options = { ciphers, maxVersion: 'TLSv1.2' };
    for (const { 0: dhparam, 1: expected } of [[undefined, undefined],
                                               ['auto', 'DH']]) {
        const server = await serve({ ...options, dhparam });
        const seen = await visit(server, { ...options, rejectUnauthorized: false },
                                 (socket) => socket.getEphemeralKeyInfo());
        assert.strictEqual(seen.type, expected);
        if (expected !== undefined)
            assert.deepStrictEqual(Object.keys(seen), ['type', 'name', 'size']);
        server.close();
    }
}

/* Of a secure socket those of the program are counted. */
async function testCounts() {
    const server = await serve(keys.server, (socket) => socket.end(Buffer.alloc(999)));
    const counts = await new Promise((resolve) => {
        visit(server, {}, (socket) => {
            socket.on('end', () => resolve([socket.bytesRead,
                                            socket.bytesWritten]));
            socket.write('five.');
        });
    });
    assert.deepStrictEqual(counts, [999, 5]);
    server.close();
}

(async () => {
    testContexts();
    await testFiniteField();
    await testCounts();
    await testMethods();
    await testCiphers();
    testProtocolLists();
    await testSharedKeys();
    await testNewSession();
    await testContextOfName();
    testTrace();
    await testFacts();
})();
