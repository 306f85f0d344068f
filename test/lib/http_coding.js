'use strict';
/* A request whose body has a coding that is not chunked is refused after its head
 * was reported: it does not end, whichever way its bytes take to the parser. */
const assert = require('assert');
const http = require('http');
const net = require('net');

const seen = [];
const server = http.createServer((req) => {
    seen.push('request');
    req.resume();
    req.on('end', () => seen.push('end')); // not reached
    req.on('error', ({ code }) => seen.push(code));
    req.on('close', () => seen.push(`close, ${req.complete}`));
});
server.on('clientError', ({ code }, socket) => {
    seen.push(code);
    socket.destroy();
});
server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    client.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n' +
                 '0\r\n\r\n');
    client.on('error', () => {});
    client.on('close', () => server.close());
    client.resume();
});
process.on('exit', () => {
    assert.deepStrictEqual(seen, [
        'request', 'HPE_INVALID_TRANSFER_ENCODING', 'ECONNRESET',
        'close, false']);
});
