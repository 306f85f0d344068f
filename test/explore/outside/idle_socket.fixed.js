'use strict';
/*
 * A pool of connections. A timer destroys one that is idle, after the pool
 * has forgotten it.
 */
const net = require('net');

const free = [];

function forget(socket) {
    const at = free.indexOf(socket);
    if (at >= 0)
        free.splice(at, 1);
}

function expire(socket) {
    forget(socket);
    socket.destroy();
}

function park(socket) {
    free.push(socket);
    socket.idle = setTimeout(expire, 50, socket);
}

function get(port, then) {
    const known = free.shift();
    if (known !== undefined) {
        clearTimeout(known.idle);
        then(known);
        return;
    }
    const socket = net.connect(port, '127.0.0.1', () => then(socket));
    socket.on('close', () => forget(socket));
}

function request(port, text, then) {
    get(port, (socket) => {
        const fail = () => {
            throw new Error('the connection was closed');
        };
        socket.once('close', fail);
        socket.once('data', () => {
            socket.removeListener('close', fail);
            park(socket);
            then();
        });
        socket.write(text);
    });
}

const server = net.createServer((socket) => {
    socket.on('data', (text) => socket.write(text));
    socket.on('error', () => {});
});
server.listen(0, () => {
    const { port } = server.address();
    request(port, 'one', () => {
        setTimeout(request, 60, port, 'two', () => server.close());
    });
});
