'use strict';
/*
 * A response that was not sent does not finish: the callback of end() gets the
 * error of the socket, writableFinished stays false, there is no 'finish'. And
 * responses that wait behind it are closed with the connection.
 */

const assert = require('assert');
const http = require('http');
const net = require('net');

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const BIG = Buffer.alloc(32 << 20); // more than the kernel takes at once

/* Serve these requests; the client reads nothing. */
function serve(text, onRequest, next) {
    const server = http.createServer((req, res) => {
        onRequest(req, res, () => {
            client.destroy();
            server.close(next);
        });
    });
    let client;
    server.listen(0, '127.0.0.1', () => {
        client = net.connect(server.address().port, '127.0.0.1');
        client.on('error', () => {});
        client.write(text);
    });
}

function note(events, res, name) {
    res.on('finish', () => events.push(`${name} finish`));
    res.on('error', () => events.push(`${name} error`));
    res.on('close', () =>
        events.push(`${name} close ${res.writableFinished}`));
    return (error) => events.push(`${name} ended ${error && error.code}`);
}

function testDestroyed(next) {
    serve(REQUEST, (req, res, done) => {
        const events = [];
        res.end(BIG, note(events, res, 'it'));
        res.end((error) => events.push(`again ${error.code}`));
        setImmediate(() => req.socket.destroy());
        res.on('close', () => {
            assert.deepStrictEqual(events, ['it ended ECANCELED',
                                            'again ECANCELED',
                                            'it close false']);
            done();
        });
    }, next);
}

function testQueued(next) {
    const events = [];
    let count = 0;
    serve(REQUEST + REQUEST, (req, res, done) => {
        if (++count === 1) {
            res.end(BIG, note(events, res, 'first'));
            return;
        }
        res.end('x', note(events, res, 'second'));
        setImmediate(() => req.socket.destroy());
        res.on('close', () => {
            assert.strictEqual(res.errored.code, 'ECONNRESET');
            assert.deepStrictEqual(events, [
                'first ended ECANCELED', 'first close false',
                'second close false']);
            done();
        });
    }, next);
}

function testSent(next) {
    serve(REQUEST, (req, res, done) => {
        const events = [];
        res.end('x', note(events, res, 'it'));
        events.push(res.writableFinished);
        res.on('close', () => {
            assert.deepStrictEqual(events, [
                false, 'it ended null', 'it finish', 'it close true']);
            done();
        });
    }, next);
}

/* The stream below says why a write failed. */
function testWriteCanceled(next) {
    const server = net.createServer((socket) => {
        socket.write(BIG, (error) => {
            assert.strictEqual(error.code, 'ECANCELED');
            client.destroy();
            server.close(next);
        });
        setImmediate(() => socket.destroy());
    });
    let client;
    server.listen(0, '127.0.0.1', () => {
        client = net.connect(server.address().port, '127.0.0.1');
        client.on('error', () => {});
    });
}

testDestroyed(() => testQueued(() => testSent(() => testWriteCanceled())));
