'use strict';
/*
 * A question is asked again if no answer comes in time. The first answer comes
 * late, and both are counted.
 */
const assert = require('assert');
const net = require('net');

let answers = 0;

function ask(port, again) {
    const socket = net.connect(port);
    const timer = setTimeout(() => {
        if (again)
            ask(port, false);
    }, 200);
    socket.on('error', () => {});
    socket.on('data', () => {
        clearTimeout(timer);
        assert.strictEqual(++answers, 1);
        server.close();
    });
    socket.write('?');
}

const server = net.createServer((socket) => {
    socket.on('data', () => socket.end('!'));
    socket.on('error', () => {});
});
server.listen(0, () => ask(server.address().port, true));
