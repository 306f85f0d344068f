'use strict';
/*
 * A process that has no descriptors left. It starts itself again with a limit
 * of 64, and that server fills its table. Each call that needs a descriptor gets
 * a clean EMFILE. A connection that comes in is closed, without any event of
 * the server, which does not spin meanwhile; and when descriptors are free
 * again, the server answers.
 *
 * Parent and child speak in lines: a command, and what came of it as JSON.
 */
const assert = require('assert');
const childProcess = require('child_process');
const dgram = require('dgram');
const fs = require('fs');
const http = require('http');
const net = require('net');
const readline = require('readline');
const { once } = require('events');
const { Worker } = require('worker_threads');

const COUNT = 20; // connections that come when there is no descriptor

// ---- The server ------------------------------------------------------------

const held = [];
const events = [];
let server;

function fill() {
    try {
        for (;;)
            held.push(fs.openSync('/dev/null'));
    } catch (error) {
        return error.message;
    }
}

function free() {
    for (const fd of held.splice(0))
        fs.closeSync(fd);
}

/* The message of the error that f throws or rejects with. */
async function errorOf(f) {
    try {
        await f();
    } catch (error) {
        return error.message;
    }
    return 'no error';
}

const errorEvent = async (emitter) => (await once(emitter, 'error'))[0].message;

/* What each kind of call says. */
const calls = {
    open: () => errorOf(() => fs.promises.open('/dev/null')),
    readFile: () => errorOf(() => fs.promises.readFile('/dev/null')),
    readdir: () => errorOf(() => fs.readdirSync('/')),
    watch: () => errorOf(() => fs.watch('/').close()),
    stream: () => errorEvent(fs.createReadStream('/dev/null')),
    spawn: () => errorEvent(childProcess.spawn('true')),
    silent: () => errorEvent(childProcess.spawn('true', { stdio: 'ignore' })),
    spawnSync: () => childProcess.spawnSync('true').error.message,
    fork: () => errorEvent(childProcess.fork('/dev/null')),
    connect: () => errorEvent(net.connect(1, '127.0.0.1')),
    listen: () => errorEvent(net.createServer().listen(0, '127.0.0.1')),
    udp: () => errorEvent(dgram.createSocket('udp4').bind(0, '127.0.0.1')),
    worker: () => errorEvent(new Worker('', { eval: true })),
};

const expected = {
    open: "EMFILE: too many open files, open '/dev/null'",
    readFile: "EMFILE: too many open files, open '/dev/null'",
    readdir: "EMFILE: too many open files, scandir '/'",
    watch: "EMFILE: too many open files, watch '/'",
    stream: "EMFILE: too many open files, open '/dev/null'",
    spawn: 'spawn true EMFILE',
    silent: 'spawn true EMFILE',
    spawnSync: 'spawnSync true EMFILE',
    fork: `spawn ${process.execPath} EMFILE`,
    connect: 'connect EMFILE 127.0.0.1:1 - Local (undefined:undefined)',
    listen: 'listen EMFILE: too many open files 127.0.0.1',
    udp: 'bind EMFILE 127.0.0.1',
    worker: 'Worker initialization failure: EMFILE',
};

async function callAll() {
    const result = {};
    for (const name of Object.keys(calls))
        result[name] = await calls[name]();
    return result;
}

const commands = {
    port: () => server.address().port,
    fill, free, callAll,
    events: () => events,
    cpu: () => process.cpuUsage(),
    close: () => { server.close(); process.stdin.destroy(); },
};

async function serve() {
    server = http.createServer((req, res) => {
        events.push('request');
        res.setHeader('Connection', 'close');
        res.end('ok');
    });
    server.on('error', (error) => events.push(error.message));
    server.on('drop', () => events.push('drop'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    readline.createInterface(process.stdin).on('line', async (line) => {
        const result = await commands[line]();
        console.log(JSON.stringify(result ?? null));
    });
}

// ---- The parent ------------------------------------------------------------

class Child {
    constructor() {
        this.process = childProcess.spawn(
            'sh', ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath,
                   ...process.execArgv, __filename, 'server'],
            { stdio: ['pipe', 'pipe', 'inherit'] });
        this.lines = readline.createInterface(this.process.stdout);
        this.exit = once(this.process, 'exit');
    }

    async ask(command) {
        const answer = once(this.lines, 'line');
        this.process.stdin.write(`${command}\n`);
        return JSON.parse((await answer)[0]);
    }
}

/* Connect and wait for the end; returns what was received. */
async function connect(port) {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1');
    socket.on('error', () => {});
    socket.on('data', (chunk) => { text += chunk; });
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => socket.on('close', resolve));
    return text;
}

async function main() {
    const child = new Child();
    const port = await child.ask('port');
    assert.match(await connect(port), /^HTTP\/1\.1 200 OK\r\n[^]*ok$/);
    for (let round = 0; round < 3; round++) {
        assert.match(await child.ask('fill'), /^EMFILE: too many open files, o/);
        assert.deepStrictEqual(await child.ask('callAll'), expected);
        const ends = [];
        for (let i = 0; i < COUNT; i++)
            ends.push(connect(port));
        for (const text of await Promise.all(ends))
            assert.strictEqual(text, '');
        await child.ask('free');
        assert.match(await connect(port), /^HTTP\/1\.1 200 OK\r\n[^]*ok$/);
    }
    await checkIdle(child);
    assert.deepStrictEqual(await child.ask('events'),
                           new Array(4).fill('request'));
    await child.ask('close');
    assert.deepStrictEqual(await child.exit, [0, null]);
    console.log(`${3 * COUNT} connections closed for lack of a descriptor, ` +
                `${Object.keys(expected).length} kinds of calls`);
}

/* A server that has no descriptors and nothing to do does nothing. */
async function checkIdle(child) {
    await child.ask('fill');
    const before = await child.ask('cpu');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const after = await child.ask('cpu');
    const us = after.user + after.system - before.user - before.system;
    assert.ok(us < 100000, `${us} us of work in 200 ms`);
    await child.ask('free');
}

if (process.argv[2] === 'server')
    serve();
else
    main();
