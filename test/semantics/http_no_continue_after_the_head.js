// prints: ERR_HTTP_HEADERS_SENT ERR_HTTP_HEADERS_SENT ERR_HTTP_HEADERS_SENT x
'use strict';
// What is written between the head and the body would be part of the body.
const http = require('http');

const server = http.createServer((req, res) => {
    res.writeHead(200);
    res.flushHeaders();
    for (const write of [() => res.writeContinue(), () => res.writeProcessing(),
                         () => res.writeEarlyHints({ link: '</a>; rel=preload' })]) {
        try {
            write();
        } catch ({ code }) {
            console.log(code);
        }
    }
    res.end('x');
    server.close();
});
server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    http.get({ port, host: '127.0.0.1', agent: false }, (res) => {
        res.on('data', (chunk) => console.log(String(chunk)));
    });
});
