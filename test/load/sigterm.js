'use strict';
/*
 * SIGTERM closes a server in the way most services do it: the handler calls
 * server.close(). Requests that are under way are answered to the last byte,
 * connections that are idle are closed, new ones are refused, and the process
 * ends with code 0. Without a handler the signal ends it.
 *
 * Nothing is timed: the server says when it has received the requests and the
 * signal, and answers when it is told to.
 */
const assert = require('assert');
const childProcess = require('child_process');
const http = require('http');
const net = require('net');
const readline = require('readline');
const { once } = require('events');

const BODY = 'x'.repeat(1 << 20);
const IN_FLIGHT = 10;

// ---- The server ------------------------------------------------------------

function serve() {
    const waiting = [];
    const server = http.createServer((req, res) => {
        if (req.url === '/now') {
            res.end('now');
            return;
        }
        res.write(BODY); // half of it before the signal
        waiting.push(res);
        if (waiting.length === IN_FLIGHT)
            console.log('waiting');
    });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));
    if (process.argv[3] === 'handled') {
        process.on('SIGTERM', () => {
            server.close(() => { process.exitCode = 0; });
            console.log('closing');
        });
    }
    readline.createInterface(process.stdin).once('line', () => {
        for (const res of waiting)
            res.end(BODY);
        process.stdin.destroy();
    });
}

// ---- The parent ------------------------------------------------------------

async function start(kind) {
    const child = childProcess.spawn(
        process.execPath, [...process.execArgv, __filename, 'server', kind],
        { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = readline.createInterface(child.stdout)[Symbol.asyncIterator]();
    const line = async () => (await lines.next()).value;
    const exit = once(child, 'exit');
    return { child, line, exit, port: Number(await line()) };
}

function get(port, path, agent) {
    return new Promise((resolve, reject) => {
        http.get({ host: '127.0.0.1', port, path, agent }, (res) => {
            let text = '';
            res.setEncoding('latin1');
            res.on('data', (chunk) => { text += chunk; });
            res.on('error', reject);
            res.on('end', () => resolve(text));
        }).on('error', reject);
    });
}

async function refusal(port) {
    const socket = net.connect(port, '127.0.0.1');
    const [error] = await once(socket, 'error');
    return error.code;
}

async function testHandled() {
    const { child, line, exit, port } = await start('handled');
    const idle = net.connect(port, '127.0.0.1');
    idle.write('GET /now HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(idle, 'data');
    const closed = once(idle.resume(), 'close');
    const answers = [];
    for (let i = 0; i < IN_FLIGHT; i++)
        answers.push(get(port, '/later', false));
    assert.strictEqual(await line(), 'waiting');
    child.kill('SIGTERM');
    assert.strictEqual(await line(), 'closing');
    await closed;
    assert.strictEqual(await refusal(port), 'ECONNREFUSED');
    child.stdin.write('go on\n');
    for (const text of await Promise.all(answers))
        assert.strictEqual(text.length, 2 * BODY.length);
    assert.deepStrictEqual(await exit, [0, null]);
}

async function testUnhandled() {
    const { child, line, exit, port } = await start('unhandled');
    const answers = [];
    for (let i = 0; i < IN_FLIGHT; i++)
        answers.push(assert.rejects(get(port, '/later', false),
                                    { code: 'ECONNRESET' }));
    assert.strictEqual(await line(), 'waiting');
    child.kill('SIGTERM');
    assert.deepStrictEqual(await exit, [null, 'SIGTERM']);
    await Promise.all(answers);
}

async function main() {
    await testHandled();
    await testUnhandled();
    console.log(`${IN_FLIGHT} requests in flight`);
}

if (process.argv[2] === 'server')
    serve();
else
    main();
