'use strict';
// net: what setKeepAlive() asks of the kernel's socket.

const assert = require('assert');
const net = require('net');

const asked = [];
const server = net.createServer((socket) => socket.resume());
server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    const client = net.connect({ host: '127.0.0.1', port, keepAlive: true,
                                 keepAliveInitialDelay: 2500 }, () => {
        client.setKeepAlive(true, 2500); // as it is
        client.setKeepAlive(true, 5000, 10999, 9);
        client.setKeepAlive({ enable: true, initialDelay: 5000,
                              interval: 10000, count: 9 }); // the same
        client.setKeepAlive({ enable: true, initialDelay: 5000 });
        assert.strictEqual(client.setKeepAlive(false), client);
        assert.deepStrictEqual(asked, [
            [true, 2, undefined, undefined],
            [true, 5, 10, 9],
            [true, 5, undefined, undefined],
            [false, 0, undefined, undefined],
        ]);
        client.end();
        server.close();
    });
    client._handle.setKeepAlive = (...args) => {
        asked.push([...args, undefined, undefined].slice(0, 4));
        return 0;
    };
});

// A server keeps the delay in seconds.
assert.strictEqual(
    net.createServer({ keepAliveInitialDelay: 1500 }).keepAliveInitialDelay, 1);
