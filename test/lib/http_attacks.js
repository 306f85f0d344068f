'use strict';
/*
 * Malformed, oversized and smuggling requests, as raw bytes, each with the
 * answer that it must get. Every case is sent twice: to a server that leaves
 * errors to the runtime, whose answer is compared, and to one that listens to
 * 'clientError', whose code is compared. The client ends its side at once, so
 * no case waits for a timeout. test/load/attacks.js sends the same inputs with
 * clients that stay, and byte by byte.
 */
const assert = require('assert');
const http = require('http');
const net = require('net');
const cases = require('../load/http_inputs.js');

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
