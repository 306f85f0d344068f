'use strict';
/*
 * Two channels share a connection. The first that leaves closes it, though the
 * second is about to join: the second waits for ever.
 */
const net = require('net');

class Manager {
    constructor(port) {
        this.users = 0;
        this.socket = net.connect(port);
        this.socket.on('error', () => {});
    }

    join(then) {
        this.socket.once('data', () => {
            this.users++;
            then();
        });
        this.socket.write('join');
    }

    leave() {
        if (--this.users === 0)
            this.socket.destroy();
    }
}

const server = net.createServer((socket) => {
    socket.on('data', (text) => socket.write(text));
    socket.on('error', () => {});
});
server.listen(0, () => {
    const manager = new Manager(server.address().port);
    manager.join(() => {
        setTimeout(() => manager.leave(), 20);
        manager.join(() => {
            server.close();
            setTimeout(() => manager.leave(), 100);
        });
    });
});
