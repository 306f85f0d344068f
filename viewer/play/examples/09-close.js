// Close callbacks have a phase of their own, last in, first out
const net = require('net');

const sockets = ['a', 'b', 'c'].map((name) => {
    const socket = new net.Socket();
    socket.on('close', () => console.log(`${name} is closed`));
    return socket;
});
setImmediate(() => console.log('immediate'));
for (const socket of sockets)
    socket.destroy();
