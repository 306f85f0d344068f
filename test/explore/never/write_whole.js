// A small write into an empty socket is taken whole, also if destroy() follows,
// and arrives in one piece.
// orders: 2
'use strict';
const net = require('net');
const order = [];
const server = net.createServer((socket) => {
    const pieces = [];
    socket.on('data', (bytes) => pieces.push(bytes.length));
    socket.on('error', () => {});
    socket.on('close', () => {
        order.push(pieces.join('+'));
        if (order.length === 3)
            server.close();
    });
});
server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    for (let i = 0; i < 3; i++) {
        const client = net.connect(port, '127.0.0.1', () => {
            client.write('x'.repeat(1000 + i));
            if (i > 0)
                client.destroy();
            else
                client.end();
        });
    }
});
process.on('exit', () => {
    console.log(order.join(' '));
    if (order.slice().sort().join() !== '1000,1001,1002')
        throw new Error(`bytes are lost or in pieces: ${order}`);
});
