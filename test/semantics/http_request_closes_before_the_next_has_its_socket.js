// prints: end close0 socket1 response-close0 end close1 response-close1
'use strict';
// When the response of a kept connection has ended, a tick closes the request and
// gives the socket to the next one; the response closes after that.
const http = require('http');

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const server = http.createServer((req, res) => res.end('x'));
server.listen(0, '127.0.0.1', () => {
    for (const n of [0, 1]) {
        const req = http.get({ port: server.address().port, host: '127.0.0.1',
                               agent });
        if (n === 1)
            req.on('socket', () => console.log('socket1'));
        req.on('close', () => console.log('close' + n));
        req.on('response', (res) => {
            res.resume();
            res.on('end', () => console.log('end'));
            res.on('close', () => {
                console.log('response-close' + n);
                if (n === 1) {
                    agent.destroy();
                    server.close();
                }
            });
        });
    }
});
