'use strict';
// tls: a session that was made with one server is not resumed with a server of
// another name, whose certificate nobody would look at then; also if the server
// does not answer to names.

const assert = require('assert');
const { once } = require('events');
const tls = require('tls');
const keys = require('./support/tls_keys');

async function connect(port, servername, session, version) {
    const socket = tls.connect({
        port, host: '127.0.0.1', servername, session, ca: keys.ca.cert,
        minVersion: version, maxVersion: version,
        checkServerIdentity: () => undefined });
    const made = once(socket, 'session');
    await once(socket, 'secureConnect');
    socket.resume();
    const [bytes] = session === undefined ? await made : [];
    made.catch(() => {});
    const isReused = socket.isSessionReused();
    socket.destroy();
    return { bytes, isReused };
}

(async () => {
    for (const version of ['TLSv1.2', 'TLSv1.3']) {
        const server = tls.createServer({
            ...keys.server, SNICallback: (name, callback) => callback(
                null, tls.createSecureContext(keys.server)) },
                                        (socket) => {
            socket.on('error', () => {});
            socket.write('.');
        });
        await new Promise((resolve) => server.listen(0, resolve));
        const { port } = server.address();
        const { bytes } = await connect(port, 'one.example', undefined,
                                        version);
        const other = await connect(port, 'two.example', bytes, version);
        assert.strictEqual(other.isReused, false, version);
        server.close();
    }
})();
