'use strict';
// http: a client request that ends before it has a socket.

const assert = require('assert');
const http = require('http');

const server = http.createServer(() => assert.fail('no request arrives'));

function record(end) {
    const events = [];
    const req = http.get({ host: '127.0.0.1',
                           port: server.address().port, agent: false });
    for (const name of ['abort', 'error', 'close'])
        req.on(name, (error) => events.push(error?.message ?? name));
    end(req);
    return events;
}

server.listen(0, () => {
    // abort() gives no error, destroy() one that says what happened.
    const aborted = record((req) => req.abort());
    const destroyed = record((req) => req.destroy());
    const failed = record((req) => req.destroy(new Error('own')));
    server.close();
    process.on('exit', () => {
        assert.deepStrictEqual(aborted, ['close', 'abort']);
        assert.deepStrictEqual(destroyed, ['socket hang up', 'close']);
        assert.deepStrictEqual(failed, ['own', 'close']);
    });
});
