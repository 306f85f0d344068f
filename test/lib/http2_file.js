'use strict';
// http2: the parts of a file that a server sends, and what the program sees of
// them; a server's socket that speaks another protocol. Answers are Node's.

const assert = require('assert');
const dc = require('diagnostics_channel');
const { once } = require('events');
const fs = require('fs');
const http2 = require('http2');
const os = require('os');
const path = require('path');
const tls = require('tls');
const keys = require('./support/tls_keys');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'http2-file-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true }));
const file = path.join(dir, 'file');
fs.writeFileSync(file, '0123456789');
const nothing = path.join(dir, 'nothing');
fs.writeFileSync(nothing, '');

/* What to do with a stream, and what the client gets: content-length, body,
 * code of the stream. */
const cases = [
    [(s) => s.respondWithFile(file), '10', '0123456789', 0],
    [(s) => s.respondWithFile(file, {}, { offset: 3, length: 4 }),
     '4', '3456', 0],
    [(s) => s.respondWithFile(file, {}, { offset: 8, length: 4 }), '2', '89',
     0],
    [(s) => s.respondWithFile(file, {}, { length: 0 }), '0', '', 0],
    [(s) => s.respondWithFile(file, {}, { offset: 10 }), '0', '', 0],
    [(s) => s.respondWithFile(nothing), '0', '', 0],
    [(s) => s.respondWithFile(file, {}, { offset: 20 }), undefined, '', 1],
    [(s) => s.respondWithFile(file, {}, { statCheck(...given) {
        assert.strictEqual(given.length, 2);
        assert.strictEqual(this, s);
    } }), '10', '0123456789', 0],
    [(s) => withDescriptor(s, { length: 0 }), undefined, '', 0],
    [(s) => withDescriptor(s, { offset: 2 }), undefined, '23456789', 0],
    [(s) => withDescriptor(s, { statCheck(stat, headers, part) {
        assert.deepStrictEqual(part, { offset: 0, length: -1 });
        part.offset = 4;
        part.length = 2;
    } }), undefined, '45', 0],
    [(s) => {
        assert.throws(() => s.respondWithFD({ fd: 1 }, { ':status': 304 }),
                      { code: 'ERR_INVALID_ARG_TYPE' });
        s.respond({}, { endStream: true });
    }, undefined, '', 0],
];

function withDescriptor(stream, options) {
    const fd = fs.openSync(file);
    stream.on('close', () => fs.closeSync(fd));
    stream.respondWithFD(fd, {}, options);
}

async function ask(client, number) {
    const request = client.request({ ':path': `/${number}` });
    let body = '', length;
    request.setEncoding('utf8');
    request.on('response', (headers) => {
        length = headers['content-length'];
    });
    request.on('data', (text) => {
        body += text;
    });
    request.on('error', () => {});
    await new Promise((resolve) => {
        request.on('close', resolve);
    });
    return [length, body, request.rstCode];
}

async function testParts() {
    let finished = 0;
    dc.subscribe('http2.server.stream.finish', () => finished++);
    const server = http2.createServer();
    server.on('stream', (stream, headers) => {
        stream.on('error', () => {});
        cases[headers[':path'].slice(1)][0](stream);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = http2.connect(`http://127.0.0.1:${server.address().port}`);
    for (const [number, [, ...expected]] of cases.entries())
        assert.deepStrictEqual(await ask(client, number), expected,
                               `case ${number}`);
    assert.strictEqual(finished, 1); // a file is none
    client.close();
    server.close();
}

/* A program that listens has all the time it wants. */
async function testUnknownProtocol() {
    const server = http2.createSecureServer({ ...keys.server,
                                              unknownProtocolTimeout: 1 });
    server.on('unknownProtocol', (socket) => {
        setTimeout(() => socket.end('late'), 50);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = tls.connect({ port: server.address().port, host: '127.0.0.1',
                                 ca: keys.ca.cert, checkServerIdentity() {} });
    assert.strictEqual((await socket.toArray()).join(''), 'late');
    server.close();
}

(async () => {
    await testParts();
    await testUnknownProtocol();
})();
