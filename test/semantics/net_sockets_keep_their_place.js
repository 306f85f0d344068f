// prints: a b | a b
'use strict';
// The kernel's list of sockets that are ready keeps its order from one poll to
// the next: what has been read from in the last one comes first again, although
// it is written to last.
const net = require('net');

const ends = [];
let told = 0;
const server = net.createServer((socket) => {
    const name = ends.length === 0 ? 'a' : 'b';
    ends.push(socket);
    socket.on('data', () => {
        console.log(name);
        if (++told === 2) {
            console.log('|');
            clients[1].write('2');
            clients[0].write('1');
        } else if (told === 4) {
            clients.forEach((client) => client.destroy());
            server.close();
        }
    });
    if (ends.length === 2)
        setTimeout(() => clients.forEach((client) => client.write('x')), 5);
});
const clients = [];
const connect = () => net.connect(server.address().port, '127.0.0.1');
server.listen(0, '127.0.0.1', () => {
    clients.push(connect());
    clients[0].on('connect', () => setTimeout(() => clients.push(connect()), 5));
});
