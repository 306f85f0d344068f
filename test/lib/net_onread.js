'use strict';
// net: `onread`, where bytes go into a buffer of the program's.

const assert = require('assert');
const net = require('net');

const host = '127.0.0.1';
const text = 'a text that is longer than the buffer';
let done = 0;
process.on('exit', () => assert.strictEqual(done, 3));

function serve(options, check) {
    const server = net.createServer((socket) => {
        server.close();
        socket.on('error', () => {}); // the client that fails resets it
        socket.end(text);
    });
    server.listen(0, host, () => {
        check(net.connect({ port: server.address().port, host, ...options }));
    });
}

// pause() in the callback holds back what was read already.
{
    const buffer = Buffer.alloc(8);
    let got = '';
    let isPaused = false;
    serve({ onread: { buffer, callback(n, bytes) {
        assert.strictEqual(isPaused, false);
        assert.strictEqual(bytes, buffer);
        got += bytes.toString('latin1', 0, n);
        isPaused = true;
        this.pause();
        setTimeout(() => {
            isPaused = false;
            this.resume();
        }, 1);
    } } }, (socket) => {
        socket.on('data', () => assert.fail('no data events'));
        socket.on('end', () => {
            assert.strictEqual(got, text);
            done++;
        });
    });
}

// A function gives the next buffer, once at first and then after each read.
{
    let made = 0;
    let reads = 0;
    let got = '';
    serve({ onread: {
        buffer() {
            made++;
            return Buffer.alloc(8);
        },
        callback(n, bytes) {
            reads++;
            got += bytes.toString('latin1', 0, n);
        },
    } }, (socket) => {
        socket.on('end', () => {
            assert.strictEqual(got, text);
            assert.strictEqual(made, reads + 1);
            done++;
        });
    });
}

// A buffer without room is an error.
serve({ onread: { buffer: Buffer.alloc(0), callback() {} } }, (socket) => {
    socket.on('error', ({ code, syscall }) => {
        assert.deepStrictEqual([code, syscall], ['ENOBUFS', 'read']);
        done++;
    });
});
