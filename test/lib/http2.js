'use strict';
// http2: requests and responses, bodies larger than any window, trailers, push,
// informational headers, resets, pings, settings; over TCP and TLS, with both
// kinds of handlers.

const assert = require('assert');
const { once } = require('events');
const http2 = require('http2');
const keys = require('./support/tls_keys');

async function open(server, options) {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const isSecure = options !== undefined;
    const client = http2.connect(
        `${isSecure ? 'https' : 'http'}://localhost:${server.address().port}`,
        options);
    return client;
}

async function read(stream) {
    const parts = [];
    for await (const part of stream)
        parts.push(part);
    return Buffer.concat(parts);
}

async function shut(client, server) {
    await new Promise((resolve) => client.close(resolve));
    await new Promise((resolve) => server.close(resolve));
}

async function core() {
    const server = http2.createServer();
    server.on('stream', (stream, headers) => {
        if (headers[':path'] === '/push') {
            stream.pushStream({ ':path': '/pushed' }, (error, pushed) => {
                assert.ifError(error);
                pushed.respond({ ':status': 200 });
                pushed.end('pushed');
            });
        }
        if (headers[':path'] === '/info')
            stream.additionalHeaders({ ':status': 103, 'x-early': '1' });
        stream.respond({ ':status': 201, 'x-a': ['1', '2'],
                         'set-cookie': ['b', 'c'] },
                       { waitForTrailers: true });
        stream.on('wantTrailers', () => stream.sendTrailers({ 'x-t': 'end' }));
        stream.pipe(stream);
    });
    const client = await open(server);
    const body = require('crypto').randomBytes(1_000_000);
    const req = client.request({ ':path': '/', ':method': 'POST' });
    req.end(body);
    const [headers] = await once(req, 'response');
    assert.strictEqual(headers[':status'], 201);
    assert.strictEqual(headers['x-a'], '1, 2');
    assert.deepStrictEqual(headers['set-cookie'], ['b', 'c']);
    const trailers = once(req, 'trailers');
    assert.ok((await read(req)).equals(body));
    assert.strictEqual((await trailers)[0]['x-t'], 'end');

    const info = client.request({ ':path': '/info' });
    const [early] = await once(info, 'headers');
    assert.strictEqual(early['x-early'], '1');
    info.resume();
    await once(info, 'close');

    const pushed = new Promise((resolve) => client.once('stream', resolve));
    client.request({ ':path': '/push' }).resume();
    assert.strictEqual(`${await read(await pushed)}`, 'pushed');

    const [, payload] = await new Promise((resolve) => client.ping(
        Buffer.from('abcdefgh'), (error, ms, got) => resolve([error, got])));
    assert.strictEqual(`${payload}`, 'abcdefgh');
    await new Promise((resolve) => client.settings({ maxFrameSize: 20000 },
                                                   resolve));
    assert.strictEqual(client.localSettings.maxFrameSize, 20000);
    await shut(client, server);
}

async function compat(server, options) {
    server.on('request', (req, res) => {
        res.setHeader('x-url', req.url);
        res.setTrailer('x-end', 'yes');
        req.on('data', (chunk) => res.write(chunk));
        req.on('end', () => res.end('!'));
    });
    const client = await open(server, options);
    const answers = [];
    for (let i = 0; i < 20; i++) {
        const req = client.request({ ':path': `/${i}`, ':method': 'POST' });
        req.end(`body ${i}`);
        answers.push(Promise.all([once(req, 'response'), read(req)]));
    }
    for (const [i, { 0: { 0: headers }, 1: text }] of
        (await Promise.all(answers)).entries()) {
        assert.strictEqual(headers['x-url'], `/${i}`);
        assert.strictEqual(`${text}`, `body ${i}!`);
    }
    await shut(client, server);
}

/* A reset is seen by the other side as its code says. */
async function resets() {
    const server = http2.createServer();
    server.on('stream', (stream) => {
        stream.on('error', () => {});
        stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
    });
    const client = await open(server);
    const req = client.request({ ':path': '/' });
    const [error] = await once(req, 'error');
    assert.strictEqual(error.code, 'ERR_HTTP2_STREAM_ERROR');
    assert.strictEqual(req.rstCode, http2.constants.NGHTTP2_INTERNAL_ERROR);
    await shut(client, server);
}

/* A peer that opens and resets streams without end is cut off, and so is one
 * that sends what is no HTTP/2. */
async function floods() {
    const server = http2.createServer();
    server.on('stream', (stream) => stream.on('error', () => {}));
    server.on('sessionError', () => {});
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const net = require('net');
    const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
    const settings = Buffer.from('000000040000000000', 'hex');
    // :method GET, :scheme http, :path /, all in HPACK's static table
    const rapid = (id) => Buffer.concat([
        Buffer.from('00000301050000000082868400', 'hex').subarray(0, 12),
        Buffer.from('00000403000000000000000008', 'hex')]);
    const reset = [];
    for (let id = 1; id < 6000; id += 2) {
        const both = Buffer.from(rapid(id));
        both.writeUInt32BE(id, 5);
        both.writeUInt32BE(id, 12 + 5);
        reset.push(both);
    }
    const floodsOf = [
        Buffer.concat([Buffer.from(preface), settings, ...reset]),
        Buffer.from('GET / HTTP/1.1\r\n\r\n'),
        Buffer.concat([Buffer.from(preface), settings,
                       // a PING with a length that no PING has
                       Buffer.from('00000306000000000000', 'hex'),
                       Buffer.alloc(3)]),
    ];
    for (const bytes of floodsOf) {
        const socket = net.connect(server.address().port, '127.0.0.1');
        socket.on('error', () => {}).resume();
        socket.write(bytes);
        await once(socket, 'close');
    }
    await new Promise((resolve) => server.close(resolve));
}

async function main() {
    await core();
    await compat(http2.createServer());
    await compat(http2.createSecureServer(keys.server), { ca: keys.ca.cert });
    await resets();
    await floods();
    isDone = true;
}
let isDone = false;
main();
process.on('exit', () => assert.ok(isDone));
