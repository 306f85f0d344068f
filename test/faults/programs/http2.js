'use strict';
// It listens to errors: a stream and a session report what fails as an event.
// HTTP/2 with and without TLS: a push, trailers, a long body, a file, a ping.
const http2 = require('http2');
const path = require('path');
const keys = require(path.join(__dirname, '../../lib/support/tls_keys.js'));

function fail(error) {
    if (error)
        throw error;
}

function answer(stream, headers) {
    stream.on('error', fail);
    switch (headers[':path']) {
    case '/file':
        stream.respondWithFile(path.join(__dirname, 'parts/data.json'), {},
                               { onError: fail });
        break;
    case '/echo':
        stream.respond({ ':status': 200 }, { waitForTrailers: true });
        stream.on('wantTrailers', () => stream.sendTrailers({ 'x-end': 'yes' }));
        stream.pipe(stream);
        break;
    default:
        stream.additionalHeaders({ ':status': 103, 'link': '</a>' });
        stream.pushStream({ ':path': '/pushed' }, (error, pushed) => {
            fail(error);
            pushed.on('error', fail);
            pushed.respond();
            pushed.end('pushed');
        });
        stream.respond({ 'x-first': 'one' });
        stream.end('hello');
    }
}

function ask(session, headers, body, then) {
    const request = session.request(headers);
    const got = [];
    request.on('error', fail);
    request.on('headers', ({ ':status': status }) => got.push(status));
    request.on('response', ({ ':status': status }) => got.push(status));
    request.on('trailers', (trailers) => got.push(trailers['x-end']));
    let size = 0;
    request.on('data', (bytes) => { size += bytes.length; });
    request.on('close', () => {
        // What ends with its connection is told by no 'error'.
        if (request.rstCode !== 0 || got.length === 0)
            fail(new Error('socket hang up'));
        console.log(headers[':path'], got.join(), size);
        then();
    });
    request.end(body);
}

function run(server, scheme, then) {
    server.on('error', fail);
    server.on('sessionError', fail);
    server.on('stream', answer);
    server.listen(0, '127.0.0.1', () => {
        const session = http2.connect(
            `${scheme}://127.0.0.1:${server.address().port}`,
            { ca: keys.ca.cert, servername: 'localhost' });
        session.on('error', fail);
        session.on('stream', (pushed) => {
            pushed.on('error', fail);
            pushed.resume();
        });
        const echo = { ':path': '/echo', ':method': 'POST' };
        ask(session, { ':path': '/' }, undefined, () => {
            ask(session, echo, Buffer.alloc(100000, 1), () => {
                ask(session, { ':path': '/file' }, undefined, () => {
                    session.ping((error) => {
                        fail(error);
                        session.close();
                    });
                });
            });
        });
        session.on('close', () => server.close(then));
    });
}

run(http2.createServer(), 'http', () => {
    run(http2.createSecureServer(keys.server), 'https', () => {
        console.log('end');
    });
});
