// A server and its client
const net = require('net');

const server = net.createServer((socket) => {
    socket.on('data', (data) => {
        console.log(`the server gets ${data}`);
        socket.end('pong');
    });
});
server.listen(0, () => {
    const client = net.connect(server.address().port, () => client.write('ping'));
    client.on('data', (data) => console.log(`the client gets ${data}`));
    client.on('close', () => server.close());
});
