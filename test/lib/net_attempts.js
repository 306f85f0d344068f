'use strict';
/* A socket reports each attempt to connect, also if there is only one. */

const assert = require('assert');
const net = require('net');
const { once } = require('events');

const names = ['lookup', 'connectionAttempt', 'connectionAttemptFailed',
               'connect', 'error'];

async function eventsOf(socket) {
    const seen = [];
    for (const name of names) {
        socket.on(name, (...args) => seen.push([name, ...args.map(
            (arg) => arg?.code ?? arg)]));
    }
    socket.resume();
    await new Promise((resolve) => socket.on('close', resolve));
    return seen;
}

(async () => {
    const server = net.createServer((socket) => socket.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address();
    const attempt = ['connectionAttempt', '127.0.0.1', port, 4];
    assert.deepStrictEqual(await eventsOf(net.connect(port, '127.0.0.1')),
                           [attempt, ['connect']]);

    const lookup = (host, options, callback) => setImmediate(
        callback, null, [{ address: '127.0.0.1', family: 4 }]);
    assert.deepStrictEqual(
        await eventsOf(net.connect({ port, host: 'name', lookup })),
        [['lookup', null, '127.0.0.1', 4, 'name'], attempt, ['connect']]);

    // A listener may destroy the socket; then nothing is tried.
    const socket = net.connect({ port, host: 'name', lookup });
    socket.on('lookup', () => socket.destroy());
    assert.deepStrictEqual(
        await eventsOf(socket), [['lookup', null, '127.0.0.1', 4, 'name']]);

    await new Promise((resolve) => server.close(resolve));
    assert.deepStrictEqual(await eventsOf(net.connect(port, '127.0.0.1')), [
        attempt,
        ['connectionAttemptFailed', '127.0.0.1', port, 4, 'ECONNREFUSED'],
        ['error', 'ECONNREFUSED'],
    ]);
})();
