'use strict';
/* A client is let into a room when a file was looked at, and leaves soon. */
const { load } = require('./common');
const fs = require('fs').promises;
const http = require('http').createServer();

const { Server } = load();
const { io } = require(require.resolve('socket.io-client', { paths: [process.cwd()] }));
const server = new Server(http);
let client;

function checkRoom() {
    if (server.sockets.adapter.rooms.get('room')?.size > 0)
        throw new Error('a member that is gone');
    client.close();
    server.close();
}

server.on('connection', (socket) => {
    socket.on('hello', async () => {
        await fs.stat('.');
        socket.join('room');
    });
    socket.on('disconnect', () => setTimeout(checkRoom, 2500));
});
http.listen(0, () => {
    client = io(`http://127.0.0.1:${http.address().port}`, { reconnection: false });
    client.on('connect', () => {
        client.emit('hello');
        setTimeout(() => client.disconnect(), 50);
    });
});
