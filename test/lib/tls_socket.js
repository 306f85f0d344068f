'use strict';
// tls: a TLSSocket can be made over any stream, and is a socket; without a
// certificate or a peer it ends with an error, and 'close' is emitted.

const assert = require('assert');
const net = require('net');
const { PassThrough } = require('stream');
const tls = require('tls');

const idle = new tls.TLSSocket(new PassThrough());
assert.ok(idle instanceof net.Socket);
assert.strictEqual(idle.encrypted, true);
assert.strictEqual(idle.authorized, false);
assert.strictEqual(idle._handle._parentWrap.constructor.name, 'JSStreamSocket');

let closed = 0;
idle.on('close', () => closed++);
idle.destroy();

const failing = new tls.TLSSocket(new PassThrough());
let failures = 0;
failing.on('error', () => failures++);
failing.on('close', () => closed++);
failing.write('x');

process.on('exit', () => assert.deepStrictEqual([closed, failures], [2, 1]));

// What can be compressed is said by the versions, which packages look at.
for (const name of ['zlib', 'brotli', 'zstd'])
    assert.match(process.versions[name], /^\d+\.\d+\.\d+/);

// A signal that was aborted before: an error, 'close', and no connection.
const server = tls.createServer(() => assert.fail('connected'));
server.on('connection', () => assert.fail('connected'));
server.listen(0, () => {
    const socket = tls.connect({ port: server.address().port, host: 'localhost',
                                 signal: AbortSignal.abort() });
    const seen = [];
    socket.on('error', ({ name }) => seen.push(name));
    socket.on('close', () => seen.push('close'));
    setTimeout(() => {
        assert.deepStrictEqual(seen, ['AbortError', 'close']);
        assert.strictEqual(socket.destroyed, true);
        server.close();
    }, 50);
});
