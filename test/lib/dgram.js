'use strict';
// dgram: UDP sockets on the loopback device.

const assert = require('assert');
const dgram = require('dgram');

let done = 0;
let wanted = 0;
process.on('exit', () => assert.strictEqual(done, wanted));

function test(body) {
    wanted++;
    body(() => done++);
}

const host = '127.0.0.1';

// A datagram arrives whole, with the address of its sender.
test((end) => {
    const receiver = dgram.createSocket('udp4', (message, rinfo) => {
        assert.strictEqual(message.toString(), 'hello world');
        assert.deepStrictEqual(rinfo, {
            address: host, family: 'IPv4', port: sender.address().port,
            size: 11,
        });
        sender.close();
        receiver.close(end);
    });
    const sender = dgram.createSocket('udp4');
    receiver.bind(0, host, () => {
        const { port } = receiver.address();
        sender.send(['hello', Buffer.from(' '), 'world'], port, host,
                    (error, bytes) => {
                        assert.strictEqual(error, null);
                        assert.strictEqual(bytes, 11);
                    });
    });
});

// All forms of send() reach the receiver, in their order.
test((end) => {
    const got = [];
    const receiver = dgram.createSocket('udp4');
    const sender = dgram.createSocket('udp4');
    receiver.on('message', (message) => {
        got.push(message.toString());
        if (got.length < 7)
            return;
        assert.deepStrictEqual(got,
                               ['a', 'b', 'cd', 'ef', '', 'g', 'hi']);
        sender.close();
        receiver.close(end);
    });
    receiver.bind(0, host, () => {
        const { port } = receiver.address();
        sender.send('a', port);
        sender.send('b', port, host);
        sender.send('xcdx', 1, 2, port);
        sender.send(Buffer.from('xef'), 1, 2, port, host);
        sender.send([], port);
        sender.send(new DataView(new Uint8Array([103]).buffer), port, host);
        sender.send(new Uint16Array(new Uint8Array([104, 105]).buffer), port);
    });
});

// A connected socket sends without an address, and only without one.
test((end) => {
    const receiver = dgram.createSocket('udp4');
    const client = dgram.createSocket('udp4');
    assert.throws(() => client.remoteAddress(),
                  { code: 'ERR_SOCKET_DGRAM_NOT_CONNECTED' });
    receiver.on('message', (message, { port }) => {
        assert.strictEqual(message.toString(), 'bc');
        assert.strictEqual(port, client.address().port);
        client.disconnect();
        assert.throws(() => client.disconnect(),
                      { code: 'ERR_SOCKET_DGRAM_NOT_CONNECTED' });
        client.close();
        receiver.close(end);
    });
    receiver.bind(0, host, () => {
        const { port } = receiver.address();
        client.connect(port, host, () => {
            assert.deepStrictEqual(client.remoteAddress(),
                                   { address: host, family: 'IPv4', port });
            assert.throws(() => client.send('x', 0, 1, port),
                          { code: 'ERR_SOCKET_DGRAM_IS_CONNECTED' });
            assert.throws(() => client.connect(port),
                          { code: 'ERR_SOCKET_DGRAM_IS_CONNECTED' });
            client.send('abc', 1, 2, (error, bytes) => {
                assert.strictEqual(error, null);
                assert.strictEqual(bytes, 2);
            });
        });
    });
});

// bindSync() and connectSync() have an address at once, and their events later.
test((end) => {
    const events = [];
    const socket = dgram.createSocket('udp4');
    if (socket.bindSync === undefined) {
        socket.close(end);
        return;
    }
    const { port } = socket.bindSync({ address: host });
    assert.ok(port > 0);
    assert.strictEqual(socket.address().port, port);
    assert.throws(() => socket.bindSync(),
                  { code: 'ERR_SOCKET_ALREADY_BOUND' });
    socket.connectSync(port, host);
    assert.strictEqual(socket.remoteAddress().port, port);
    socket.on('listening', () => events.push('listening'));
    socket.on('connect', () => events.push('connect'));
    socket.send('self');
    socket.on('message', () => {
        assert.deepStrictEqual(events, ['listening', 'connect']);
        socket.close(end);
    });
});

// Bad arguments are refused before anything happens.
test((end) => {
    assert.throws(() => dgram.createSocket('udp5'),
                  { code: 'ERR_SOCKET_BAD_TYPE', name: 'TypeError' });
    assert.throws(() => dgram.createSocket({ type: 'udp4', lookup: 1 }),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    const socket = dgram.createSocket('udp4');
    for (const port of [0, 65536, -1, 'x', null, undefined, {}]) {
        assert.throws(() => socket.send('x', port, host),
                      { code: 'ERR_SOCKET_BAD_PORT' });
    }
    assert.throws(() => socket.send(1, 1),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => socket.send(['a', 1], 1),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => socket.send('abc', 4, 1, 1),
                  { code: 'ERR_BUFFER_OUT_OF_BOUNDS' });
    assert.throws(() => socket.send('abc', 1, 3, 1),
                  { code: 'ERR_BUFFER_OUT_OF_BOUNDS' });
    assert.throws(() => socket.send('abc', 1, 9),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    assert.throws(() => socket.setBroadcast(true),
                  { code: 'EBADF', syscall: 'setBroadcast' });
    assert.throws(() => socket.getRecvBufferSize(),
                  { code: 'ERR_SOCKET_BUFFER_SIZE', name: 'SystemError' });
    assert.throws(() => socket.addMembership(),
                  { code: 'ERR_MISSING_ARGS' });
    socket.close(end);
    assert.throws(() => socket.close(),
                  { code: 'ERR_SOCKET_DGRAM_NOT_RUNNING' });
    assert.throws(() => socket.send('x', 1),
                  { code: 'ERR_SOCKET_DGRAM_NOT_RUNNING' });
});

// bind() fails with an event, and the socket can be bound again.
test((end) => {
    const first = dgram.createSocket('udp4');
    first.bind(0, host, () => {
        const { port } = first.address();
        const second = dgram.createSocket('udp4');
        second.bind(port, host, () => assert.fail('bound twice'));
        second.once('error', (error) => {
            assert.strictEqual(error.message,
                               `bind EADDRINUSE ${host}:${port}`);
            assert.strictEqual(error.syscall, 'bind');
            assert.strictEqual(error.port, port);
            second.bind(0, host, () => {
                first.close();
                second.close(end);
            });
        });
    });
});

// Several sockets share a port if all of them ask for it.
test((end) => {
    const first = dgram.createSocket({ type: 'udp4', reuseAddr: true });
    const second = dgram.createSocket({ type: 'udp4', reuseAddr: true });
    first.bind(0, host, () => {
        second.bind(first.address().port, host, () => {
            first.close();
            second.close(end);
        });
    });
});

// Options are set once the socket is bound.
test((end) => {
    const socket = dgram.createSocket('udp4');
    socket.bind(0, host, () => {
        socket.setBroadcast(true);
        socket.setRecvBufferSize(20000);
        socket.setSendBufferSize(20000);
        assert.ok(socket.getRecvBufferSize() >= 20000);
        assert.ok(socket.getSendBufferSize() >= 20000);
        assert.strictEqual(socket.setTTL(16), 16);
        assert.strictEqual(socket.setMulticastTTL(8), 8);
        assert.strictEqual(socket.setMulticastLoopback(false), false);
        assert.strictEqual(socket.getSendQueueSize(), 0);
        assert.strictEqual(socket.getSendQueueCount(), 0);
        assert.throws(() => socket.setTTL('1'),
                      { code: 'ERR_INVALID_ARG_TYPE' });
        assert.throws(() => socket.setTTL(1000), { code: 'EINVAL' });
        assert.throws(() => socket.setRecvBufferSize(-1),
                      { code: 'ERR_SOCKET_BAD_BUFFER_SIZE' });
        assert.throws(() => socket.addMembership('256.0.0.1'),
                      { code: 'EINVAL', syscall: 'addMembership' });
        socket.close(end);
    });
});

// What is sent and closed while the socket binds is done in its order.
test((end) => {
    const receiver = dgram.createSocket('udp4');
    receiver.on('message', (message) => {
        assert.strictEqual(message.toString(), 'first');
        receiver.close(end);
    });
    receiver.bind(0, host, () => {
        const sender = dgram.createSocket('udp4');
        const { port } = receiver.address();
        sender.bind(0, host);
        sender.connect(port, host, () => sender.send('first', () => {
            sender.close();
        }));
    });
});

// A signal closes the socket; so does the end of `await using`.
test((end) => {
    const controller = new AbortController();
    const socket = dgram.createSocket({ type: 'udp4',
                                        signal: controller.signal });
    socket.on('close', async () => {
        const other = dgram.createSocket('udp4');
        await other[Symbol.asyncDispose]();
        assert.throws(() => other.address(),
                      { code: 'ERR_SOCKET_DGRAM_NOT_RUNNING' });
        end();
    });
    controller.abort();
});

// A lookup function is given the family, and its error comes back.
test((end) => {
    const socket = dgram.createSocket({
        type: 'udp6',
        lookup(name, family, callback) {
            assert.strictEqual(name, 'elsewhere.example');
            assert.strictEqual(family, 6);
            process.nextTick(callback, new Error('no such name'));
        },
    });
    socket.on('error', (error) => {
        assert.strictEqual(error.message, 'no such name');
        socket.close(end);
    });
    socket.bind(0, 'elsewhere.example');
});

// Nobody listens on the other side: a connected socket may hear of it.
test((end) => {
    const gone = dgram.createSocket('udp4');
    gone.bind(0, host, () => {
        const { port } = gone.address();
        gone.close(() => {
            const socket = dgram.createSocket('udp4');
            socket.on('error', (error) => {
                assert.strictEqual(error.code, 'ECONNREFUSED');
                assert.strictEqual(error.syscall, 'recvmsg');
                socket.close(end);
            });
            socket.connect(port, host, () => socket.send('x'));
        });
    });
});

// A socket that is not referenced does not keep the program alive.
test((end) => {
    const socket = dgram.createSocket('udp4');
    assert.strictEqual(socket.unref(), socket);
    socket.bind(0, host, end);
});
