'use strict';
/*
 * Whatever happens to a request of an agent runs in the async context in which
 * the request was made, though its socket was made in another one's.
 */
const assert = require('assert');
const http = require('http');
const { AsyncLocalStorage } = require('async_hooks');

const storage = new AsyncLocalStorage();
const seen = [];

function get(port, agent, name, then) {
    storage.run(name, () => {
        const req = http.get({ port, host: '127.0.0.1', agent }, (res) => {
            seen.push(`${name} response ${storage.getStore()}`);
            res.on('data', () => seen.push(`${name} data ${storage.getStore()}`));
            res.on('end', () => {
                seen.push(`${name} end ${storage.getStore()}`);
                then?.();
            });
        });
        req.on('socket', () => seen.push(`${name} socket ${storage.getStore()}`));
    });
}

const server = http.createServer((req, res) => res.end('x'));
server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const finish = () => {
        agent.destroy();
        server.close();
    };
    // b waits for the socket of a; c finds it free.
    get(port, agent, 'a');
    get(port, agent, 'b', () => {
        setTimeout(() => get(port, agent, 'c', finish), 20);
    });
});

process.on('exit', () => {
    const expected = [];
    for (const name of ['a', 'b', 'c']) {
        for (const what of ['socket', 'response', 'data', 'end'])
            expected.push(`${name} ${what} ${name}`);
    }
    assert.deepStrictEqual(seen.toSorted(), expected.toSorted());
});
