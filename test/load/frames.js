'use strict';
/*
 * frames.js SEED COUNT: random and mutated frames of HTTP/2, half of the connections
 * against a server, half against a client, whose programs do random things with
 * each stream. Nothing is printed but a failure: what must hold is that the process
 * lives, that each session and each request ends with 'close', and that a server
 * answers a good request afterwards. Node 24 does not pass: sessions of its clients
 * stay open, and one that is destroyed when it is ready throws.
 */
const assert = require('assert');
const { once } = require('events');
const http2 = require('http2');
const net = require('net');

const seed = Number(process.argv[2] || 1);
const count = Number(process.argv[3] || 200);

let state = (seed * 2654435761 + 12345) >>> 0;

/* A whole number below n. */
function random(n) {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x = (x + Math.imul(x ^ (x >>> 7), x | 61)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % n;
}

const pick = (list) => list[random(list.length)];
const rarely = (n) => random(n) === 0;
const times = (n, make) => Array.from({ length: n }, make);

// ---- Frames ----------------------------------------------------------------

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const DATA = 0, HEADERS = 1, PRIORITY = 2, RST = 3, SETTINGS = 4, PUSH = 5,
    PING = 6, GOAWAY = 7, WINDOW = 8, CONTINUATION = 9, ALTSVC = 10, ORIGIN = 12;

function frame(type, flags, id, payload = []) {
    const bytes = Buffer.from(payload);
    const head = Buffer.alloc(9);
    head.writeUIntBE(bytes.length, 0, 3);
    head[3] = type;
    head[4] = flags;
    head.writeUInt32BE(id, 5);
    return Buffer.concat([head, bytes]);
}

/* A header without Huffman's code, which the table may keep. */
function field(name, value) {
    return Buffer.concat([
        Buffer.from([pick([0, 0, 0x10, 0x40]), name.length]),
        Buffer.from(name, 'latin1'), Buffer.from([value.length]),
        Buffer.from(value, 'latin1')]);
}

const uint32 = (n) => [n >>> 24, n >>> 16 & 255, n >>> 8 & 255, n & 255];
const numbers = [0, 1, 2, 5, 100, 16384, 65535, 2 ** 24 - 1, 2 ** 31 - 1,
                 2 ** 31, 2 ** 32 - 1];
const names = ['a', 'cookie', 'te', 'connection', 'content-length', 'x-a', 'A',
               ':path', ':status', 'expect', 'set-cookie', '', 'a b', 'host'];
const values = ['', 'x', 'trailers', '5', '0', '100-continue', ' x ', 'a\0b',
                'é', 'y'.repeat(120)];
const request = () => [[':method', pick(['GET', 'POST', 'HEAD', 'CONNECT', ''])],
                       [':scheme', 'http'], [':path', pick(['/', '', '*', '/é'])],
                       [':authority', 'a']];
const response = () => [[':status', pick(['200', '200', '204', '100', '103', '304',
                                          '421', '999', 'x', ''])]];
const more = () => times(random(4), () => [pick(names), pick(values)]);
const someId = () => pick([0, 1, 1, 1, 3, 3, 5, 7, 2, 4, random(20), 2 ** 31 - 1]);
const bytes = () => times(random(rarely(20) ? 20000 : 40), () => random(256));

function block(start) {
    const fields = rarely(6) ? more() : [...start(), ...more()];
    const text = Buffer.concat(fields.map(([name, value]) => field(name, value)));
    return rarely(10) ? bytes() : text;
}

const flags = () => pick([0, 1, 4, 5, 5, 5, 8, 32, 45, random(256)]);
const setting = () => [0, pick([1, 2, 3, 4, 5, 6, 8, 9, random(256)]),
                       ...uint32(pick(numbers))];

/* By the type of a frame; `start` makes the first headers of a block. */
const makers = {
    [DATA]: () => frame(DATA, pick([0, 0, 1, 8, 9]), someId(), bytes()),
    [HEADERS]: (start) => frame(HEADERS, flags(), someId(), block(start)),
    [PRIORITY]: () => frame(PRIORITY, 0, someId(), times(5, () => random(256))),
    [RST]: () => frame(RST, 0, someId(), uint32(random(16))),
    [SETTINGS]: () => frame(SETTINGS, rarely(3) ? 1 : 0, rarely(9) ? 1 : 0,
                            times(random(4), setting).flat()),
    [PUSH]: (start) => frame(PUSH, 4, someId(), [
        ...uint32(someId()), ...block(rarely(3) ? start : request)]),
    [PING]: () => frame(PING, random(2), 0, times(8, () => random(256))),
    [GOAWAY]: () => frame(GOAWAY, 0, 0, [...uint32(random(9)),
                                         ...uint32(random(14)), ...bytes()]),
    [WINDOW]: () => frame(WINDOW, 0, someId(), uint32(pick(numbers))),
    [CONTINUATION]: (start) => frame(CONTINUATION, pick([0, 4]), someId(),
                                     block(start)),
    [ALTSVC]: () => frame(ALTSVC, 0, someId(), [0, 3, 97, 98, 99, ...bytes()]),
    [ORIGIN]: () => frame(ORIGIN, 0, 0, [0, 8, ...Buffer.from('http://a'),
                                         ...bytes()]),
};
const kinds = [DATA, DATA, HEADERS, HEADERS, HEADERS, PRIORITY, RST, SETTINGS, PUSH,
               PING, GOAWAY, WINDOW, WINDOW, CONTINUATION, ALTSVC, ORIGIN];

/* Bytes that were right, with something changed. */
function mutate(right) {
    const at = random(right.length);
    const how = random(4);
    if (how === 0)
        right[at] = random(256);
    else if (how === 1)
        return right.subarray(0, at);
    else if (how === 2)
        return Buffer.concat([right.subarray(0, at), Buffer.from(bytes()),
                              right.subarray(at)]);
    else
        right[random(Math.min(9, right.length))] ^= 1 << random(8);
    return right;
}

/* An orderly exchange, in which the odd frame is a random one. */
function attack(start) {
    const list = [frame(SETTINGS, 0, 0, rarely(3) ? setting() : [])];
    let id = 1;
    for (let n = 1 + random(12); n > 0; n--) {
        if (random(3) > 0) {
            list.push(makers[pick(kinds)](start));
            continue;
        }
        const isEnd = rarely(2);
        list.push(frame(HEADERS, isEnd ? 5 : 4, id, Buffer.concat(
            start().map(([name, value]) => field(name, value)))));
        if (!isEnd)
            list.push(frame(DATA, random(2), id, bytes()));
        id += 2;
    }
    return rarely(2) ? list : list.map((one) => rarely(4) ? mutate(one) : one);
}

// ---- Programs --------------------------------------------------------------

/* What a program does with a stream, whatever state that is in. */
const acts = [
    (s) => s.end('text'), (s) => s.end(Buffer.alloc(100000)), (s) => s.end(),
    (s) => s.write('part'), (s) => s.close(random(14)), (s) => s.destroy(),
    (s) => s.destroy(new Error('mine')), (s) => s.pause(), (s) => s.resume(),
    (s) => s.setEncoding('utf8'), (s) => s.setTimeout(1), (s) => s.session.ping(() => {}),
    (s) => s.session.close(), (s) => s.session.goaway(random(14)),
    (s) => s.session.settings({ initialWindowSize: random(70000) }),
    (s) => s.session.setLocalWindowSize(random(100000)),
    (s) => s.sendTrailers({ 'x-t': '1' }), (s) => s.state, (s) => s.session.state,
    (s) => rarely(4) && s.session.destroy(), (s) => s.sentHeaders,
];
const serverActs = [
    ...acts,
    (s) => s.respond({ ':status': pick([200, 204, 404]) },
                     { endStream: rarely(3), waitForTrailers: rarely(3) }),
    (s) => s.respond(), (s) => s.additionalHeaders({ ':status': 103 }),
    (s) => s.respondWithFile(__filename, {}, { statCheck() {}, onError() {} }),
    (s) => s.respondWithFD(rarely(2) ? 9999 : 0),
    (s) => s.pushStream({ ':path': '/p' }, (error, pushed) => {
        pushed?.on('error', () => {});
        if (pushed !== undefined)
            act(pushed, serverActs);
    }),
    (s) => s.session.altsvc('h2=":1"', 'http://a'),
    (s) => s.session.origin('http://a'),
];
const events = ['data', 'end', 'aborted', 'close', 'finish', 'trailers', 'timeout',
                'wantTrailers', 'drain', 'response', 'headers', 'push', 'ready'];

function act(stream, list) {
    for (let n = random(4); n > 0; n--) {
        const one = pick(list);
        const go = () => {
            try {
                one(stream);
            } catch {
                // Refused, with an exception.
            }
        };
        const when = random(4);
        if (when === 0)
            setImmediate(go);
        else if (when === 1)
            stream.once(pick(events), go);
        else
            go();
    }
}

function useStream(stream, list) {
    stream.on('error', () => {});
    if (random(3) > 0)
        stream.resume();
    act(stream, list);
}

/* Sessions and requests that have not said 'close'. */
const living = new Set();

function watch(emitter) {
    living.add(emitter);
    emitter.on('error', () => {});
    emitter.on('close', () => living.delete(emitter));
}

async function send(socket, list) {
    for (const one of list) {
        if (socket.destroyed)
            return;
        socket.write(one);
        if (rarely(3))
            await new Promise((resolve) => setImmediate(resolve));
    }
    await new Promise((resolve) => setTimeout(resolve, random(3)));
}

// ---- Against a server ------------------------------------------------------

let isAttacked = true;
const server = http2.createServer();
server.on('session', watch);
server.on('sessionError', () => {});
server.on('stream', (stream) => {
    if (isAttacked)
        useStream(stream, serverActs);
    else
        stream.end('fine');
});

async function attackServer() {
    const socket = net.connect(server.address().port, '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    await once(socket, 'connect');
    const list = attack(request);
    await send(socket, [rarely(30) ? mutate(Buffer.from(PREFACE)) : PREFACE,
                        ...list]);
    socket[pick(['destroy', 'end', 'resetAndDestroy'])]();
}

async function askServer() {
    isAttacked = false;
    const client = http2.connect(`http://127.0.0.1:${server.address().port}`);
    const stream = client.request({ ':path': '/' }).setEncoding('utf8');
    let text = '';
    for await (const chunk of stream)
        text += chunk;
    assert.strictEqual(text, 'fine');
    client.close();
    await once(client, 'close');
    isAttacked = true;
}

// ---- Against a client ------------------------------------------------------

const fake = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', async () => {
        await send(socket, attack(response));
        socket[pick(['destroy', 'end', 'resetAndDestroy'])]();
    });
    socket.resume();
});

async function attackClient() {
    const client = http2.connect(`http://127.0.0.1:${fake.address().port}`);
    watch(client);
    client.on('stream', (pushed) => useStream(pushed, acts));
    for (let n = random(4); n > 0; n--) {
        const stream = client.request(
            { ':method': pick(['GET', 'POST', 'HEAD']), ':path': '/' },
            { endStream: rarely(2), waitForTrailers: rarely(3) });
        watch(stream);
        useStream(stream, acts);
    }
    await new Promise((resolve) => setTimeout(resolve, 1 + random(5)));
    if (rarely(3))
        client.close();
    else if (rarely(3))
        client.destroy();
}

// ---------------------------------------------------------------------------

const listen = (one) => new Promise((resolve) => {
    one.listen(0, '127.0.0.1', resolve);
});

async function run() {
    await listen(server);
    await listen(fake);
    for (let i = 0; i < count; i++) {
        await (rarely(2) ? attackServer() : attackClient());
        if (i % 50 === 49)
            await askServer();
    }
    for (let waited = 0; living.size > 0 && waited < 3000; waited += 50)
        await new Promise((resolve) => setTimeout(resolve, 50));
    const left = [...living].map((one) => one.constructor.name);
    assert.deepStrictEqual(left, [], `seed ${seed}: without 'close'`);
    await askServer();
    server.close();
    fake.close();
}

let isDone = false;
process.on('exit', (code) => {
    if (code === 0)
        assert.ok(isDone, `seed ${seed} ended early`);
});
run().then(() => { isDone = true; });
