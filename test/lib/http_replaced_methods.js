'use strict';
// Methods of a response that a program replaces are called, though most
// responses are made without them.
const assert = require('assert');
const http = require('http');

const names = ['_implicitHeader', 'writeHead', '_storeHeader', '_send',
               '_writeRaw'];
let called = [];

function replaceIn(object) {
    for (const name of names) {
        const original = object[name];
        object[name] = function(...args) {
            if (this instanceof http.ServerResponse)
                called.push(name);
            return Reflect.apply(original, this, args);
        };
    }
}

const server = http.createServer((req, res) => {
    if (req.url === '/own')
        replaceIn(res);
    res.end('text');
});

function get(path) {
    called = [];
    return new Promise((resolve) => {
        const { port } = server.address();
        http.get({ host: '127.0.0.1', port, path, agent: false }, (res) => {
            res.setEncoding('utf8');
            let text = '';
            res.on('data', (chunk) => { text += chunk; });
            res.on('end', () => {
                assert.strictEqual(text, 'text');
                resolve([...new Set(called)]); // some are called twice
            });
        });
    });
}

server.listen(0, async () => {
    assert.deepStrictEqual(await get('/plain'), []);
    assert.deepStrictEqual(await get('/own'), names);
    replaceIn(http.ServerResponse.prototype);
    assert.deepStrictEqual(await get('/plain'), names);
    server.close();
});
