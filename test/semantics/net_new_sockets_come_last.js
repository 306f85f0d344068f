// prints: connection data connect
'use strict';
// A client is watched from the next poll on: what happens in this turn to sockets
// that are watched already comes first, though it happened after the connect.
const net = require('net');

const server = net.createServer((socket) => {
    if (begun) {
        console.log('connection');
        socket.end();
        server.close();
        return;
    }
    begun = true;
    socket.on('data', () => console.log('data'));
    setTimeout(() => {
        const late = net.connect(server.address().port, '127.0.0.1');
        late.on('connect', () => console.log('connect'));
        late.resume();
        process.nextTick(() => first.end('x')); // connects by a tick
    }, 5);
});
let begun = false;
let first;
server.listen(0, '127.0.0.1', () => {
    first = net.connect(server.address().port, '127.0.0.1');
    first.resume();
});
