// prints: first close
'use strict';
// end() with a chunk after the response was closed: neither its callback nor an
// 'error' comes.
const http = require('http');

const server = http.createServer((req, res) => {
    res.on('error', ({ code }) => console.log('error:' + code));
    res.end('x', () => console.log('first'));
    res.on('close', () => {
        console.log('close');
        res.end('y', () => console.log('second'));
        setImmediate(() => {
            server.close();
            server.closeAllConnections();
        });
    });
});
server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    http.get({ port, host: '127.0.0.1' }, (res) => res.resume())
        .on('error', () => {});
});
