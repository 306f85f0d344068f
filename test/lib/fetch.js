'use strict';
/* fetch() over http:, with a server in the same program. */

const assert = require('assert');
const http = require('http');
const zlib = require('zlib');
const { run } = require('./support/cases.js');

const handlers = {
    '__proto__': null,
    '/moved': (request, response) => {
        response.writeHead(302, { location: '/echo#there' }).end();
    },
    '/kept': (request, response) => {
        response.writeHead(307, { location: '/echo' }).end();
    },
    '/loop': (request, response) => {
        response.writeHead(301, { location: '/loop' }).end('again');
    },
    '/gzip': (request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(zlib.gzipSync('zipped'));
    },
    '/deflate': (request, response) => {
        response.writeHead(200, { 'content-encoding': 'deflate' });
        response.end(zlib.deflateSync('zipped'));
    },
    '/cookies': (request, response) => {
        response.setHeader('Set-Cookie', ['a=1', 'b=2']);
        response.writeHead(201, 'Made').end();
    },
    '/hang': (request, response) => { response.write('part'); },
    '/reset': (request) => { request.socket.destroy(); },
    '/none': (request, response) => { response.writeHead(204).end(); },
};

function echo(request, response) {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => response.end(JSON.stringify({
        method: request.method, url: request.url, headers: request.headers,
        body: Buffer.concat(chunks).toString(),
    })));
}

const server = http.createServer((request, response) => {
    if (handlers[request.url] === undefined) {
        echo(request, response);
    } else {
        request.resume();
        handlers[request.url](request, response);
    }
});

let base;

async function fetchJson(path, init) {
    const response = await fetch(base + path, init);
    return response.json();
}

const cases = {
    'a response has what the server sent': async () => {
        const response = await fetch(`${base}/cookies`);
        assert.strictEqual(response.status, 201);
        assert.strictEqual(response.statusText, 'Made');
        assert.ok(response.ok && !response.redirected);
        assert.strictEqual(response.type, 'basic');
        assert.strictEqual(response.url, `${base}/cookies`);
        assert.deepStrictEqual(response.headers.getSetCookie(),
                               ['a=1', 'b=2']);
        assert.throws(() => response.headers.set('a', 'b'),
                      { message: 'immutable' });
        assert.strictEqual(await response.text(), '');
    },

    'a request has Node\'s headers, and those of the program': async () => {
        const { headers, method } = await fetchJson('/echo', {
            headers: { 'X-Mine': 'yes', 'user-agent': 'me' },
        });
        assert.strictEqual(method, 'GET');
        assert.strictEqual(headers['x-mine'], 'yes');
        assert.strictEqual(headers['user-agent'], 'me');
        assert.strictEqual(headers.accept, '*/*');
        assert.strictEqual(headers['accept-encoding'], 'gzip, deflate');
        assert.strictEqual(headers.connection, 'keep-alive');
    },

    'questions to a cache go past other caches, parts are plain': async () => {
        const asked = await fetchJson('/echo', {
            headers: { 'if-none-match': '"x"' },
        });
        assert.strictEqual(asked.headers.pragma, 'no-cache');
        assert.strictEqual(asked.headers['cache-control'], 'no-cache');
        const fresh = await fetchJson('/echo', { cache: 'no-cache' });
        assert.strictEqual(fresh.headers['cache-control'], 'max-age=0');
        const part = await fetchJson('/echo', {
            headers: { range: 'bytes=0-9', host: 'elsewhere' },
        });
        assert.strictEqual(part.headers['accept-encoding'], 'identity');
        assert.strictEqual(part.headers.host, base.slice('http://'.length));
    },

    'headers of the connection are not the program\'s': async () => {
        const { headers } = await fetchJson('/echo', {
            headers: { connection: 'close' },
        });
        assert.strictEqual(headers.connection, 'close');
        for (const [name, message] of [
            ['upgrade', 'invalid upgrade header'],
            ['transfer-encoding', 'invalid transfer-encoding header'],
            ['expect', 'expect header not supported']]) {
            await assert.rejects(
                fetch(base, { headers: { [name]: 'x' } }),
                ({ cause }) => cause.message === message);
        }
    },

    'bodies are sent with their length, or in chunks': async () => {
        const text = await fetchJson('/echo', { method: 'POST', body: 'abc' });
        assert.strictEqual(text.body, 'abc');
        assert.strictEqual(text.headers['content-length'], '3');
        const chunked = await fetchJson('/echo', {
            method: 'PUT', duplex: 'half',
            body: ReadableStream.from([Buffer.from('ab'), Buffer.from('cd')]),
        });
        assert.strictEqual(chunked.body, 'abcd');
        assert.strictEqual(chunked.headers['transfer-encoding'], 'chunked');
        const empty = await fetchJson('/echo', { method: 'POST' });
        assert.strictEqual(empty.headers['content-length'], '0');
        const form = new FormData();
        form.append('a', 'b');
        const sent = await fetchJson('/echo', { method: 'POST', body: form });
        assert.match(sent.body, /name="a"\r\n\r\nb\r\n/);
        const request = new Request(`${base}/echo`, { method: 'POST',
                                                      body: 'xyz' });
        assert.strictEqual((await (await fetch(request)).json()).body, 'xyz');
        assert.ok(request.bodyUsed);
    },

    'a long body waits for the server, without a warning': async () => {
        process.once('warning', (warning) => assert.fail(warning.message));
        let sent = 0;
        const { headers } = await fetchJson('/echo', {
            method: 'POST', duplex: 'half',
            body: new ReadableStream({
                pull(controller) {
                    if (sent++ < 40)
                        controller.enqueue(new Uint8Array(30000));
                    else
                        controller.close();
                },
            }),
        });
        assert.strictEqual(headers['transfer-encoding'], 'chunked');
    },

    'redirects are followed, told of or refused': async () => {
        const response = await fetch(`${base}/moved`, { method: 'POST',
                                                        body: 'abc' });
        assert.ok(response.redirected);
        assert.strictEqual(response.url, `${base}/echo`);
        const { method, body, headers } = await response.json();
        assert.strictEqual(method, 'GET');
        assert.strictEqual(body, '');
        assert.strictEqual(headers['content-type'], undefined);
        const kept = await fetchJson('/kept', { method: 'POST', body: 'abc' });
        assert.strictEqual(kept.method, 'POST');
        assert.strictEqual(kept.body, 'abc');
        const manual = await fetch(`${base}/moved`, { redirect: 'manual' });
        assert.strictEqual(manual.status, 302);
        assert.strictEqual(manual.headers.get('location'), '/echo#there');
        await assert.rejects(fetch(`${base}/moved`, { redirect: 'error' }),
                             ({ cause }) =>
                                 cause.message === 'unexpected redirect');
        await assert.rejects(fetch(`${base}/loop`), ({ cause }) =>
            cause.message === 'redirect count exceeded');
    },

    'compressed bodies are decompressed': async () => {
        for (const path of ['/gzip', '/deflate']) {
            const response = await fetch(base + path);
            assert.strictEqual(await response.text(), 'zipped');
        }
    },

    'some responses have no body': async () => {
        const head = await fetch(`${base}/echo`, { method: 'HEAD' });
        assert.strictEqual(head.body, null);
        assert.strictEqual(await head.text(), '');
        assert.strictEqual((await fetch(`${base}/none`)).body, null);
    },

    'a signal ends the request, also while the body comes': async () => {
        const abort = new AbortController();
        const response = await fetch(`${base}/hang`, { signal: abort.signal });
        const reader = response.body.getReader();
        const { value } = await reader.read();
        assert.strictEqual(Buffer.from(value).toString(), 'part');
        const next = reader.read();
        abort.abort();
        await assert.rejects(next, { name: 'AbortError' });
        await assert.rejects(
            fetch(`${base}/hang`, { signal: AbortSignal.timeout(20) })
                .then((late) => late.text()),
            { name: 'TimeoutError' });
    },

    'failures have a cause': async () => {
        await assert.rejects(fetch(`${base}/reset`), {
            name: 'TypeError', message: 'fetch failed',
        });
        const other = http.createServer();
        await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve));
        const { port } = other.address();
        await new Promise((resolve) => other.close(resolve));
        await assert.rejects(fetch(`http://127.0.0.1:${port}/`),
                             ({ cause }) => cause.code === 'ECONNREFUSED');
    },

    'cancelling a body ends the connection': async () => {
        const response = await fetch(`${base}/hang`);
        await response.body.cancel();
    },
};

server.listen(0, '127.0.0.1', () => {
    base = `http://127.0.0.1:${server.address().port}`;
    run(cases).then(() => {
        server.close();
        server.closeAllConnections();
    });
});
