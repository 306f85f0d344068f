'use strict';
// A write uses the bytes of a buffer until it is done, though the program lets
// the buffer grow, or moves it elsewhere meanwhile.
const assert = require('assert');
const net = require('net');
const { later } = require('./support/later.js');

const SIZE = 6 << 20; // more than the kernel takes at once

const expected = Buffer.alloc(SIZE, 7);

const changes = [
    () => {},
    (ab) => ab.resize(2 * SIZE),
    (ab) => structuredClone(ab, { transfer: [ab] }),
];

// Send a buffer and change it; how many bytes have come.
function send(change, many) {
    return new Promise((resolve) => {
        const server = net.createServer((socket) => {
            let length = 0;
            socket.pause();
            setTimeout(() => socket.resume(), 10);
            socket.on('data', (chunk) => {
                length += chunk.length;
                assert.ok(chunk.equals(expected.subarray(0, chunk.length)));
            });
            socket.on('end', () => { server.close(); resolve(length); });
        });
        server.listen(0, '127.0.0.1', () => {
            const client = net.connect(server.address().port, '127.0.0.1');
            client.on('connect', () => {
                const ab = new ArrayBuffer(SIZE, { maxByteLength: 2 * SIZE });
                const view = new Uint8Array(ab, 0, SIZE).fill(7);
                if (many) {
                    client.cork();
                    client.write(new Uint8Array(1000).fill(7));
                }
                client.write(view);
                if (many)
                    client.uncork();
                setImmediate(() => {
                    change(ab);
                    for (let i = 0; i < 20; i++)
                        new Uint8Array(SIZE / 20).fill(9);
                    client.end();
                });
            });
        });
    });
}

(async () => {
    for (const change of changes) {
        assert.strictEqual(await send(change, false), SIZE);
        assert.strictEqual(await send(change, true), SIZE + 1000);
    }
})().then(later(() => {}));
