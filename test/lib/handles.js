'use strict';
// What outlives a call: how it is listed, what async hooks see of it, and when
// its close callback comes.
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const { later } = require('./support/later.js');
const { AsyncLocalStorage, createHook, executionAsyncId } =
    require('async_hooks');

const events = new Map(); // by async id

const hook = createHook({
    init(id, type, trigger) { events.set(id, { type, trigger, log: [] }); },
    before(id) { events.get(id)?.log.push('before'); },
    after(id) { events.get(id)?.log.push('after'); },
    destroy(id) { events.get(id)?.log.push('destroy'); },
});

const find = (type) => [...events].filter(([, e]) => e.type === type);
const names = () => process.getActiveResourcesInfo()
    .filter((name) => /TCP|FSReq|Message/.test(name));

function connect(port) {
    return new Promise((resolve, reject) => {
        const socket = net.connect(port, '127.0.0.1', () => resolve(socket));
        socket.on('error', reject);
    });
}

async function listsWhatKeepsTheProgramAlive() {
    assert.deepStrictEqual(names(), []);
    const server = net.createServer((socket) => socket.end());
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    assert.deepStrictEqual(names(), ['TCPServerWrap']);
    assert.deepStrictEqual(process._getActiveHandles()
        .filter((handle) => handle instanceof net.Server), [server]);
    fs.stat('/', () => {});
    assert.deepStrictEqual(names(), ['FSReqCallback', 'TCPServerWrap']);
    server.unref();
    assert.deepStrictEqual(names(), ['FSReqCallback']);
    server.ref();
    server.close(); // listed until its close callback
    assert.deepStrictEqual(names(), ['FSReqCallback', 'TCPServerWrap']);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    assert.ok(!names().includes('TCPServerWrap'));
}

async function hooksSeeAServerAndItsSockets() {
    hook.enable();
    const storage = new AsyncLocalStorage();
    let server, seen;
    storage.run('maker', () => {
        server = net.createServer((socket) => {
            seen = storage.getStore();
            assert.strictEqual(events.get(executionAsyncId()).type,
                               'TCPSERVERWRAP');
            socket.end();
        });
        server.listen(0, '127.0.0.1');
    });
    await new Promise((resolve) => server.once('listening', resolve));
    const socket = await connect(server.address().port);
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => server.close(resolve));
    await new Promise((resolve) => setTimeout(resolve, 5));
    // A timer that is late runs before what the closing phase left for later.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    hook.disable();
    assert.strictEqual(seen, 'maker');

    const [[serverId, made]] = find('TCPSERVERWRAP');
    assert.deepStrictEqual(made.log.slice(0, 2), ['before', 'after']);
    assert.strictEqual(made.log.at(-1), 'destroy');
    const sockets = find('TCPWRAP');
    assert.strictEqual(sockets.length, 2);
    assert.ok(sockets.some(([, e]) => e.trigger === serverId));
    for (const [, { log }] of sockets)
        assert.strictEqual(log.at(-1), 'destroy');
    assert.strictEqual(find('TCPCONNECTWRAP').length, 1);
}

// Handles that are closed in one turn call back last closed first, after the
// ticks and before the immediates of the next turn.
function closeCallbacksComeInTheClosingPhase() {
    const log = [];
    const ports = ['a', 'b', 'c'].map((name) => {
        const { port1 } = new MessageChannel();
        port1.on('close', () => log.push(name));
        return port1;
    });
    return new Promise((resolve) => {
        setImmediate(() => {
            ports.forEach((port) => port.close());
            setImmediate(() => {
                assert.deepStrictEqual(log, ['tick', 'c', 'b', 'a']);
                resolve();
            });
            process.nextTick(() => log.push('tick'));
        });
    });
}

(async () => {
    await listsWhatKeepsTheProgramAlive();
    await hooksSeeAServerAndItsSockets();
    await closeCallbacksComeInTheClosingPhase();
})().then(later(() => {}));
