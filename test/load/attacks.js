'use strict';
/*
 * attacks.js [FIRST-ROWS]: the inputs of http_inputs.js, sent by clients that do
 * not end their side: at once, and byte by byte. Answers are compared whole,
 * and then it is seen whether the server has closed the connection or answers
 * another request on it.
 *
 * No outcome depends on time. A byte is sent when the server has read the one
 * before. A connection counts as kept when a second request on it is answered,
 * and as closed when the server's end arrives. Input that is not complete is
 * sent to a server with short timeouts, which must answer it with 408.
 *
 * The same holds on Node 24: that is where the answers are from.
 */
const assert = require('assert');
const http = require('http');
const net = require('net');
const { once } = require('events');
const rows = require('./http_inputs.js');

const count = Number(process.argv[2] || rows.length);
const PROBE = 'GET /probe HTTP/1.1\r\nHost: a\r\n\r\n';
const TEXTS = { ...http.STATUS_CODES, 100: 'Continue' };

/* What the runtime itself answers to a bad request, to the last byte. */
const refusal = (status) =>
    `HTTP/1.1 ${status} ${TEXTS[status]}\r\nConnection: close\r\n\r\n`;

function answerRequest(req, res) {
    let length = 0;
    req.on('data', (chunk) => { length += chunk.length; });
    req.on('error', () => {});
    req.on('end', () => res.end(`${req.method} ${req.url.slice(0, 20)} ` +
                                `${length}\n`));
}

async function startServer(options) {
    const server = http.createServer(options, answerRequest);
    server.on('connection', (socket) => { server.latest = socket; });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/* Write pieces one by one, each when the server has read the last. */
async function writePieces(client, server, pieces) {
    let sent = 0;
    for (const piece of pieces) {
        if (client.destroyed || client.readableEnded)
            return;
        client.write(piece, 'latin1');
        sent += piece.length;
        while (server.latest.bytesRead < sent && !server.latest.destroyed)
            await turn();
        if (server.latest.destroyed)
            return;
    }
}

function cut(bytes, size) {
    const pieces = [];
    for (let i = 0; i < bytes.length; i += size)
        pieces.push(bytes.slice(i, i + size));
    return pieces;
}

function summarize(text) {
    const found = text.match(/^HTTP\/1\.1 \d+|^[A-Z-]+ \S+ \d+$/gm) ?? [];
    return found.join(', ').replaceAll('HTTP/1.1 ', '');
}

class Client {
    constructor(server) {
        this.server = server;
        this.text = '';
        this.closed = false;
        const socket = net.connect(server.address().port, '127.0.0.1');
        socket.setNoDelay();
        socket.setEncoding('latin1');
        socket.on('data', (chunk) => { this.text += chunk; });
        socket.on('error', (error) => { this.text += error.code; });
        socket.on('end', () => { this.closed = true; });
        socket.on('close', () => { this.closed = true; });
        this.socket = socket;
    }

    async open() {
        const accepted = once(this.server, 'connection');
        await once(this.socket, 'connect');
        await accepted;
    }

    /* Wait for the end of the connection, or for what the caller waits for. */
    async until(seen) {
        while (!this.closed && !seen(this.text))
            await turn();
    }
}

/* The answer and the fate of one connection that sends these pieces. */
async function talk(server, pieces, [, , answer, , fate]) {
    const client = new Client(server);
    await client.open();
    await writePieces(client.socket, server, pieces);
    await client.until((text) =>
        fate === 'kept' && summarize(text) === answer && text.endsWith('\n'));
    const result = { text: client.text, fate: 'closed' };
    if (!client.closed) {
        client.text = '';
        client.socket.write(PROBE);
        await client.until((text) => text.includes('GET /probe 0\n'));
        if (!client.closed)
            result.fate = 'kept';
    }
    client.socket.destroy();
    return result;
}

/* All that is known of the text of an answer, not just its numbers. */
function checkText(text, row) {
    for (const line of text.match(/^HTTP.*$/gm) ?? []) {
        const status = line.slice(9, 12);
        assert.strictEqual(line, `HTTP/1.1 ${status} ${TEXTS[status]}`);
    }
    if (row[3] !== '' && text.startsWith('HTTP/1.1 4'))
        assert.strictEqual(text, refusal(row[2]), row[0]);
}

async function checkRow(servers, row, size) {
    const [name, bytes, atOnce, , fate, bytewise = atOnce] = row;
    const answer = size ? bytewise : atOnce;
    const pieces = size ? cut(bytes, size) : [bytes];
    if (fate === 'waits') {
        const { text } = await talk(servers.hasty, pieces, row);
        assert.strictEqual(text, refusal(408), name);
        return;
    }
    const result = await talk(servers.patient, pieces, row);
    assert.deepStrictEqual([name, summarize(result.text), result.fate],
                           [name, answer, fate]);
    checkText(result.text, row);
}

/* ---- Clients that are slow -------------------------------------------------- */

/* [name, what is sent at first, what is sent again and again]. */
const drips = [
    ['a head that never ends', 'GET / HTTP/1.1\r\nHost: a\r\n', 'X: 1\r\n'],
    ['a name that never ends', 'GET / HTTP/1.1\r\nHost: a\r\n', 'x'],
    ['a path that never ends', 'GET /', 'x'],
    ['a method that never begins', '', '\r\n'],
    ['a body that never ends',
     'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n', 'x'],
    ['chunks that never end',
     'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
     '1\r\nx\r\n'],
    ['trailers that never end',
     'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n',
     'X: 1\r\n'],
];

/* A client that sends a little at a time is cut off all the same. */
async function checkDrip(server, [name, first, again]) {
    const codes = [];
    server.on('clientError', (error, socket) => {
        codes.push(error.code);
        socket.destroy();
    });
    const client = new Client(server);
    await client.open();
    if (first !== '')
        client.socket.write(first);
    while (!server.latest.destroyed) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        client.socket.write(again);
    }
    client.socket.destroy();
    server.removeAllListeners('clientError');
    assert.deepStrictEqual([name, codes[0]],
                           [name, 'ERR_HTTP_REQUEST_TIMEOUT']);
}

/* A client that reads nothing does not keep its connection. */
async function checkUnread() {
    const events = [];
    const server = http.createServer((req, res) => {
        res.on('close', () => events.push('close', res.writableFinished));
        res.end(Buffer.alloc(64 << 20));
    });
    server.setTimeout(30, (socket) => {
        events.push('timeout');
        socket.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = net.connect(server.address().port, '127.0.0.1');
    client.on('error', () => {});
    client.write(PROBE);
    while (events.length < 3)
        await turn();
    assert.deepStrictEqual(events, ['timeout', 'close', false]);
    client.destroy();
    server.close();
}

/* A connection that is kept, but not used, is closed after its time. */
async function checkIdle() {
    const server = await startServer({ keepAliveTimeout: 20,
                                       keepAliveTimeoutBuffer: 0 });
    const client = new Client(server);
    await client.open();
    client.socket.write(PROBE);
    await client.until(() => false);
    assert.match(client.text, /^Keep-Alive: timeout=0\r$/m);
    assert.match(client.text, /GET \/probe 0\n$/);
    server.close();
}

async function checkSlow(server) {
    for (const drip of drips)
        await checkDrip(server, drip);
    await checkUnread();
    await checkIdle();
}

async function main() {
    const servers = {
        patient: await startServer({
            headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 }),
        hasty: await startServer({
            headersTimeout: 20, requestTimeout: 20,
            connectionsCheckingInterval: 5 }),
    };
    const tested = rows.filter((row) => row[4] !== 'idle').slice(0, count);
    for (const row of tested) {
        await checkRow(servers, row, 0);
        await checkRow(servers, row, Math.ceil(row[1].length / 200));
    }
    await checkSlow(servers.hasty);
    servers.patient.close();
    servers.hasty.close();
    console.log(`${tested.length} inputs, each in two ways, and ` +
                `${drips.length + 2} slow clients`);
}

main();
