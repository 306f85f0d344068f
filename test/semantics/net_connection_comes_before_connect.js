// prints: connection connect connection connect
'use strict';
// The listener is watched since it listens, a client from the next poll on: so
// the server has its connection first, over TCP and over a Unix socket.
const net = require('net');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), `order-${process.pid}.sock`);

function tryOne(where, next) {
    const server = net.createServer((socket) => {
        console.log('connection');
        socket.end();
        server.close();
    });
    server.listen(where, () => setTimeout(() => {
        const client = net.connect({ ...where, port: server.address().port });
        client.on('connect', () => console.log('connect'));
        client.on('close', next);
        client.resume();
    }, 5));
}

tryOne({ path: file }, () => tryOne({ port: 0, host: '127.0.0.1' }, () => {}));
