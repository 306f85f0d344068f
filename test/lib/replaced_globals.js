'use strict';
// A program that replaces a global class or object, as polyfills do, does not
// change what the modules use.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const { Readable, Writable, pipeline } = require('stream');

const { Buffer, EventTarget, Event } = globalThis;
for (const name of ['Buffer', 'performance', 'AbortController', 'DOMException',
                    'EventTarget', 'MessageChannel', 'URL']) {
    Object.defineProperty(globalThis, name, {
        value: class {
            constructor() { throw new Error(`${name} of the program`); }
        },
        configurable: true, writable: true,
    });
}

const done = [];
process.on('exit', () => {
    assert.deepStrictEqual(done.sort(), ['event', 'file', 'http', 'pipeline']);
});

// Events have a time.
const target = new EventTarget();
target.addEventListener('x', () => done.push('event'));
target.dispatchEvent(new Event('x'));

pipeline(Readable.from(['a']), async function*(source) { yield* source; },
         new Writable({ write(chunk, encoding, next) { next(); } }),
         (error) => {
             assert.ifError(error);
             done.push('pipeline');
         });

const server = http.createServer((req, res) => req.pipe(res));
server.listen(0, () => {
    const { port } = server.address();
    const to = { host: '127.0.0.1', port, method: 'POST', agent: false };
    const req = http.request(to, (res) => {
        res.on('data', (chunk) => assert.ok(chunk instanceof Buffer));
        res.on('end', () => {
            done.push('http');
            server.close();
        });
    });
    req.end('text');
});

fs.open(__filename, 'r', (error, fd) => {
    assert.ifError(error);
    fs.read(fd, (reason, n, bytes) => {
        assert.ifError(reason);
        assert.ok(n > 0 && bytes instanceof Buffer);
        fs.closeSync(fd);
        done.push('file');
    });
});
