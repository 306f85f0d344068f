// Close callbacks come after the immediates of their turn.
const net = require('net');

const server = net.createServer((socket) => {
    server.close();
    setTimeout(() => console.log('timeout'), 0);
    socket.on('close', () => console.log('close'));
    socket.destroy();
    setImmediate(() => console.log('immediate'));
    process.nextTick(() => console.log('tick'));
});
server.listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1'));
