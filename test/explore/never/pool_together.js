// The results that one poll finds come together: no event of a socket is
// between two of them. An immediate marks the end of a poll.
// orders: 10
'use strict';
const fs = require('fs');
const net = require('net');
let poll = '';
const polls = [];
function event(letter) {
    if (poll === '')
        setImmediate(endPoll);
    poll += letter;
}
function endPoll() {
    polls.push(poll);
    poll = '';
}
const server = net.createServer((socket) => {
    socket.on('data', () => {
        event('s');
        socket.end('x');
    });
});
server.listen(0, '127.0.0.1', () => {
    let left = 4;
    for (let i = 0; i < 4; i++) {
        const client = net.connect(server.address().port, '127.0.0.1', () => {
            client.write('x');
            fs.stat('/', () => event('p'));
            fs.stat('/', () => event('p'));
        });
        client.on('data', () => event('c'));
        client.on('close', () => --left === 0 && server.close());
    }
});
process.on('exit', () => {
    console.log(polls.join(' '));
    for (const one of polls)
        if (/p[^p]+p/.test(one))
            throw new Error(`between two results: ${one}`);
});
