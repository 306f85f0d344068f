// express over https, fastify over HTTP/2.
const https = require('https');
const http2 = require('http2');
const express = require('express');
const fastify = require('fastify');
const { ca, keys, listen } = require('../tools.js');

const get = (options) => new Promise((resolve, reject) => {
    const req = https.request({ host: '127.0.0.1', servername: 'localhost', ca,
                                ...options }, (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (d) => { text += d; })
            .on('end', () => resolve([res.statusCode, text]));
    }).on('error', reject);
    req.end(options.body);
});

async function main() {
    const app = express();
    app.use(express.json());
    app.get('/user/:id', (req, res) => res.json({ id: req.params.id,
                                                  secure: req.secure }));
    app.post('/post', (req, res) => res.send(Object.keys(req.body).join()));
    const server = https.createServer(keys, app);
    const port = await listen(server);
    console.log(await get({ port, path: '/user/5' }));
    console.log(await get({ port, path: '/none' }));
    console.log(await get({ port, path: '/post', method: 'POST',
                            headers: { 'content-type': 'application/json' },
                            body: '{"a":1,"b":2}' }));
    server.close();

    const api = fastify({ http2: true, https: { allowHTTP1: true, ...keys } });
    api.get('/v', (req) => ({ version: req.raw.httpVersion, q: req.query }));
    api.post('/p', (req) => ({ body: req.body }));
    await api.listen({ port: 0, host: '127.0.0.1' });
    const { port: second } = api.server.address();
    console.log(await get({ port: second, path: '/v?a=1' }));
    const session = http2.connect(`https://localhost:${second}`, { ca });
    const ask = (headers, body) => new Promise((resolve) => {
        const req = session.request(headers);
        let status;
        let text = '';
        req.on('response', (h) => { status = h[':status']; });
        req.setEncoding('utf8').on('data', (d) => { text += d; })
            .on('end', () => resolve([status, text]));
        req.end(body);
    });
    console.log(await ask({ ':path': '/v?b=2' }));
    console.log(await ask({ ':path': '/p', ':method': 'POST',
                            'content-type': 'application/json' }, '{"x":[1]}'));
    console.log(await Promise.all(Array.from({ length: 50 }, (_, i) => ask(
        { ':path': `/v?n=${i}` }).then(([status]) => status))));
    session.close();
    await api.close();
}
main().then(() => process.exit());
