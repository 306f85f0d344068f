// prints: end prefinish finish close
'use strict';
// A socket that is ended by its program when the other end has ended is shut down
// like any other: it finishes, and closes after that.
const net = require('net');

const server = net.createServer((socket) => {
    for (const name of ['end', 'prefinish', 'finish', 'close'])
        socket.on(name, () => console.log(name));
    socket.on('end', () => socket.end());
    socket.resume();
    server.close();
});
server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    client.on('connect', () => client.end());
    client.resume();
});
