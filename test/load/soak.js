'use strict';
/*
 * soak.js SECONDS: rounds of everything, for so long: keep-alive requests, raw
 * sockets, datagrams, files, timers, compression, hashes, children, workers.
 * Each round ends when all of it has ended. After a warm-up neither memory nor
 * descriptors may grow.
 *
 * Memory is that of the process, read at the end of each round. It is compared
 * by thirds: the least of the last third must not be more than the most of the
 * second one, plus a small allowance. So one large round decides nothing, and a
 * leak of a few kilobytes a round is seen if the soak is long.
 */
const assert = require('assert');
const childProcess = require('child_process');
const crypto = require('crypto');
const dgram = require('dgram');
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const { once } = require('events');
const { promisify } = require('util');
const { Worker } = require('worker_threads');
const {
    checkDescriptors, descriptors, isMeasured, isOrrery, rssMiB,
} = require('./support.js');

const seconds = Number(process.argv[2] || 600);
const ALLOWANCE = isOrrery ? 3 : 60; // MiB
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'soak-'));
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
const body = Buffer.alloc(20000, 'soak ');
let httpServer;
let echoServer;

// ---- What a round does -----------------------------------------------------

function request(i) {
    return new Promise((resolve, reject) => {
        const req = http.request({
            agent, host: '127.0.0.1', port: httpServer.address().port,
            method: i % 2 ? 'POST' : 'GET', path: `/${i}?a=b`,
            headers: { 'X-Number': String(i) },
        }, (res) => {
            let length = 0;
            res.on('data', (chunk) => { length += chunk.length; });
            res.on('error', reject);
            res.on('end', () => resolve(length));
        });
        req.on('error', reject);
        req.end(i % 2 ? body : undefined);
    });
}

async function requests() {
    const lengths = await Promise.all(Array.from({ length: 40 },
                                                 (_, i) => request(i)));
    lengths.forEach((n, i) => assert.strictEqual(n, i % 2 ? body.length : 5));
}

async function sockets() {
    const ends = [];
    for (let i = 0; i < 8; i++) {
        const socket = net.connect(echoServer.address().port, '127.0.0.1');
        socket.end(body);
        ends.push((async () => {
            let n = 0;
            for await (const chunk of socket)
                n += chunk.length;
            assert.strictEqual(n, body.length);
        })());
    }
    await Promise.all(ends);
}

async function datagrams() {
    const socket = dgram.createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const received = once(socket, 'message');
    socket.send('hello', socket.address().port, '127.0.0.1');
    assert.strictEqual(String((await received)[0]), 'hello');
    await new Promise((resolve) => socket.close(resolve));
}

async function files() {
    const name = path.join(dir, 'file');
    await fs.promises.writeFile(name, body);
    assert.ok((await fs.promises.readFile(name)).equals(body));
    let n = 0;
    for await (const chunk of fs.createReadStream(name, { highWaterMark: 999 }))
        n += chunk.length;
    assert.strictEqual(n, body.length);
    assert.deepStrictEqual(await fs.promises.readdir(dir), ['file']);
    await fs.promises.unlink(name);
}

async function timers() {
    await Promise.all(Array.from({ length: 50 }, (_, i) =>
        new Promise((resolve) => setTimeout(resolve, i % 5))));
    const interval = setInterval(() => {}, 1000);
    clearInterval(interval);
    assert.throws(() => AbortSignal.abort().throwIfAborted());
}

async function packing() {
    const packed = await promisify(zlib.gzip)(body);
    assert.ok((await promisify(zlib.gunzip)(packed)).equals(body));
    const hash = crypto.createHash('sha256').update(body).digest('hex');
    assert.strictEqual(hash.length, 64);
    await promisify(crypto.pbkdf2)('a', 'b', 10, 16, 'sha256');
}

async function children() {
    const { stdout } = await promisify(childProcess.execFile)(
        'sh', ['-c', 'echo out; echo err >&2']);
    assert.strictEqual(stdout, 'out\n');
    assert.strictEqual(childProcess.spawnSync('true').status, 0);
}

async function workers() {
    const worker = new Worker(`
        const { parentPort } = require('worker_threads');
        parentPort.once('message', (m) => parentPort.postMessage(m));
    `, { eval: true });
    const exit = once(worker, 'exit'); // may follow in the same callback
    const answer = once(worker, 'message');
    worker.postMessage({ body, map: new Map([[1, 2]]) });
    assert.strictEqual((await answer)[0].body.length, body.length);
    assert.deepStrictEqual(await exit, [0]);
}

const parts = [requests, sockets, datagrams, files, timers, packing, children,
               workers];

// ---- The soak --------------------------------------------------------------

async function listen(server) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
}

async function open() {
    // A machine that stalls for longer than this would have the server close a
    // connection in the very moment in which the agent uses it again: in Node,
    // too, that is an ECONNRESET of the request.
    const options = { keepAliveTimeout: 1000 * (seconds + 60) };
    httpServer = await listen(http.createServer(options, (req, res) => {
        if (req.method === 'POST')
            req.pipe(res);
        else
            res.end('hello');
    }));
    echoServer = await listen(net.createServer((socket) => socket.pipe(socket)));
}

function close() {
    agent.destroy();
    httpServer.close();
    echoServer.close();
    fs.rmSync(dir, { recursive: true });
}

function checkGrowth(sizes) {
    const third = Math.floor(sizes.length / 3);
    const max = Math.max(...sizes.slice(third, 2 * third));
    const min = Math.min(...sizes.slice(2 * third));
    if (isMeasured)
        assert.ok(min <= max + ALLOWANCE,
                  `${(min - max).toFixed(1)} MiB more, ` +
                  `${sizes.length} rounds`);
    return `${sizes[third].toFixed(1)} MiB, then ${max.toFixed(1)}, ` +
           `then ${sizes.at(-1).toFixed(1)}`;
}

async function main() {
    const end = performance.now() + 1000 * seconds;
    const sizes = [];
    let fds;
    await open();
    for (let i = 0; i < 6 || performance.now() < end; i++) {
        await Promise.all(parts.map((part) => part()));
        sizes.push(rssMiB());
        if (i === 2)
            fds = descriptors();
    }
    await checkDescriptors(fds, 'after a soak');
    close();
    console.log(`${sizes.length} rounds: ${checkGrowth(sizes)}`);
}

main();
