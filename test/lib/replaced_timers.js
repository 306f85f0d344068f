'use strict';
// A program that replaces the global timers, as fake timers for tests do, does
// not change the timers of the modules.
const assert = require('assert');
const http = require('http');
const net = require('net');

const names = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval',
               'setImmediate', 'clearImmediate', 'queueMicrotask'];
const timers = require('timers');
for (const name of names) {
    const replaced = () => { throw new Error(`${name}() of the program`); };
    globalThis[name] = replaced;
    if (name in timers)
        timers[name] = replaced;
}

const done = [];
process.on('exit', () => {
    assert.deepStrictEqual(done.sort(), ['bytes', 'http', 'idle', 'signal']);
});

// Connections that are kept alive have timeouts.
const server = http.createServer((req, res) => res.end('x'));
server.listen(0, () => {
    const agent = new http.Agent({ keepAlive: true });
    let left = 3;
    const to = { host: '127.0.0.1', port: server.address().port, agent };
    const get = () => http.get(to, (res) => {
        res.resume();
        res.on('end', () => {
            if (--left > 0) {
                process.nextTick(get);
                return;
            }
            agent.destroy();
            server.close(() => done.push('http'));
        });
    });
    get();
});

// So have plain sockets.
const silent = net.createServer((socket) => socket.resume());
silent.listen(0, () => {
    const socket = net.connect(silent.address().port, '127.0.0.1');
    socket.setTimeout(10, () => {
        done.push('idle');
        socket.destroy();
        silent.close();
    });
});

const signal = AbortSignal.timeout(10);
signal.addEventListener('abort', () => done.push('signal'));

new Blob(['text']).text().then((text) => {
    assert.strictEqual(text, 'text');
    done.push('bytes');
});
