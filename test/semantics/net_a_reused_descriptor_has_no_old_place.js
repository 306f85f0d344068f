// prints: connection connect
'use strict';
// A listener that is closed in the turn in which it was made leaves its number to
// the client that comes next. The client is behind the other listener all the same.
const net = require('net');

const short = net.createServer().listen(0);
const server = net.createServer((socket) => {
    console.log('connection');
    socket.end();
    server.close();
});
server.listen(0);
short.close();
const client = net.connect(server.address().port, '127.0.0.1');
client.on('connect', () => console.log('connect'));
client.resume();
