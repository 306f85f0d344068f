// http-proxy and http-proxy-middleware in front of a server, and of none.
const httpProxy = require('http-proxy');
const http = require('http');
const { createProxyMiddleware } = require('http-proxy-middleware');
const express = require('express');
const t = http
    .createServer((q, r) => {
        let b = '';
        q.on('data', (d) => (b += d)).on('end', () =>
            r.writeHead(200, { x: '1' }).end(q.method + q.url + b + (q.headers['x-p'] || '')),
        );
    })
    .listen(0, '127.0.0.1', () => {
        const tp = 'http://127.0.0.1:' + t.address().port;
        const pr = httpProxy.createProxyServer({ target: tp, headers: { 'x-p': 'yes' } });
        pr.on('proxyRes', (a) => console.log('pr', a.statusCode));
        pr.on('error', (e, q, r) => {
            console.log(e.code);
            r.writeHead(502).end('bad');
        });
        const app = express();
        app.use(
            '/api',
            createProxyMiddleware({ target: tp, changeOrigin: true, pathRewrite: { '^/x': '/y' } }),
        );
        app.use((q, r) =>
            q.url == '/dead' ? pr.web(q, r, { target: 'http://127.0.0.1:1' }) : pr.web(q, r),
        );
        const s = app.listen(0, '127.0.0.1', async () => {
            const b = 'http://127.0.0.1:' + s.address().port;
            for (const [u, o] of [
                ['/a'],
                ['/p', { method: 'POST', body: 'bb' }],
                ['/api/x/1'],
                ['/dead'],
            ]) {
                const r = await fetch(b + u, o);
                console.log(u, r.status, await r.text());
            }
            for (const z of [s, t]) {
                z.close();
                z.closeAllConnections();
            }
        });
    });
