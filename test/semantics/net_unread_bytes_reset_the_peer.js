// prints: destroyed ECONNRESET
'use strict';
// A socket that is destroyed before it was read from resets its peer: nothing may
// take its bytes before the poll in which they are asked for, not even when other
// sockets are closed meanwhile.
const net = require('net');

const other = net.createServer().listen(0, '127.0.0.1');
const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.on('close', () => console.log('destroyed'));
    setImmediate(() => {
        other.close();
        setImmediate(() => {});
        process.nextTick(() => socket.destroy());
    });
    server.close();
});
server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    client.write('x');
    client.on('error', ({ code }) => console.log(code));
    client.resume();
});
