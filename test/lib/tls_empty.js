'use strict';
// tls: options that are empty, and peers without a certificate. At a server an
// empty value is not given; two options are checked all the same.

const assert = require('assert');
const { once } = require('events');
const tls = require('tls');
const keys = require('./support/tls_keys');

for (const { 0: name, 1: value } of [
    ['minVersion', ''], ['maxVersion', ''], ['handshakeTimeout', ''],
    ['handshakeTimeout', false], ['ticketKeys', ''], ['ticketKeys', 0],
    ['sessionTimeout', false], ['ecdhCurve', ''], ['ALPNProtocols', 'a'],
])
    tls.createServer({ [name]: value });

assert.throws(() => tls.createServer({ ecdhCurve: null }), {
    code: 'ERR_INVALID_ARG_TYPE',
    message: 'The "options.ecdhCurve" property must be of type string. ' +
        'Received null' });
assert.throws(() => tls.createSecureContext({ minVersion: '' }),
              { code: 'ERR_TLS_INVALID_PROTOCOL_VERSION' });
assert.throws(() => tls.createSecureContext({ secureProtocol: '' }),
              { code: 'ERR_TLS_INVALID_PROTOCOL_METHOD',
                message: 'Unknown method: ' });
assert.throws(() => tls.connect({ port: 1, ALPNProtocols: 'h2' }),
              { name: 'TypeError',
                message: 'Must give a Buffer as first argument' });

/* A client that resumes a session was sent no certificate. */
async function testResumed(maxVersion) {
    const server = tls.createServer({ ...keys.server, maxVersion },
                                    (socket) => socket.end('x'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    let session;
    for (const isReused of [false, true]) {
        const socket = tls.connect({
            port: server.address().port, host: '127.0.0.1', ca: keys.ca.cert,
            servername: 'localhost', secureContext: '', session });
        socket.on('session', (given) => { session = given; });
        await once(socket, 'secureConnect');
        assert.strictEqual(socket.isSessionReused(), isReused);
        assert.strictEqual(socket.authorized, true);
        for (const isDetailed of [false, true])
            assert.strictEqual(
                'subject' in socket.getPeerCertificate(isDetailed), !isReused);
        assert.strictEqual(socket.getPeerX509Certificate() === undefined,
                           isReused);
        socket.resume();
        await once(socket, 'close');
    }
    server.close();
}

testResumed('TLSv1.2').then(() => testResumed('TLSv1.3'));
