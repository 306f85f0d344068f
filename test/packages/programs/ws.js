// Messages both ways, ping, close codes.
const { WebSocket, WebSocketServer } = require('ws');
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }, () => {
    const client = new WebSocket(`ws://127.0.0.1:${server.address().port}`);
    client.on('open', () => client.send('x'.repeat(70000)));
    client.on('message', (data, isBinary) => {
        console.log('client', data.length, isBinary);
        client.close(4001, 'enough');
    });
    client.on('close', (code) => {
        console.log('client closed', code);
        server.close(() => console.log('server closed'));
    });
});
server.on('connection', (socket) => {
    socket.on('message', (data) => socket.send(Buffer.from(data).subarray(0, 100)));
    socket.on('close', (code, reason) => console.log('closed', code, String(reason)));
});
