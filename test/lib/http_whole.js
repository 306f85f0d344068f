'use strict';
/*
 * Responses that leave in one piece: the bytes of their heads, and what sockets,
 * requests and responses show meanwhile, as Node 24 has it.
 */
const assert = require('assert');
const http = require('http');
const net = require('net');

const DATE = /Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/;

/* The text that a server sends for each of `requests`, one after the other on
 * one connection, without the date. */
function talk(listener, requests, done, options = {}) {
    const server = http.createServer(options, listener);
    server.listen(0, '127.0.0.1', () => {
        const socket = net.connect(server.address().port, '127.0.0.1');
        let text = '';
        socket.setEncoding('latin1');
        socket.on('data', (chunk) => { text += chunk; });
        socket.on('end', () => socket.end());
        socket.on('close', () => server.close(() =>
            done(text.replaceAll(new RegExp(DATE, 'g'), 'Date: D'))));
        socket.write(requests.join(''));
    });
}

const get = 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
const last = 'GET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const kept = 'Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n';

/* A head for each way to give headers. */
const heads = [
    ['an object', (res) => {
        res.writeHead(200, { 'Content-Type': 'text/plain',
                             'Content-Length': '2' });
    }, `200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nDate: D\r\n${
        kept}\r\nok`],
    ['numbers and lists', (res) => {
        res.writeHead(201, { 'X-Number': 7, 'Set-Cookie': ['a=1', 'b=2'] });
    }, '201 Created\r\nX-Number: 7\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n' +
        `Date: D\r\n${kept}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n` +
        '\r\n'],
    ['setHeader()', (res) => {
        res.setHeader('X-A', 'a');
        res.setHeader('x-b', ['1', '2']);
        res.statusCode = 404;
    }, `404 Not Found\r\nX-A: a\r\nx-b: 1\r\nx-b: 2\r\nDate: D\r\n${
        kept}Content-Length: 2\r\n\r\nok`],
    ['both', (res) => {
        res.setHeader('X-A', 'a');
        res.writeHead(200, 'Fine', { 'x-a': 'b', 'Y': 'c' });
    }, `200 Fine\r\nx-a: b\r\nY: c\r\nDate: D\r\n${
        kept}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
    ['a flat list', (res) => {
        res.writeHead(200, ['A', '1', 'B', '2', 'A', '3']);
    }, `200 OK\r\nA: 1\r\nB: 2\r\nA: 3\r\nDate: D\r\n${
        kept}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
    ['an accessor', (res) => {
        res.writeHead(200, { get A() { return '1'; }, 'Date': 'mine' });
    }, `200 OK\r\nA: 1\r\nDate: mine\r\n${
        kept}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
    ['Connection and Keep-Alive', (res) => {
        res.writeHead(200, { 'Connection': 'keep-alive',
                             'Keep-Alive': 'timeout=1' });
    }, '200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=1\r\n' +
        'Date: D\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
    ['no date, no length', (res) => {
        res.sendDate = false;
        res.removeHeader('transfer-encoding');
        res.writeHead(200);
    }, '200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\nok'],
    ['Latin-1', (res) => {
        res.writeHead(200, { 'X-A': '\u00e4' });
    }, `200 OK\r\nX-A: \u00e4\r\nDate: D\r\n${
        kept}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
    ['Latin-1 in front of UTF-8', (res) => {
        res.writeHead(200, { 'X-A': '\u00e4', 'Content-Length': 2 });
    }, `200 OK\r\nX-A: \u00c3\u00a4\r\nContent-Length: 2\r\nDate: D\r\n${
        kept}\r\nok`],
];

function testHead([name, prepare, expected], next) {
    const closes = name === 'no date, no length';
    talk((req, res) => {
        if (req.url === '/b' && !closes) {
            res.end();
            return;
        }
        prepare(res);
        res.end('ok');
    }, closes ? [get] : [get, last], (text) => {
        const first = closes ? text :
            text.slice(0, text.lastIndexOf('HTTP/1.1'));
        assert.strictEqual(first, `HTTP/1.1 ${expected}`, name);
        next();
    });
}

/* Bad headers are refused before anything is sent, and the error is thrown. */
function testRefused(next) {
    const codes = [];
    talk((req, res) => {
        for (const headers of [{ 'a b': '1' }, { a: 'b\n' }, { a: undefined },
                               { '': '1' }, { a: '\u0100' }]) {
            try {
                res.writeHead(200, headers);
            } catch (error) {
                codes.push(error.code);
            }
        }
        assert.throws(() => res.writeHead(200, 'a\nb'),
                      { code: 'ERR_INVALID_CHAR' });
        assert.strictEqual(res.headersSent, false);
        res.statusMessage = 'OK';
        res.end('ok');
    }, [last], (text) => {
        assert.deepStrictEqual(codes, [
            'ERR_INVALID_HTTP_TOKEN', 'ERR_INVALID_CHAR',
            'ERR_HTTP_INVALID_HEADER_VALUE', 'ERR_INVALID_HTTP_TOKEN',
            'ERR_INVALID_CHAR']);
        assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
        next();
    });
}

/* Bodies: text in two encodings, bytes, none, and one that nobody may have. */
function testBodies(next) {
    const bodies = {
        '/utf8': ['\u00e4\u20ac', 'utf8'], '/latin1': ['\u00e4', 'latin1'],
        '/hex': ['6f6b', 'hex'], '/bytes': [Buffer.from('ok\n')],
        '/view': [new Uint8Array([111, 107])], '/none': [],
        '/empty': [''], '/head': ['not sent'],
    };
    const requests = Object.keys(bodies).map((url) =>
        `${url === '/head' ? 'HEAD' : 'GET'} ${url} HTTP/1.1\r\nHost: a\r\n` +
        `${url === '/head' ? 'Connection: close\r\n' : ''}\r\n`);
    talk((req, res) => {
        res.writeHead(200, { 'X-Url': req.url, 'Content-Length':
            Buffer.byteLength(bodies[req.url][0] ?? '', bodies[req.url][1]) });
        res.end(...bodies[req.url]);
    }, requests, (text) => {
        const parts = text.split(/HTTP\/1\.1 200 OK\r\n/).slice(1).map(
            (part) => part.slice(part.indexOf('\r\n\r\n') + 4));
        assert.deepStrictEqual(parts, [
            '\u00c3\u00a4\u00e2\u0082\u00ac', '\u00e4', 'ok', 'ok\n', 'ok', '',
            '', '']);
        next();
    });
}

/* The connection between requests, and while one is at work. */
function testConnection(next) {
    const seen = [];
    const look = (socket) => seen.push(
        `${socket.timeout} ${socket.listenerCount('close')} ` +
        `${socket._httpMessage ? 'busy' : 'idle'}`);
    let count = 0;
    const server = http.createServer((req, res) => {
        const { socket } = req;
        look(socket);
        assert.strictEqual(res.listenerCount('finish'), 1);
        assert.strictEqual(req.complete, false);
        const before = socket.bytesWritten;
        res.end('ok');
        assert.ok(socket.bytesWritten > before);
        assert.strictEqual(socket.writableLength, 0);
        assert.strictEqual(res.headersSent, true);
        res.on('close', () => {
            look(socket);
            assert.strictEqual(req.complete, true);
            assert.strictEqual(res.destroyed, true);
            assert.strictEqual(res.socket, null);
            if (++count < 3)
                peer.write(get);
            else
                peer.end();
        });
    });
    const peer = new net.Socket();
    server.listen(0, '127.0.0.1', () => {
        peer.connect(server.address().port, '127.0.0.1');
        peer.resume().write(get);
        peer.on('close', () => server.close(() => {
            assert.deepStrictEqual(seen, [
                'undefined 2 busy', '6000 1 idle', '0 2 busy', '6000 1 idle',
                '0 2 busy', '6000 1 idle']);
            next();
        }));
    });
}

/* A listener that is added while a request is at work stays. */
function testListeners(next) {
    const heard = [];
    const server = http.createServer((req, res) => {
        const { socket } = req;
        if (req.url === '/a')
            socket.on('close', () => heard.push('socket close'));
        res.on('close', () => heard.push(
            `${req.url} ${socket.listenerCount('close')}`));
        if (req.url === '/a')
            res.end('ok');
        else
            socket.destroy();
    });
    server.listen(0, '127.0.0.1', () => {
        const peer = net.connect(server.address().port, '127.0.0.1');
        peer.on('data', () => peer.write(last)).on('error', () => {});
        peer.write(get);
        peer.on('close', () => server.close(() => {
            assert.deepStrictEqual(heard, ['/a 2', 'socket close', '/b 3']);
            next();
        }));
    });
}

/* More than the kernel takes at once: 'finish' waits until it has gone. */
function testLarge(next) {
    const body = 'x'.repeat(48 << 20);
    const events = [];
    let left = 2;
    const server = http.createServer((req, res) => {
        res.on('finish', () => events.push('finish'));
        res.on('close', whenBoth);
        res.end(body);
        events.push(`${req.socket.writableLength > 0} ` +
            `${req.socket.writableNeedDrain}`);
    });
    server.listen(0, '127.0.0.1', () => {
        const { port } = server.address();
        http.get({ host: '127.0.0.1', port, agent: false }, (res) => {
            assert.deepStrictEqual(events, ['true true']);
            let n = 0;
            res.on('data', (chunk) => { n += chunk.length; });
            res.on('end', () => {
                assert.strictEqual(n, body.length);
                whenBoth();
            });
        });
    });
    function whenBoth() {
        if (--left > 0)
            return;
        assert.deepStrictEqual(events, ['true true', 'finish']);
        server.close(next);
    }
}

/* A socket whose write() is the program's sees every write. */
function testReplacedWrite(next) {
    let written = '';
    talk((req, res) => {
        const { write } = req.socket;
        req.socket.write = function(chunk, ...rest) {
            written += chunk;
            return write.call(this, chunk, ...rest);
        };
        res.end('ok');
    }, [last], (text) => {
        assert.ok(written.endsWith('ok'));
        assert.strictEqual(written.replace(DATE, 'Date: D'), text);
        next();
    });
}

const steps = [
    ...heads.map((head) => (next) => testHead(head, next)), testRefused,
    testBodies, testConnection, testListeners, testLarge, testReplacedWrite,
];
let finished = 0;
(function run() {
    if (finished < steps.length)
        steps[finished](() => { finished++; run(); });
})();
process.on('exit', () => assert.strictEqual(finished, steps.length));
