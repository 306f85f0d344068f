// prints: closed message connection connect
'use strict';
// The place of a descriptor among those that are ready ends when it is closed, also
// if the kernel confirms only in the next poll that nobody listens on it any more,
// behind other events. Else the client, which takes the number of the closed
// listener, would come too early.
const net = require('net');

const { port1, port2 } = new MessageChannel();
port1.on('message', () => {
    console.log('message');
    port1.close();
});
const other = net.createServer((socket) => {
    console.log('connection');
    socket.end();
    other.close();
});
function connect() {
    const client = net.connect(other.address().port, '127.0.0.1');
    client.on('connect', () => console.log('connect'));
    client.resume();
}
const short = net.createServer().listen(0, '127.0.0.1', () => {
    setImmediate(() => {
        port2.postMessage(1);
        short.close(() => console.log('closed'));
        setImmediate(connect);
    });
});
other.listen(0, '127.0.0.1');
