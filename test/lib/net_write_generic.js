// What a socket writes goes through _writeGeneric(): programs that mock sockets
// replace it, on one socket or on all, and see each write, before the connection
// is there and after, one chunk or several, from net and from http.
'use strict';
const assert = require('node:assert');
const http = require('node:http');
const net = require('node:net');

const original = net.Socket.prototype._writeGeneric;
assert.strictEqual(typeof original, 'function');
assert.strictEqual(original.length, 4);

function watch(socket, seen) {
    socket._writeGeneric = function(isList, data, encoding, callback) {
        seen.push(isList ? data.map((entry) => String(entry.chunk)) :
            String(data));
        return original.call(this, isList, data, encoding, callback);
    };
}

function plain(next) {
    const seen = [];
    let got = '';
    const server = net.createServer((socket) => {
        socket.setEncoding('utf8').on('data', (text) => { got += text; });
        socket.on('end', () => {
            socket.end();
            server.close();
        });
    });
    server.on('close', () => {
        assert.strictEqual(got, 'one,two,three,four,');
        assert.deepStrictEqual(seen.flat(),
            ['one,', 'one,', 'two,', 'three,', 'four,']);
        assert.deepStrictEqual(seen.at(-1), ['three,', 'four,']);
        next();
    });
    server.listen(0, '127.0.0.1', () => {
        const socket = new net.Socket();
        watch(socket, seen);
        socket.connect(server.address().port, '127.0.0.1');
        // Before the connection: it is given again once that is there.
        socket.write('one,');
        socket.on('connect', () => setImmediate(() => {
            socket.write('two,');
            socket.cork();
            socket.write('three,');
            socket.write(Buffer.from('four,'));
            socket.uncork();
            socket.end();
        }));
    });
}

// A write that the replacement keeps to itself never reaches the handle.
function kept(next) {
    const server = net.createServer((socket) => {
        socket.on('data', () => assert.fail('nothing was to be sent'));
        socket.on('end', () => {
            socket.end();
            server.close(next);
        });
    });
    server.listen(0, '127.0.0.1', () => {
        const socket = net.connect(server.address().port, '127.0.0.1', () => {
            socket._writeGeneric = (isList, data, encoding, done) => done();
            socket.write('text', () => socket.end(Buffer.from('more')));
        });
    });
}

function answers() {
    const seen = [];
    const server = http.createServer((request, response) => {
        watch(request.socket, seen);
        response.end('answer');
    });
    server.listen(0, '127.0.0.1', () => {
        http.get({ port: server.address().port, host: '127.0.0.1',
            agent: false }, (response) => {
            response.resume().on('end', () => {
                assert.match(seen.flat().join(''), /^HTTP\/1\.1 200 [^]*answer$/);
                server.close(() => console.log('done'));
            });
        });
    });
}

plain(() => kept(answers));
