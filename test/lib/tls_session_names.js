'use strict';
// tls: a session that was made with one server is not resumed with a server of
// another name, whose certificate nobody would look at then; also if the server
// does not answer to names, or is named by its address; and a client that verifies
// resumes none that does not say whose it is.

const assert = require('assert');
const { once } = require('events');
const tls = require('tls');
const keys = require('./support/tls_keys');

async function connect(port, servername, session, version, more) {
    const socket = tls.connect({
        port, host: '127.0.0.1', servername, session, ca: keys.ca.cert,
        minVersion: version, maxVersion: version,
        checkServerIdentity: () => undefined, ...more });
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
        const isReused = async (session, more) => (
            await connect(port, undefined, session, version, more)).isReused;
        const { bytes: ofHost } = await connect(port, undefined, undefined,
                                                version);
        assert.strictEqual(await isReused(ofHost), true);
        assert.strictEqual(await isReused(ofHost, { host: '127.0.0.2' }), false);
        const head = '\0nodejs:tls:session:1\0';
        assert.strictEqual(ofHost.latin1Slice(0, head.length), head);
        const raw = ofHost.subarray(head.length + 2 + '127.0.0.1'.length);
        assert.strictEqual(await isReused(raw), false);
        assert.strictEqual(await isReused(raw.latin1Slice()), false);
        assert.strictEqual(
            await isReused(raw, { rejectUnauthorized: false }), true);
        server.close();
    }
})();
