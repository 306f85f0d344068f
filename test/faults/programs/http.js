'use strict';
// A server and a client on one connection that is kept: bodies with a length and
// in chunks, trailers, headers of all kinds, an upgrade, a message that is bad.
const http = require('http');
const net = require('net');

const stop = (error) => { throw error; };
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

const server = http.createServer((request, response) => {
    let length = 0;
    request.on('error', stop);
    response.on('error', stop);
    request.on('data', (chunk) => { length += chunk.length; });
    request.on('end', () => {
        response.setHeader('X-Length', length);
        response.setHeader('Set-Cookie', ['a=1', 'b=2']);
        if (request.url === '/trailers') {
            response.writeHead(200, { Trailer: 'X-Last' });
            response.write('one');
            response.addTrailers({ 'X-Last': request.trailers['x-sent'] ?? '-' });
        }
        response.end(`${request.method} ${request.headers['x-name']}`);
    });
});
server.on('error', stop);
server.on('upgrade', (request, socket) => {
    socket.on('error', stop);
    socket.end('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nup');
});
server.on('clientError', (error, socket) => {
    if (error.code !== 'HPE_INVALID_METHOD')
        throw error;
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
});

function ask(options, write, next) {
    const request = http.request({ agent, port: server.address().port,
                                   host: '127.0.0.1', ...options });
    request.on('error', stop);
    request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('error', stop);
        response.on('data', (chunk) => { text += chunk; });
        response.on('end', () => {
            const { headers, trailers } = response;
            next(response.statusCode, text, headers['x-length'],
                 headers['set-cookie'].length, { ...trailers });
        });
    });
    request.on('upgrade', (response, socket, head) => {
        let text = head.toString();
        socket.on('data', (chunk) => { text += chunk; });
        socket.on('end', () => {
            socket.end();
            next(response.statusCode, text);
        });
    });
    write(request);
}

function sendBad(next) {
    const socket = net.connect(server.address().port, '127.0.0.1');
    let text = '';
    socket.on('error', stop);
    socket.on('data', (chunk) => { text += chunk; });
    socket.on('end', () => {
        if (text === '') // as if it could not be accepted
            stop(new Error('socket hang up'));
        next(text.trim());
    });
    socket.end('NONSENSE / HTTP/1.1\r\n\r\n');
}

const steps = [
    (next) => ask({ headers: { 'x-name': 'first' } }, (r) => r.end(), next),
    (next) => ask({ method: 'POST', path: '/trailers' }, (r) => {
        r.setHeader('Trailer', 'X-Sent');
        r.addTrailers({ 'X-Sent': 'kept' });
        r.write('x'.repeat(20000));
        r.end('end');
    }, next),
    (next) => ask({ method: 'PUT', headers: { 'Content-Length': 4 } },
                  (r) => r.end('four'), next),
    (next) => ask({ headers: { Connection: 'upgrade', Upgrade: 'x' } },
                  (r) => r.end(), next),
    (next) => sendBad(next),
    () => {
        agent.destroy();
        server.close(() => console.log('closed'));
    },
];

function run(...values) {
    if (values.length > 0)
        console.log(...values);
    steps.shift()?.(run);
}

server.listen(0, '127.0.0.1', () => run());
