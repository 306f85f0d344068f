'use strict';
// fs.watch(), fs.watchFile(), datagrams, pipes.
const fs = require('fs');
const dgram = require('dgram');
const net = require('net');

fs.mkdirSync('w');
const watcher = fs.watch('w', (event, name) => {
    console.log(event, name);
    if (name === 'last') {
        watcher.close();
        datagrams();
    }
});
fs.writeFileSync('w/a', 'x');
setTimeout(() => fs.renameSync('w/a', 'w/b'), 10);
setTimeout(() => fs.writeFileSync('w/last', 'x'), 20);

function datagrams() {
    const socket = dgram.createSocket('udp4', (message, from) => {
        console.log(message.toString(), from);
        if (String(message) === '9')
            socket.close(pipes);
    });
    socket.bind(0, '127.0.0.1', () => {
        for (let i = 0; i < 10; i++)
            socket.send(`${i}`, socket.address().port, '127.0.0.1');
    });
}

function pipes() {
    const server = net.createServer((socket) => socket.pipe(socket));
    server.listen('./socket', () => {
        const socket = net.connect('./socket');
        let n = 0;
        socket.on('data', (bytes) => n += bytes.length);
        socket.on('end', () => {
            console.log(n);
            server.close(() => console.log('end'));
        });
        socket.end(Buffer.alloc(2_000_000));
    });
}
