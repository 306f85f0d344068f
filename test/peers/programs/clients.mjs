// fetch, undici, got and axios over https and HTTP/2; https-proxy-agent.
import http from 'node:http';
import https from 'node:https';
import http2 from 'node:http2';
import net from 'node:net';
import { createRequire } from 'node:module';
import got from 'got';
import axios from 'axios';
import { HttpsProxyAgent } from 'https-proxy-agent';
import * as undici from 'undici';

const require = createRequire(import.meta.url);
const { ca, keys, listen } = require('../tools.js');

const server = http2.createSecureServer({ ...keys, allowHTTP1: true },
                                        async (req, res) => {
    let size = 0;
    for await (const part of req)
        size += part.length;
    if (req.url === '/to') {
        res.statusCode = 302;
        res.setHeader('location', '/there');
    }
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ method: req.method, url: req.url, size,
                             version: req.httpVersion, type: req.headers['content-type'] }));
});
const port = await listen(server);
const base = `https://localhost:${port}`;
const big = 'z'.repeat(200000);

const agent = new undici.Agent({ connect: { ca } });
const agent2 = new undici.Agent({ connect: { ca }, allowH2: true });
for (const dispatcher of [agent, agent2]) {
    const { statusCode, body } = await undici.request(`${base}/u`, { dispatcher,
        method: 'POST', body: big });
    console.log('undici', statusCode, await body.json());
    const res = await undici.fetch(`${base}/to`, { dispatcher });
    console.log('undici fetch', res.status, res.redirected, await res.json());
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) =>
        undici.request(`${base}/${i}`, { dispatcher })
            .then(({ body }) => body.json())));
    console.log('undici', all.map((a) => a.url + a.version).join());
}
await undici.request(base, {}).catch((e) => console.log('undici', e.code));
await agent.close();
await agent2.close();

for (const options of [{ }, { http2: true }]) {
    const ask = got.extend({ ...options, https: { certificateAuthority: ca },
                             retry: { limit: 0 } });
    console.log('got', await ask(`${base}/g`).json());
    console.log('got', await ask.post(`${base}/g`, { json: { big } }).json());
    console.log('got', await ask(`${base}/to`).json());
    await ask(`${base}/x`, { https: { certificateAuthority: [] } })
        .catch((e) => console.log('got', e.code));
}

const httpsAgent = new https.Agent({ ca, keepAlive: true });
console.log('axios', (await axios.get(`${base}/a`, { httpsAgent })).data);
console.log('axios', (await axios.post(`${base}/a`, big, { httpsAgent })).data);
await axios.get(`${base}/a`).catch((e) => console.log('axios', e.code));
httpsAgent.destroy();

await fetch(base).catch((e) => console.log('fetch', e.cause.code));

const seen = [];
const proxy = http.createServer().on('connect', (req, socket, head) => {
    seen.push(req.url.replace(port, 'PORT'));
    const [host, to] = req.url.split(':');
    const far = net.connect(to, host === 'localhost' ? '127.0.0.1' : host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        far.write(head);
        far.pipe(socket).pipe(far);
    });
    for (const s of [far, socket])
        s.on('error', () => {});
});
const proxyPort = await listen(proxy);
const through = new HttpsProxyAgent(`http://127.0.0.1:${proxyPort}`, { ca });
await new Promise((resolve) => https.get(`${base}/p`, { agent: through, ca }, (res) => {
    let text = '';
    res.on('data', (d) => { text += d; }).on('end', () => {
        console.log('proxy', text, seen);
        resolve();
    });
}));
process.exit();
