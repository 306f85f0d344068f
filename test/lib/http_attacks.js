'use strict';
/*
 * Malformed, oversized and smuggling requests, as raw bytes, each with the
 * answer that it must get. Every case is sent twice: to a server that leaves
 * errors to the runtime, whose answer is compared, and to one that listens to
 * 'clientError', whose code is compared.
 *
 * A row is [name, bytes, answer, code]. The answer lists the status of each
 * response, for those with status 200 also what the server understood:
 * method, path, length of the body. The client ends its side at once, so no
 * case waits for a timeout.
 */
const assert = require('assert');
const http = require('http');
const net = require('net');

const HOST = 'Host: a\r\n';
const get = (headers) => `GET / HTTP/1.1\r\n${HOST}${headers}\r\n`;
const post = (headers, body) =>
    `POST /p HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const long = (n) => 'x'.repeat(n);

const cases = [
    ['a plain request', get(''), '200, GET / 0', ''],
    ['two requests on one connection',
     get('') + get(''),
     '200, GET / 0, 200, GET / 0', ''],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', '400', ''],
    ['HTTP/1.0 needs no Host', 'GET / HTTP/1.0\r\n\r\n', '200, GET / 0', ''],
    ['an unknown method',
     `XYZZY / HTTP/1.1\r\n${HOST}\r\n`,
     '400', 'HPE_INVALID_METHOD'],
    ['a method in small letters',
     `get / HTTP/1.1\r\n${HOST}\r\n`,
     '400', 'HPE_INVALID_METHOD'],
    ['no version', 'GET /\r\n\r\n', '200, GET / 0', ''],
    ['HTTP/2.0 as a version',
     `GET / HTTP/2.0\r\n${HOST}\r\n`,
     '200, GET / 0', ''],
    ['HTTP/1.2 as a version',
     `GET / HTTP/1.2\r\n${HOST}\r\n`,
     '400', 'HPE_INVALID_VERSION'],
    ['a version of three digits',
     `GET / HTTP/1.11\r\n${HOST}\r\n`,
     '400', 'HPE_INVALID_VERSION'],
    ['the preface of HTTP/2',
     'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
     '400', 'HPE_PAUSED_H2_UPGRADE'],
    ['a TLS handshake',
     '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
     '400', 'HPE_INVALID_METHOD'],
    ['a zero byte in the path',
     `GET /\0 HTTP/1.1\r\n${HOST}\r\n`,
     '400', 'HPE_INVALID_URL'],
    ['a blank in the path',
     `GET /a b HTTP/1.1\r\n${HOST}\r\n`,
     '400', 'HPE_INVALID_CONSTANT'],
    ['a byte above 127 in the path',
     `GET /\xe9 HTTP/1.1\r\n${HOST}\r\n`,
     '400', 'HPE_INVALID_URL'],
    ['lines that end with LF alone',
     'GET / HTTP/1.1\nHost: a\n\n',
     '400', 'HPE_INVALID_VERSION'],
    ['a line that ends with CR alone',
     'GET / HTTP/1.1\rHost: a\r\n\r\n',
     '400', 'HPE_STRICT'],
    ['empty lines before the request',
     `\r\n\r\n${get('')}`,
     '200, GET / 0', ''],
    ['a blank before the colon',
     get('X : 1\r\n'),
     '400', 'HPE_INVALID_HEADER_TOKEN'],
    ['a header without a name',
     get(': 1\r\n'),
     '400', 'HPE_INVALID_HEADER_TOKEN'],
    ['a header without a colon',
     get('nothing\r\n'),
     '400', 'HPE_INVALID_HEADER_TOKEN'],
    ['a folded header',
     get('X: 1\r\n 2\r\n'),
     '400', 'HPE_INVALID_HEADER_TOKEN'],
    ['a blank before the first header',
     'GET / HTTP/1.1\r\n Host: a\r\n\r\n',
     '400', 'HPE_UNEXPECTED_SPACE'],
    ['a control character in a value',
     get('X: a\x01b\r\n'),
     '400', 'HPE_INVALID_HEADER_TOKEN'],
    ['a zero byte in a value',
     get('X: a\0b\r\n'),
     '400', 'HPE_INVALID_HEADER_TOKEN'],
    ['a bare CR in a value', get('X: a\rb\r\n'), '400', 'HPE_LF_EXPECTED'],
    ['a name with a zero byte',
     get('X\0Y: 1\r\n'),
     '400', 'HPE_INVALID_HEADER_TOKEN'],
    ['two Hosts', get('Host: b\r\n'), '200, GET / 0', ''],
    ['a head of 20,000 bytes',
     get(`X: ${long(20000)}\r\n`),
     '431', 'HPE_HEADER_OVERFLOW'],
    ['a path of 20,000 bytes',
     `GET /${long(20000)} HTTP/1.1\r\n${HOST}\r\n`,
     '431', 'HPE_HEADER_OVERFLOW'],
    ['a thousand headers',
     get('X: 1\r\n'.repeat(1000)),
     '431', 'HPE_HEADER_OVERFLOW'],
    ['ten thousand headers',
     get('X: 1\r\n'.repeat(10000)),
     '431', 'HPE_HEADER_OVERFLOW'],
    ['a length and its body',
     post('Content-Length: 3\r\n', 'abc'),
     '200, POST /p 3', ''],
    ['a body longer than its length',
     post('Content-Length: 3\r\n', 'abcdef'),
     '400', 'HPE_INVALID_METHOD'],
    ['a body shorter than its length',
     post('Content-Length: 9\r\n', 'abc'),
     '400', 'HPE_INVALID_EOF_STATE'],
    ['two lengths that differ',
     post('Content-Length: 3\r\nContent-Length: 4\r\n', 'abcd'),
     '400', 'HPE_UNEXPECTED_CONTENT_LENGTH'],
    ['two lengths that are equal',
     post('Content-Length: 3\r\nContent-Length: 3\r\n', 'abc'),
     '400', 'HPE_UNEXPECTED_CONTENT_LENGTH'],
    ['a list of lengths',
     post('Content-Length: 3, 3\r\n', 'abc'),
     '400', 'HPE_INVALID_CONTENT_LENGTH'],
    ['a negative length',
     post('Content-Length: -3\r\n', 'abc'),
     '400', 'HPE_INVALID_CONTENT_LENGTH'],
    ['a length with a sign',
     post('Content-Length: +3\r\n', 'abc'),
     '400', 'HPE_INVALID_CONTENT_LENGTH'],
    ['a hexadecimal length',
     post('Content-Length: 0x3\r\n', 'abc'),
     '400', 'HPE_INVALID_CONTENT_LENGTH'],
    ['a length beyond 64 bits',
     post('Content-Length: 99999999999999999999\r\n', 'abc'),
     '400', 'HPE_INVALID_CONTENT_LENGTH'],
    ['an empty length',
     post('Content-Length:\r\n', ''),
     '400', 'HPE_INVALID_CONTENT_LENGTH'],
    ['chunks', post(chunked, '3\r\nabc\r\n0\r\n\r\n'), '200, POST /p 3', ''],
    ['chunks and a length',
     post(`Content-Length: 3\r\n${chunked}`, '0\r\n\r\nGET /x HTTP/1.1\r\n'),
     '400', 'HPE_INVALID_TRANSFER_ENCODING'],
    ['a length and then chunks',
     post(`${chunked}Content-Length: 3\r\n`, '0\r\n\r\n'),
     '400', 'HPE_INVALID_CONTENT_LENGTH'],
    ['chunked twice',
     post(chunked + chunked, '0\r\n\r\n'),
     '400', 'HPE_INVALID_TRANSFER_ENCODING'],
    ['chunked not last',
     post('Transfer-Encoding: chunked, gzip\r\n', '0\r\n\r\n'),
     '400', 'HPE_INVALID_TRANSFER_ENCODING'],
    ['an encoding that is not chunked',
     post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'),
     '400', 'HPE_INVALID_TRANSFER_ENCODING'],
    ['chunked with a tab before it',
     post('Transfer-Encoding:\tchunked\r\n', '0\r\n\r\n'),
     '200, POST /p 0', ''],
    ['chunked in large letters',
     post('TRANSFER-ENCODING: CHUNKED\r\n', '0\r\n\r\n'),
     '200, POST /p 0', ''],
    ['chunked with a name in vertical tabs',
     post('Transfer-Encoding: \vchunked\r\n', '0\r\n\r\n'),
     '400', 'HPE_INVALID_HEADER_TOKEN'],
    ['a chunk size that is no number',
     post(chunked, 'zz\r\nabc\r\n0\r\n\r\n'),
     '400', 'HPE_INVALID_CHUNK_SIZE'],
    ['a negative chunk size',
     post(chunked, '-1\r\nabc\r\n0\r\n\r\n'),
     '400', 'HPE_INVALID_CHUNK_SIZE'],
    ['a chunk size beyond 64 bits',
     post(chunked, '11111111111111111\r\nabc'),
     '400', 'HPE_INVALID_CHUNK_SIZE'],
    ['a chunk size with 0x',
     post(chunked, '0x3\r\nabc\r\n0\r\n\r\n'),
     '400', 'HPE_INVALID_CHUNK_SIZE'],
    ['a blank behind a chunk size',
     post(chunked, '3 \r\nabc\r\n0\r\n\r\n'),
     '400', 'HPE_INVALID_CHUNK_SIZE'],
    ['a chunk without its line end',
     post(chunked, '3\r\nabc0\r\n\r\n'),
     '400', 'HPE_STRICT'],
    ['a chunk that ends with LF alone',
     post(chunked, '3\nabc\r\n0\r\n\r\n'),
     '400', 'HPE_CR_EXPECTED'],
    ['a chunk extension',
     post(chunked, '3;a=b\r\nabc\r\n0\r\n\r\n'),
     '200, POST /p 3', ''],
    ['chunk extensions of 20,000 bytes',
     post(chunked, `3;${long(20000)}\r\nabc\r\n0\r\n\r\n`),
     '413', 'HPE_CHUNK_EXTENSIONS_OVERFLOW'],
    ['a bad byte in a chunk extension',
     post(chunked, '3;\0\r\nabc\r\n0\r\n\r\n'),
     '400', 'HPE_STRICT'],
    ['trailers', post(chunked, '0\r\nX: 1\r\n\r\n'), '200, POST /p 0', ''],
    ['trailers of 20,000 bytes',
     post(chunked, `0\r\nX: ${long(20000)}\r\n\r\n`),
     '431', 'HPE_HEADER_OVERFLOW'],
    ['a length among the trailers',
     post(chunked, '0\r\nContent-Length: 5\r\n\r\n'),
     '400', 'HPE_INVALID_CONTENT_LENGTH'],
    ['a request hidden in a body',
     post('Content-Length: 38\r\n',
          `GET /hidden HTTP/1.1\r\n${HOST}Y: 123\r\n\r\n`),
     '200, POST /p 38', ''],
    ['a body with Connection: close, then more',
     get('Connection: close\r\n') + get(''),
     '400', 'HPE_CLOSED_CONNECTION'],
    ['an expectation that is unknown', get('Expect: magic\r\n'), '417', ''],
    ['100-continue',
     post('Expect: 100-continue\r\nContent-Length: 3\r\n', 'abc'),
     '100, 200, POST /p 3', ''],
    ['an upgrade that nobody wants',
     get('Connection: upgrade\r\nUpgrade: x\r\n'),
     '200, GET / 0', ''],
    ['CONNECT that nobody handles',
     `CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n`,
     '', ''],
    ['an end in the middle of a name',
     'GET / HTTP/1.1\r\nHo',
     '400', 'HPE_INVALID_EOF_STATE'],
    ['an end in the middle of a method', 'GE', '400', 'HPE_INVALID_EOF_STATE'],
    ['nothing at all', '', '', ''],
];

function answerRequest(req, res) {
    let length = 0;
    req.on('data', (chunk) => { length += chunk.length; });
    req.on('error', () => {});
    req.on('end', () => res.end(`${req.method} ${req.url.slice(0, 20)} ` +
                                `${length}\n`));
}

function send(port, bytes, done) {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1');
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => { answer += chunk; });
    socket.on('error', () => {});
    socket.on('close', () => done(answer));
    socket.end(bytes, 'latin1');
}

function summarize(answer) {
    const found = answer.match(/HTTP\/1\.1 \d+|^[A-Z-]+ \S+ \d+$/gm) ?? [];
    return found.join(', ').replaceAll('HTTP/1.1 ', '');
}

function startServer(onClientError, ready) {
    const server = http.createServer(answerRequest);
    if (onClientError)
        server.on('clientError', onClientError);
    server.listen(0, '127.0.0.1', () => ready(server));
}

function run(plain, listening, codes, results, i) {
    if (i === cases.length) {
        plain.close();
        listening.close();
        check(results);
        return;
    }
    send(plain.address().port, cases[i][1], (answer) => {
        codes.length = 0;
        send(listening.address().port, cases[i][1], () => {
            results.push([summarize(answer), codes.join(' ')]);
            run(plain, listening, codes, results, i + 1);
        });
    });
}

function check(results) {
    for (const [i, [answer, code]] of results.entries()) {
        const [name, , expectedAnswer, expectedCode] = cases[i];
        if (process.env.SHOW_ANSWERS)
            console.log(JSON.stringify([name, answer, code]));
        else
            assert.deepStrictEqual([name, answer, code],
                                   [name, expectedAnswer, expectedCode]);
    }
}

const codes = [];
startServer(null, (plain) => {
    startServer((error, socket) => {
        codes.push(error.code);
        socket.destroy();
    }, (listening) => run(plain, listening, codes, [], 0));
});
