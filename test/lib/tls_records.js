'use strict';
// Peers that speak TLS badly: bytes that are no records, records that are cut
// off, half a handshake for ever, floods, tickets of another key. The server
// says what Node's says, and serves the next client.

const assert = require('assert');
const net = require('net');
const tls = require('tls');
const { Duplex } = require('stream');
const { altNames, caExtensions, issue } = require('./support/certificates.js');

const root = issue({ name: 'root', extensions: caExtensions });
const leaf = issue({ name: 'leaf', by: root,
                     extensions: [altNames(['dns', 'host.test'])] });
const options = { key: leaf.keyPem, cert: leaf.cert };
/* OpenSSL 3.0 has another word for a record that is too long. */
const word = (error) => error.code
    .replace('PACKET_LENGTH_TOO_LONG', 'DATA_LENGTH_TOO_LONG');

function serve(more, onSecure) {
    const server = tls.createServer({ ...options, ...more });
    server.on('secureConnection', (socket) => {
        socket.on('error', () => {});
        onSecure?.(socket);
    });
    return new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve(server));
    });
}

function connect(server, more) {
    return tls.connect({ port: server.address().port, host: '127.0.0.1',
                         ca: root.cert, servername: 'host.test', ...more });
}

/* A good client is served, whatever there was before. */
async function isAlive(server) {
    const socket = connect(server);
    await new Promise((resolve, reject) => {
        socket.on('secureConnect', resolve);
        socket.on('error', reject);
    });
    socket.destroy();
}

const record = (type, bytes, version = 0x0303) => Buffer.concat([
    Buffer.from([type, version >> 8, version & 255, bytes.length >> 8,
                 bytes.length & 255]), bytes]);
const handshake = (type, size) => Buffer.from([type, size >> 16, size >> 8 & 255,
                                               size & 255]);

/* The first flight of a real client. */
function helloOf(more) {
    return new Promise((resolve) => {
        const pipe = new Duplex({
            read() {},
            write(chunk, encoding, callback) {
                resolve(chunk);
                callback();
            },
        });
        tls.connect({ socket: pipe, servername: 'host.test', ...more })
            .on('error', () => {});
    });
}

async function testBadBytes() {
    const hello = await helloOf();
    const cut = (bytes, end) => bytes.subarray(0, end);
    const changed = (at, value) => {
        const copy = Buffer.from(hello);
        copy[at] = value;
        return copy;
    };
    for (const { 0: name, 1: bytes, 2: expected } of [
        ['words', 'hello, are you there?\r\n', 'ERR_SSL_WRONG_VERSION_NUMBER'],
        ['HTTP', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'ERR_SSL_HTTP_REQUEST'],
        ['a proxy', 'CONNECT a:1 HTTP/1.1\r\n\r\n',
         'ERR_SSL_HTTPS_PROXY_REQUEST'],
        ['nothing', '', 'ECONNRESET'],
        ['one byte', cut(hello, 1), 'ECONNRESET'],
        ['a head', cut(hello, 5), 'ECONNRESET'],
        ['half a record', cut(hello, 60), 'ECONNRESET'],
        ['all but a byte', cut(hello, hello.length - 1), 'ECONNRESET'],
        ['zeros', Buffer.alloc(64), 'ERR_SSL_WRONG_VERSION_NUMBER'],
        ['ones', Buffer.alloc(64, 255), 'ERR_SSL_WRONG_VERSION_NUMBER'],
        ['another type', changed(0, 0x30), 'ERR_SSL_UNEXPECTED_MESSAGE'],
        ['data at once', record(23, Buffer.alloc(20)),
         'ERR_SSL_UNEXPECTED_MESSAGE'],
        ['version 2.3', record(22, hello.subarray(5), 0x0203),
         'ERR_SSL_WRONG_VERSION_NUMBER'],
        ['too long a record', Buffer.concat([
            Buffer.from([22, 3, 3, 0xff, 0xff]), Buffer.alloc(0x4200)]),
         'ERR_SSL_DATA_LENGTH_TOO_LONG'],
        ['an empty handshake', record(22, Buffer.alloc(0)), 'ECONNRESET'],
        ['a server\'s message', record(22, Buffer.concat([
            handshake(2, 40), Buffer.alloc(40)])),
         'ERR_SSL_UNEXPECTED_MESSAGE'],
        ['a long message', record(22, handshake(1, 0xffffff)),
         'ERR_SSL_EXCESSIVE_MESSAGE_SIZE'],
        ['a hello without an end', record(22, handshake(1, 16000)),
         'ECONNRESET'],
        ['an empty hello', record(22, handshake(1, 0)),
         'ERR_SSL_LENGTH_TOO_SHORT'],
        ['a hello that says too much', changed(43, 255),
         'ERR_SSL_LENGTH_MISMATCH'],
        ['an alert', record(21, Buffer.from([2, 40])),
         'ERR_SSL_UNEXPECTED_MESSAGE'],
        ['a warning', record(21, Buffer.from([1, 0])),
         'ERR_SSL_UNEXPECTED_MESSAGE'],
        ['ciphers changed at once', record(20, Buffer.from([1])),
         'ERR_SSL_UNEXPECTED_MESSAGE'],
        ['a heartbeat', record(24, Buffer.from([1, 0x40, 0])),
         'ERR_SSL_UNEXPECTED_MESSAGE'],
        ['SSL 2', Buffer.from([0x80, 0x2e, 1, 0, 2, 0, 0x15, 0, 0, 0, 0x10,
                               ...Buffer.alloc(37)]),
         'ERR_SSL_UNKNOWN_PROTOCOL'],
    ]) {
        const server = await serve();
        const errors = [];
        server.on('tlsClientError', (error) => errors.push(word(error)));
        const socket = net.connect(server.address().port, '127.0.0.1');
        socket.on('error', () => {});
        socket.resume();
        socket.end(bytes);
        await new Promise((resolve) => {
            socket.on('close', resolve);
        });
        await isAlive(server);
        await new Promise((resolve) => {
            server.close(resolve);
        });
        if (process.argv[2] === '--print')
            console.log(name, errors);
        else
            assert.deepStrictEqual(errors, [expected], name);
    }
}

/* Half a handshake is given up after a while. */
async function testSlow() {
    const hello = await helloOf();
    for (const bytes of ['', hello.subarray(0, 30)]) {
        const server = await serve({ handshakeTimeout: 50 });
        const socket = net.connect(server.address().port, '127.0.0.1');
        socket.on('error', () => {});
        socket.resume();
        if (bytes.length > 0)
            socket.write(bytes);
        // Node leaves it to the program to close such a connection.
        const error = await new Promise((resolve) => {
            server.on('tlsClientError', (reason, from) => {
                from.destroy();
                resolve(reason);
            });
        });
        assert.strictEqual(error.code, 'ERR_TLS_HANDSHAKE_TIMEOUT');
        await new Promise((resolve) => {
            socket.on('close', resolve);
        });
        await isAlive(server);
        server.close();
    }
}

/* Between a client and a server, changing what passes. */
function relay(server, change) {
    const middle = net.createServer((near) => {
        const far = net.connect(server.address().port, '127.0.0.1');
        near.on('data', (chunk) => far.write(chunk));
        far.on('data', (chunk) => near.write(change(chunk)));
        near.on('end', () => far.end());
        far.on('end', () => near.end());
        for (const socket of [near, far])
            socket.on('error', () => {
                near.destroy(); // not reached if no end resets
                far.destroy(); // not reached if no end resets
            });
    });
    return new Promise((resolve) => {
        middle.listen(0, '127.0.0.1', () => resolve(middle));
    });
}

/* A record that was changed on its way ends the connection, and its text is not
 * handed over. */
async function testChanged() {
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
        let isBad = false;
        const server = await serve({ maxVersion }, (socket) => {
            socket.write('first');
            socket.on('data', () => {
                isBad = true;
                socket.write('second');
            });
        });
        const middle = await relay(server, (chunk) => {
            if (isBad)
                chunk[chunk.length - 1] ^= 1;
            return chunk;
        });
        const socket = connect(middle);
        let text = '';
        socket.on('data', (chunk) => {
            text += chunk;
            socket.write('more');
        });
        const error = await new Promise((resolve) => {
            socket.on('error', resolve);
        });
        assert.match(error.code,
                     /^ERR_SSL_.*(?:BAD_RECORD_MAC|CIPHER_OPERATION_FAILED)$/);
        assert.strictEqual(text, 'first');
        socket.destroy();
        middle.close();
        server.close();
    }
}

/* An end without a goodbye is an end all the same, as in Node. */
async function testCutOff() {
    const server = await serve({}, (socket) => {
        socket.write('half of', () => setTimeout(() => socket.destroy(), 20));
    });
    const socket = connect(server);
    let text = '';
    socket.on('data', (chunk) => {
        text += chunk;
    });
    await new Promise((resolve) => {
        socket.on('close', resolve);
        socket.on('error', resolve);
    });
    assert.strictEqual(text, 'half of');
    server.close();
}

/* A client that asks for new keys again and again: an error each time, and the
 * program sends it away. */
async function testRenegotiation() {
    const errors = [];
    const server = await serve({ maxVersion: 'TLSv1.2' }, (socket) => {
        socket.removeAllListeners('error');
        socket.on('error', (error) => {
            errors.push(error.code);
            if (errors.length === 2)
                socket.destroy();
        });
        socket.resume();
    });
    const socket = connect(server);
    socket.setMaxListeners(0);
    let count = 0;
    const again = () => socket.renegotiate({}, (error) => {
        count++;
        if (!error && !socket.destroyed)
            again();
    });
    socket.once('secureConnect', again);
    socket.on('error', () => {});
    socket.resume();
    await new Promise((resolve) => {
        socket.on('close', resolve);
    });
    assert.deepStrictEqual(errors, ['ERR_TLS_SESSION_ATTACK',
                                    'ERR_TLS_SESSION_ATTACK']);
    assert.ok(count >= tls.CLIENT_RENEG_LIMIT);
    await isAlive(server);
    server.close();
}

/* A ticket of another key, or one that was changed, is no ticket: the whole
 * handshake again, and nothing else is to be seen. */
async function testTickets() {
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
        const sessions = [];
        const make = (ticketKeys) => serve(
            { maxVersion, ticketKeys },
            (socket) => socket.end('x'));
        const visit = (server, session) => new Promise((resolve, reject) => {
            const socket = connect(server, { session });
            socket.on('session', (given) => sessions.push(given));
            socket.on('error', reject);
            socket.resume();
            let isReused;
            socket.on('secureConnect', () => {
                isReused = socket.isSessionReused();
            });
            socket.on('close', () => resolve(isReused));
        });
        const own = await make(Buffer.alloc(48, 1));
        assert.strictEqual(await visit(own), false);
        const session = sessions.at(-1);
        assert.strictEqual(await visit(own, session), true);
        const other = await make(Buffer.alloc(48, 2));
        assert.strictEqual(await visit(other, session), false);
        const same = await make(Buffer.alloc(48, 1));
        assert.strictEqual(await visit(same, session), true);
        for (const server of [own, other, same])
            server.close();
    }
}

testBadBytes().then(testSlow).then(testChanged).then(testCutOff)
    .then(testRenegotiation).then(testTickets);
