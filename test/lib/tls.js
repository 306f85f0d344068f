'use strict';
// tls: whom a client trusts, what both sides agree on, and bytes in both
// directions, over TCP and over any Duplex.

const assert = require('assert');
const { once } = require('events');
const { duplexPair } = require('stream');
const tls = require('tls');
const keys = require('./support/tls_keys');

const ca = keys.ca.cert;

/* Serve one connection and connect to it: what both sides saw. */
function meet(serverOptions, clientOptions, onServer) {
    return new Promise((resolve) => {
        const seen = {};
        const server = tls.createServer({ ...keys.server, ...serverOptions },
                                        (socket) => {
            seen.server = { authorized: socket.authorized,
                            alpn: socket.alpnProtocol,
                            servername: socket.servername };
            socket.on('error', () => {});
            onServer?.(socket, seen);
            socket.end('hello');
        });
        if (serverOptions.other)
            server.addContext('other.example.org', keys.other);
        server.on('tlsClientError', (error) => seen.refused = error.code);
        server.listen(0, '127.0.0.1', () => {
            const client = tls.connect({
                port: server.address().port, host: '127.0.0.1',
                servername: 'localhost', ca, ...clientOptions,
            });
            let text = '';
            client.on('secureConnect', () => {
                seen.client = { protocol: client.getProtocol(),
                                alpn: client.alpnProtocol,
                                authorized: client.authorized,
                                error: client.authorizationError,
                                reused: client.isSessionReused(),
                                cn: client.getPeerCertificate().subject?.CN };
            });
            client.on('session', (session) => seen.session = session);
            client.setEncoding('latin1');
            client.on('data', (chunk) => text += chunk);
            client.on('error', (error) => seen.error = error.code);
            client.on('close', () => {
                seen.text = text;
                server.close(() => resolve(seen));
            });
        });
    });
}

async function trust() {
    const cases = [
        [{}, {}, undefined],
        [{}, { servername: 'a.example.org' }, undefined],
        [{}, { servername: 'a.b.example.org' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
        [{}, { servername: 'localhos' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
        [{}, { servername: '' }, undefined], // the address is in it, too
        [{}, { ca: undefined }, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
        [{}, { ca: keys.selfSigned.cert }, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
        [keys.selfSigned, {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
        [keys.selfSigned, { ca: keys.selfSigned.cert }, undefined],
        [keys.expired, {}, 'CERT_HAS_EXPIRED'],
        [keys.future, {}, 'CERT_NOT_YET_VALID'],
        [{}, { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' }, undefined],
        [{ maxVersion: 'TLSv1.2' }, { minVersion: 'TLSv1.3' },
         'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
        [{}, { checkServerIdentity: () => new Error('no') }, undefined],
    ];
    for (const [serverOptions, clientOptions, code] of cases) {
        const { error, client, text } = await meet(serverOptions, clientOptions);
        const what = JSON.stringify(clientOptions);
        assert.strictEqual(error, code, what);
        const isIn = code === undefined && !clientOptions.checkServerIdentity;
        assert.strictEqual(text, isIn ? 'hello' : '', what);
        assert.strictEqual(client?.authorized, isIn ? true : undefined);
    }
    const { client } = await meet(keys.selfSigned,
                                  { rejectUnauthorized: false });
    assert.strictEqual(client.authorized, false);
    assert.strictEqual(client.error, 'DEPTH_ZERO_SELF_SIGNED_CERT');
}

async function clients() {
    const asks = { requestCert: true, ca };
    let seen = await meet(asks, keys.client);
    assert.strictEqual(seen.server.authorized, true);
    seen = await meet(asks, { maxVersion: 'TLSv1.2' });
    assert.strictEqual(seen.refused,
                       'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE');
    assert.strictEqual(seen.server, undefined);
    seen = await meet({ ...asks, rejectUnauthorized: false },
                      keys.selfSigned);
    assert.strictEqual(seen.server.authorized, false);
}

async function choices() {
    let seen = await meet({ ALPNProtocols: ['b', 'a'] },
                          { ALPNProtocols: ['a', 'b'] });
    assert.deepStrictEqual([seen.client.alpn, seen.server.alpn], ['b', 'b']);
    seen = await meet({ ALPNProtocols: ['b'] }, { ALPNProtocols: ['a'] });
    assert.strictEqual(seen.error, 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL');
    seen = await meet({ ALPNCallback: ({ protocols }) => protocols[1] },
                      { ALPNProtocols: ['a', 'b'] });
    assert.strictEqual(seen.client.alpn, 'b');
    seen = await meet({ other: true }, { servername: 'other.example.org' });
    assert.strictEqual(seen.client.cn, 'other.example.org');
    seen = await meet({ other: true }, { servername: 'localhost' });
    assert.strictEqual(seen.client.cn, 'localhost');
    seen = await meet({ SNICallback: (name, callback) => setTimeout(
        () => callback(null, tls.createSecureContext(keys.other)), 1) },
                      { servername: 'other.example.org' });
    assert.strictEqual(seen.client.cn, 'other.example.org');
}

async function sessions() {
    const ticketKeys = Buffer.alloc(48, 7);
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
        const options = { ticketKeys, maxVersion, sessionIdContext: 'a' };
        const first = await meet(options, {});
        assert.strictEqual(first.client.reused, false);
        const again = await meet(options, { session: first.session });
        assert.strictEqual(again.client.reused, true, maxVersion);
        const foreign = await meet({ ...options,
                                     ticketKeys: Buffer.alloc(48, 8) },
                                   { session: first.session });
        assert.strictEqual(foreign.client.reused, false);
        assert.strictEqual(foreign.text, 'hello');
    }
    const stored = new Map();
    const server = tls.createServer({ ...keys.server, maxVersion: 'TLSv1.2',
                                      secureOptions: require('crypto')
                                          .constants.SSL_OP_NO_TICKET });
    let asked = 0;
    server.on('newSession', (id, data, done) => {
        stored.set(id.toString('hex'), data);
        setTimeout(done, 1);
    });
    server.on('resumeSession', (id, done) => {
        asked++;
        setTimeout(() => done(null, stored.get(id.toString('hex'))), 1);
    });
    server.on('secureConnection', (socket) => socket.end());
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const connect = (session) => new Promise((resolve) => {
        const client = tls.connect({ port: server.address().port, ca, session,
                                     servername: 'localhost' });
        let kept;
        let reused;
        client.on('session', (s) => kept = s);
        client.on('secureConnect', () => reused = client.isSessionReused());
        client.resume();
        client.on('close', () => resolve({ kept, reused }));
    });
    const { kept } = await connect();
    const { reused } = await connect(kept);
    // A client of TLS 1.3 sends an id in any case.
    assert.deepStrictEqual([asked, reused, stored.size], [2, true, 1]);
    server.close();
}

/* TLS over a pair of streams, and over TLS itself. */
async function secure(a, b) {
    const server = new tls.TLSSocket(b, { isServer: true, ...keys.server });
    const client = tls.connect({ socket: a, ca, servername: 'localhost' });
    await Promise.all([once(client, 'secureConnect'), once(server, 'secure')]);
    assert.strictEqual(client.authorized, true);
    return [client, server];
}

async function overStreams() {
    const [client, server] = await secure(...await secure(...duplexPair()));
    const size = 300_000;
    let got = 0;
    server.on('data', (chunk) => server.write(chunk));
    client.write(Buffer.alloc(size, 5));
    for await (const chunk of client) {
        assert.ok(chunk.every((byte) => byte === 5));
        if ((got += chunk.length) === size)
            break;
    }
    assert.strictEqual(got, size);
    server.destroy();
}

/* More than any buffer holds, in both directions at once. */
async function bulk() {
    const size = 3_000_000;
    const data = require('crypto').randomBytes(size);
    const parts = [];
    let server;
    await new Promise((resolve) => {
        server = tls.createServer(keys.server, (socket) => socket.pipe(socket));
        server.listen(0, '127.0.0.1', resolve);
    });
    const client = tls.connect({ port: server.address().port, ca,
                                 servername: 'localhost' });
    client.end(data);
    for await (const chunk of client)
        parts.push(chunk);
    assert.ok(Buffer.concat(parts).equals(data));
    await new Promise((resolve) => server.close(resolve));
}

/* What is no handshake ends in an error, and nothing is left open. */
async function garbage() {
    const net = require('net');
    const server = tls.createServer({ ...keys.server, handshakeTimeout: 50 });
    const codes = [];
    // After a timeout it is the program that closes the connection, as in Node.
    server.on('tlsClientError', (error, socket) => {
        codes.push(error.code);
        socket.destroy();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    for (const bytes of ['GET / HTTP/1.1\r\n\r\n', '\x16\x03\x01\x00', '']) {
        await new Promise((resolve) => {
            const socket = net.connect(server.address().port, '127.0.0.1');
            socket.on('close', resolve).on('error', () => {}).resume();
            socket.write(bytes);
        });
    }
    assert.deepStrictEqual(codes, ['ERR_SSL_HTTP_REQUEST',
                                   'ERR_TLS_HANDSHAKE_TIMEOUT',
                                   'ERR_TLS_HANDSHAKE_TIMEOUT']);
    await new Promise((resolve) => server.close(resolve));
}

async function main() {
    await trust();
    await clients();
    await choices();
    await sessions();
    await overStreams();
    await bulk();
    await garbage();
    isDone = true;
}
let isDone = false;
main();
process.on('exit', () => assert.ok(isDone));
