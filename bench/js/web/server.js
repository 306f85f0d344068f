// server.js KIND: a server of TLS, HTTPS or HTTP/2 for drive.js. It prints its
// port, and ends when its standard input does.
'use strict';

const { readFileSync } = require('fs');

const credentials = { key: readFileSync(process.env.KEY),
                      cert: readFileSync(process.env.CERT) };
const text = 'hello world\n';
const value = { id: 1, name: 'orrery', tags: ['a', 'b', 'c'],
                nested: { list: [1, 2, 3], flag: true } };
const GIB = 2 ** 30;

/* A stream of zeros as fast as it is read. */
function sendBulk(response) {
    const chunk = Buffer.alloc(65536);
    let left = GIB;
    const more = () => {
        while (left > 0) {
            left -= chunk.length;
            if (!response.write(chunk))
                return;
        }
        response.end();
    };
    response.on('drain', more);
    more();
}

const kinds = {
    handshake: () => require('tls').createServer(credentials, (socket) => {
        socket.on('error', () => {});
        socket.resume();
    }),
    https_hello: () => require('https').createServer(credentials, (req, res) => {
        res.setHeader('content-type', 'text/plain');
        res.end(text);
    }),
    https_json: () => require('https').createServer(credentials, (req, res) => {
        res.setHeader('content-type', 'application/json');
        res.end(JSON.stringify(value));
    }),
    https_bulk: () => require('https').createServer(credentials, (req, res) => {
        res.setHeader('content-length', GIB);
        sendBulk(res);
    }),
    h2_hello: () => require('http2').createSecureServer(credentials,
                                                        (req, res) => {
        res.setHeader('content-type', 'text/plain');
        res.end(text);
    }),
};

const server = kinds[process.argv[2]]();
server.listen(0, '127.0.0.1', 4096, () => {
    console.log(server.address().port);
});
process.stdin.resume().on('end', () => process.exit());
