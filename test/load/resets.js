'use strict';
/*
 * resets.js COUNT: so many connections are opened and reset, at five moments of
 * a request. Afterwards the server answers, and neither memory nor descriptors
 * are left behind.
 */
const assert = require('assert');
const http = require('http');
const net = require('net');
const { once } = require('events');
const {
    checkDescriptors, checkMemory, descriptors, inBatches, rssMiB, turn,
} = require('./support.js');

const count = Number(process.argv[2] || 10000);
const WIDTH = 100;
const body = Buffer.alloc(1 << 20, 'x');

const requests = [
    '', // reset when it is open
    'GET / HTTP/1.1\r\nHo',
    'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /big HTTP/1.1\r\nHost: a\r\n\r\n', // reset at the first byte
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\nabc',
];

function answer(req, res) {
    req.on('error', () => {});
    req.resume();
    if (req.url === '/big')
        res.end(body);
    else
        req.on('end', () => res.end('ok'));
}

/* One connection; resolved when the client has closed it. */
function openAndReset(port, kind) {
    return new Promise((resolve) => {
        const socket = net.connect(port, '127.0.0.1');
        socket.on('error', () => {});
        socket.on('close', resolve);
        if (requests[kind] !== '')
            socket.write(requests[kind]);
        if (kind === 3)
            socket.once('data', () => socket.resetAndDestroy());
        else
            socket.on('connect', () => socket.resetAndDestroy());
    });
}

async function resetMany(server, n) {
    const { port } = server.address();
    await inBatches(n, WIDTH, (i) => openAndReset(port, i % requests.length));
    while ((await connections(server)) > 0)
        await turn();
}

function connections(server) {
    return new Promise((resolve, reject) => server.getConnections(
        (error, n) => (error ? reject(error) : resolve(n))));
}

async function main() {
    const server = http.createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await resetMany(server, Math.ceil(count / 5));
    const before = { fds: descriptors(), rss: rssMiB() };
    await resetMany(server, count);
    await checkDescriptors(before.fds, 'after resets');
    const grown = checkMemory(before.rss, 4, 'after resets');
    const res = await fetch(`http://127.0.0.1:${server.address().port}/`);
    assert.strictEqual(await res.text(), 'ok');
    server.closeAllConnections();
    server.close();
    console.log(`${count} connections reset, ${grown}`);
}

main();
