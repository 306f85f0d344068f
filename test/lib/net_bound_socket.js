'use strict';
// net: a BoundSocket has its address at once, and is taken over by a server or
// a socket; the type of service of a socket can be set.

const assert = require('assert');
const net = require('net');

const adopted = { code: 'ERR_SOCKET_HANDLE_ADOPTED' };

// The address is there at once; whoever closes one frees the port.
const bound = new net.BoundSocket({ host: '127.0.0.1' });
const { port } = bound.address();
assert.ok(port > 0);
assert.deepStrictEqual(bound.address(),
                       { address: '127.0.0.1', family: 'IPv4', port });
assert.strictEqual(typeof bound.fd(), 'number');
assert.strictEqual(bound.isPipe, false);
bound.close();
for (const name of ['address', 'fd', 'close'])
    assert.throws(() => bound[name](), adopted);
bound[Symbol.dispose]();
const again = new net.BoundSocket({ host: '127.0.0.1', port });
assert.strictEqual(again.address().port, port);
again[Symbol.dispose]();

// What is wrong is thrown by the constructor.
assert.strictEqual(new net.BoundSocket().address().address, '0.0.0.0');
assert.throws(() => new net.BoundSocket({ host: 'localhost' }), {
    code: 'ERR_INVALID_ARG_VALUE',
    message: "The property 'options.host' must be a numeric IP address; " +
        'net.BoundSocket does not perform DNS resolution. ' +
        "Received 'localhost'",
});
assert.throws(() => new net.BoundSocket({ path: '/x', port: 1 }), {
    message: "The argument 'options' path is mutually exclusive with host, " +
        "port, ipv6Only, and reusePort. Received { path: '/x', port: 1 }",
});
for (const wrong of [{ host: 1 }, { ipv6Only: 1 }, { reusePort: 1 },
                     { path: 1 }])
    assert.throws(() => new net.BoundSocket(wrong),
                  { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => new net.BoundSocket({ port: 65536 }),
              { code: 'ERR_SOCKET_BAD_PORT' });
const client = new net.Socket({
    handle: new net.BoundSocket({ host: '127.0.0.1' }) });
assert.throws(() => client.connect({ port: 1, localPort: 2 }), {
    message: "The argument 'options' localAddress and localPort cannot be " +
        'used with an adopted bound socket. ' +
        'Received { port: 1, localPort: 2 }',
});
client.destroy();

// The type of service is kept until there is a connection.
for (const wrong of ['1', NaN, 1.5, 256, -1])
    assert.throws(() => new net.Socket().setTypeOfService(wrong),
                  { code: /^ERR_(INVALID_ARG_TYPE|OUT_OF_RANGE)$/ });
assert.throws(() => new net.Socket({ typeOfService: 256 }),
              { code: 'ERR_OUT_OF_RANGE' });
assert.strictEqual(new net.Socket().getTypeOfService(), 0);

// One listens, another connects from the port that it has.
const one = new net.BoundSocket({ host: '127.0.0.1' });
const place = one.address();
const server = net.createServer((socket) => {
    socket.on('data', () => socket.end(`port ${socket.remotePort}`));
});
server.listen(one, () => {
    assert.deepStrictEqual(server.address(), place);
    assert.throws(() => one.address(), adopted);
    assert.throws(() => net.createServer().listen(one), adopted);
    const other = new net.BoundSocket({ host: '127.0.0.1' });
    const local = other.address().port;
    const socket = new net.Socket({ handle: other, typeOfService: 0x10 });
    assert.throws(() => other.close(), adopted);
    socket.connect({ host: '127.0.0.1', port: place.port }, () => {
        assert.strictEqual(socket.localPort, local);
        assert.strictEqual(socket.getTypeOfService(), 0x10);
        assert.strictEqual(socket.setTypeOfService(0x20), socket);
        assert.strictEqual(socket.getTypeOfService(), 0x20);
        socket.write('which?');
    });
    socket.setEncoding('utf8');
    socket.once('data', (text) => assert.strictEqual(text, `port ${local}`));
    socket.on('close', () => server.close(listenOnPath));
});

// A path is an address, too.
function listenOnPath() {
    const path = `\0orrery-bound-${process.pid}`;
    const pipe = new net.BoundSocket({ path });
    assert.strictEqual(pipe.isPipe, true);
    assert.strictEqual(pipe.address(), path);
    assert.throws(() => new net.BoundSocket({ path }),
                  { code: 'EADDRINUSE', syscall: 'bind' });
    const owner = net.createServer((socket) => socket.end('hello'));
    owner.listen({ handle: pipe }, () => {
        assert.strictEqual(owner.address(), path);
        const near = new net.BoundSocket({ path: `${path}-client` });
        const socket = new net.Socket({ handle: near }).connect({ path });
        assert.strictEqual(socket.localAddress, `${path}-client`);
        socket.once('data', (data) => assert.strictEqual(`${data}`, 'hello'));
        socket.on('close', () => owner.close());
    });
}
