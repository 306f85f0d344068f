'use strict';
/* message.signal: who leaves too early aborts it, and nobody else. */

const assert = require('assert');
const http = require('http');
const { once } = require('events');
const { later } = require('./support/later.js');

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function serve(onRequest, use) {
    const server = http.createServer(onRequest).listen(0);
    await once(server, 'listening');
    await use({ host: '127.0.0.1', port: server.address().port, agent });
    server.close();
    server.closeAllConnections();
}

async function get(options) {
    const [response] = await once(http.get(options), 'response');
    const { signal } = response;
    await response.toArray();
    await sleep(1);
    return [response, signal];
}

const tests = {
    async 'a request that was read and answered is not aborted'() {
        const signals = [];
        let listeners;
        await serve((request, response) => {
            signals.push(request.signal);
            listeners = request.socket.listenerCount('close');
            request.resume();
            request.on('close', () => response.end('x'));
        }, async (options) => {
            await get(options);
            const before = listeners;
            await get(options);
            await get(options);
            assert.strictEqual(listeners, before);
        });
        await sleep(10);
        assert.deepStrictEqual(signals.map(({ aborted }) => aborted),
                               [false, false, false]);
    },

    async 'a client that leaves aborts it'() {
        const seen = [];
        let over;
        const end = new Promise((resolve) => { over = resolve; });
        await serve((request) => {
            const { signal } = request;
            assert.strictEqual(signal, request.signal);
            request.resume();
            request.on('close', () => seen.push(signal.aborted));
            signal.addEventListener('abort', () => {
                seen.push(signal.reason.name);
                over();
            });
        }, async (options) => {
            const request = http.get(options).on('error', () => {});
            await sleep(50);
            request.destroy();
            await end;
        });
        assert.deepStrictEqual(seen, [false, 'AbortError']);
    },

    'destroy() aborts it at once'() {
        const message = new http.IncomingMessage(new (require('net').Socket)());
        const seen = [];
        message.on('aborted', () => seen.push('aborted'));
        message.signal.onabort = () => seen.push('abort');
        message.destroy();
        assert.deepStrictEqual(seen, ['aborted', 'abort']);
        const other = new http.IncomingMessage(new (require('net').Socket)());
        other.destroy();
        assert.strictEqual(other.signal.aborted, true);
    },

    async 'a response that has ended gave its socket back'() {
        await serve((request, response) => response.end('x'),
                    async (options) => {
            const [response, signal] = await get(options);
            assert.strictEqual(response.socket, null);
            assert.strictEqual(signal.aborted, false);
        });
    },
};

(async () => {
    for (const name of Object.keys(tests))
        await tests[name]();
    agent.destroy();
})().then(later(() => {}));
