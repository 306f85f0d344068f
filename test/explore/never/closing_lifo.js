// Handles that are closed in one callback emit 'close' in reverse order.
// orders: 1
'use strict';
const net = require('net');
const assert = require('assert');
const order = [];
const server = net.createServer((socket) => socket.on('error', () => {}))
    .listen(0, '127.0.0.1', () => {
        const sockets = [];
        for (let i = 0; i < 3; i++) {
            const { port } = server.address();
            const socket = net.connect(port, '127.0.0.1', () => {
                sockets.push(socket);
                if (sockets.length === 3)
                    close();
            });
            socket.on('close', () => order.push(socket));
        }
        const close = () => {
            for (const socket of sockets)
                socket.destroy();
            server.close();
            process.on('exit', () => {
                assert.ok(order[0] === sockets[2] && order[1] === sockets[1] &&
                    order[2] === sockets[0], 'not in reverse order');
                console.log('cba');
            });
        };
    });
