// prints: EADDRINUSE
'use strict';
// While listen() waits for the name of its host another listen() takes its place:
// one of them fails, not both.
const net = require('net');

const server = net.createServer();
server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    const other = net.createServer();
    other.on('error', ({ code }) => console.log(code));
    other.listen(port, '127.0.0.1');
    other.listen(port, '127.0.0.1');
    setTimeout(() => server.close(), 10);
});
