'use strict';
/*
 * Two channels share a connection. The last that leaves closes it; one that is
 * about to join counts.
 */
const net = require('net');

class Manager {
    constructor(port) {
        this.users = 0;
        this.socket = net.connect(port);
        this.socket.on('error', () => {});
    }

    join(then) {
        this.users++;
        this.socket.once('data', () => then());
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
