'use strict';
// A server and its clients: bodies, pipelining, a reset, what takes time.
const http = require('http');
const net = require('net');

const server = http.createServer((request, response) => {
    let n = 0;
    request.on('data', (bytes) => n += bytes.length);
    request.on('end', () => setTimeout(() => response.end(
        `${request.url} ${n} ${request.socket.remotePort}`), Math.random() * 5));
});
server.listen(0, async () => {
    const { port } = server.address();
    const get = (path, body) => new Promise((resolve) => {
        const request = http.request({ port, path, method: 'POST' }, (response) => {
            let text = '';
            response.setEncoding('utf8').on('data', (s) => text += s);
            response.on('end', () => {
                console.log(performance.now(), text, response.headers.date);
                resolve();
            });
        });
        request.end(body);
    });
    await Promise.all(Array.from({ length: 20 }, (_, i) =>
        get(`/${i}`, Buffer.alloc(i * 10_000, 'b'))));
    console.log(await (await fetch(`http://localhost:${port}/fetch`)).text());
    const socket = net.connect(port, () => {
        socket.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n');
        setTimeout(() => socket.resetAndDestroy(), 20);
    });
    socket.on('data', (bytes) => console.log(bytes.toString()));
    socket.on('close', (failed) => {
        console.log('closed', failed);
        server.close(() => console.log('end'));
        server.closeAllConnections();
    });
});
