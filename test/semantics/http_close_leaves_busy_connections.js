// prints: request answer quiet closed
'use strict';
// server.close() ends the connections that are idle then. One that answers is kept
// afterwards, until its client or its timeout ends it.
const http = require('http');
const net = require('net');

const server = http.createServer((req, res) => {
    console.log('request');
    server.close(() => console.log('closed'));
    res.end('x');
});
server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    client.on('end', () => console.log('end'));
    client.on('data', () => {
        console.log('answer');
        setTimeout(() => {
            console.log('quiet');
            client.destroy();
        }, 20);
    });
});
