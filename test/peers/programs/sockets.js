// ws and socket.io over wss; WebSocket of the runtime as the client of ws.
const https = require('https');
const { WebSocketServer, WebSocket: Ws } = require('ws');
const { Server } = require('socket.io');
const { io } = require('socket.io-client');
const { ca, keys, listen } = require('../tools.js');

async function ws() {
    const server = https.createServer(keys);
    const port = await listen(server);
    const wss = new WebSocketServer({ server, perMessageDeflate: true });
    wss.on('connection', (socket) => {
        console.log('extensions', socket.extensions);
        socket.on('message', (data, binary) => socket.send(data, { binary }));
        socket.on('close', (code, why) => console.log(code, `${why}`));
    });
    const client = new Ws(`wss://localhost:${port}/x`, { ca });
    await new Promise((resolve) => client.on('open', resolve));
    for (const data of ['a', 'ä'.repeat(70000), Buffer.alloc(100000, 7)]) {
        client.send(data);
        const got = await new Promise((resolve) => client.once('message', resolve));
        console.log(got.length, Buffer.from(data).equals(got));
    }
    client.close(4000, 'enough');
    await new Promise((resolve) => client.on('close', resolve));
    await new Promise((resolve) => {
        new Ws(`wss://localhost:${port}`).on('error', (e) => {
            console.log(e.code);
            resolve();
        });
    });
    wss.close();
    server.close();
}

async function socketIo() {
    const server = https.createServer(keys);
    const port = await listen(server);
    const hub = new Server(server);
    hub.on('connection', (socket) => {
        socket.on('say', (text, data, done) => done(text.toUpperCase(),
                                                    data.length));
        socket.join('room');
        hub.to('room').emit('news', 1);
    });
    for (const transports of [['websocket'], ['polling', 'websocket']]) {
        const socket = io(`https://localhost:${port}`, { ca, transports });
        await new Promise((resolve) => socket.on('news', resolve));
        console.log(await new Promise((resolve) => socket.emit(
            'say', 'hello', Buffer.alloc(50000), (...args) => resolve(args))));
        socket.close();
    }
    hub.close();
}
ws().then(socketIo).then(() => process.exit());
