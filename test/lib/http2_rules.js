'use strict';
// http2: what a server answers to frames that break the rules of RFC 9113, and
// to floods. Each case is what a client sends after the preface and an empty
// SETTINGS frame, and the answer, as Node 24 gives it: "goaway N" and "reset N"
// with the code, "status N", "closed" (the connection, without a word), or
// "open" (nothing is wrong).

const assert = require('assert');
const http2 = require('http2');
const net = require('net');

const DATA = 0, HEADERS = 1, PRIORITY = 2, RST = 3, SETTINGS = 4, PUSH = 5,
    PING = 6, GOAWAY = 7, WINDOW = 8, CONTINUATION = 9;
const END_STREAM = 1, ACK = 1, END_HEADERS = 4, PADDED = 8, PRIORITIZED = 32;
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

function frame(type, flags, id, payload = []) {
    const bytes = Buffer.from(payload);
    const head = Buffer.alloc(9);
    head.writeUIntBE(bytes.length, 0, 3);
    head[3] = type;
    head[4] = flags;
    head.writeUInt32BE(id, 5);
    return Buffer.concat([head, bytes]);
}

/* A header without Huffman's code and outside of the tables. */
function field(name, value) {
    return Buffer.concat([
        Buffer.from([0, name.length]), Buffer.from(name, 'latin1'),
        Buffer.from([value.length]), Buffer.from(value, 'latin1')]);
}

function block(fields) {
    return Buffer.concat(fields.map(([name, value]) => field(name, value)));
}

const METHOD = [':method', 'GET'];
const POST = [':method', 'POST'];
const SCHEME = [':scheme', 'http'];
const PATH = [':path', '/'];
const AUTHORITY = [':authority', 'a'];
const whole = [METHOD, SCHEME, PATH, AUTHORITY];

function get(id, fields = whole, flags = END_HEADERS | END_STREAM) {
    return frame(HEADERS, flags, id, block(fields));
}

function post(id, fields = [POST, SCHEME, PATH, AUTHORITY]) {
    return get(id, fields, END_HEADERS);
}

function repeat(n, make) {
    return Array.from({ length: n }, (_, i) => make(i));
}

const uint32 = (n) => [n >>> 24, n >>> 16 & 255, n >>> 8 & 255, n & 255];
const setting = (id, value) => [id >> 8, id & 255, ...uint32(value)];

const cases = {
    'a request': [[get(1)], 'status 200'],
    'a request in two parts': [[
        frame(HEADERS, END_STREAM, 1, block([METHOD, SCHEME])),
        frame(CONTINUATION, END_HEADERS, 1, block([PATH, AUTHORITY]))],
                               'status 200'],
    'a request with padding': [[frame(
        HEADERS, END_HEADERS | END_STREAM | PADDED, 1,
        [3, ...block(whole), 0, 0, 0])], 'status 200'],
    'a request with a priority': [[frame(
        HEADERS, END_HEADERS | END_STREAM | PRIORITIZED, 1,
        [0, 0, 0, 0, 15, ...block(whole)])], 'status 200'],
    'a frame of an unknown type': [[frame(77, 255, 0, [1, 2]), get(1)],
                                   'status 200'],
    'an unknown setting': [[frame(SETTINGS, 0, 0, setting(0x7777, 5)), get(1)],
                           'status 200'],
    'a priority of an idle stream': [[frame(PRIORITY, 0, 3, [0, 0, 0, 0, 1]),
                                      get(5)], 'status 200'],

    // ---- The connection ----
    'no preface': [Buffer.from('GET / HTTP/1.1\r\nhost: a\r\n\r\n'), 'goaway 2'],
    'DATA on stream 0': [[frame(DATA, 0, 0, [1])], 'goaway 1'],
    'HEADERS on stream 0': [[get(0)], 'goaway 1'],
    'RST_STREAM on stream 0': [[frame(RST, 0, 0, uint32(8))], 'goaway 1'],
    'SETTINGS on a stream': [[frame(SETTINGS, 0, 1)], 'goaway 1'],
    'PING on a stream': [[frame(PING, 0, 1, Buffer.alloc(8))], 'goaway 1'],
    'GOAWAY on a stream': [[frame(GOAWAY, 0, 1, Buffer.alloc(8))], 'goaway 1'],
    'CONTINUATION on stream 0': [[frame(CONTINUATION, END_HEADERS, 0,
                                        block(whole))], 'goaway 1'],
    'CONTINUATION without HEADERS': [[get(1), frame(
        CONTINUATION, END_HEADERS, 1, block(whole))], 'goaway 1'],
    'another frame amid a header block': [[
        frame(HEADERS, END_STREAM, 1, block(whole)),
        frame(PING, 0, 0, Buffer.alloc(8))], 'goaway 1'],
    'a header block of two streams': [[
        frame(HEADERS, END_STREAM, 1, block(whole)),
        frame(CONTINUATION, END_HEADERS, 3, block(whole))], 'goaway 1'],
    'PUSH_PROMISE from a client': [[get(1), frame(
        PUSH, END_HEADERS, 1, [0, 0, 0, 2, ...block(whole)])], 'goaway 1'],
    'an even stream': [[get(2)], 'goaway 1'],
    'a stream that is older than the last': [[get(5), get(3)], 'status 200'],
    'DATA on an idle stream': [[frame(DATA, END_STREAM, 1, [1])], 'goaway 1'],
    'RST_STREAM on an idle stream': [[frame(RST, 0, 1, uint32(8))],
                                     'goaway 1'],
    'WINDOW_UPDATE on an idle stream': [[frame(WINDOW, 0, 1, uint32(1))],
                                        'goaway 1'],

    // ---- Sizes ----
    'a frame that is too long': [[frame(DATA, 0, 1, Buffer.alloc(16385))],
                                 'goaway 6'],
    'a PING of 7 bytes': [[frame(PING, 0, 0, Buffer.alloc(7))], 'goaway 6'],
    'a RST_STREAM of 3 bytes': [[get(1), frame(RST, 0, 1, [0, 0, 0])],
                                'goaway 6'],
    'a SETTINGS frame of 5 bytes': [[frame(SETTINGS, 0, 0, Buffer.alloc(5))],
                                    'goaway 6'],
    'an answer of SETTINGS with bytes': [[frame(SETTINGS, ACK, 0,
                                                setting(1, 1))], 'goaway 6'],
    'a WINDOW_UPDATE of 3 bytes': [[frame(WINDOW, 0, 0, [0, 0, 1])],
                                   'goaway 6'],
    'a GOAWAY of 7 bytes': [[frame(GOAWAY, 0, 0, Buffer.alloc(7))],
                            'goaway 6'],
    'padding that is longer than the frame': [[post(1), frame(
        DATA, END_STREAM | PADDED, 1, [9, 1, 2])], 'goaway 1'],

    // ---- Values ----
    'ENABLE_PUSH of 2': [[frame(SETTINGS, 0, 0, setting(2, 2))], 'goaway 1'],
    'INITIAL_WINDOW_SIZE of 2 ** 31': [[frame(SETTINGS, 0, 0,
                                              setting(4, 2 ** 31))],
                                       'goaway 3'],
    'MAX_FRAME_SIZE of 16383': [[frame(SETTINGS, 0, 0, setting(5, 16383))],
                                'goaway 1'],
    'MAX_FRAME_SIZE of 2 ** 24': [[frame(SETTINGS, 0, 0, setting(5, 2 ** 24))],
                                  'goaway 1'],
    'a window that grows by nothing': [[frame(WINDOW, 0, 0, uint32(0))],
                                       'goaway 1'],
    'a window of the connection that overflows': [[frame(
        WINDOW, 0, 0, uint32(2 ** 31 - 1))], 'goaway 3'],
    'a header that does not decode': [[frame(
        HEADERS, END_HEADERS | END_STREAM, 1, [0xff, 0xff, 0xff, 0xff, 0xff])],
                                      'goaway 9'],
    'an index of no header': [[frame(HEADERS, END_HEADERS | END_STREAM, 1,
                                     [0xbf, 0x80])], 'goaway 9'],

    // ---- Headers ----
    'no :path': [[get(1, [METHOD, SCHEME, AUTHORITY])], 'reset 1'],
    'no :method': [[get(1, [SCHEME, PATH, AUTHORITY])], 'reset 1'],
    'no :scheme': [[get(1, [METHOD, PATH, AUTHORITY])], 'reset 1'],
    'two paths': [[get(1, [...whole, PATH])], 'reset 1'],
    'an empty :path': [[get(1, [METHOD, SCHEME, [':path', ''], AUTHORITY])],
                       'reset 1'],
    'a pseudo-header after others': [[get(1, [METHOD, SCHEME, ['x', 'y'], PATH,
                                              AUTHORITY])], 'reset 1'],
    'a pseudo-header of a response': [[get(1, [...whole, [':status', '200']])],
                                      'reset 1'],
    'an unknown pseudo-header': [[get(1, [...whole, [':x', 'y']])], 'reset 1'],
    'a name with capitals': [[get(1, [...whole, ['X-Y', 'z']])], 'reset 1'],
    'Connection': [[get(1, [...whole, ['connection', 'close']])], 'reset 1'],
    'Transfer-Encoding': [[get(1, [...whole, ['transfer-encoding',
                                              'chunked']])], 'reset 1'],
    'TE that is not trailers': [[get(1, [...whole, ['te', 'gzip']])],
                                'reset 1'],
    'two lengths': [[post(1, [POST, SCHEME, PATH, AUTHORITY,
                              ['content-length', '1'],
                              ['content-length', '1']])], 'reset 1'],
    'a length that is no number': [[post(1, [POST, SCHEME, PATH, AUTHORITY,
                                             ['content-length', 'x']])],
                                   'reset 1'],
    'less data than the length says': [[
        post(1, [POST, SCHEME, PATH, [':authority', 'wait'],
                 ['content-length', '3']]),
        frame(DATA, END_STREAM, 1, [1])], 'reset 1'],
    'more than 128 headers': [[get(1, [...whole, ...repeat(
        140, (i) => [`x${i}`, '1'])])], 'reset 11'],
    'headers of more than 64 KiB': [[
        frame(HEADERS, END_STREAM, 1, block(whole)),
        ...repeat(8, (i) => frame(CONTINUATION, i === 7 ? END_HEADERS : 0, 1,
                                  block(repeat(100, () => [
                                      'x', 'y'.repeat(120)]))))], 'reset 11'],

    // ---- Floods ----
    'settings, 2,000 times': [repeat(2000, () => frame(SETTINGS, 0, 0)),
                              'goaway 2'],
    'one frame of 100 settings': [[frame(SETTINGS, 0, 0, repeat(
        100, () => setting(3, 5)).flat())], 'goaway 11'],
    'streams that are reset at once, 2,000 times': [repeat(2000, (i) => [
        get(2 * i + 1), frame(RST, 0, 2 * i + 1, uint32(8))]).flat(),
                                                    'goaway 2'],
    'frames of no data, 2,000 times': [[post(1, [
        POST, SCHEME, PATH, [':authority', 'wait']]),
                                        ...repeat(2000, () => frame(
                                            DATA, 0, 1))], 'goaway 2'],
    'parts of headers, 2,000 times': [[
        frame(HEADERS, END_STREAM, 1, block(whole)),
        ...repeat(2000, () => frame(CONTINUATION, 0, 1))], 'goaway 2'],
};

/* The first word of the server that says that something is wrong, or right. */
function readAnswer(bytes) {
    let status = '';
    for (let at = 0; at + 9 <= bytes.length;) {
        const length = bytes.readUIntBE(at, 3);
        const payload = bytes.subarray(at + 9, at + 9 + length);
        if (bytes[at + 3] === GOAWAY && payload.length >= 8)
            return `goaway ${payload.readUInt32BE(4)}`;
        if (bytes[at + 3] === RST && payload.length === 4 &&
            payload.readUInt32BE(0) !== 0 && status === '')
            status = `reset ${payload.readUInt32BE(0)}`;
        if (bytes[at + 3] === HEADERS && status === '')
            status = 'status 200';
        at += 9 + length;
    }
    return status;
}

/* A PING ends each case: the server has read all that came before. */
const LAST = frame(PING, 0, 0, Buffer.from('the last'));

function ask(port, sent) {
    return new Promise((resolve) => {
        const socket = net.connect(port, '127.0.0.1');
        let bytes = Buffer.alloc(0);
        const finish = (otherwise) => {
            socket.destroy();
            resolve(readAnswer(bytes) || otherwise);
        };
        socket.on('data', (chunk) => {
            bytes = Buffer.concat([bytes, chunk]);
            if (readAnswer(bytes).startsWith('goaway'))
                finish();
            else if (bytes.includes('the last'))
                setImmediate(() => setImmediate(finish, 'open'));
        });
        socket.on('error', () => finish('closed'));
        socket.on('close', () => finish('closed'));
        socket.write(Buffer.isBuffer(sent) ? sent : Buffer.concat(
            [PREFACE, frame(SETTINGS, 0, 0), ...sent, LAST]));
    });
}

(async () => {
    const server = http2.createServer();
    server.on('session', (session) => session.on('error', () => {}));
    server.on('sessionError', () => {});
    server.on('stream', (stream, headers) => {
        stream.on('error', () => {});
        if (headers[':authority'] === 'wait')
            stream.resume();
        else
            stream.respond({}, { endStream: true });
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address();
    const wrong = [];
    for (const [name, [sent, expected]] of Object.entries(cases)) {
        const answer = await ask(port, sent);
        if (answer !== expected)
            wrong.push(`${name}: ${answer}, not ${expected}`);
    }
    assert.deepStrictEqual(wrong, []);
    server.close();
})();
