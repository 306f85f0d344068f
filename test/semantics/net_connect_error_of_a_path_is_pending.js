// prints: ENOENT data
'use strict';
// A Unix socket that is not there is known at once, and told in the pending
// phase: before the bytes that have been there for longer.
const net = require('net');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), `none-${process.pid}.sock`);
const server = net.createServer((socket) => {
    socket.on('data', () => console.log('data'));
    server.close();
});
server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1', () =>
        setTimeout(() => {
            client.end('x');
            const none = net.connect({ path: file });
            none.on('error', ({ code }) => console.log(code));
        }, 5));
    client.resume();
});
