'use strict';
// https: requests over one connection or several, bodies, a session that is
// resumed, fetch() and WebSocket over TLS.

const assert = require('assert');
const crypto = require('crypto');
const https = require('https');
const keys = require('./support/tls_keys');

const ca = keys.ca.cert;
const agent = new https.Agent({ keepAlive: true, ca });
let connections = 0;

const server = https.createServer(keys.server, (req, res) => {
    if (req.url === '/echo') {
        req.pipe(res);
        return;
    }
    if (req.url === '/away') {
        res.writeHead(302, { location: '/here' }).end();
        return;
    }
    res.end(`${req.method} ${req.url} ${req.socket.encrypted}`);
});
server.on('secureConnection', () => connections++);
server.on('upgrade', (req, socket) => {
    const accept = crypto.createHash('sha1').update(
        `${req.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64');
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n' +
        `Connection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
    socket.write(Buffer.from([0x81, 2, 0x68, 0x69]));
    socket.on('data', () => socket.end());
});

function request(path, body) {
    return new Promise((resolve, reject) => {
        const req = https.request({ port: server.address().port, path, agent,
                                    method: body ? 'POST' : 'GET' });
        req.on('response', (res) => {
            const parts = [];
            res.on('data', (part) => parts.push(part));
            res.on('end', () => resolve(Buffer.concat(parts)));
        });
        req.on('error', reject);
        req.end(body);
    });
}

async function main() {
    await new Promise((resolve) => server.listen(0, resolve));
    const { port } = server.address();
    assert.strictEqual(`${await request('/a')}`, 'GET /a true');
    assert.strictEqual(`${await request('/b')}`, 'GET /b true');
    assert.strictEqual(connections, 1);
    const body = crypto.randomBytes(200_000);
    assert.ok((await request('/echo', body)).equals(body));
    agent.destroy();
    await request('/c');
    const [socket] = Object.values(agent.freeSockets)[0];
    assert.strictEqual(socket.isSessionReused(), true);
    agent.destroy();

    // Nothing that the program has not named is trusted.
    await assert.rejects(fetch(`https://localhost:${port}/`), (error) => {
        assert.strictEqual(error.cause.code, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
        return true;
    });
    require('tls').setDefaultCACertificates([ca]);
    const response = await fetch(`https://localhost:${port}/away`);
    assert.strictEqual(await response.text(), 'GET /here true');
    assert.strictEqual(response.redirected, true);

    const ws = new WebSocket(`wss://localhost:${port}/`);
    const message = await new Promise((resolve, reject) => {
        ws.onmessage = ({ data }) => resolve(data);
        ws.onerror = reject;
    });
    assert.strictEqual(message, 'hi');
    ws.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    isDone = true;
}
let isDone = false;
main().finally(() => process.on('exit', () => assert.ok(isDone)));
