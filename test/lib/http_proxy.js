'use strict';
// Proxies: which requests of http, https and fetch() go to one, what it is sent,
// and what a program hears when it refuses.

const assert = require('assert');
const { once } = require('events');
const http = require('http');
const https = require('https');
const net = require('net');
const keys = require('./support/tls_keys');

async function listen(server) {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server.address().port;
}

/* A proxy that notes what it is asked for. */
function makeProxy(seen, status = 200) {
    const proxy = http.createServer((req, res) => {
        seen.push([req.method, req.url, req.headers['proxy-authorization'],
                   req.headers['proxy-connection'], req.headers.host]);
        const { hostname, port, pathname } = new URL(req.url);
        req.pipe(http.request({ hostname, port, path: pathname, agent: false },
                              (answer) => answer.pipe(res)));
    });
    proxy.on('connect', (req, socket) => {
        seen.push([req.method, req.url, req.headers['proxy-authorization'],
                   req.headers['proxy-connection'], req.headers.host]);
        socket.on('error', () => {});
        if (status !== 200) {
            socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
            return;
        }
        const there = net.connect(Number(req.url.split(':').at(-1)),
                                  '127.0.0.1', () => {
            socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
            there.pipe(socket).pipe(there);
        });
        there.on('error', () => socket.destroy());
    });
    return proxy;
}

async function get(client, options) {
    const req = client.get(options);
    const [res] = await once(req, 'response');
    let text = '';
    for await (const chunk of res.setEncoding('utf8'))
        text += chunk;
    return text;
}

async function plainRequests() {
    const seen = [];
    const server = http.createServer((req, res) => res.end(`at ${req.url}`));
    const port = await listen(server);
    const proxy = makeProxy(seen);
    const at = await listen(proxy);
    const agent = new http.Agent({ proxyEnv: {
        HTTP_PROXY: `http://u%40:p@127.0.0.1:${at}`, NO_PROXY: 'a.example' } });
    assert.strictEqual(
        await get(http, { port, host: '127.0.0.1', path: '/x', agent }),
        'at /x');
    assert.deepStrictEqual(seen.splice(0), [[
        'GET', `http://127.0.0.1:${port}/x`,
        `Basic ${Buffer.from('u@:p').toString('base64')}`, 'close',
        `127.0.0.1:${port}`]]);
    // A place that is excepted is reached directly.
    for (const NO_PROXY of ['127.0.0.1', `b.example,127.0.0.1:${port}`, '*',
                            '127.0.0.0-127.0.0.9']) {
        const direct = new http.Agent({ proxyEnv: {
            HTTP_PROXY: `http://127.0.0.1:${at}`, NO_PROXY } });
        assert.strictEqual(
            await get(http, { port, host: '127.0.0.1', path: '/y',
                              agent: direct }), 'at /y');
    }
    assert.deepStrictEqual(seen, []);
    assert.throws(() => http.get({ port, host: '127.0.0.1', agent,
                                   headers: { host: 'other' } }),
                  { code: 'ERR_INVALID_ARG_VALUE' });
    assert.throws(() => http.get({ port, host: '127.0.0.1', agent,
                                   path: 'https://127.0.0.1/' }),
                  { code: 'ERR_INVALID_ARG_VALUE' });
    assert.throws(() => new http.Agent({ proxyEnv: { http_proxy: 'http://' } }),
                  { code: 'ERR_PROXY_INVALID_CONFIG' });
    server.close();
    proxy.close();
}

async function tunnels() {
    const seen = [];
    const server = https.createServer({ ...keys.server },
                                      (req, res) => res.end(`at ${req.url}`));
    const port = await listen(server);
    const proxy = makeProxy(seen);
    const at = await listen(proxy);
    const agent = new https.Agent({ proxyEnv: {
        https_proxy: `http://127.0.0.1:${at}` } });
    assert.strictEqual(
        await get(https, { port, host: '127.0.0.1', path: '/s', agent,
                           rejectUnauthorized: false }), 'at /s');
    assert.deepStrictEqual(seen, [['CONNECT', `127.0.0.1:${port}`, undefined,
                                   undefined, `127.0.0.1:${port}`]]);
    const refusing = makeProxy([], 403);
    const other = new https.Agent({ proxyEnv: {
        https_proxy: `http://127.0.0.1:${await listen(refusing)}` } });
    const errors = [];
    const req = https.get({ port, host: '127.0.0.1', agent: other });
    req.on('error', (error) => errors.push(error));
    await new Promise((resolve) => req.on('close', resolve));
    assert.deepStrictEqual(errors.map(({ code, statusCode }) =>
        [code, statusCode]), [['ERR_PROXY_TUNNEL', 403]]);
    for (const one of [server, proxy, refusing])
        one.close();
}

async function everywhere() {
    const seen = [];
    const server = http.createServer((req, res) => {
        res.setHeader('connection', 'close');
        res.end('here');
    });
    const port = await listen(server);
    const proxy = makeProxy(seen);
    const at = await listen(proxy);
    const restore = http.setGlobalProxyFromEnv({
        http_proxy: `http://127.0.0.1:${at}` });
    const url = `http://127.0.0.1:${port}/`;
    assert.strictEqual(await (await fetch(url)).text(), 'here');
    assert.strictEqual(await get(http, url), 'here');
    assert.deepStrictEqual(seen.splice(0).map(([method]) => method),
                           ['CONNECT', 'GET']);
    restore();
    assert.strictEqual(await (await fetch(url)).text(), 'here');
    assert.strictEqual(await get(http, url), 'here');
    assert.deepStrictEqual(seen, []);
    assert.throws(() => http.setGlobalProxyFromEnv('x'),
                  { code: 'ERR_INVALID_ARG_TYPE' });
    server.close();
    proxy.close();
    proxy.closeAllConnections();
}

/* A program whose proxy cannot be used does not run. */
async function unusable() {
    const { spawnSync } = require('child_process');
    for (const [url, code] of [['localhost', 'ERR_INVALID_URL'],
                               ['localhost:80', '']]) {
        const run = (env) => spawnSync(process.execPath, [
            '-p', '"ran"'], { encoding: 'utf8', env: {
            PATH: process.env.PATH, HTTP_PROXY: url, ...env } });
        const { status, stderr, stdout } = run({ NODE_USE_ENV_PROXY: '1' });
        assert.deepStrictEqual([status, stdout], [1, '']);
        assert.match(stderr, /Invalid URL/);
        assert.ok(stderr.includes(code));
        assert.strictEqual(run({}).stdout, 'ran\n');
    }
}

(async () => {
    await unusable();
    await plainRequests();
    await tunnels();
    await everywhere();
})();
