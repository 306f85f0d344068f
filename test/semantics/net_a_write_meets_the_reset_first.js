// prints: data write:ECONNRESET error:ECONNRESET
'use strict';
// Bytes and the reset behind them are there at once. A write in the listener of the
// bytes comes before the next read, so it is the write that meets the reset.
const net = require('net');

const server = net.createServer((socket) => {
    socket.on('data', () => {
        console.log('data');
        socket.write('y', ({ code }) => console.log(`write:${code}`));
    });
    socket.on('error', ({ code }) => console.log(`error:${code}`));
    server.close();
});
server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    client.write('x', () => client.resetAndDestroy());
});
