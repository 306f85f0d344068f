'use strict';
// http2: how streams and sessions begin and end, what is said of it on channels
// and to observers, and what a peer that floods is answered.

const assert = require('assert');
const { once } = require('events');
const http2 = require('http2');
const net = require('net');
const channels = require('diagnostics_channel');
const { PerformanceObserver } = require('perf_hooks');

let isDone = false;
process.on('exit', () => assert.ok(isDone));

async function listen(server) {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${server.address().port}`;
}

async function shut(client, server) {
    await new Promise((resolve) => client.close(resolve));
    await new Promise((resolve) => server.close(resolve));
}

async function aSessionThatIsGoneIsReportedByTheStream() {
    const server = http2.createServer();
    server.on('stream', (stream) => stream.respond({}, { endStream: true }));
    const url = await listen(server);
    const client = http2.connect(url);
    await once(client, 'connect');
    client.destroy();
    const late = client.request();
    const [error] = await once(late, 'error');
    assert.strictEqual(error.code, 'ERR_HTTP2_INVALID_SESSION');
    const other = http2.connect(url);
    await once(other, 'connect');
    other.close();
    const refused = other.request();
    assert.strictEqual((await once(refused, 'error'))[0].code,
                       'ERR_HTTP2_GOAWAY_SESSION');
    await new Promise((resolve) => server.close(resolve));
}

async function whatWasWrittenLeavesBeforeTheReset() {
    const server = http2.createServer();
    server.on('stream', (stream) => {
        stream.resume();
        stream.on('end', () => {
            stream.respond({ ':status': 200 });
            stream.write('foo');
            stream.destroy();
        });
    });
    const client = http2.connect(await listen(server));
    const req = client.request({ ':method': 'POST' });
    req.end();
    req.resume();
    const [headers] = await once(req, 'response');
    assert.strictEqual(headers[':status'], 200);
    await once(req, 'close');
    await shut(client, server);
}

async function aListOfHeadersIsShownAsAnObject() {
    const server = http2.createServer();
    server.on('stream', (stream) => stream.respond({}, { endStream: true }));
    const client = http2.connect(await listen(server));
    const req = client.request([':path', '/a', 'X-Foo', 'bar', 'b', '1',
                                'b', '2']);
    req.resume();
    await once(req, 'close');
    assert.strictEqual(req.sentHeaders['X-Foo'], 'bar');
    assert.deepStrictEqual(req.sentHeaders.b, ['1', '2']);
    assert.strictEqual(req.sentHeaders[':method'], 'GET');
    await shut(client, server);
}

async function channelsAndObserversHear() {
    const heard = [];
    const names = ['client.stream.created', 'client.stream.start',
                   'client.stream.bodyChunkSent', 'client.stream.bodySent',
                   'client.stream.finish', 'client.stream.close',
                   'server.stream.created', 'server.stream.start',
                   'server.stream.finish', 'server.stream.close'];
    for (const name of names)
        channels.subscribe(`http2.${name}`, () => heard.push(name));
    const entries = [];
    const observer = new PerformanceObserver((list) =>
        entries.push(...list.getEntries()));
    observer.observe({ type: 'http2' });
    const server = http2.createServer();
    server.on('stream', (stream) => {
        stream.respond();
        stream.end('ok');
        stream.resume();
    });
    const client = http2.connect(await listen(server));
    const req = client.request({ ':method': 'POST' });
    req.end('body');
    req.resume();
    await once(req, 'close');
    await shut(client, server);
    for (let i = 0; entries.length < 4 && i < 100; i++)
        await new Promise((r) => setTimeout(r, 10)); // not reached if quick
    assert.deepStrictEqual([...heard].sort(), [...names].sort());
    assert.deepStrictEqual(
        entries.map(({ name }) => name).sort(),
        ['Http2Session', 'Http2Session', 'Http2Stream', 'Http2Stream']);
    const ofClient = entries.find(({ detail }) => detail.type === 'client');
    assert.strictEqual(ofClient.detail.streamCount, 1);
    assert.ok(ofClient.detail.bytesWritten > 24);
    observer.disconnect();
}

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

function frame(type, flags, id, payload = Buffer.alloc(0)) {
    const head = Buffer.alloc(9);
    head.writeUIntBE(payload.length, 0, 3);
    head[3] = type;
    head[4] = flags;
    head.writeUInt32BE(id, 5);
    return Buffer.concat([head, payload]);
}

async function framesOfNothingEndTheSession() {
    const server = http2.createServer({ maxSessionInvalidFrames: 3 });
    const failed = new Promise((resolve) => server.on('session', (session) =>
        session.on('error', resolve)));
    server.on('stream', (stream) => stream.on('error', () => {}));
    const url = new URL(await listen(server));
    const socket = net.connect(Number(url.port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(PREFACE);
    socket.write(frame(4, 0, 0));
    // :method POST, :scheme http, :path /, :authority a
    socket.write(frame(1, 4, 1,
                       Buffer.from([0x83, 0x86, 0x84, 0x41, 1, 0x61])));
    for (let i = 0; i < 10; i++)
        socket.write(frame(0, 0, 1));
    assert.strictEqual((await failed).code,
                       'ERR_HTTP2_TOO_MANY_INVALID_FRAMES');
    socket.destroy();
    await new Promise((resolve) => server.close(resolve));
}

async function aServerWithoutMemoryRefusesStreams() {
    const server = http2.createServer({ maxSessionMemory: 1 });
    server.on('stream', (stream) => {
        stream.on('error', () => {});
        stream.respond();
        stream.end(Buffer.alloc(2e6));
    });
    const client = http2.connect(await listen(server));
    const first = client.request();
    await once(first, 'response');
    const second = client.request();
    const [error] = await once(second, 'error');
    assert.match(error.message, /NGHTTP2_ENHANCE_YOUR_CALM/);
    client.destroy();
    await new Promise((resolve) => server.close(resolve));
}

/* grpc-js gives the largest number there is. */
async function limitsMayBeLargerThanAnyNumberOfC() {
    const maxSessionMemory = Number.MAX_SAFE_INTEGER;
    const server = http2.createServer({
        maxSessionMemory, maxSessionInvalidFrames: 2 ** 32 - 1 },
                                      (req, res) => res.end('there'));
    const client = http2.connect(await listen(server), { maxSessionMemory });
    const req = client.request();
    const status = await new Promise((resolve, reject) => {
        req.on('response', (headers) => resolve(headers[':status']));
        req.on('error', reject);
    });
    assert.strictEqual(status, 200);
    req.resume();
    client.close();
    await new Promise((resolve) => server.close(resolve));
}

async function aProtocolErrorEndsTheSession() {
    const server = http2.createServer();
    const failed = new Promise((resolve) => server.on('session', (session) =>
        session.on('error', resolve)));
    const url = new URL(await listen(server));
    const socket = net.connect(Number(url.port), '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(PREFACE);
    socket.write(frame(4, 0, 0));
    socket.write(Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1]));
    assert.strictEqual((await failed).code, 'ERR_HTTP2_ERROR');
    socket.destroy();
    await new Promise((resolve) => server.close(resolve));
}

async function aWriteThatHasNotLeftFailsWithItsStream() {
    for (const how of ['close', 'destroy']) {
        const server = http2.createServer();
        const heard = new Promise((resolve) => server.on('stream', (stream) => {
            stream.respond();
            stream.write(Buffer.alloc(300000), (error) => resolve(error?.code));
            if (how === 'close')
                stream.close(http2.constants.NGHTTP2_CANCEL);
            else
                stream.destroy();
        }));
        const client = http2.connect(await listen(server));
        const req = client.request().on('error', () => {}).resume();
        assert.strictEqual(await heard, 'ECANCELED');
        if (!req.closed)
            await once(req, 'close');
        await shut(client, server);
    }
}

async function aSessionThatFailsInAWritesCallbackSaysSo() {
    const server = http2.createServer();
    server.on('sessionError', () => {});
    server.on('stream', (stream) => {
        stream.on('error', () => {});
        stream.respond();
        stream.write('x', () => stream.session.destroy(new Error('mine')));
    });
    const client = http2.connect(await listen(server));
    client.on('error', () => {});
    client.request().on('error', () => {}).resume();
    const [code] = await once(client, 'goaway');
    assert.strictEqual(code, http2.constants.NGHTTP2_INTERNAL_ERROR);
    await new Promise((resolve) => server.close(resolve));
}

async function aRequestMayBeDestroyedWhenItIsReady() {
    const server = http2.createServer((req, res) => res.end());
    const client = http2.connect(await listen(server));
    const req = client.request({ ':method': 'POST' });
    req.once('ready', () => req.destroy());
    req.end();
    await once(req, 'close');
    await shut(client, server);
}

(async () => {
    await aSessionThatIsGoneIsReportedByTheStream();
    await whatWasWrittenLeavesBeforeTheReset();
    await aListOfHeadersIsShownAsAnObject();
    await channelsAndObserversHear();
    await framesOfNothingEndTheSession();
    await aServerWithoutMemoryRefusesStreams();
    await limitsMayBeLargerThanAnyNumberOfC();
    await aProtocolErrorEndsTheSession();
    await aWriteThatHasNotLeftFailsWithItsStream();
    await aSessionThatFailsInAWritesCallbackSaysSo();
    await aRequestMayBeDestroyedWhenItIsReady();
    isDone = true;
})();
