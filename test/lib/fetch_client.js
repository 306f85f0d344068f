'use strict';
/*
 * The HTTP client under fetch() and WebSocket: it is not node:http's, so that a
 * program that patches that one does not see it; and it does not trust the
 * server's bytes.
 */

const assert = require('assert');
const diagnostics = require('diagnostics_channel');
const http = require('http');
const net = require('net');
const zlib = require('zlib');
const { run } = require('./support/cases.js');

/* A server that answers each piece of bytes by answer(socket, number). */
async function serve(answer, use) {
    const sockets = [];
    const server = net.createServer((socket) => {
        let n = 0;
        sockets.push(socket);
        socket.on('error', () => {});
        socket.on('data', () => answer(socket, n++));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address();
    try {
        return await use(`http://127.0.0.1:${port}/`, sockets);
    } finally {
        sockets.forEach((socket) => socket.destroy());
        await new Promise((resolve) => server.close(resolve));
    }
}

const sends = (text) => (socket) => socket.write(text);
const ends = (text) => (socket) => socket.end(text);

function textOf(answer, init) {
    return serve(answer, async (url) => (await fetch(url, init)).text());
}

/* What fetch() or the reading of its body fails with. */
async function failureOf(answer, init) {
    const error = await textOf(answer, init).then(
        (text) => assert.fail(`no failure: ${text}`), (failure) => failure);
    assert.ok(error instanceof TypeError, error);
    return `${error.message}: ${error.cause.name}: ${error.cause.message}`;
}

function whole(body, ...headers) {
    return ['HTTP/1.1 200 OK', ...headers, `content-length: ${body.length}`,
            '', body].join('\r\n');
}

/* Every function of the public client throws, until it is put back. */
async function withoutHttp(use) {
    const undo = [];
    const forbid = (object, name) => {
        const saved = Object.getOwnPropertyDescriptor(object, name);
        Object.defineProperty(object, name, {
            configurable: true, writable: true,
            value() { throw new Error(`${name} was called`); },
        });
        undo.push(() => Object.defineProperty(object, name, saved));
    };
    for (const { prototype } of [http.ClientRequest, http.Agent]) {
        Object.keys(prototype).filter((name) => name !== 'path')
            .forEach((name) => forbid(prototype, name));
    }
    for (const name of ['request', 'get', 'ClientRequest', 'Agent',
                        'OutgoingMessage', 'IncomingMessage'])
        forbid(http, name);
    forbid(http, 'globalAgent');
    try {
        return await use();
    } finally {
        undo.reverse().forEach((fn) => fn());
    }
}

run({
    async 'patches of node:http are not seen'() {
        const { ClientRequest, Agent, OutgoingMessage, IncomingMessage } = http;
        const seen = [];
        const patched = [];
        for (const { prototype } of [ClientRequest, Agent, OutgoingMessage,
                                     IncomingMessage]) {
            for (const name of Object.keys(prototype)) {
                const { value } =
                    Object.getOwnPropertyDescriptor(prototype, name);
                if (typeof value !== 'function')
                    continue;
                prototype[name] = function(...args) { // not reached
                    seen.push(name); // not reached
                    return Reflect.apply(value, this, args); // not reached
                };
                patched.push(() => { prototype[name] = value; });
            }
        }
        const text = await withoutHttp(() => textOf(sends(whole('hi'))));
        patched.forEach((undo) => undo());
        assert.strictEqual(text, 'hi');
        assert.deepStrictEqual(seen, []);
    },

    async 'channels of node:http are not told'() {
        const seen = [];
        const names = ['http.client.request.created',
                       'http.client.request.start',
                       'http.client.response.finish'];
        const note = (message, name) => seen.push(name); // not reached
        names.forEach((name) => diagnostics.subscribe(name, note));
        assert.strictEqual(await textOf(sends(whole('hi'))), 'hi');
        names.forEach((name) => diagnostics.unsubscribe(name, note));
        assert.deepStrictEqual(seen, []);
    },

    async 'a WebSocket connects without node:http'() {
        const server = http.createServer();
        server.on('upgrade', (request, socket) => {
            const accept = require('crypto').createHash('sha1')
                .update(`${request.headers['sec-websocket-key']}258EAFA5-` +
                        'E914-47DA-95CA-C5AB0DC85B11').digest('base64');
            socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: ' +
                `websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${
                    accept}\r\n\r\n\x81\x02hi`, 'latin1');
            socket.on('data', () => socket.end());
        });
        await new Promise((resolve) => server.listen(0, resolve));
        const { port } = server.address();
        const data = await withoutHttp(() => new Promise((resolve, reject) => {
            const ws = new WebSocket(`ws://localhost:${port}`);
            ws.onerror = reject;
            ws.onmessage = (event) => {
                resolve(event.data);
                ws.onerror = null;
                ws.close();
            };
        }));
        assert.strictEqual(data, 'hi');
        server.close();
    },

    async 'an upgrade that nobody asked for is an error'() {
        const bad = 'fetch failed: SocketError: bad upgrade';
        assert.strictEqual(await failureOf(sends(
            'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\n' +
            'Upgrade: websocket\r\n\r\n')), bad);
        assert.strictEqual(await failureOf(sends('HTTP/1.1 101 S\r\n\r\n')),
                           bad);
    },

    async '100 Continue is an error, other informational heads are passed'() {
        const flood = 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000);
        assert.strictEqual(await failureOf(sends(flood)),
                           'fetch failed: SocketError: bad response');
        const hints = 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n';
        assert.strictEqual(
            await textOf(sends(hints.repeat(1000) + whole('hi'))), 'hi');
    },

    async 'more than five content codings are refused'() {
        const answer = (n) => (socket) => {
            let body = Buffer.from('zipped');
            for (let i = 0; i < n && i < 5; i++)
                body = zlib.gzipSync(body);
            const names = Array(n).fill('gzip').join(', ');
            socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${
                names}\r\ncontent-length: ${body.length}\r\n\r\n`);
            socket.write(body);
        };
        assert.strictEqual(await textOf(answer(5)), 'zipped');
        for (const n of [6, 2500]) {
            assert.strictEqual(
                await failureOf(answer(n)),
                'fetch failed: Error: too many content-encodings in ' +
                `response: ${n}, maximum allowed is 5`);
        }
    },

    async 'deflate may lack its frame; zstd is known'() {
        for (const [name, body] of [
            ['deflate', zlib.deflateRawSync('zipped')],
            ['deflate', zlib.deflateSync('zipped')],
            ['zstd', zlib.zstdCompressSync('zipped')],
            ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync('zipped'))],
        ]) {
            assert.strictEqual(await textOf((socket) => {
                socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${
                    name}\r\ncontent-length: ${body.length}\r\n\r\n`);
                socket.write(body);
            }), 'zipped');
        }
    },

    async 'a body that is too short or too long'() {
        assert.strictEqual(
            await failureOf(ends('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n' +
                                 '\r\nhi')),
            'terminated: SocketError: other side closed');
        assert.strictEqual(
            await failureOf(ends('HTTP/1.1 200 OK\r\nConnection: close\r\n' +
                                 'Content-Length: 5\r\n\r\nhi')),
            'terminated: ResponseContentLengthMismatchError: Response body ' +
            'length does not match content-length header');
        assert.strictEqual(
            await failureOf(ends('HTTP/1.1 200 OK\r\nConnection: close\r\n' +
                                 'Transfer-Encoding: chunked\r\n\r\n2\r\nhi' +
                                 '\r\n')),
            'terminated: HTTPParserError: Response does not match the ' +
            'HTTP/1.1 protocol (Invalid EOF state)');
        assert.strictEqual(await textOf(sends(`${whole('hi')}junk`)), 'hi');
        assert.strictEqual(await textOf(ends('HTTP/1.0 200 OK\r\n\r\nhi')),
                           'hi');
    },

    async 'a head that is too long'() {
        const text = `X: ${'a'.repeat(20000)}`;
        assert.strictEqual(
            await failureOf(sends(whole('hi', text))),
            'fetch failed: HeadersOverflowError: Headers Overflow Error');
    },

    async 'a connection is used again, but not after HEAD'() {
        const get = async (url, method) => (await fetch(url, { method })).text();
        await serve(sends(whole('hi')), async (url, sockets) => {
            await get(url, 'GET');
            await get(url, 'POST');
            assert.strictEqual(sockets.length, 1);
            await get(url, 'HEAD').catch(() => {});
            await get(url, 'GET');
            assert.strictEqual(sockets.length, 2);
        });
    },

    async 'a request that a kept connection lost is sent again'() {
        const answer = (socket, n) => {
            if (n === 0)
                socket.write(whole('hi'));
            else
                socket.destroy();
        };
        await serve(answer, async (url, sockets) => {
            await (await fetch(url)).text();
            assert.strictEqual(await (await fetch(url)).text(), 'hi');
            assert.strictEqual(sockets.length, 2);
            await assert.rejects(fetch(url, { method: 'POST', body: 'x' }));
        });
    },

    async 'the length that the program names is kept'() {
        const seen = [];
        const server = http.createServer((request, response) => {
            const { method, headers } = request;
            seen.push([method, headers['content-length'],
                       headers['transfer-encoding']]);
            request.on('error', () => {});
            request.resume().on('end', () => response.end());
        });
        await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
        const url = `http://127.0.0.1:${server.address().port}`;
        const send = async (length, method, chunks) => {
            const init = { method, duplex: 'half',
                           headers: length === undefined ? {} :
                               { 'Content-Length': length } };
            if (chunks !== undefined)
                init.body = ReadableStream.from(chunks);
            return fetch(url, init).then(
                ({ status }) => status, ({ cause }) => cause.code);
        };
        const isWrong = 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH';
        assert.strictEqual(await send('4', 'POST', ['ab', 'cd']), 200);
        assert.strictEqual(await send(undefined, 'POST', ['é']), 200);
        assert.strictEqual(await send(undefined, 'POST', []), 200);
        assert.strictEqual(await send('4', 'GET'), 200);
        assert.strictEqual(await send('4', 'POST', ['abc']), isWrong);
        assert.strictEqual(await send('4', 'POST', ['abc', 'de']), isWrong);
        assert.strictEqual(await send('1e1', 'POST', ['a']),
                           'UND_ERR_INVALID_ARG');
        assert.deepStrictEqual(seen.slice(0, 4), [
            ['POST', '4', undefined], ['POST', undefined, 'chunked'],
            ['POST', '0', undefined], ['GET', undefined, undefined]]);
        server.closeAllConnections();
        server.close();
    },

    async 'a redirect leaves its connection to the next request'() {
        let connections = 0;
        const server = http.createServer((request, response) => {
            const { length } = request.url;
            if (length < 3)
                response.writeHead(302, { location: `${request.url}a` });
            response.end(length === 2 ? Buffer.alloc(1e6) : 'end');
        }).on('connection', () => connections++);
        await new Promise((resolve) => {
            server.listen(0, '127.0.0.1', resolve);
        });
        const url = `http://127.0.0.1:${server.address().port}/`;
        assert.strictEqual(await (await fetch(url)).text(), 'end');
        assert.strictEqual(connections, 2); // the long body is not read
        server.closeAllConnections();
        server.close();
    },

    async 'a redirect without a place'() {
        const answer = sends('HTTP/1.1 302 Found\r\nContent-Length: 2\r\n\r\n' +
                             'hi');
        assert.strictEqual(await textOf(answer), 'hi');
        assert.strictEqual(await failureOf(answer, { redirect: 'error' }),
                           'fetch failed: Error: unexpected redirect');
    },

    async 'an error tells of its socket'() {
        const { cause } = await textOf(ends('')).catch((error) => error);
        assert.strictEqual(cause.code, 'UND_ERR_SOCKET');
        assert.deepStrictEqual(Object.keys(cause.socket), [
            'localAddress', 'localPort', 'remoteAddress', 'remotePort',
            'remoteFamily', 'timeout', 'bytesWritten', 'bytesRead']);
    },
});
