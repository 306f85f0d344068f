// prints: close
'use strict';
// A socket of a server that is connected anew, elsewhere, is no longer one of the
// server's: when it closes again the server does not.
const net = require('net');

const server = net.createServer((socket) => {
    const { port } = server.address();
    server.close();
    socket.destroy();
    socket.on('error', () => {});
    socket.once('close', () => setImmediate(() => {
        socket.connect(port, '127.0.0.1');
    }));
});
server.on('close', () => console.log('close'));
server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    client.on('error', () => {});
    client.resume();
});
