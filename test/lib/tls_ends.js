'use strict';
// tls: what was written and has not left when a socket is destroyed fails; a
// socket that is ended before the handshake has not spoken TLS, unless it has
// written, if only nothing.

const assert = require('assert');
const tls = require('tls');
const keys = require('./support/tls_keys');

const BIG = Buffer.alloc(30 << 20); // more than the kernel takes at once

function serve(maxVersion, onSocket, then) {
    const server = tls.createServer({ ...keys.server, maxVersion }, onSocket);
    server.on('tlsClientError', (error) => then.refused?.(error.code));
    server.listen(0, '127.0.0.1', () => then(() => tls.connect({
        port: server.address().port, host: '127.0.0.1', ca: keys.ca.cert,
        servername: 'localhost',
    }), server));
}

/* What each callback of a socket hears that is destroyed like this. */
function testCancelled(destroy) {
    return new Promise((resolve) => {
        let client;
        serve(undefined, (socket) => {
            const heard = [];
            const note = (name) => (error) => heard.push([name, error?.code]);
            socket.on('error', note('error'));
            socket.write(BIG, note('first'));
            socket.write('x', note('second'));
            socket.end(note('end'));
            socket.on('close', () => setImmediate(() => {
                client.destroy();
                resolve(heard);
            }));
            destroy(socket);
        }, (connect, server) => {
            client = connect().pause();
            client.on('error', () => {});
            client.on('close', () => server.close());
        });
    });
}

const cancelled = [['first', 'ECANCELED'], ['second', 'ECANCELED'],
                   ['end', 'ECANCELED']];

async function testDestroy() {
    assert.deepStrictEqual(await testCancelled((s) => s.destroy()), cancelled);
    assert.deepStrictEqual(
        await testCancelled((s) => setImmediate(() => s.destroy())), cancelled);
    assert.deepStrictEqual(
        await testCancelled((s) => s.destroy(new Error('mine'))), [
            ['error', undefined], ['first', 'ECANCELED'], ['second', undefined],
            ['end', undefined]]);
}

/* What a client and its server hear of it. */
function testEnd(maxVersion, ...args) {
    return new Promise((resolve) => {
        const heard = [];
        const done = (what) => {
            heard.push(what);
            if (heard.length === 2)
                resolve(heard.sort());
        };
        const then = (connect, server) => {
            const client = connect().end(...args).resume();
            let last = 'ended';
            client.on('secureConnect', () => { last = 'secure'; });
            client.on('error', ({ code }) => { last = code; });
            client.on('close', () => {
                server.close();
                done(`client ${last}`);
            });
        };
        then.refused = (code) => done(`server ${code}`);
        serve(maxVersion, (socket) => {
            socket.resume().on('end', () => done('server ended'));
        }, then);
    });
}

async function testEnds() {
    assert.deepStrictEqual(await testEnd('TLSv1.2'),
                           ['client ECONNRESET', 'server ECONNRESET']);
    assert.deepStrictEqual(await testEnd('TLSv1.3'),
                           ['client secure', 'server ECONNRESET']);
    for (const version of ['TLSv1.2', 'TLSv1.3'])
        for (const text of ['', 'x'])
            assert.deepStrictEqual(await testEnd(version, text),
                                   ['client secure', 'server ended']);
}

/* What a server has written to a socket leaves before TLS inside of it. */
function testInner() {
    return new Promise((resolve) => {
        serve(undefined, (socket) => {
            socket.write(BIG.subarray(0, 1 << 20));
            socket.write(BIG.subarray(0, 1 << 20));
            const inner = tls.connect({ socket, rejectUnauthorized: false });
            inner.on('error', () => {});
        }, (connect, server) => {
            const client = connect();
            let length = 0;
            client.on('data', (chunk) => {
                const rest = chunk.subarray(Math.max(0, (2 << 20) - length));
                length += chunk.length;
                assert.ok(length > 2 << 20 ||
                    chunk.every((byte) => byte === 0));
                if (length <= 2 << 20)
                    return;
                assert.strictEqual(rest[0], 22); // a handshake
                client.destroy();
                server.close(resolve);
            });
            client.on('error', () => {});
        });
    });
}

let isDone = false;
process.on('exit', () => assert.ok(isDone));
testDestroy().then(testEnds).then(testInner).then(() => { isDone = true; });
