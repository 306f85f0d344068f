'use strict';
// http: requests and responses over loopback, with bodies, keep-alive, limits.

const assert = require('assert');
const http = require('http');
const net = require('net');

let done = 0;
process.on('exit', () => assert.strictEqual(done, 8));

function listen(options, onRequest, then) {
    const server = http.createServer(options, onRequest);
    server.listen(0, '127.0.0.1', () => then(server, server.address().port));
}

// Send raw text, and get all of the answer when the server has closed.
function raw(port, text, then) {
    const socket = net.connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => { answer += chunk; });
    socket.on('error', () => {});
    socket.on('close', () => then(answer));
    socket.write(text);
}

function readAll(message, then) {
    let text = '';
    message.setEncoding('utf8');
    message.on('data', (chunk) => { text += chunk; });
    message.on('end', () => then(text));
}

// A body goes there and one comes back; headers have Node's rules.
listen({}, (req, res) => {
    assert.strictEqual(req.method, 'POST');
    assert.strictEqual(req.url, '/a?b=c');
    assert.strictEqual(req.headers['x-many'], '1, 2');
    assert.strictEqual(req.rawHeaders[0], 'X-Many');
    readAll(req, (text) => {
        res.setHeader('Set-Cookie', ['a=1', 'b=2']);
        res.writeHead(201, { 'X-Length': text.length });
        res.end(`got ${text}`);
    });
}, (server, port) => {
    const req = http.request({
        port, host: '127.0.0.1', method: 'POST', path: '/a?b=c', agent: false,
        headers: { 'X-Many': ['1', '2'] },
    }, (res) => {
        assert.strictEqual(res.statusCode, 201);
        assert.strictEqual(res.statusMessage, 'Created');
        assert.deepStrictEqual(res.headers['set-cookie'], ['a=1', 'b=2']);
        assert.strictEqual(res.headers['transfer-encoding'], 'chunked');
        readAll(res, (text) => {
            assert.strictEqual(text, 'got héllo');
            server.close(() => done++);
        });
    });
    req.write('hé');
    req.end('llo');
});

// With keep-alive the second request has the socket of the first.
listen({}, (req, res) => res.end('x'), (server, port) => {
    const agent = new http.Agent({ keepAlive: true });
    const get = (then) => {
        const req = http.get({ port, host: '127.0.0.1', agent }, (res) => {
            readAll(res, () => setImmediate(() => then(req)));
        });
    };
    get((first) => {
        assert.strictEqual(first.reusedSocket, false);
        get((second) => {
            assert.strictEqual(second.reusedSocket, true);
            agent.destroy();
            server.close(() => done++);
        });
    });
});

// Pipelined requests are answered in order, whichever is ready first.
listen({}, (req, res) => {
    const ms = req.url === '/slow' ? 20 : 0;
    setTimeout(() => res.end(req.url), ms);
}, (server, port) => {
    raw(port, 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n' +
        'GET /fast HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
        (answer) => {
            assert.ok(answer.indexOf('/slow') < answer.indexOf('/fast'));
            assert.ok(answer.indexOf('/slow') > 0);
            server.close(() => done++);
        });
});

// What is no HTTP is answered with 400, too large a head with 431.
listen({ maxHeaderSize: 1000 }, () => assert.fail(), (server, port) => {
    raw(port, 'nonsense\r\n\r\n', (answer) => {
        assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
        raw(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(2000)}\r\n\r\n`,
            (second) => {
                assert.match(second, /^HTTP\/1\.1 431 /);
                server.close(() => done++);
            });
    });
});

// A length and chunks at once could smuggle a second request.
listen({}, () => assert.fail(), (server, port) => {
    raw(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n' +
        'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n', (answer) => {
        assert.match(answer, /^HTTP\/1\.1 400 /);
        server.close(() => done++);
    });
});

// An upgraded connection is the program's, with what came behind the head.
{
    const server = http.createServer();
    server.on('upgrade', (req, socket, head) => {
        assert.strictEqual(head.toString(), 'first');
        socket.end('HTTP/1.1 101 Switching Protocols\r\n' +
            'Connection: Upgrade\r\nUpgrade: x\r\n\r\nbytes');
    });
    server.listen(0, '127.0.0.1', () => {
        raw(server.address().port, 'GET / HTTP/1.1\r\nHost: a\r\n' +
            'Connection: Upgrade\r\nUpgrade: x\r\n\r\nfirst', (answer) => {
            assert.match(answer, /\r\n\r\nbytes$/);
            server.close(() => done++);
        });
    });
}

// Trailers with several values are several lines, unless they share one.
listen({ uniqueHeaders: ['x-one'] }, (req, res) => {
    res.setHeader('Trailer', 'X-Many, X-One');
    res.write('x');
    res.addTrailers({ 'X-Many': ['a', 'b'], 'X-One': ['c', 'd'], 'Cookie': ['e'] });
    res.end();
}, (server, port) => {
    http.get({ port, host: '127.0.0.1', agent: false }, (res) => {
        readAll(res, () => {
            assert.deepStrictEqual(res.rawTrailers, [
                'X-Many', 'a', 'X-Many', 'b', 'X-One', 'c; d', 'Cookie', 'e']);
            server.close(() => done++);
        });
    });
});

// No server listens: the error of the socket is that of the request.
{
    const server = net.createServer();
    server.listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        server.close(() => {
            http.get({ port, host: '127.0.0.1' }).on('error', (error) => {
                assert.strictEqual(error.code, 'ECONNREFUSED');
                done++;
            });
        });
    });
}

assert.throws(() => http.request({ path: '/ä ö' }),
              { code: 'ERR_UNESCAPED_CHARACTERS' });
assert.throws(() => new http.OutgoingMessage().setHeader('a b', 1),
              { code: 'ERR_INVALID_HTTP_TOKEN' });
