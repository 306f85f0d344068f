const { Server } = require('socket.io');
const { io } = require('socket.io-client');
const http = require('http');
const server = http.createServer();
const sockets = new Server(server);
sockets.on('connection', (socket) => {
    socket.on('add', (a, b, done) => done(a + b));
    socket.join('room');
    sockets.to('room').emit('news', { x: Buffer.from('bin') });
});
server.listen(0, '127.0.0.1', () => {
    const client = io(`http://127.0.0.1:${server.address().port}`);
    client.on('news', ({ x }) => {
        console.log('news', Buffer.from(x).toString());
        client.emit('add', 1, 2, (sum) => {
            console.log('sum', sum);
            client.close();
            sockets.close();
        });
    });
});
