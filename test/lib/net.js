'use strict';
// net: servers and clients over TCP and Unix-domain sockets.

const assert = require('assert');
const net = require('net');
const path = require('path');

let done = 0;
process.on('exit', () => assert.strictEqual(done, 7));

// What is written arrives, in order, and both sides end and close.
{
    const events = [];
    const server = net.createServer((socket) => {
        socket.on('end', () => events.push('server end'));
        socket.pipe(socket);
    });
    server.listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        const client = net.connect(port, '127.0.0.1', () => {
            assert.strictEqual(client.remotePort, port);
            client.write('hé');
            client.cork();
            client.write('l');
            client.write(Buffer.from('lo'));
            client.uncork();
            client.end('!');
        });
        let text = '';
        client.setEncoding('utf8');
        client.on('data', (chunk) => { text += chunk; });
        client.on('end', () => events.push('client end'));
        client.on('close', (hadError) => {
            assert.strictEqual(text, 'héllo!');
            assert.strictEqual(hadError, false);
            assert.strictEqual(client.bytesWritten, 7);
            assert.deepStrictEqual(events, ['server end', 'client end']);
            server.close(() => done++);
        });
    });
}

// A large write waits for its reader, and its callback comes after it is gone.
{
    const size = 8 << 20;
    const server = net.createServer((socket) => {
        let n = 0;
        socket.on('data', (chunk) => { n += chunk.length; });
        socket.on('end', () => {
            assert.strictEqual(n, size);
            server.close(() => done++);
        });
    });
    server.listen(0, '127.0.0.1', () => {
        const client = net.connect(server.address().port, '127.0.0.1');
        client.write(Buffer.alloc(size, 'x'), () => client.end());
    });
}

// A path is a Unix-domain socket; here an abstract one, without a file.
{
    const name = `\0orrery-test-${process.pid}`;
    const server = net.createServer((socket) => socket.end('from a path'));
    server.listen(name, () => {
        const client = net.connect(name);
        client.on('data', (chunk) => {
            assert.strictEqual(chunk.toString(), 'from a path');
        });
        client.on('close', () => server.close(() => done++));
    });
}

// No server listens: ECONNREFUSED, with the address.
{
    const server = net.createServer();
    server.listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => {
            const client = net.connect(port, '127.0.0.1');
            client.on('error', (error) => {
                assert.strictEqual(error.code, 'ECONNREFUSED');
                assert.strictEqual(error.syscall, 'connect');
                assert.strictEqual(error.address, '127.0.0.1');
                assert.strictEqual(error.port, port);
                assert.match(error.message, /^connect ECONNREFUSED 127/);
                done++;
            });
        });
    });
}

// The address is in use: the error comes later, not from listen() itself.
{
    const first = net.createServer();
    first.listen(0, '127.0.0.1', () => {
        const second = net.createServer();
        second.on('error', (error) => {
            assert.strictEqual(error.code, 'EADDRINUSE');
            first.close(() => done++);
        });
        second.listen(first.address().port, '127.0.0.1');
    });
}

// A paused server hands out sockets that do not read yet.
{
    const server = net.createServer({ pauseOnConnect: true }, (socket) => {
        let early = true;
        socket.on('data', (chunk) => {
            assert.strictEqual(early, false);
            assert.strictEqual(chunk.toString(), 'x');
            socket.destroy();
            server.close(() => done++);
        });
        setTimeout(() => { early = false; socket.resume(); }, 20);
    });
    server.listen(0, '127.0.0.1', () => {
        net.connect(server.address().port, '127.0.0.1').end('x');
    });
}

// Linux lets a socket that is connected connect once more, and keeps its peer.
{
    const events = [];
    const server = net.createServer((socket) => {
        events.push('connection');
        socket.resume();
    });
    server.listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        const client = net.connect(port, '127.0.0.1');
        client.on('connect', () => {
            events.push('connect');
            assert.strictEqual(client.remotePort, port);
            client.connect(port, '127.0.0.1');
        });
        client.on('error', (error) => events.push(error.code));
        client.on('close', () => server.close(() => {
            assert.deepStrictEqual(events.filter((e) => e !== 'connection'),
                                   ['connect', 'connect', 'EISCONN']);
            assert.strictEqual(events.length, 4);
            done++;
        }));
    });
}

assert.strictEqual(net.isIP('::1'), 6);
assert.strictEqual(net.isIP('127.0.0.1'), 4);
assert.strictEqual(net.isIP(path.sep), 0);
assert.throws(() => net.connect(65536), { code: 'ERR_SOCKET_BAD_PORT' });
assert.throws(() => net.connect({}), { code: 'ERR_MISSING_ARGS' });
assert.throws(() => net.createServer('path'), { code: 'ERR_INVALID_ARG_TYPE' });
