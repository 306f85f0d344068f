'use strict';
// http2 over TLS: a session that a client closes ends without an error. What the
// client sent after the frame that made the server say goodbye, in the same
// piece, is read, and so is the end of its TLS.

const assert = require('assert');
const http2 = require('http2');
const keys = require('./support/tls_keys');

const heard = [];
const note = (name) => (error) => heard.push(
    error instanceof Error ? `${name}: ${error.message}` : name);

const server = http2.createSecureServer(keys.server);
server.on('session', (session) => {
    for (const event of ['error', 'end', 'finish'])
        session.socket.on(event, note(`server ${event}`));
    session.on('close', note('server closed'));
});
server.on('stream', (stream) => {
    stream.respond();
    stream.end('x');
});
server.listen(0, '127.0.0.1', () => {
    const client = http2.connect(`https://127.0.0.1:${server.address().port}`, {
        ca: keys.ca.cert, servername: 'localhost',
    });
    const request = client.request();
    request.resume();
    request.on('close', () => client.close());
    client.on('close', () => {
        note('client closed')();
        server.close();
    });
});
process.on('exit', () => assert.deepStrictEqual(heard, [
    'server end', 'server finish', 'server closed', 'client closed']));
