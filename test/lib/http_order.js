'use strict';
/*
 * The order in which a server's callbacks, ticks and microtasks run when a
 * request comes in one piece, as Node 24 has it: none run between the head and
 * the body, they do run between a piece of the body and its end.
 */
const assert = require('assert');
const http = require('http');
const net = require('net');

function record(events, name) {
    process.nextTick(() => events.push(`${name} tick`));
    Promise.resolve().then(() => events.push(`${name} microtask`));
    events.push(name);
}

/* What happens at a server that gets `bytes` at once. */
function observe(bytes, listen, done) {
    const events = [];
    const server = http.createServer((req, res) => {
        record(events, `request ${req.url}`);
        listen(req, res, (name) => record(events, name));
    });
    server.listen(0, '127.0.0.1', () => {
        const socket = net.connect(server.address().port, '127.0.0.1');
        socket.end(bytes);
        socket.on('error', () => {}).resume();
        socket.on('close', () => server.close(() => done(events)));
    });
}

const head = 'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n';
const chunks = 'POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n' +
    '\r\n1\r\nx\r\n1\r\ny\r\n0\r\n\r\n';
const bare = 'GET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

function listenToAll(req, res, note) {
    for (const name of ['data', 'end', 'close'])
        req.on(name, () => note(name));
    req.on('end', () => res.end('ok'));
    res.on('finish', () => note('finish'));
    res.on('close', () => note('res close'));
}

function listenToResponse(req, res, note) {
    res.on('finish', () => note('finish'));
    res.on('close', () => {
        note('res close');
        req.on('close', () => note('late close'));
    });
    res.end('ok');
}

const cases = [
    ['a body in the same piece as its head', head + 'xyz', listenToAll,
     'request /a, request /a tick, data, data tick, ' +
     'request /a microtask, data microtask, end, end tick, finish, ' +
     'res close, finish tick, close, res close tick, close tick, ' +
     'end microtask, finish microtask, res close microtask, ' +
     'close microtask'],
    ['two chunks', chunks, listenToAll,
     'request /c, request /c tick, data, data tick, ' +
     'request /c microtask, data microtask, data, data tick, ' +
     'data microtask, end, end tick, finish, res close, finish tick, ' +
     'close, res close tick, close tick, end microtask, ' +
     'finish microtask, res close microtask, close microtask'],
    ['a request without a body', bare, listenToAll,
     'request /b, request /b tick, end, end tick, finish, res close, ' +
     'finish tick, close, res close tick, close tick, ' +
     'request /b microtask, end microtask, finish microtask, ' +
     'res close microtask, close microtask'],
    ['two requests in one piece', head + 'xyz' + bare, listenToAll,
     'request /a, request /a tick, data, data tick, ' +
     'request /a microtask, data microtask, request /b, end, ' +
     'request /b tick, end tick, finish, end, res close, finish tick, ' +
     'close, end tick, finish, res close tick, close tick, res close, ' +
     'finish tick, close, res close tick, close tick, ' +
     'request /b microtask, end microtask, finish microtask, ' +
     'end microtask, res close microtask, close microtask, ' +
     'finish microtask, res close microtask, close microtask'],
    ['a request that nobody reads', bare, listenToResponse,
     'request /b, request /b tick, finish, res close, finish tick, ' +
     'res close tick, late close, late close tick, ' +
     'request /b microtask, finish microtask, res close microtask, ' +
     'late close microtask'],
    ['a body that nobody reads', head + 'xyz', listenToResponse,
     'request /a, request /a tick, finish, res close, finish tick, ' +
     'res close tick, request /a microtask, finish microtask, ' +
     'res close microtask, late close, late close tick, ' +
     'late close microtask'],
];

function run(i) {
    if (i === cases.length)
        return;
    const [name, bytes, listen, expected] = cases[i];
    observe(bytes, listen, (events) => {
        if (process.env.SHOW_ORDER)
            console.log(JSON.stringify([name, events.join(', ')]));
        else
            assert.deepStrictEqual([name, events.join(', ')], [name, expected]);
        run(i + 1);
    });
}

run(0);
