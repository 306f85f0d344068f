'use strict';
/*
 * http.js SEED COUNT: invented HTTP messages, requests to a server and responses
 * to a client: those of test/load/http_inputs.js and some good ones, changed at
 * random. Each is delivered whole, byte by byte and cut at random. Whatever the
 * cuts, the program must see the same messages and the same error: if not, this
 * one ends with 1. What was seen is printed, to be compared with Node 24.
 *
 * A Duplex hands over the pieces, one 'data' each. Nothing is answered before all
 * of the input is there, since an answer could close the connection before the
 * rest of the input arrives, and that is a race in Node as well. Requests go over
 * a socket of the loopback address, too, whole and cut at random: there the
 * parser reads from the handle of the connection, past its stream. COUNT is what test/fuzz/compare gives to programs that make calls;
 * a fiftieth of it are requests here, and as many responses.
 */
const http = require('http');
const net = require('net');
const { Duplex } = require('stream');
const inputs = require('../load/http_inputs.js');
const { checkMemory, rssMiB } = require('../load/support.js');

const seed = Number(process.argv[2] || 1);
const count = Math.ceil(Number(process.argv[3] || 5000) / 50);
const LONGEST = 3000;

// ---- Chance ----------------------------------------------------------------

let state = (seed * 2654435761 + 12345) >>> 0;

/* A whole number below n. */
function random(n) {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x = (x + Math.imul(x ^ (x >>> 7), x | 61)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % n;
}

const pick = (list) => list[random(list.length)];

// ---- Messages --------------------------------------------------------------

const requests = inputs.map((row) => row[1]).filter(
    (bytes) => bytes !== '' && bytes.length < LONGEST);

const responses = [
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n' +
        '5\r\nhello\r\n6;a=b\r\n world\r\n0\r\nX: y\r\n\r\n',
    'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuntil the end',
    'HTTP/1.0 200 OK\r\n\r\nuntil the end',
    'HTTP/1.1 204 No Content\r\nX: 1\r\nX: 2\r\n\r\n',
    'HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n' +
        'HTTP/1.1 404 Not Found\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n' +
        'Content-Length: 2\r\n\r\nno',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n' +
        'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    'HTTP/1.1 999 \r\nContent-Length: 1\r\n\r\nx',
    'HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nx',
];

const pieces = [
    '\r\n', '\r', '\n', '\r\n\r\n', '\0', ' ', '\t', ':', ',', '0', '1', 'f',
    '\x7f', '\x80', '\xff', ';', '0\r\n\r\n', '5\r\n', 'chunked', 'gzip, ',
    'Content-Length: 5\r\n', 'Content-Length: 0\r\n', 'Content-Length : 1\r\n',
    'Transfer-Encoding: chunked\r\n', 'Transfer-Encoding: gzip, chunked\r\n',
    'Connection: close\r\n', 'Connection: keep-alive\r\n', 'Host: b\r\n',
    'Expect: 100-continue\r\n', 'Upgrade: x\r\nConnection: upgrade\r\n',
    'GET / HTTP/1.1\r\n', 'HTTP/1.1 200 OK\r\n', ' HTTP/1.0', '%00', '/../',
];

const changes = [
    (text, at) => text.slice(0, at) + String.fromCharCode(random(256)) +
        text.slice(at + 1),
    (text, at) => text.slice(0, at) + pick(pieces) + text.slice(at),
    (text, at) => text.slice(0, at) + text.slice(at + 1 + random(8)),
    (text, at) => text.slice(0, at) + text.slice(at - random(20)),
    (text, at) => text.slice(0, at),
    (text) => text.replace('\r\n', () => `\r\n${pick(pieces)}`),
    (text) => text + pick(requests),
];

function invent(kind) {
    let text = pick(kind);
    for (let n = random(5); n > 0; n--)
        text = pick(changes)(text, random(text.length + 1));
    return text.slice(0, LONGEST);
}

function cutAtRandom(text) {
    const cut = [];
    for (let at = 0; at < text.length;) {
        const n = 1 + random(random(4) === 0 ? 100 : 10);
        cut.push(text.slice(at, at + n));
        at += n;
    }
    return cut;
}

/* The ways in which a message arrives; the first is what others are compared
 * with. */
const cuts = (text) => [[text], [...text], cutAtRandom(text),
                        cutAtRandom(text)];

// ---- Delivery --------------------------------------------------------------

class Wire extends Duplex {
    constructor() {
        super({ read() {}, write(chunk, encoding, done) { done(); } });
        this.on('error', () => {});
    }

    setTimeout() { return this; }
    setNoDelay() { return this; }
    setKeepAlive() { return this; }
    ref() { return this; }
    unref() { return this; }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function turns(n) {
    while (n-- > 0)
        await turn();
}

/* Hand over the pieces until there is an error or the wire is closed. */
async function deliver(wire, list, seen) {
    for (const piece of list) {
        if (wire.destroyed || seen.error !== undefined)
            break;
        wire.push(Buffer.from(piece, 'latin1'));
    }
    await turns(4);
    if (!wire.destroyed && seen.error === undefined)
        wire.push(null);
    await turns(6);
}

/* Note head and body of a message; the body when it is complete. */
function note(message, head, list) {
    const entry = { ...head, version: message.httpVersion,
                    raw: message.rawHeaders, headers: message.headers };
    const body = [];
    list.push(entry);
    message.on('data', (chunk) => body.push(chunk));
    message.on('error', () => {});
    message.on('end', () => {
        entry.body = Buffer.concat(body).toString('latin1');
        entry.trailers = message.rawTrailers;
    });
}

// ---- Both sides ------------------------------------------------------------

let current; // what is seen of the connection that is open
const answers = [];

const server = http.createServer({ requireHostHeader: false }, (req, res) => {
    note(req, { method: req.method, url: req.url }, current.messages);
    answers.push(res);
});
server.on('clientError', (error) => {
    current.error ??= `${error.code} ${error.reason}`;
});

/* A server that answers a request without a host closes the connection. */
const socketServer = http.createServer({ requireHostHeader: false },
                                       server.listeners('request')[0]);
socketServer.on('clientError', (error, socket) => {
    if (error.code !== 'ECONNRESET')
        current.error ??= `${error.code} ${error.reason}`;
    socket.destroy();
});

async function serverSees(list) {
    const seen = current = { messages: [], error: undefined };
    const wire = new Wire();
    server.emit('connection', wire);
    await deliver(wire, list, seen);
    for (const res of answers.splice(0))
        res.end('done');
    await turns(2);
    wire.destroy();
    await turns(2);
    return seen;
}

/* The same by a real connection, which the client ends for its part. */
async function socketServerSees(list) {
    const seen = current = { messages: [], error: undefined };
    const closed = new Promise((resolve) => {
        socketServer.once('connection', (socket) => socket.on('close', resolve));
    });
    const client = net.connect(socketServer.address().port, '127.0.0.1');
    client.on('error', () => {});
    client.resume();
    await new Promise((resolve) => client.on('connect', resolve));
    client.setNoDelay();
    for (const piece of list) {
        if (seen.error !== undefined)
            break;
        client.write(piece, 'latin1');
        await turn();
    }
    client.end();
    await closed;
    client.destroy();
    answers.splice(0);
    return seen;
}

async function clientSees(list, method) {
    const seen = { messages: [], error: undefined };
    const wire = new Wire();
    const req = http.request({ method, host: 'a',
                               createConnection: () => wire });
    req.on('information', ({ statusCode, rawHeaders }) =>
        seen.messages.push({ statusCode, rawHeaders }));
    req.on('response', (res) => note(res, { status: res.statusCode,
                                            text: res.statusMessage },
                                     seen.messages));
    req.on('error', (error) => {
        seen.error ??= `${error.code} ${error.reason}`;
    });
    req.end();
    await turns(2);
    await deliver(wire, list, seen);
    req.destroy();
    await turns(2);
    return seen;
}

/*
 * What must be the same however a message was cut. Of requests, all. Of a
 * response, its head: if more follows a complete one in the same piece it is an
 * error, which takes the body along; else the connection is closed by then.
 */
function comparable(seen, isClient) {
    // The end of a request without a version is seen when more follows.
    const isOld = seen.messages.some((m) => m.version === '0.9');
    if (!isClient && !isOld)
        return JSON.stringify(seen);
    return JSON.stringify(seen.messages.map((m) => [m.status, m.url, m.raw]));
}

/* The ways in which a message is delivered and seen; a request also by a socket,
 * but for what is empty or asks for another protocol. */
function* deliveries(text, see, isClient) {
    const ways = cuts(text);
    for (const list of ways)
        yield [list, see];
    if (!isClient && text !== '' && !/upgrade|connect|PRI/i.test(text)) {
        yield [ways[0], socketServerSees];
        yield [ways[2], socketServerSees];
    }
}

async function check(i, text, see, isClient) {
    let first;
    for (const [list, way] of deliveries(text, see, isClient)) {
        const seen = await way(list);
        const result = comparable(seen, isClient);
        first ??= { seen, result };
        if (result !== first.result) {
            if (process.versions.orrery === undefined)
                continue; // an upgrade that nobody wants: it does depend there

            console.log(`${i} depends on cuts: ${JSON.stringify(list)}`);
            console.log(first.result);
            console.log(result);
            process.exitCode = 1;
        }
    }
    // Node drops what follows an upgrade that nobody wants in the same piece.
    const isUpgrade = /upgrade/i.test(text);
    console.log(i, isUpgrade ? '' : JSON.stringify(first.seen));
}

async function main() {
    let before;
    await new Promise((resolve) => socketServer.listen(0, '127.0.0.1', resolve));
    for (let i = 0; i < count; i++) {
        if (i === count >> 1)
            before = rssMiB();
        await check(i, invent(requests), serverSees, false);
        const method = pick(['GET', 'GET', 'HEAD', 'POST']);
        await check(i, invent(responses), (list) => clientSees(list, method),
                    true);
    }
    if (count >= 200)
        checkMemory(before, 4, 'the second half');
    socketServer.close();
}

main();
