'use strict';
/*
 * http_answers.js SEED COUNT: invented responses of a server. One connection sends
 * one to three requests; each is answered in an invented way: headers of all kinds,
 * set by all methods, a body in one piece or several, at once or later, with and
 * without listeners. The bytes that the client gets and what the program saw are
 * printed, to be compared with Node 24, and with the same program under --plain
 * (test/fuzz/ways). COUNT is what test/fuzz/compare gives to programs that make
 * calls; a fiftieth of it are connections here. A third argument, `bytes`, leaves
 * out what the program saw.
 */
const crypto = require('crypto');
const http = require('http');
const net = require('net');

const seed = Number(process.argv[2] || 1);
const count = Math.ceil(Number(process.argv[3] || 5000) / 50);

let state = (seed * 2654435761 + 12345) >>> 0;

/* A whole number below n. */
function random(n) {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x = (x + Math.imul(x ^ (x >>> 7), x | 61)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % n;
}

const pick = (list) => list[random(list.length)];
const often = (n) => random(n) !== 0; // n - 1 times of n

// ---- Answers ---------------------------------------------------------------

const names = ['Content-Type', 'content-type', 'X-A', 'x-a', 'Set-Cookie', 'Vary',
               'ETag', 'Cache-Control', 'Server', 'Cookie', 'Link', 'Upgrade'];
const special = ['Content-Length', 'Connection', 'Transfer-Encoding', 'Date',
                 'Keep-Alive', 'Trailer', 'connection', 'content-length'];
const values = ['text/plain', '', 'a, b', ' x ', 'é', '\tq', 12, 0, -1, 1.5, true,
                ['a', 'b'], [], ['x', 7], 'a'.repeat(300), new Date(0).toISOString()];
const ofSpecial = {
    'content-length': ['5', 5, '3', 0, '05', 'x', [5]],
    'connection': ['close', 'keep-alive', 'Keep-Alive', 'upgrade', 'close, x'],
    'transfer-encoding': ['chunked', 'gzip, chunked', 'identity'],
    'date': ['now', 0],
    'keep-alive': ['timeout=9', 'max=1'],
    'trailer': ['X-T'],
};
const wrong = [undefined, null, 'a\r\nb', 'ł', Symbol.iterator];
const bodies = ['hello', '', 'é', 'łą', 'x'.repeat(5000), 'y'.repeat(70000),
                Buffer.from('bytes'), Buffer.alloc(0), Buffer.alloc(66000, 'z'),
                new Uint8Array([1, 2, 3])];
const encodings = [undefined, 'utf8', 'latin1', 'ascii', 'UTF-8', 'binary', 'UTF8',
                   'utf16le'];
const codes = [200, 200, 200, 201, 204, 206, 304, 404, 500, 299, 100, 999];
const messages = [undefined, undefined, undefined, '', 'Fine', 'é'];

function header() {
    if (random(40) === 0)
        return [pick(['a b', '', 'ü', 'X-Bad']), pick([...wrong, 'v'])];
    if (often(3))
        return [pick(names), random(30) === 0 ? pick(wrong) : pick(values)];
    const name = pick(special);
    return [name, pick(ofSpecial[name.toLowerCase()])];
}

const headers = () => Array.from({ length: random(4) }, header);

function writeHead(res) {
    const list = headers();
    const code = pick(codes);
    const given = pick([undefined, Object.fromEntries(list), list.flat(), list]);
    if (often(3))
        res.writeHead(code, given);
    else
        res.writeHead(code, pick(['Fine', 'é', 'a\nb']), given);
}

const steps = [
    (res) => { res.statusCode = pick(codes); },
    (res) => { res.statusMessage = pick(messages); },
    (res) => res.setHeader(...header()),
    (res) => res.setHeader(...header()),
    (res) => res.appendHeader(...header()),
    (res) => res.removeHeader(pick([...names, ...special])),
    (res) => { res.sendDate = often(2); },
    (res) => { res.shouldKeepAlive = often(2); },
    (res) => { res.strictContentLength = true; },
    (res) => { res.useChunkedEncodingByDefault = false; },
    (res) => res.addTrailers({ 'X-T': '1' }),
    (res) => writeHead(res),
    (res) => writeHead(res),
    (res) => res.flushHeaders(),
    (res) => res.writeContinue(),
];

const listeners = ['finish', 'close', 'prefinish', 'error', 'drain'];

/* Each step is tried; what it throws is noted. */
function attempt(step, res, note) {
    try {
        step(res);
    } catch (error) {
        note(`throws ${error.code ?? error.name}`);
    }
}

function end(res, note) {
    const callback = random(4) === 0 ? () => note('ended') : undefined;
    attempt(() => {
        if (random(8) === 0)
            res.end(callback);
        else
            res.end(pick(bodies), pick(encodings), callback);
    }, res, note);
    if (random(8) === 0)
        attempt(() => res.end('again'), res, note);
    if (!res.finished)
        res.destroy();
}

function answer(req, res, note) {
    for (const event of listeners) {
        if (random(6) === 0 || event === 'error')
            res.on(event, () => note(event));
    }
    if (random(4) === 0) {
        req.on('data', () => note('data'));
        req.on('end', () => note('req end'));
    }
    if (random(6) === 0)
        req.on('close', () => note('req close'));
    if (random(4) === 0)
        note(JSON.stringify(req.headers));
    for (let n = random(5); n > 0; n--)
        attempt(pick(steps), res, note);
    for (let n = random(5) - 2; n > 0; n--)
        attempt(() => note(`${res.write(pick(bodies), pick(encodings))}`), res, note);
    if (often(4))
        end(res, note);
    else
        setImmediate(end, res, note);
}

// ---- Connections -----------------------------------------------------------

const requests = [
    'GET /a HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /b HTTP/1.1\r\nHost: a\r\n\r\n',
    'HEAD /c HTTP/1.1\r\nHost: a\r\nCookie: x=1\r\nCookie: y=2\r\n\r\n',
    'POST /d HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc',
    'POST /e HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n' +
        '3\r\nabc\r\n0\r\n\r\n',
    'GET /f HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'GET /g HTTP/1.0\r\n\r\n',
    'GET /h HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
    'GET /i HTTP/1.1\r\n\r\n',
    'GET /j HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n',
];

let seen; // what the program saw on the connection that is open
let open; // its responses
const server = http.createServer((req, res) => {
    const name = open.push(res) - 1;
    const mine = seen;
    answer(req, res, (what) => mine.push(`${name} ${what}`));
});
server.on('clientError', (error, socket) => {
    seen.push(error.code);
    socket.destroy();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

/* Until all responses are sent, and a few turns more for the bytes to come. */
async function settle(socket) {
    for (let left = 6, n = 0; left > 0 && n < 300; n++) {
        await turn();
        if (open.every((res) => res.writableFinished || res.destroyed) ||
            socket.destroyed)
            left--;
    }
}

function show(text) {
    const plain = text.replace(
        /Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'Date: D');
    const long = plain.length > 2000;
    return JSON.stringify(long ? plain.slice(0, 1000) : plain) + (long
        ? ` ${plain.length} ${crypto.createHash('md5').update(plain, 'latin1').digest('hex')}`
        : '');
}

async function connect(i) {
    seen = [];
    open = [];
    let text = '';
    const socket = net.connect(server.address().port, '127.0.0.1');
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => { text += chunk; });
    socket.on('error', () => {});
    await new Promise((resolve) => socket.on('connect', resolve));
    const list = Array.from({ length: 1 + random(3) }, () => pick(requests));
    if (often(2)) {
        socket.write(list.join(''));
        await settle(socket);
    } else {
        for (const request of list) {
            socket.write(request);
            await settle(socket);
        }
    }
    socket.destroy();
    await turn();
    await turn();
    console.log(i, show(text));
    if (process.argv[4] !== 'bytes')
        console.log('   ', seen.join('; '));
}

server.listen(0, '127.0.0.1', async () => {
    for (let i = 0; i < count; i++)
        await connect(i);
    server.close();
});
