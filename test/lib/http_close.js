'use strict';
/*
 * The ends of requests and connections: 'close' comes once, a reset reaches
 * the peer, and bytes that a listener takes away are read to the end.
 */

const assert = require('assert');
const http = require('http');
const net = require('net');

/* A request whose response finishes emits 'close' once, after 'end'. */
function testCloseComesOnce(next) {
    const events = [];
    const server = http.createServer((req, res) => {
        for (const name of ['end', 'close'])
            req.on(name, () => events.push(name));
        res.on('close', () => setImmediate(() => {
            assert.deepStrictEqual(events, ['end', 'close']);
            server.close(next);
        }));
        res.end();
    });
    server.listen(0, () => {
        http.get({ host: '127.0.0.1', port: server.address().port,
                   agent: false },
                 (res) => res.resume());
    });
}

/* resetAndDestroy() gives the peer ECONNRESET. */
function testReset(next) {
    let code;
    const server = net.createServer((socket) => {
        socket.on('error', (error) => { code = error.code; });
        socket.on('close', (hadError) => {
            assert.strictEqual(code, 'ECONNRESET');
            assert.strictEqual(hadError, true);
            server.close(next);
        });
        socket.resume();
        socket.write('x');
    });
    server.listen(0, () => {
        const client = net.connect(server.address().port, '127.0.0.1');
        client.on('data', () => client.resetAndDestroy());
        client.on('close', (hadError) => assert.strictEqual(hadError, false));
    });
}

/* A listener may detach the memory of the chunk that is being parsed. */
function testDetachedChunk(next) {
    const urls = [];
    let chunk;
    const server = http.createServer((req, res) => {
        urls.push(req.url);
        if (chunk.length > 0)
            structuredClone(chunk.buffer, { transfer: [chunk.buffer] });
        res.end();
    });
    server.on('connection', (socket) => {
        chunk = Buffer.from(new Uint8Array(Buffer.from(
            'GET /a HTTP/1.1\r\nHost: x\r\n\r\n' +
            'GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).buffer);
        socket.on('close', () => {
            assert.deepStrictEqual(urls, ['/a', '/b']);
            server.close(next);
        });
        socket.emit('data', chunk);
    });
    server.listen(0, () => net.connect(server.address().port, '127.0.0.1').resume());
}

/* closeIdleConnections() leaves a connection whose response is under way. */
function testIdle(next) {
    let slow;
    const closed = [];
    const server = http.createServer((req, res) => {
        if (req.url === '/slow')
            slow = res;
        else
            res.end();
    });
    server.keepAliveTimeout = 0; // nothing else closes it
    server.listen(0, '127.0.0.1', () => {
        const visit = (path) => {
            const socket = net.connect(server.address().port, '127.0.0.1');
            socket.on('close', () => closed.push(path));
            socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
            return socket;
        };
        visit('/slow').on('data', () => {}).on('end', () => {
            assert.deepStrictEqual(closed, ['/quick']);
            server.close(next);
        });
        visit('/quick').once('data', () => {
            const wait = setInterval(() => {
                if (slow === undefined)
                    return;
                clearInterval(wait);
                server.closeIdleConnections();
            }, 1);
        }).on('close', () => {
            slow.shouldKeepAlive = false;
            slow.end();
        });
    });
}

let done = false;
testCloseComesOnce(() => testReset(() => testDetachedChunk(() => testIdle(() => {
    done = true;
}))));
process.on('exit', () => assert.ok(done));
